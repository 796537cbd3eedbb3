"""Announces, starts, closes and cancels a tournament: each in one transaction, authority first.

All raise `games.errors.Refused` and change nothing then. A command repeated with the same `idempotency_key` is
carried out once. The workers open and close the club's tables (`club_tables`).
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Final
from uuid import UUID

from django.db import transaction

from games.bots import BOTS
from games.engine.disputing.periods import HELD
from games.errors import Refused
from games.models import Player
from games.queries.club.house import known_rules, offered_rules
from tournaments import queries
from tournaments.commands.authority import check_no_own_interest, require_director
from tournaments.commands.unit_of_work import Ask, Decide, TournamentWork, command
from tournaments.engine import announcing, decisions
from tournaments.engine.clock import timing
from tournaments.engine.draws.commitment import DRAWS, SECRET_BYTES, back, seed_of
from tournaments.engine.duplicate import check_cardboard, decide_commit_deals, root_of
from tournaments.engine.errors import TournamentRefused
from tournaments.engine.events import (
    TournamentCancelled,
    TournamentClosed,
    TournamentDescribed,
    TournamentEvent,
    TournamentStarted,
)
from tournaments.engine.evolve import evolve
from tournaments.engine.participants import SEATS
from tournaments.engine.people import entries
from tournaments.engine.real_cards.deciding import decide_mark
from tournaments.engine.scoring.prizes import check_paid
from tournaments.engine.state import TournamentState
from tournaments.engine.terms import Terms
from tournaments.errors import translate_refusals
from tournaments.models import Tournament
from tournaments.projections import new_row
from tournaments.projections.secrets import draw_secret, keep_draw_secret

FILLERS: Final = tuple(f"bot:{name}" for name in BOTS)
"""The labels of the bots that can fill its tables."""


def rules_offered() -> tuple[str, ...]:
    """Return the names of the rule sets that a tournament can be announced with."""
    offered = offered_rules().items()
    return tuple(key for key, rules in offered if SEATS in rules.seats and not rules.pot)


def require_no_pot(rules: object) -> None:
    """Raise `TournamentRefused` if a rule set of this name has a pot, which only lobby tables can have (§13.14)."""
    known = known_rules()
    if rules in known and known[str(rules)].pot:
        raise TournamentRefused("tournament.rules-pot", rules=str(rules))


@transaction.atomic
def create(
    *,
    by: Player,
    terms: Terms,
    now: datetime,
    starts_at: datetime | None = None,
    description: str = "",
    cardboard: bool = False,
    idempotency_key: UUID | None = None,
) -> Tournament:
    """Announce a tournament, once per `idempotency_key`. Only a director may.

    With `cardboard` every table without bots plays with real cards.
    """
    require_director(by)
    if idempotency_key is not None:
        queries.lock_player(by.pk)
        made = queries.announced_with(idempotency_key)
        if made is not None:
            if made.director_id != by.pk:
                raise Refused("key.used")
            return made
    with translate_refusals():
        require_no_pot(terms.rules)
        (created,) = announcing.decide_create(
            in_series(terms), director=by.pk, known_rules=rules_offered(), known_fillers=FILLERS
        )
        check_paid(created.prize_sums, created.entry_fee)
    row = new_row(created, now=now, idempotency_key=idempotency_key)
    work = TournamentWork(row.pk, None, now=now, by=by)
    secret = secrets.token_hex(SECRET_BYTES)
    work.add((created,))
    work.add(decisions.decide_commit_draw(work.state, commitment=back(secret, DRAWS), draws=DRAWS))
    work.add(decide_commit_deals(work.state, root=root_of(secret)))
    with translate_refusals():
        check_cardboard(duplicate=created.duplicate, cardboard=cardboard)
        if created.check_in_ends is not None and starts_at is None:
            raise TournamentRefused("tournament.check-in-no-start")
        work.add(
            announcing.decide_describe(
                work.state, starts_at=starts_at, description=description, director=by.pk, now=now
            )
        )
    if cardboard:
        work.add(decide_mark(work.state, table=None, cardboard=True, director=by.pk))
    work.save()
    keep_draw_secret(row.pk, secret)
    return queries.get_tournament(row.pk)


def in_series(terms: Terms, *, but: int | None = None) -> Terms:
    """Return the terms, with the scoring of the series taken from its other tournaments.

    ``but`` is the id of a tournament not to be looked at. Raises `TournamentRefused` if the terms set another scoring
    than these tournaments; scoring terms that are 0 or empty are unset and match any.
    """
    others = queries.series_terms(terms.series, but=but)
    if others is None:
        return terms
    if terms.series_best not in (0, others.series_best):
        raise TournamentRefused("tournament.series-differs", best=others.series_best)
    table = (others.series_points, others.series_present)
    if (terms.series_points, terms.series_present) not in (((), 0), table):
        raise TournamentRefused("tournament.series-points-differ")
    points, present = table
    return replace(
        terms, series_best=others.series_best, series_points=points, series_present=present
    )


@command(TournamentDescribed)
def describe(ask: Ask, *, starts_at: datetime | None, description: str) -> Decide:
    """Set the start time and the description before the start; return the version. Only a director may."""
    require_director(ask.by)
    return lambda state: announcing.decide_describe(
        state, starts_at=starts_at, description=description, director=ask.by.pk, now=ask.now
    )


@command(TournamentStarted)
def start(ask: Ask, *, wait: int | None = None) -> Decide:
    """Close the entries and draw the first round; the workers open its tables. Only a director may.

    The round begins in `wait` minutes; None means the wait that the terms set.
    """
    require_director(ask.by)

    def start_of(state: TournamentState) -> Sequence[TournamentEvent]:
        away = entries.decide_closed(state, closed=queries.closed_accounts(state.playing))
        for event in away:
            state = evolve(state, event)
        three = queries.three_can_play(state.options)
        if state.commitment is None:  # announced before draws were bound
            seed = secrets.randbelow(decisions.SEEDS[1] + 1)
            return (*away, *decisions.decide_start(state, seed=seed, three_seats=three))
        secret = draw_secret(ask.tournament_id, draw=1, draws=state.bound_draws)
        seed = seed_of(secret) if secret else 0
        return (
            *away,
            *decisions.decide_start(state, seed=seed, secret=secret, three_seats=three),
        )

    return lambda state: timing.with_clock(state, start_of(state), now=ask.now, wait=wait)


@command(TournamentClosed)
def close(ask: Ask) -> Decide:
    """Make the standings final and pay the prizes out of the pot. Only a director may.

    Disputes, contradicted results and results confirmed by one seat stop the closing, but for no longer than
    `periods.HELD`.
    """
    require_director(ask.by)
    return lambda state: decisions.decide_close(
        state,
        disputed=len(queries.disputed_deals(ask.tournament_id, filed_after=ask.now - HELD)),
        waited=queries.has_waited(ask.tournament_id, now=ask.now),
    )


@command(TournamentCancelled, advantage=True)
def cancel(ask: Ask, *, reason: str) -> Decide:
    """Cancel the tournament and give every fee back; the workers close its tables. Only a director may.

    A table in the middle of a deal is closed after that deal. When all deals of the last round are over, a director
    who plays needs another member's agreement.
    """
    require_director(ask.by)

    def decide(state: TournamentState) -> Sequence[TournamentEvent]:
        over = len(state.rounds) == state.options.rounds and not state.outstanding()
        if over:  # the places are known, and a fee would come back
            check_no_own_interest(ask, state)
        return decisions.decide_cancel(state, reason=reason)

    return decide
