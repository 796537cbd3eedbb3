"""The reserve list, substitutes, and members at bots' seats.

Each use case is one transaction, authority first; all return the stream's version and raise `games.errors.Refused` with
nothing changed. The workers seat people at the club's tables between two deals (`club_tables`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime

from django.db import transaction

from games.errors import Refused
from games.models import Player
from tournaments import queries
from tournaments.commands.lifecycle import entry_of
from tournaments.commands.unit_of_work import TournamentWork
from tournaments.engine import substitutes
from tournaments.engine.errors import TournamentRefused
from tournaments.engine.events import TournamentEvent
from tournaments.engine.evolve import evolve
from tournaments.engine.seat_events import Span
from tournaments.engine.state import TournamentState
from tournaments.errors import for_people, refusal

Decide = Callable[[TournamentState], Sequence[TournamentEvent]]


def list_reserve(
    *,
    by: Player,
    tournament_id: int,
    player: int,
    now: datetime,
    idempotency_key: str | None = None,
) -> int:
    """Put a member on the reserve list. A member may for themselves, a director for others; no guest stands on it."""
    _require_own_or_director(by, player)
    _require_member(player)
    return _carry_out(
        lambda state: substitutes.decide_list_reserve(state, player=player),
        by=by,
        tournament_id=tournament_id,
        now=now,
        idempotency_key=idempotency_key,
        of=player,
    )


def leave_reserve(
    *,
    by: Player,
    tournament_id: int,
    player: int,
    now: datetime,
    idempotency_key: str | None = None,
) -> int:
    """Take a member off the reserve list. A member may for themselves, a director for others."""
    _require_own_or_director(by, player)
    return _carry_out(
        lambda state: substitutes.decide_leave_reserve(state, player=player),
        by=by,
        tournament_id=tournament_id,
        now=now,
        idempotency_key=idempotency_key,
        of=player,
    )


def give_seat(
    *,
    by: Player,
    tournament_id: int,
    table: int,
    seat: int,
    player: int | None,
    span: str,
    reason: str,
    now: datetime,
    instead_of: str | None = None,
    idempotency_key: str | None = None,
) -> int:
    """Give a member's seat to a substitute, the careful bot (None) or the owner again. Only a director may.

    Nobody does who plays in the tournament or stands on its reserve list.
    """
    if not by.is_director:
        raise refusal("tournament.not-director")
    if span not in {one.value for one in Span}:
        raise refusal("tournament.span-unknown")
    if player is not None:
        _require_member(player)
    return _carry_out(
        lambda state: substitutes.decide_give_seat(
            state,
            table=table,
            seat=seat,
            player=player,
            span=Span(span),
            reason=reason,
            director=by.pk,
            instead_of=instead_of,
        ),
        by=by,
        tournament_id=tournament_id,
        now=now,
        idempotency_key=idempotency_key,
    )


def take_seat(
    *,
    by: Player,
    tournament_id: int,
    player: int,
    now: datetime,
    idempotency_key: str | None = None,
) -> int:
    """Let a member take a bot's seat of the round that is played, from the next deal on.

    A member may as long as the terms let members enter for that round, and enters with it where they had not; a
    director does it for who has entered.
    """
    _require_own_or_director(by, player)

    def decide(state: TournamentState) -> Sequence[TournamentEvent]:
        entered: Sequence[TournamentEvent] = ()
        if by.pk == player and player not in state.entrants and state.open_round is not None:
            into = state.open_round.number
            entered = entry_of(by, tournament_id, now=now, into=into)(state)
            for event in entered:
                state = evolve(state, event)
        director = None if by.pk == player else by.pk
        return (*entered, *substitutes.decide_take_seat(state, player=player, director=director))

    return _carry_out(
        decide,
        by=by,
        tournament_id=tournament_id,
        now=now,
        idempotency_key=idempotency_key,
        of=player,
    )


def allow_entry(
    *,
    by: Player,
    tournament_id: int,
    player: int,
    now: datetime,
    idempotency_key: str | None = None,
) -> int:
    """Let a member who was removed before the start enter again. Only a director may, and for others."""
    if not by.is_director:
        raise refusal("tournament.not-director")
    return _carry_out(
        lambda state: substitutes.decide_allow_entry(state, player=player),
        by=by,
        tournament_id=tournament_id,
        now=now,
        idempotency_key=idempotency_key,
        barred=player,
    )


def _require_own_or_director(by: Player, player: int) -> None:
    if by.pk != player and not by.is_director:
        raise refusal("tournament.not-director")


def _require_member(player: int) -> None:
    known = queries.players_by_id([player]).get(player) if player < 2**63 else None
    if known is None or not known.is_active or known.is_guest:
        raise Refused("guest.member-only")


@transaction.atomic
def _carry_out(
    decide: Decide,
    *,
    by: Player,
    tournament_id: int,
    now: datetime,
    idempotency_key: str | None,
    of: int | None = None,
    barred: int | None = None,
) -> int:
    """Do it, unless `by` plays in the tournament and it is not `of` themselves, or is `barred` from it."""

    def decided(state: TournamentState) -> Sequence[TournamentEvent]:
        if by.pk == barred or (by.pk != of and state.interested(by.pk)):
            raise TournamentRefused("tournament.own-interest")
        return decide(state)

    work = TournamentWork.on(tournament_id, now=now, by=by)
    with for_people():
        return work.carry_out(decided, idempotency_key=idempotency_key)
