"""Entries before and after the start, by members or from a director's list; the fee, and invitations.

Each use case is one transaction, authority first.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

from django.db import transaction

from games.club.chips import ALONE_FOR
from games.commands import grant_first_chips
from games.commands.people.merging import lock_unmerged
from games.commands.people.walk_ins import walk_in
from games.errors import Refused
from games.models import Player
from games.queries.club.house import house_rules
from games.queries.required_balance import cover_of
from tournaments import queries
from tournaments.commands.authority import check_no_own_interest, require_director, without_interest
from tournaments.commands.counting import advance
from tournaments.commands.unit_of_work import Ask, Decide, command
from tournaments.engine import decisions
from tournaments.engine.clock import timing
from tournaments.engine.errors import TournamentRefused
from tournaments.engine.events import TournamentEvent
from tournaments.engine.people import admission
from tournaments.engine.people.entry_events import (
    InvitationTakenBack,
    MemberEntered,
    MembersEntered,
    MembersInvited,
    MemberWithdrew,
)
from tournaments.engine.state import Status, TournamentState
from tournaments.errors import refusal


@command(MemberEntered, then=advance)
def enter(ask: Ask) -> Decide:
    """Enter as a member and pay the fee; return the version. Refused to guests, and to members with too few chips."""
    return entry_of(ask)


def entry_of(ask: Ask, *, into: int | None = None) -> Decide:
    """Return the decision that enters the caller.

    ``into`` is the number of the current round if the caller enters to play in it, None to play from the next draw.
    """
    if ask.by.is_guest:
        raise Refused("guest.member-only")

    def decide(state: TournamentState) -> Sequence[TournamentEvent]:
        admission.check_programs(state, program=ask.by.is_bot)
        events = decisions.decide_enter(state, player=ask.by.pk, into=into)
        timing.check_entry_time(state, now=ask.now)
        lock_unmerged([ask.by.pk])
        fee = state.options.entry_fee
        if state.options.club_pays:
            if ask.by.is_director:
                raise refusal("tournament.club-pays-director")
            _require_club_can_pay(state, 1, ask.tournament_id, now=ask.now)
        elif fee:  # members who owe the club may still play for nothing
            grant_first_chips(player=ask.by, now=ask.now)
            cover = cover_of(ask.by.pk)
            if cover.needs_password_for(fee):
                raise refusal("tournament.own-password", name=ask.by.shown_name)
            free = cover.free
            if free < fee:
                raise refusal("tournament.too-few-chips", fee=fee, balance=free)
        return events

    return decide


@command(MembersEntered, then=advance)
def enter_members(ask: Ask, *, players: Sequence[int]) -> Decide:
    """Enter these members for a director, all or none; return the version.

    After the start they are latecomers. Members already entered stay entered. Each member pays the usual entry fee. A
    director who plays may enter others; after the check-in has ended or the tournament has started, directors cannot
    enter themselves. Refused if a member is a guest, has no open account or too few chips.
    """
    require_director(ask.by)
    known = queries.players_by_id(players)
    if len(known) < len(set(players)) or not all(
        player.is_active and not player.is_guest for player in known.values()
    ):
        raise Refused("guest.member-only")
    return _entry_of_all(ask, {player: known[player] for player in players})


@transaction.atomic
def enter_guests(
    *,
    by: Player,
    tournament_id: int,
    names: Sequence[str],
    now: datetime,
    idempotency_key: str | None = None,
) -> int:
    """Enter guests without an account by name, all or none, as `enter_members` does; return the version.

    Raises Refused if a name is invalid or a member's, or if there is a fee, since guests have no chips.
    """
    require_director(by)
    guests = [walk_in(name=name, now=now) for name in names]
    return _enter_guests(by, tournament_id, now, idempotency_key, guests=guests)


@command(MembersEntered, then=advance)
def _enter_guests(ask: Ask, *, guests: Sequence[Player]) -> Decide:
    decide = _entry_of_all(ask, {guest.pk: guest for guest in guests})

    def without_fee(state: TournamentState) -> Sequence[TournamentEvent]:
        if state.options.entry_fee and not state.options.club_pays:
            raise refusal("tournament.guest-fee")
        return decide(state)

    return without_fee


def _entry_of_all(ask: Ask, known: Mapping[int, Player]) -> Decide:
    """Return the decision on the entries of these players, given by id in the order of entry."""
    players = list(known)

    def decide(state: TournamentState) -> Sequence[TournamentEvent]:
        admission.check_programs(state, program=any(one.is_bot for one in known.values()))
        events = decisions.decide_enter_members(state, players=players, director=ask.by.pk)
        lock_unmerged(players)
        late = state.status is Status.RUNNING or not timing.may_check_in(state, now=ask.now)
        if late and ask.by.pk in players:
            # A director waiting for the check-in to end knows who is missing, and members can enter by themselves.
            timing.check_entry_time(state, now=ask.now)
            raise TournamentRefused("tournament.own-name")
        if state.options.club_pays:
            if any(player.is_director for player in known.values()):
                raise refusal("tournament.club-pays-director")
            more = len(set(players) - set(state.entrants))
            _require_club_can_pay(state, more, ask.tournament_id, now=ask.now)
        elif state.options.entry_fee:
            new = [known[pk] for pk in sorted(known) if pk not in state.entrants]
            _require_fee_of(new, fee=state.options.entry_fee, now=ask.now)
        return events

    return decide


def _require_fee_of(members: Iterable[Player], *, fee: int, now: datetime) -> None:
    """Raise `Refused` for the first of these members who cannot pay the fee.

    The members are locked in the order of their ids, so that two lists cannot deadlock, and no chips are spent twice.
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
    """Raise `Refused` if these entries cost the club more than one person may grant alone in a day."""
    limit = house_rules().alone_chips
    others = queries.club_paid(state.options.director, since=now - ALONE_FOR, but=tournament_id)
    if others + state.options.entry_fee * (len(state.entrants) + more) > limit:
        raise refusal("tournament.club-limit", limit=limit)


@command(MemberWithdrew)
def withdraw(ask: Ask) -> Decide:
    """Withdraw before the start and get the fee back; return the version."""
    return lambda state: decisions.decide_withdraw(state, player=ask.by.pk)


MOST_ASKED = 500
"""Members who are invited at once."""


@command(MembersInvited, advantage=True)
def invite(ask: Ask, *, players: Sequence[int]) -> Decide:
    """Invite these members, all or none; existing invitations stay. Only a director may.

    Once the tournament runs, directors cannot invite themselves, and one who plays needs another member's agreement.
    Refused if a member is a guest, or has no open account.
    """
    require_director(ask.by)
    asked = [player for player in dict.fromkeys(players) if 0 < player < 2**63]
    known = queries.players_by_id(asked[:MOST_ASKED])
    if len(known) < len(set(players)) or not all(
        player.is_active and not player.is_guest for player in known.values()
    ):
        raise Refused("guest.member-only")

    def decide(state: TournamentState) -> Sequence[TournamentEvent]:
        admission.check_programs(state, program=any(one.is_bot for one in known.values()))
        if state.status is Status.RUNNING:
            check_no_own_interest(ask, state)
        return admission.decide_invite(state, players=players, director=ask.by.pk)

    return decide


@command(InvitationTakenBack, advantage=True)
def take_invitation_back(ask: Ask, *, player: int) -> Decide:
    """Take back the invitation of a member who has not entered.

    Only a director may; one who plays needs another member's agreement.
    """
    require_director(ask.by)
    return without_interest(
        ask,
        lambda state: admission.decide_take_invitation_back(
            state, player=player, director=ask.by.pk
        ),
    )
