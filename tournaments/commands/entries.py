"""Who plays on: members check in, withdraw after the start and sit rounds out, and a director does it for them.

Each use case is one transaction, authority first; all return the stream's version and raise `games.errors.Refused` with
nothing changed. What is asked for takes effect with the next draw.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any

from games.models import Player
from tournaments.commands.authority import (
    carry_out,
    check_no_interest,
    require_director,
    require_own_or_director,
)
from tournaments.engine import entries, substitutes, timing
from tournaments.engine.entry_events import (
    AbsenceAnnounced,
    AbsenceTakenBack,
    CheckInUndone,
    EntryRemoved,
    MemberCheckedIn,
    MemberLeft,
    MemberRemoved,
    MemberReturned,
)
from tournaments.engine.errors import TournamentRefused
from tournaments.engine.events import TournamentEvent
from tournaments.engine.state import Status, TournamentState
from tournaments.errors import refusal


def check_in(
    *,
    by: Player,
    tournament_id: int,
    player: int,
    now: datetime,
    idempotency_key: str | None = None,
) -> int:
    """Note before the start that a member is there. A member may until the check-in ends, a director for others.

    Behind its end a director who plays may not.
    """
    require_own_or_director(by, player)

    def decide(state: TournamentState) -> Sequence[TournamentEvent]:
        events = entries.decide_check_in(state, player=player)
        if events and not timing.may_check_in(state, now=now):
            if by.pk == player:
                raise TournamentRefused("tournament.check-in-over")
            check_no_interest(by, state)
        return events

    return carry_out(
        decide,
        by=by,
        tournament_id=tournament_id,
        now=now,
        idempotency_key=idempotency_key,
        brings=(MemberCheckedIn,),
    )


def undo_check_in(
    *,
    by: Player,
    tournament_id: int,
    player: int,
    now: datetime,
    idempotency_key: str | None = None,
) -> int:
    """Note before the start that a member is not there after all. A member may for themselves, a director for all."""
    require_own_or_director(by, player)
    return carry_out(
        _of_no_interest(by, player, substitutes.decide_undo_check_in),
        by=by,
        tournament_id=tournament_id,
        now=now,
        idempotency_key=idempotency_key,
        brings=(CheckInUndone,),
    )


def leave(
    *, by: Player, tournament_id: int, now: datetime, idempotency_key: str | None = None
) -> int:
    """Withdraw after the start; the fee stays in the pot."""
    return carry_out(
        lambda state: entries.decide_leave(state, player=by.pk),
        by=by,
        tournament_id=tournament_id,
        now=now,
        idempotency_key=idempotency_key,
        brings=(MemberLeft,),
    )


def remove(
    *,
    by: Player,
    tournament_id: int,
    player: int,
    reason: str,
    now: datetime,
    idempotency_key: str | None = None,
) -> int:
    """Remove a member for a reason, which everybody reads; before the start with the fee. Only a director may."""
    require_director(by)

    def removal(state: TournamentState, **said: Any) -> Sequence[TournamentEvent]:
        if state.status is Status.OPEN:
            return substitutes.decide_remove_entry(state, **said)
        return entries.decide_remove(state, **said)

    return carry_out(
        _of_no_interest(by, player, removal, reason=reason),
        by=by,
        tournament_id=tournament_id,
        now=now,
        idempotency_key=idempotency_key,
        brings=(EntryRemoved, MemberRemoved),
    )


def take_back(
    *,
    by: Player,
    tournament_id: int,
    player: int,
    now: datetime,
    as_director: bool = False,
    idempotency_key: str | None = None,
) -> int:
    """Let who has withdrawn or was removed play again from the next draw.

    A member may for themselves, before the next draw and not behind a removal; `as_director` a director may for all.
    """
    if not (by.is_director if as_director else by.pk == player):
        raise refusal("tournament.not-director")
    return carry_out(
        _of_no_interest(by, player, entries.decide_take_back, by_director=as_director),
        by=by,
        tournament_id=tournament_id,
        now=now,
        idempotency_key=idempotency_key,
        brings=(MemberReturned,),
    )


def sit_out(
    *,
    by: Player,
    tournament_id: int,
    player: int,
    now: datetime,
    idempotency_key: str | None = None,
) -> int:
    """Sit out the next round. A member may for themselves, a director for all."""
    require_own_or_director(by, player)
    return carry_out(
        _of_no_interest(by, player, entries.decide_sit_out),
        by=by,
        tournament_id=tournament_id,
        now=now,
        idempotency_key=idempotency_key,
        brings=(AbsenceAnnounced,),
    )


def sit_in(
    *,
    by: Player,
    tournament_id: int,
    player: int,
    now: datetime,
    idempotency_key: str | None = None,
) -> int:
    """Play the next round after all. A member may for themselves, a director for all."""
    require_own_or_director(by, player)
    return carry_out(
        _of_no_interest(by, player, entries.decide_sit_in),
        by=by,
        tournament_id=tournament_id,
        now=now,
        idempotency_key=idempotency_key,
        brings=(AbsenceTakenBack,),
    )


def _of_no_interest(
    by: Player, player: int, decide: Callable[..., Sequence[TournamentEvent]], **said: object
) -> Callable[[TournamentState], Sequence[TournamentEvent]]:
    """What `decide` makes of a member, unless `by` plays in the same tournament, and it is another's place."""

    def decided(state: TournamentState) -> Sequence[TournamentEvent]:
        if by.pk != player:
            check_no_interest(by, state)
        return decide(state, player=player, **said)

    return decided
