"""Grants chips to members and takes grants back: events of the member's stream, each with a transfer.

It also checks that members who play for chips can pay what a deal may cost.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import datetime
from uuid import UUID, uuid4

from django.db import transaction
from django.db.models import Sum
from django.utils.translation import gettext
from django.utils.translation import gettext as _

from games.club.chips import (
    ALONE_FOR,
    SECOND,
    ChipsAskedFor,
    ChipsDeclined,
    ChipsGranted,
    ChipsTakenBack,
    Fact,
    MemberJoined,
    from_stored,
    member_stream,
    to_stored,
)
from games.common.unit import unit_word
from games.engine.disputing.approval import Approval
from games.errors import Refused
from games.infrastructure.outbox import enqueue_subscribers
from games.ledger.accounts import BACK, HOUSE, member_account
from games.ledger.commands import encoded, post_owed, said_by
from games.ledger.models import Posting, Transfer
from games.ledger.queries import transfer_of
from games.log import append, read_events, stream_version
from games.models import Player, Table
from games.queries.club.grants import GrantWish, chips_opened, waiting_wishes
from games.queries.club.house import house_rules
from games.queries.pots import paid_into_pot
from games.queries.required_balance import cost_of_deal, cover_of, has_given_password
from games.settlement import carried_grants, member_owed

MOST_GRANTED = 1_000_000
"""Chips that one grant may be."""
REASON_LENGTH = 120
"""Characters that the reason of a grant, or of an act on an account or a table, may have; the member reads it."""


@transaction.atomic
def grant_first_chips(*, player: Player, now: datetime, by: Player | None = None) -> bool:
    """Open a member's account with the start sum of the house. Return True the first time, False afterwards.

    `by` is the staff member who added or invited the member, or None. Start sums count towards what that person may
    grant alone: above the limit the account is opened with nothing, and the start sum waits for a second person like
    any grant. An account that had chips before such events were recorded keeps them, and gets no start sum.
    """
    if by is not None:
        lock_members(
            {by.pk, player.pk}
        )  # two accounts at the same time would each be below the limit
    facts = locked(player)
    if any(isinstance(fact, MemberJoined) for fact in facts) or _from_before(player):
        return False
    chips = house_rules().start_chips
    waits = by is not None and has_given_password(player.pk)
    if by is None or not chips or not needs_second(by=by, chips=chips, now=now):
        record_fact(player, MemberJoined(chips, waits), now=now, by=by)
        return True
    record_fact(player, MemberJoined(0, waits), now=now, by=by)
    asked = ChipsAskedFor(chips, gettext("Starting sum"), uuid4().hex + SECOND, 1, start=True)
    record_fact(player, asked, now=now, by=by)
    return True


@transaction.atomic
def grant_chips(
    *,
    by: Player,
    players: Iterable[Player],
    amount: int,
    idempotency_key: UUID,
    now: datetime,
    reason: str = "",
) -> tuple[Player, ...]:
    """Grant chips from the house to each of these members; return the members whose grant was recorded by this call.

    Above the limit of one person (`needs_second`) the grant is a request that waits for `confirm_grant`. All members
    are granted the chips, or none. Repeating the call with the same `idempotency_key` grants nothing twice. Only
    directors may grant, and never to themselves.
    """
    _require_director(by)
    if not 0 < amount <= MOST_GRANTED:
        raise Refused("chips.amount")
    people = _in_order(players)
    if by in people:
        raise Refused("chips.own")
    # The director too: two pages at once would each be below the limit.
    lock_members({by.pk, *(player.pk for player in people)})
    said, wish = checked(reason) if reason else "", idempotency_key.hex
    asked = ChipsAskedFor(amount, said, wish + SECOND, len(people))
    event: ChipsGranted | ChipsAskedFor = ChipsGranted(amount, said, wish)
    if needs_second(by=by, chips=amount * len(people), wish=wish, now=now):
        event = asked
    granted = []
    for player in people:
        facts = locked(player)
        before = _wish(facts, player, wish) or _wish(facts, player, asked.key)
        if before is None:
            record_fact(player, event, now=now, by=by)
            granted.append(player)
        elif before != amount:
            raise Refused("chips.form")
    return tuple(granted)


def needs_second(*, by: Player, chips: int, now: datetime, wish: str = "") -> bool:
    """Return whether granting `chips` would exceed what `by` may grant alone in a day, start sums included.

    A request that is repeated with the same key `wish` counts once.
    """
    return given_alone(by=by, now=now, wish=wish) + chips > house_rules().alone_chips


def given_alone(*, by: Player, now: datetime, wish: str = "") -> int:
    """Return how many chips this person has granted alone within a day, start sums included.

    The grants of the request with the key `wish` are left out.
    """
    alone = Transfer.objects.filter(
        key__startswith="grant:",
        recorded_at__gt=now - ALONE_FOR,
        counters__isnull=True,
        metadata=encoded(said_by(by.pk)),
    )
    alone = alone.exclude(key__endswith=SECOND)
    if wish:
        alone = alone.exclude(key__endswith=f":{wish}")
    from_house = Posting.objects.filter(transfer__in=alone, account__code=HOUSE)
    moved = -(from_house.aggregate(sum=Sum("amount"))["sum"] or 0)
    return moved + chips_opened(by=by.pk, since=now - ALONE_FOR)


@transaction.atomic
def confirm_grant(*, by: Player, wish: str, now: datetime) -> tuple[Player, ...]:
    """Confirm another director's request for a grant; return the recipients. Confirming twice grants once.

    The director who made the request may confirm it on a later day, for as many members as the limit of one person
    then allows. Raises Refused if the caller is a recipient or may grant no more, or if no such request waits.
    """
    _require_director(by)
    found = _waiting(wish)
    players = found.wish.players
    alone = {by.pk} if found.by == by.pk else set()
    lock_members(alone | {player.pk for player in players})
    if not found.may_sign(by.pk, *(player.pk for player in players)):
        players = players[: grantable_alone(by=by, waits=found, now=now)]
        if not players:
            raise Refused("chips.own-wish")
    event = ChipsGranted(found.wish.chips, found.wish.reason, wish)
    for player in _in_order(players):
        if _wish_is_open(locked(player), wish):
            record_fact(player, event, now=now, by=by)
    return players


def grantable_alone(*, by: Player, waits: Approval[GrantWish, int], now: datetime) -> int:
    """Return to how many members of a waiting request its author may now grant the chips without a second person."""
    if by.pk != waits.by or by in waits.wish.players:
        return 0
    left = house_rules().alone_chips - given_alone(by=by, now=now)
    return min(len(waits.wish.players), max(0, left) // waits.wish.chips)


@transaction.atomic
def decline_grant(*, by: Player, wish: str, now: datetime) -> None:
    """Decline, as a director, a request that waits for a second person. Its author withdraws it in the same way."""
    _require_director(by)
    players = _waiting(wish).wish.players
    lock_members({player.pk for player in players})
    for player in players:
        if _wish_is_open(locked(player), wish):
            record_fact(player, ChipsDeclined(wish), now=now, by=by)


def _waiting(wish: str) -> Approval[GrantWish, int]:
    found = next((one for one in waiting_wishes() if one.wish.key == wish), None)
    if found is None:
        raise Refused("chips.no-wish")
    return found


def _wish_is_open(facts: Iterable[Fact], wish: str) -> bool:
    """Return whether the request is still undecided, according to the locked member's events."""
    return not any(
        isinstance(fact, ChipsGranted | ChipsDeclined) and fact.key == wish for fact in facts
    )


@transaction.atomic
def take_back_grant(*, by: Player, key: str, reason: str, now: datetime) -> bool:
    """Return the chips of the grant `key` to the house; return False if that was done before. Only directors may do so.

    A member who has lost the chips meanwhile owes them.
    """
    _require_director(by)
    event = ChipsTakenBack(key, checked(reason))
    player = _granted_to(key)
    locked(player)
    known = {one.key for one in member_owed(player.pk)} | {one.key for one in carried_grants()}
    if key not in known:
        raise Refused("chips.no-grant")  # a transfer that only looks like a grant
    if transfer_of(key + BACK) is not None:
        return False
    record_fact(player, event, now=now, by=by)
    return True


def _granted_to(key: str) -> Player:
    """Return the member who received the grant with this key. Raises Refused("chips.no-grant") if there is none."""
    kind, _, rest = key.partition(":")
    number = rest.partition(":")[0]
    if kind == "grant" and number.isdecimal() and not key.endswith(BACK) and transfer_of(key):
        player = Player.objects.filter(pk=number).first()
        if player is not None:
            return player
    raise Refused("chips.no-grant")


def lock_members(ids: Collection[int]) -> None:
    """Lock the rows of these members until the transaction ends, in the order of their ids, which prevents deadlocks.

    Commands that move chips of several members lock all of them before the first transfer. The lock is "no key":
    inserting rows that refer to a member doesn't wait for it.
    """
    rows = Player.objects.select_for_update(no_key=True).filter(pk__in=ids).order_by("pk")
    list(rows.values_list("pk", flat=True))


def _in_order(players: Iterable[Player]) -> list[Player]:
    """Return the players sorted by the codes of their accounts, the order in which accounts are opened."""
    return sorted(players, key=lambda player: member_account(player.pk))


def locked(player: Player, *, ended: bool = False) -> list[Fact]:
    """Return the events of the member's stream, and lock the member until the transaction ends.

    Raises Refused for a guest, who has no chips, and for an account that was merged into another one, unless `ended`
    says that the change concerns that account's past.
    """
    row = Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    if row.is_guest:
        raise Refused("guest.member-only")
    if not ended:
        require_not_merged(row)
    return [
        from_stored(stored.name, stored.schema, stored.payload)
        for stored in read_events(member_stream(player.pk))
    ]


def require_not_merged(player: Player) -> None:
    """Raise Refused("merge.ended") if this account was merged into another one; the refusal names the other account."""
    if player.merged_into is not None:
        raise Refused("merge.ended", player.merged_into.shown_name)


def _wish(facts: Iterable[Fact], player: Player, wish: str) -> int | None:
    """Return how many chips an earlier call with this request granted the member; None if there was none."""
    for fact in facts:
        if isinstance(fact, ChipsGranted | ChipsAskedFor) and fact.key == wish:
            return fact.chips
    key = f"grant:{player.pk}:{wish}"
    return next((one.chips for one in carried_grants() if one.key == key), None)


def _from_before(player: Player) -> bool:
    """Return whether the member has postings of transfers that name no event, from before transfers named theirs."""
    account = Posting.objects.filter(account__code=member_account(player.pk))
    return account.filter(transfer__stream__isnull=True).exists()


def record_fact(player: Player, event: Fact, *, now: datetime, by: Player | None = None) -> None:
    """Append an event to a locked member's stream, post its transfers, and enqueue its subscribers."""
    stream, stored = member_stream(player.pk), to_stored(event)
    version = append(
        stream,
        [stored],
        expected_version=stream_version(stream),
        now=now,
        metadata={} if by is None else {"by": by.pk},
    )
    post_owed(one for one in member_owed(player.pk) if one.event.version == version)
    enqueue_subscribers([stored.name])


def _require_director(by: Player) -> None:
    if not by.is_director:
        raise Refused("chips.not-director")


def checked(reason: str, code: str = "chips.reason") -> str:
    """Return the reason that staff gave, stripped. Raises Refused(code) if it is empty or too long."""
    reason = reason.strip()
    # PostgreSQL cannot store NUL in a text, and nobody means to write one.
    if not 0 < len(reason) <= REASON_LENGTH or "\0" in reason:
        raise Refused(code)
    return reason


def require_cover(*, by: Player, table: Table, now: datetime, deal_id: int | None = None) -> None:
    """Raise Refused if the member cannot pay for the deal as well as for their other running deals.

    The member stays locked until the caller's transaction ends, so two simultaneous requests cannot both count on the
    same chips. Raises Refused("chips.no-cover") or Refused("chips.own-password").
    """
    cost = cost_of_deal(table)
    if not cost:
        return
    grant_first_chips(player=by, now=now)  # locks the member; a new one has no account yet
    cover = cover_of(by.pk, besides=deal_id)
    if cover.needs_password_for(cost):
        raise Refused("chips.own-password")
    if cover.free < cost:
        said = _(
            "A deal here can cost %(cost)d %(unit)s, and you have only %(free)d for it. Choose a "
            "lower stake, or play just for fun."
        )
        if pot := paid_into_pot(table):
            said = _(
                "A deal here can cost %(cost)d %(unit)s, including %(pot)d for the pot, and you have "
                "only %(free)d for it. Choose a lower stake, or play just for fun."
            )
        facts = {"cost": cost, "pot": pot, "free": max(0, cover.free), "unit": unit_word()}
        raise Refused("chips.no-cover", said % facts)
