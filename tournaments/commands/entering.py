"""Entering before the start and after it, by oneself or from a director's list, what it costs, and withdrawing again.

Each use case is one transaction, authority first; all raise `games.errors.Refused` with nothing changed. A command sent
again with the same `idempotency_key` is carried out once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime

from django.db import transaction

from games.club.chips import ALONE_FOR
from games.commands import grant_first_chips
from games.errors import Refused
from games.models import Player
from games.queries.club.house import house_rules
from games.queries.cover import cover_of
from tournaments import queries
from tournaments.commands.authority import check_no_interest, require_director
from tournaments.commands.unit_of_work import TournamentWork
from tournaments.engine import decisions, timing
from tournaments.engine.entry_events import MemberEntered, MembersEntered, MemberWithdrew
from tournaments.engine.errors import TournamentRefused
from tournaments.engine.events import TournamentEvent
from tournaments.engine.state import Status, TournamentState
from tournaments.errors import for_people, refusal


@transaction.atomic
def enter(
    *, by: Player, tournament_id: int, now: datetime, idempotency_key: str | None = None
) -> int:
    """Enter as a member and pay the fee into the pot; the stream's version. Refused to guests, and to too few chips."""
    entry = entry_of(by, tournament_id, now=now)
    work = TournamentWork.on(tournament_id, now=now, by=by)
    with for_people():
        return work.carry_out(entry, idempotency_key=idempotency_key, brings=(MemberEntered,))


def entry_of(
    by: Player, tournament_id: int, *, now: datetime, into: int | None = None
) -> Callable[[TournamentState], Sequence[TournamentEvent]]:
    """What decides a member's own entry, be it ``into`` the round that is played; call it within a transaction."""
    if by.is_guest:
        raise Refused("guest.member-only")

    def decide(state: TournamentState) -> Sequence[TournamentEvent]:
        events = decisions.decide_enter(state, player=by.pk, into=into)
        timing.check_entry_time(state, now=now)
        queries.lock_player(by.pk)
        fee = state.options.entry_fee
        if state.options.club_pays:
            if by.is_director:
                raise refusal("tournament.club-pays-director")
            _require_club_can_pay(state, 1, tournament_id, now=now)
        elif fee:  # who owes the club may still play for nothing
            grant_first_chips(player=by, now=now)
            cover = cover_of(by.pk)
            if cover.needs_password_for(fee):
                raise refusal("tournament.own-password", name=by.shown_name)
            free = cover.free
            if free < fee:
                raise refusal("tournament.too-few-chips", fee=fee, balance=free)
        return events

    return decide


@transaction.atomic
def enter_members(
    *,
    by: Player,
    tournament_id: int,
    players: Sequence[int],
    now: datetime,
    idempotency_key: str | None = None,
) -> int:
    """Enter these members, all or nobody, after the start as latecomers; the stream's version. Only a director may.

    Who has entered already stays so. Each pays the fee as by an entry of their own; where they do, and behind the end
    of the check-in or the start, no director enters others who plays there, nor themselves with others. Refused where
    one is a guest, has no open account or too few chips.
    """
    require_director(by)
    known = queries.players_by_id(players)
    if len(known) < len(set(players)) or not all(
        player.is_active and not player.is_guest for player in known.values()
    ):
        raise Refused("guest.member-only")

    def decide(state: TournamentState) -> Sequence[TournamentEvent]:
        events = decisions.decide_enter_members(state, players=players, director=by.pk)
        of_members = state.options.entry_fee and not state.options.club_pays
        late = state.status is Status.RUNNING or not timing.may_check_in(state, now=now)
        if of_members or late:
            check_no_interest(by, state)
        if late and by.pk in players:
            # Who waits for the end of the check-in knows who is missing, and has a page to enter on by themselves.
            timing.check_entry_time(state, now=now)
            raise TournamentRefused("tournament.own-name")
        if state.options.club_pays:
            if any(player.is_director for player in known.values()):
                raise refusal("tournament.club-pays-director")
            more = len(set(players) - set(state.entrants))
            _require_club_can_pay(state, more, tournament_id, now=now)
        elif state.options.entry_fee:
            new = [known[pk] for pk in sorted(known) if pk not in state.entrants]
            _require_fee_of(new, fee=state.options.entry_fee, now=now)
        return events

    work = TournamentWork.on(tournament_id, now=now, by=by)
    with for_people():
        return work.carry_out(
            decide,
            idempotency_key=idempotency_key,
            brings=(MembersEntered,),
        )


def _require_fee_of(members: Iterable[Player], *, fee: int, now: datetime) -> None:
    """Raise `Refused` for the first of these members, in the order of their ids, who cannot pay the fee.

    They stay locked, and in that order: no two lists lock each other out, and no chips are counted on twice.
    """
    for member in members:
        queries.lock_player(member.pk)
        grant_first_chips(player=member, now=now)
        cover = cover_of(member.pk)
        if cover.needs_password_for(fee):
            raise refusal("tournament.own-password", name=member.shown_name)
        free = cover.free
        if free < fee:
            facts = {"fee": fee, "balance": max(0, free)}
            raise refusal("tournament.too-few-chips-of", name=member.shown_name, **facts)


def _require_club_can_pay(
    state: TournamentState, more: int, tournament_id: int, *, now: datetime
) -> None:
    """Raise `Refused` where so many more entries cost the club more than one person grants alone in a day."""
    limit = house_rules().alone_chips
    others = queries.club_paid(state.options.director, since=now - ALONE_FOR, but=tournament_id)
    if others + state.options.entry_fee * (len(state.entrants) + more) > limit:
        raise refusal("tournament.club-limit", limit=limit)


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
            brings=(MemberWithdrew,),
        )
