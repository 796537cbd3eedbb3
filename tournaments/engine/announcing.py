"""What a tournament is announced with: the terms, their limits, the day and the description."""

from __future__ import annotations

from collections.abc import Collection
from datetime import UTC, datetime, timedelta
from typing import Final

from games.engine.periods import MOST_RULING_HOURS
from tournaments.engine.admission import Admits, check_admits
from tournaments.engine.decisions import ENTRANTS, Events, still_open
from tournaments.engine.draws import groups
from tournaments.engine.errors import TournamentRefused, check_range
from tournaments.engine.events import (
    TournamentCreated,
    TournamentDescribed,
)
from tournaments.engine.formats import Format, check_format
from tournaments.engine.participants import SEATS
from tournaments.engine.scoring.prizes import check_prizes
from tournaments.engine.scoring.series import check_series
from tournaments.engine.scoring.tie_breaks import AS_EVER, check_tie_breaks
from tournaments.engine.state import TournamentState
from tournaments.engine.timing import check_terms

NAME_LENGTH: Final = 80
"""Characters of a name."""


ROUNDS: Final = (1, 40)
"""Least and most rounds."""


DEALS: Final = (1, 32)
"""Least and most deals in a round."""


SECONDS: Final = (10, 600)
"""Least and most seconds for a move: what the club's tables allow."""


BANK: Final = (0, 600)
"""Least and most seconds of a seat's bank: what the club's tables allow."""


DELAY: Final = (0, 600)
"""Least and most seconds by which spectators see a table later, where they may look on."""


FEE: Final = (0, 1_000_000)
"""Least and most chips to enter."""


APPEAL: Final = (0, 7 * 24 * 60)
"""Least and most minutes to appeal."""


RULING: Final = (0, MOST_RULING_HOURS)
"""Least and most hours in which a referee is to rule; 0 for what the rule of the house says."""


DESCRIPTION_LENGTH: Final = 2000
"""Characters of a description."""


AHEAD: Final = timedelta(days=731)
"""How far ahead a tournament may begin; later is a year mistyped."""


FILL: Final = (0, 400)
"""Least and most participants, in fours, up to which bots fill a tournament; 0 fills the last table only."""


def decide_create(
    *,
    name: str,
    rules: str,
    rounds: int,
    deals_per_round: int,
    entry_fee: int,
    prize_shares: Collection[int],
    seconds_per_move: int,
    director: int,
    filler: str,
    fill_to: int,
    bank_seconds: int,
    spectator_delay: int | None,
    known_rules: Collection[str],
    known_fillers: Collection[str],
    least_members: int = 1,
    late_until: int = 0,
    check_in: bool = False,
    round_minutes: int = 0,
    wait_minutes: int = 0,
    check_in_ends: int | None = None,
    prize_sums: Collection[int] = (),
    appeal_minutes: int = 0,
    club_pays: bool = False,
    tie_breaks: Collection[str] = AS_EVER,
    format: str = Format.EVEN,  # noqa: A002 - as the term is called
    series: str = "",
    series_best: int = 0,
    duplicate: bool = False,
    final_rounds: int = 0,
    finalists: int = 0,
    counts_for_player: bool = False,
    admits: str = Admits.MEMBERS,
    ruling_hours: int = 0,
) -> Events:
    """Announce a tournament. ``known_rules`` are the keys of rule sets, ``known_fillers`` the labels of bots.

    Nobody may look on where `spectator_delay` is None, nor in a `duplicate`.
    """
    name = name.strip()
    if not name:
        raise TournamentRefused("tournament.name-missing")
    if len(name) > NAME_LENGTH:
        raise TournamentRefused("tournament.name-too-long", limit=NAME_LENGTH, length=len(name))
    if rules not in known_rules:
        raise TournamentRefused("tournament.rules-unknown", rules=rules)
    if filler not in known_fillers:
        raise TournamentRefused("tournament.filler-unknown", filler=filler)
    check_range("tournament.rounds-out-of-range", rounds, ROUNDS)
    check_range("tournament.deals-out-of-range", deals_per_round, DEALS)
    check_range("tournament.seconds-out-of-range", seconds_per_move, SECONDS)
    check_range("tournament.bank-out-of-range", bank_seconds, BANK)
    if spectator_delay is not None:
        check_range("tournament.delay-out-of-range", spectator_delay, DELAY)
    check_range("tournament.fill-out-of-range", fill_to, FILL)
    if fill_to % SEATS:
        below = fill_to - fill_to % SEATS
        raise TournamentRefused("tournament.fill-not-fours", fill_to=fill_to, above=below + SEATS)
    check_range("tournament.least-out-of-range", least_members, ENTRANTS)
    check_range("tournament.late-out-of-range", late_until, (0, rounds))
    check_terms(round_minutes=round_minutes, wait_minutes=wait_minutes, check_in_ends=check_in_ends)
    check_format(format, late_until=late_until)
    in_groups = format == Format.GROUPS
    if in_groups:
        groups.check_terms(
            rounds=rounds,
            final_rounds=final_rounds,
            finalists=finalists,
            fill_to=fill_to,
            late=late_until,
        )
    check_series(series.strip(), series_best)
    if type(entry_fee) is not int:
        raise TournamentRefused("tournament.fee-not-integer")
    check_range("tournament.fee-out-of-range", entry_fee, FEE)
    shares, sums = tuple(prize_shares), tuple(prize_sums)
    check_prizes(shares, sums)
    check_range("tournament.appeal-out-of-range", appeal_minutes, APPEAL)
    check_range("tournament.ruling-out-of-range", ruling_hours, RULING)
    check_tie_breaks(tuple(tie_breaks))
    check_admits(admits)
    return (
        TournamentCreated(
            name=name,
            rules=rules,
            rounds=rounds,
            deals_per_round=deals_per_round,
            entry_fee=entry_fee,
            prize_shares=shares,
            seconds_per_move=seconds_per_move,
            director=director,
            filler=filler,
            fill_to=fill_to,
            bank_seconds=bank_seconds,
            spectator_delay=None if duplicate else spectator_delay,
            least_members=least_members,
            late_until=late_until,
            check_in=check_in,
            round_minutes=round_minutes,
            wait_minutes=wait_minutes,
            check_in_ends=check_in_ends if check_in else None,
            prize_sums=sums,
            appeal_minutes=appeal_minutes,
            club_pays=club_pays and entry_fee > 0,
            tie_breaks=tuple(tie_breaks),
            format=format,
            series=series.strip(),
            series_best=series_best,
            duplicate=duplicate,
            final_rounds=final_rounds if in_groups else 0,
            finalists=finalists if in_groups else 0,
            counts_for_player=counts_for_player,
            admits=str(admits),
            ruling_hours=ruling_hours,
        ),
    )


def checked_description(description: str) -> str:
    """The description without the space around it. Raises `TournamentRefused` for one that cannot be."""
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
    """Say when an open tournament begins (None: no day is set) and what it is about. Both are for people alone."""
    still_open(state)
    description = checked_description(description)
    if (starts_at, description) == (state.starts_at, state.description):
        return ()
    if starts_at is not None and starts_at != state.starts_at:
        if not now < starts_at <= now + AHEAD:
            raise TournamentRefused("tournament.start-out-of-range", days=AHEAD.days)
        starts_at = starts_at.astimezone(UTC)
    return (TournamentDescribed(starts_at, description, director),)
