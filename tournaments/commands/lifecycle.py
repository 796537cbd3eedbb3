"""A tournament announced, started, closed and called off: each use case one transaction, authority first.

All raise `games.errors.Refused` with nothing changed. A command sent again with the same `idempotency_key` is carried
out once. The club's tables are set by the workers (`club_tables`); who plays is `entering` and `entries`.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Final
from uuid import UUID

from django.db import transaction

from games.bots import BOTS
from games.engine.periods import HELD
from games.errors import Refused
from games.models import Player
from games.queries.club import offered_rules
from tournaments import queries
from tournaments.commands.authority import require_director
from tournaments.commands.unit_of_work import Ask, Decide, TournamentWork, command
from tournaments.engine import announcing, decisions, entries, timing
from tournaments.engine.admission import Admits
from tournaments.engine.cardboard import decide_mark
from tournaments.engine.commitment import DRAWS, SECRET_BYTES, back, seed_of
from tournaments.engine.duplicate import check_cardboard, decide_commit_deals, root_of
from tournaments.engine.errors import TournamentRefused
from tournaments.engine.events import (
    TournamentCancelled,
    TournamentClosed,
    TournamentCreated,
    TournamentDescribed,
    TournamentEvent,
    TournamentStarted,
)
from tournaments.engine.evolve import evolve
from tournaments.engine.formats import Format
from tournaments.engine.participants import SEATS
from tournaments.engine.state import TournamentState
from tournaments.engine.tie_breaks import AS_EVER
from tournaments.errors import for_people
from tournaments.models import Tournament
from tournaments.projections import new_row
from tournaments.projections.secrets import draw_secret, keep_draw_secret

FILLERS: Final = tuple(f"bot:{name}" for name in BOTS)
"""The labels of the bots that can fill its tables."""


def rules_offered() -> tuple[str, ...]:
    """The names of the rule sets that a tournament can be announced with."""
    return tuple(key for key, rules in offered_rules().items() if SEATS in rules.seats)


@transaction.atomic
def create(
    *,
    by: Player,
    name: str,
    rules: str,
    rounds: int,
    deals_per_round: int,
    entry_fee: int,
    prize_shares: Collection[int],
    seconds_per_move: int,
    filler: str,
    now: datetime,
    fill_to: int = 0,
    bank_seconds: int = 0,
    spectator_delay: int | None = None,
    starts_at: datetime | None = None,
    description: str = "",
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
    counts_for_player: bool = False,
    admits: str = Admits.MEMBERS,
    ruling_hours: int = 0,
    format: str = Format.EVEN,  # noqa: A002 - as the term is called
    series: str = "",
    series_best: int = 0,
    cardboard: bool = False,
    duplicate: bool = False,
    final_rounds: int = 0,
    finalists: int = 0,
    idempotency_key: UUID | None = None,
) -> Tournament:
    """Announce a tournament, one for each `idempotency_key`. Only a director may.

    Every table of members plays with real cards where it is `cardboard`. Nobody may look on at its tables where
    `spectator_delay` is None; else who does sees them so many seconds later. Where it is one of groups, the last
    `final_rounds` are the final of so many `finalists`.
    """
    require_director(by)
    if idempotency_key is not None:
        queries.lock_player(by.pk)
        made = queries.announced_with(idempotency_key)
        if made is not None:
            if made.director_id != by.pk:
                raise Refused("key.used")
            return made
    with for_people():
        events = announcing.decide_create(
            name=name,
            rules=rules,
            rounds=rounds,
            deals_per_round=deals_per_round,
            entry_fee=entry_fee,
            prize_shares=prize_shares,
            seconds_per_move=seconds_per_move,
            director=by.pk,
            filler=filler,
            fill_to=fill_to,
            bank_seconds=bank_seconds,
            spectator_delay=spectator_delay,
            least_members=least_members,
            late_until=late_until,
            check_in=check_in,
            round_minutes=round_minutes,
            wait_minutes=wait_minutes,
            check_in_ends=check_in_ends,
            prize_sums=prize_sums,
            appeal_minutes=appeal_minutes,
            club_pays=club_pays,
            tie_breaks=tie_breaks,
            counts_for_player=counts_for_player,
            admits=admits,
            ruling_hours=ruling_hours,
            format=format,
            series=series,
            series_best=series_best,
            duplicate=duplicate,
            final_rounds=final_rounds,
            finalists=finalists,
            known_rules=rules_offered(),
            known_fillers=FILLERS,
        )
    created = events[0]
    assert isinstance(created, TournamentCreated)
    with for_people():
        check_series_best(created)
    row = new_row(created, now=now, idempotency_key=idempotency_key)
    work = TournamentWork(row.pk, None, now=now, by=by)
    secret = secrets.token_hex(SECRET_BYTES)
    work.add(events)
    work.add(decisions.decide_commit_draw(work.state, commitment=back(secret, DRAWS), draws=DRAWS))
    work.add(decide_commit_deals(work.state, root=root_of(secret)))
    with for_people():
        check_cardboard(duplicate=duplicate, cardboard=cardboard)
        if check_in and check_in_ends is not None and starts_at is None:
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


def check_series_best(terms: TournamentCreated, *, but: int | None = None) -> None:
    """Raise `TournamentRefused` where another number of tournaments counts in the series by the terms of the others."""
    best = queries.series_best(terms.series, but=but)
    if best is not None and best != terms.series_best:
        raise TournamentRefused("tournament.series-differs", best=best)


@command(TournamentDescribed)
def describe(ask: Ask, *, starts_at: datetime | None, description: str) -> Decide:
    """Say before the start when it begins and what it is about; the stream's version. Only a director may."""
    require_director(ask.by)
    return lambda state: announcing.decide_describe(
        state, starts_at=starts_at, description=description, director=ask.by.pk, now=ask.now
    )


@command(TournamentStarted)
def start(ask: Ask, *, wait: int | None = None) -> Decide:
    """Close the entries and draw the first round; the workers open its tables. Only a director may.

    It begins `wait` minutes from now; None is as the terms say.
    """
    require_director(ask.by)

    def start_of(state: TournamentState) -> Sequence[TournamentEvent]:
        away = entries.decide_closed(state, closed=queries.closed_accounts(state.playing))
        for event in away:
            state = evolve(state, event)
        if state.commitment is None:  # announced before draws were bound
            seed = secrets.randbelow(decisions.SEEDS[1] + 1)
            return (*away, *decisions.decide_start(state, seed=seed))
        secret = draw_secret(ask.tournament_id, draw=1, draws=state.bound_draws)
        seed = seed_of(secret) if secret else 0
        return (*away, *decisions.decide_start(state, seed=seed, secret=secret))

    return lambda state: timing.with_clock(state, start_of(state), now=ask.now, wait=wait)


@command(TournamentClosed)
def close(ask: Ask) -> Decide:
    """Make the standings final and pay the prizes out of the pot. Only a director may.

    What nobody has decided for `periods.HELD` keeps nobody from it: a dispute, a contradicted result, one seat's word.
    """
    require_director(ask.by)
    return lambda state: decisions.decide_close(
        state,
        disputed=len(queries.disputed_deals(ask.tournament_id, filed_after=ask.now - HELD)),
        waited=queries.has_waited(ask.tournament_id, now=ask.now),
    )


@command(TournamentCancelled)
def cancel(ask: Ask, *, reason: str) -> Decide:
    """Call the tournament off and give every fee back; the workers close its tables. Only a director may.

    A deal whose cards are dealt is played to its end; its table is closed then.
    """
    require_director(ask.by)

    def decide(state: TournamentState) -> Sequence[TournamentEvent]:
        over = len(state.rounds) == state.options.rounds and not state.outstanding()
        if over and state.interested(ask.by.pk):  # the places are known, and a fee would come back
            raise TournamentRefused("tournament.own-interest")
        return decisions.decide_cancel(state, reason=reason)

    return decide
