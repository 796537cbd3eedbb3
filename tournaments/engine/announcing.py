"""Announces a tournament by its `terms`, and sets its start time and description."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Final

from tournaments.engine.decisions import Events, still_open
from tournaments.engine.draws import groups
from tournaments.engine.errors import TournamentRefused
from tournaments.engine.events import TournamentCreated, TournamentDescribed
from tournaments.engine.participants import SEATS
from tournaments.engine.people.admission import check_admits
from tournaments.engine.scoring.league import check_league
from tournaments.engine.scoring.prizes import check_prizes
from tournaments.engine.scoring.sat_out import RankedBy, Unplayed, check_counting
from tournaments.engine.scoring.series import check_series
from tournaments.engine.scoring.tie_breaks import check_tie_breaks
from tournaments.engine.state import TournamentState
from tournaments.engine.table_sizes import check_odd
from tournaments.engine.terms import Format, Odd, Terms, check_limits, values_of

NAME_LENGTH: Final = 80
"""Characters of a name."""
DESCRIPTION_LENGTH: Final = 2000
"""Characters of a description."""
AHEAD: Final = timedelta(days=731)
"""How far ahead a tournament may begin; later is a year mistyped."""
LEAST_MINUTES: Final = 5
"""The fewest minutes that a round by minutes has."""


def decide_create(
    terms: Terms, *, director: int, known_rules: Collection[str], known_fillers: Collection[str]
) -> tuple[TournamentCreated]:
    """Announce a tournament. ``known_rules`` are the keys of rule sets, ``known_fillers`` the labels of bots.

    A term that another term makes meaningless is cleared: a duplicate has no spectators, only groups have a final,
    and only a series has a table of points.
    """
    terms = replace(terms, name=terms.name.strip(), series=terms.series.strip())
    if terms.rules not in known_rules:
        raise TournamentRefused("tournament.rules-unknown", rules=terms.rules)
    if terms.filler not in known_fillers:
        raise TournamentRefused("tournament.filler-unknown", filler=terms.filler)
    _check_terms(terms)
    in_groups = terms.format == Format.GROUPS
    said = replace(
        terms,
        spectator_delay=None if terms.duplicate else terms.spectator_delay,
        check_in_ends=terms.check_in_ends if terms.check_in else None,
        club_pays=terms.club_pays and terms.entry_fee > 0,
        series_points=terms.series_points if terms.series else (),
        series_present=terms.series_present if terms.series else 0,
        final_rounds=terms.final_rounds if in_groups else 0,
        finalists=terms.finalists if in_groups else 0,
        unplayed=Unplayed.NOTHING.value if terms.ranked_by == RankedBy.DEAL else terms.unplayed,
        fill_to=0 if terms.odd in (Odd.THREES, Odd.SIT_OUT) else terms.fill_to,
    )
    return (TournamentCreated(**values_of(said), director=director),)


def _check_terms(terms: Terms) -> None:
    """Raise `TournamentRefused` for a term that is invalid, alone or with the others."""
    if not terms.name:
        raise TournamentRefused("tournament.name-missing")
    if len(terms.name) > NAME_LENGTH:
        raise TournamentRefused(
            "tournament.name-too-long", limit=NAME_LENGTH, length=len(terms.name)
        )
    if type(terms.entry_fee) is not int:
        raise TournamentRefused("tournament.fee-not-integer")
    check_limits(terms)
    if terms.fill_to % SEATS:
        above = terms.fill_to - terms.fill_to % SEATS + SEATS
        raise TournamentRefused("tournament.fill-not-fours", fill_to=terms.fill_to, above=above)
    if 0 < terms.round_minutes < LEAST_MINUTES:
        raise TournamentRefused("tournament.minutes-too-few", low=LEAST_MINUTES)
    if terms.format not in set(Format):
        raise TournamentRefused("tournament.format-unknown", format=terms.format)
    if terms.format == Format.FIXED and terms.late_until > 1:
        raise TournamentRefused("tournament.format-fixed-late")
    if terms.format == Format.GROUPS:
        groups.check_terms(
            rounds=terms.rounds,
            final_rounds=terms.final_rounds,
            finalists=terms.finalists,
            fill_to=terms.fill_to,
            late=terms.late_until,
        )
    check_series(terms.series, terms.series_best)
    check_league(terms.series_points, terms.series_present)
    check_prizes(terms.prize_shares, terms.prize_sums)
    check_tie_breaks(terms.tie_breaks)
    check_admits(terms.admits)
    check_odd(terms.odd)
    check_counting(terms.unplayed, terms.ranked_by)


def checked_description(description: str) -> str:
    """Return the description without surrounding space. Raises `TournamentRefused` if it is invalid."""
    description = "\n".join(description.split("\r\n")).strip()
    if len(description) > DESCRIPTION_LENGTH:
        raise TournamentRefused(
            "tournament.description-too-long", limit=DESCRIPTION_LENGTH, length=len(description)
        )
    if any(ord(sign) < 32 and sign not in "\n\t" for sign in description):
        raise TournamentRefused("tournament.description-unreadable")
    return description


def decide_describe(
    state: TournamentState,
    *,
    starts_at: datetime | None,
    description: str,
    director: int,
    now: datetime,
) -> Events:
    """Set the start time (None: not set) and the description of a tournament that hasn't started.

    Neither affects the play. No events if both stay the same.
    """
    still_open(state)
    description = checked_description(description)
    if (starts_at, description) == (state.starts_at, state.description):
        return ()
    if starts_at is not None and starts_at != state.starts_at:
        if not now < starts_at <= now + AHEAD:
            raise TournamentRefused("tournament.start-out-of-range", days=AHEAD.days)
        starts_at = starts_at.astimezone(UTC)
    return (TournamentDescribed(starts_at, description, director),)
