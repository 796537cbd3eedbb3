"""A tournament from its announcement to its end: each use case one transaction, authority first.

All raise `games.errors.Refused` with nothing changed. A command sent again with the same `idempotency_key` is carried
out once. The club's tables are set by the workers (`club_tables`).
"""

from __future__ import annotations

import secrets
from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Final
from uuid import UUID

from django.db import transaction

from games.bots import BOTS
from games.commands import grant_first_chips
from games.engine.rules import PRESETS
from games.errors import Refused
from games.models import Player
from games.queries.cover import cover_of
from tournaments import queries
from tournaments.commands.unit_of_work import TournamentWork
from tournaments.engine import decisions
from tournaments.engine.commitment import SECRET_BYTES, commit, seed_of
from tournaments.engine.events import TournamentCreated, TournamentEvent
from tournaments.engine.participants import SEATS
from tournaments.engine.state import TournamentState
from tournaments.errors import for_people, refusal
from tournaments.models import Tournament
from tournaments.projections import draw_secret, keep_draw_secret, new_row

RULES: Final = tuple(key for key, rules in PRESETS.items() if SEATS in rules.seats)
"""The keys of the rule sets that a tournament can be played by."""
FILLERS: Final = tuple(f"bot:{name}" for name in BOTS)
"""The labels of the bots that can fill its tables."""


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
    idempotency_key: UUID | None = None,
) -> Tournament:
    """Announce a tournament, one for each `idempotency_key`. Only a director may.

    Nobody may look on at its tables where `spectator_delay` is None; else who does sees them so many seconds later.
    """
    _require_director(by)
    if idempotency_key is not None:
        queries.lock_player(by.pk)
        made = queries.announced_with(idempotency_key)
        if made is not None:
            return made
    with for_people():
        events = decisions.decide_create(
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
            known_rules=RULES,
            known_fillers=FILLERS,
        )
    created = events[0]
    assert isinstance(created, TournamentCreated)
    row = new_row(created, now=now, idempotency_key=idempotency_key)
    work = TournamentWork(row.pk, None, now=now, by=by)
    secret = secrets.token_hex(SECRET_BYTES)
    work.add(events)
    work.add(decisions.decide_commit_draw(work.state, commitment=commit(secret)))
    with for_people():
        work.add(
            decisions.decide_describe(
                work.state, starts_at=starts_at, description=description, director=by.pk, now=now
            )
        )
    work.save()
    keep_draw_secret(row.pk, secret)
    return queries.get_tournament(row.pk)


@transaction.atomic
def describe(
    *,
    by: Player,
    tournament_id: int,
    starts_at: datetime | None,
    description: str,
    now: datetime,
    idempotency_key: str | None = None,
) -> int:
    """Say before the start when it begins and what it is about; the stream's version. Only a director may."""
    _require_director(by)
    work = TournamentWork.on(tournament_id, now=now, by=by)
    with for_people():
        return work.carry_out(
            lambda state: decisions.decide_describe(
                state, starts_at=starts_at, description=description, director=by.pk, now=now
            ),
            idempotency_key=idempotency_key,
        )


@transaction.atomic
def enter(
    *, by: Player, tournament_id: int, now: datetime, idempotency_key: str | None = None
) -> int:
    """Enter as a member and pay the fee into the pot; the stream's version. Refused to guests, and to too few chips."""
    if by.is_guest:
        raise Refused("guest.member-only")

    def decide(state: TournamentState) -> Sequence[TournamentEvent]:
        events = decisions.decide_enter(state, player=by.pk)
        queries.lock_player(by.pk)
        fee = state.options.entry_fee
        if fee:  # who owes the club may still play for nothing
            grant_first_chips(player=by, now=now)
            free = cover_of(by.pk).free
            if free < fee:
                raise refusal("tournament.too-few-chips", fee=fee, balance=free)
        return events

    work = TournamentWork.on(tournament_id, now=now, by=by)
    with for_people():
        return work.carry_out(decide, idempotency_key=idempotency_key)


@transaction.atomic
def enter_members(
    *,
    by: Player,
    tournament_id: int,
    players: Sequence[int],
    now: datetime,
    idempotency_key: str | None = None,
) -> int:
    """Enter these members where there is no fee, all or nobody; the stream's version. Only a director may.

    Who has entered already stays so. Refused where one is a guest, or has no open account.
    """
    _require_director(by)
    known = queries.players_by_id(players)
    if len(known) < len(set(players)) or not all(
        player.is_active and not player.is_guest for player in known.values()
    ):
        raise Refused("guest.member-only")
    work = TournamentWork.on(tournament_id, now=now, by=by)
    with for_people():
        return work.carry_out(
            lambda state: decisions.decide_enter_members(state, players=players, director=by.pk),
            idempotency_key=idempotency_key,
        )


@transaction.atomic
def withdraw(
    *, by: Player, tournament_id: int, now: datetime, idempotency_key: str | None = None
) -> int:
    """Withdraw before the start and get the fee back; the stream's version."""
    work = TournamentWork.on(tournament_id, now=now, by=by)
    with for_people():
        return work.carry_out(
            lambda state: decisions.decide_withdraw(state, player=by.pk),
            idempotency_key=idempotency_key,
        )


@transaction.atomic
def start(
    *, by: Player, tournament_id: int, now: datetime, idempotency_key: str | None = None
) -> int:
    """Close the entries and draw the first round; the workers open its tables. Only a director may."""
    _require_director(by)
    work = TournamentWork.on(tournament_id, now=now, by=by)

    def decide(state: TournamentState) -> Sequence[TournamentEvent]:
        if state.commitment is None:  # announced before draws were bound
            return decisions.decide_start(state, seed=secrets.randbelow(decisions.SEEDS[1] + 1))
        secret = draw_secret(tournament_id)
        return decisions.decide_start(state, seed=seed_of(secret) if secret else 0, secret=secret)

    with for_people():
        return work.carry_out(decide, idempotency_key=idempotency_key)


@transaction.atomic
def close(
    *, by: Player, tournament_id: int, now: datetime, idempotency_key: str | None = None
) -> int:
    """Make the standings final and pay the prizes out of the pot. Only a director may."""
    _require_director(by)
    work = TournamentWork.on(tournament_id, now=now, by=by)
    with for_people():
        return work.carry_out(decisions.decide_close, idempotency_key=idempotency_key)


@transaction.atomic
def cancel(
    *,
    by: Player,
    tournament_id: int,
    reason: str,
    now: datetime,
    idempotency_key: str | None = None,
) -> int:
    """Call the tournament off and give every fee back; the workers close its tables. Only a director may.

    A deal whose cards are dealt is played to its end; its table is closed then.
    """
    _require_director(by)
    work = TournamentWork.on(tournament_id, now=now, by=by)
    with for_people():
        return work.carry_out(
            lambda state: decisions.decide_cancel(state, reason=reason),
            idempotency_key=idempotency_key,
        )


def _require_director(by: Player) -> None:
    if not by.is_director:
        raise refusal("tournament.not-director")
