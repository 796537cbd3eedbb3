"""The reserve list, substitutes, and members at bots' seats.

Each use case is one transaction, authority first. The workers change the club's tables between two deals
(`club_tables`).
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db import transaction

from games.commands.people.merging import lock_unmerged
from games.commands.people.walk_ins import walk_in
from games.errors import Refused
from games.models import Player
from tournaments import queries
from tournaments.commands.authority import (
    require_director,
    require_own_or_director,
    without_interest,
)
from tournaments.commands.entering import entry_of
from tournaments.commands.unit_of_work import Ask, Decide, command
from tournaments.engine.errors import TournamentRefused
from tournaments.engine.events import TournamentEvent
from tournaments.engine.evolve import evolve
from tournaments.engine.people import admission, substitutes
from tournaments.engine.people.entry_events import (
    EntryAllowed,
    ReserveLeft,
    ReserveListed,
    SeatGiven,
)
from tournaments.engine.round_state import Span
from tournaments.engine.state import TournamentState
from tournaments.errors import refusal


@command(ReserveListed)
def list_reserve(ask: Ask, *, player: int) -> Decide:
    """Put a member on the reserve list. Members may for themselves, a director for others and for a guest."""
    require_own_or_director(ask.by, player)
    program = _require_member(player).is_bot

    def decide(state: TournamentState) -> Sequence[TournamentEvent]:
        admission.check_programs(state, program=program)
        lock_unmerged([player])
        return substitutes.decide_list_reserve(state, player=player)

    return decide


@transaction.atomic
def list_guest(
    *,
    by: Player,
    tournament_id: int,
    name: str,
    now: datetime,
    idempotency_key: str | None = None,
) -> int:
    """Put a guest without an account on the reserve list by name; return the version. Only a director may.

    Raises Refused if the name is invalid, or a member's.
    """
    require_director(by)
    told: dict[str, Any] = {"tournament_id": tournament_id, "idempotency_key": idempotency_key}
    return list_reserve(by=by, player=walk_in(name=name, now=now).pk, now=now, **told)


@command(ReserveLeft, advantage=True)
def leave_reserve(ask: Ask, *, player: int) -> Decide:
    """Take a member off the reserve list. A member may for themselves, a director for others."""
    require_own_or_director(ask.by, player)
    return without_interest(
        ask, lambda state: substitutes.decide_leave_reserve(state, player=player), but=player
    )


@command(SeatGiven, advantage=True)
def give_seat(
    ask: Ask,
    *,
    table: int,
    seat: int,
    player: int | None,
    span: str,
    reason: str,
    instead_of: str | None = None,
) -> Decide:
    """Give a member's seat to a substitute, the careful bot (None) or its owner again. Only a director may.

    A director who plays or is on the reserve list needs another member's agreement.
    """
    require_director(ask.by)
    if span not in {one.value for one in Span}:
        raise refusal("tournament.span-unknown")
    program = player is not None and _require_member(player).is_bot

    def decide(state: TournamentState) -> Sequence[TournamentEvent]:
        admission.check_programs(state, program=program and player not in state.entrants)
        if player is not None:
            lock_unmerged([player])
        return substitutes.decide_give_seat(
            state,
            table=table,
            seat=seat,
            player=player,
            span=Span(span),
            reason=reason,
            director=ask.by.pk,
            instead_of=instead_of,
            over=queries.played_out(ask.tournament_id),
        )

    return without_interest(ask, decide)


@command(SeatGiven, advantage=True)
def take_seat(ask: Ask, *, player: int) -> Decide:
    """Let a member take a bot's seat of the current round, from the next deal on.

    Members may do so for themselves. If they have not entered, this enters them too, provided the terms still allow
    an entry for that round. A director may do so for a member who has entered.
    """
    require_own_or_director(ask.by, player)

    def decide(state: TournamentState) -> Sequence[TournamentEvent]:
        entered: Sequence[TournamentEvent] = ()
        if ask.by.pk == player and player not in state.entrants and state.open_round is not None:
            entered = entry_of(ask, into=state.open_round.number)(state)
            for event in entered:
                state = evolve(state, event)
        director = None if ask.by.pk == player else ask.by.pk
        over = queries.played_out(ask.tournament_id)
        taken = substitutes.decide_take_seat(state, player=player, director=director, over=over)
        return (*entered, *taken)

    return without_interest(ask, decide, but=player)


@command(EntryAllowed, advantage=True)
def allow_entry(ask: Ask, *, player: int) -> Decide:
    """Let a member who was removed before the start enter again. Only a director may, for another member."""
    require_director(ask.by)

    def decide(state: TournamentState) -> Sequence[TournamentEvent]:
        if ask.by.pk == player:
            raise TournamentRefused("tournament.own-interest")
        return substitutes.decide_allow_entry(state, player=player)

    return without_interest(ask, decide)


def _require_member(player: int) -> Player:
    known = queries.players_by_id([player]).get(player) if player < 2**63 else None
    if known is None or not known.is_active or (known.is_guest and not known.display_name):
        raise Refused("guest.member-only")
    return known
