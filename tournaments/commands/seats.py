"""The reserve list, substitutes, and members at bots' seats.

Each use case is one transaction, authority first; all return the stream's version and raise `games.errors.Refused` with
nothing changed. The workers seat people at the club's tables between two deals (`club_tables`).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime

from games.errors import Refused
from games.models import Player
from tournaments import queries
from tournaments.commands.authority import (
    Decide,
    carry_out,
    check_no_interest,
    require_director,
    require_own_or_director,
)
from tournaments.commands.entering import entry_of
from tournaments.engine import substitutes
from tournaments.engine.entry_events import EntryAllowed, ReserveLeft, ReserveListed, SeatGiven
from tournaments.engine.errors import TournamentRefused
from tournaments.engine.events import TournamentEvent
from tournaments.engine.evolve import evolve
from tournaments.engine.round_state import Span
from tournaments.engine.state import TournamentState
from tournaments.errors import refusal


def list_reserve(
    *,
    by: Player,
    tournament_id: int,
    player: int,
    now: datetime,
    idempotency_key: str | None = None,
) -> int:
    """Put a member on the reserve list. A member may for themselves, a director for others; no guest stands on it."""
    require_own_or_director(by, player)
    _require_member(player)
    return _carry_out(
        lambda state: substitutes.decide_list_reserve(state, player=player),
        by=by,
        tournament_id=tournament_id,
        now=now,
        idempotency_key=idempotency_key,
        brings=(ReserveListed,),
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
    require_own_or_director(by, player)
    return _carry_out(
        lambda state: substitutes.decide_leave_reserve(state, player=player),
        by=by,
        tournament_id=tournament_id,
        now=now,
        idempotency_key=idempotency_key,
        brings=(ReserveLeft,),
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
    require_director(by)
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
            over=queries.played_out(tournament_id),
        ),
        by=by,
        tournament_id=tournament_id,
        now=now,
        idempotency_key=idempotency_key,
        brings=(SeatGiven,),
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
    require_own_or_director(by, player)

    def decide(state: TournamentState) -> Sequence[TournamentEvent]:
        entered: Sequence[TournamentEvent] = ()
        if by.pk == player and player not in state.entrants and state.open_round is not None:
            into = state.open_round.number
            entered = entry_of(by, tournament_id, now=now, into=into)(state)
            for event in entered:
                state = evolve(state, event)
        director = None if by.pk == player else by.pk
        over = queries.played_out(tournament_id)
        taken = substitutes.decide_take_seat(state, player=player, director=director, over=over)
        return (*entered, *taken)

    return _carry_out(
        decide,
        by=by,
        tournament_id=tournament_id,
        now=now,
        idempotency_key=idempotency_key,
        brings=(SeatGiven,),
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
    require_director(by)
    return _carry_out(
        lambda state: substitutes.decide_allow_entry(state, player=player),
        by=by,
        tournament_id=tournament_id,
        now=now,
        idempotency_key=idempotency_key,
        brings=(EntryAllowed,),
        barred=player,
    )


def _require_member(player: int) -> None:
    known = queries.players_by_id([player]).get(player) if player < 2**63 else None
    if known is None or not known.is_active or known.is_guest:
        raise Refused("guest.member-only")


def _carry_out(
    decide: Decide,
    *,
    by: Player,
    tournament_id: int,
    now: datetime,
    idempotency_key: str | None,
    brings: Collection[type[TournamentEvent]],
    of: int | None = None,
    barred: int | None = None,
) -> int:
    """Do it, unless `by` plays in the tournament and it is not `of` themselves, or is `barred` from it."""

    def decided(state: TournamentState) -> Sequence[TournamentEvent]:
        if by.pk == barred:
            raise TournamentRefused("tournament.own-interest")
        if by.pk != of:
            check_no_interest(by, state)
        return decide(state)

    return carry_out(
        decided,
        by=by,
        tournament_id=tournament_id,
        now=now,
        idempotency_key=idempotency_key,
        brings=brings,
    )
