"""Chips that the club gives its members, and takes back: events of their streams, each with its transfer."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from uuid import UUID

from django.db import transaction

from games.club.chips import (
    ChipsGranted,
    ChipsTakenBack,
    Fact,
    MemberJoined,
    from_stored,
    member_stream,
    to_stored,
)
from games.errors import Refused
from games.ledger.accounts import BACK, member_account
from games.ledger.commands import post_owed
from games.ledger.models import Posting
from games.ledger.queries import transfer_of
from games.log import append, read_events, stream_version
from games.models import Player
from games.queries.club import house_rules
from games.settlement import carried_grants, member_owed

MOST_GRANTED = 1_000_000
"""Chips that one grant may be."""
REASON_LENGTH = 120
"""Characters that the reason of a grant may have; the member reads it in the statement."""


@transaction.atomic
def grant_first_chips(*, player: Player, now: datetime) -> bool:
    """Open a member's account with the start sum of the house; whether it was done just now, once for each.

    Whose account is from before accounts were opened by an event, has what it has.
    """
    facts = _locked(player)
    if any(isinstance(fact, MemberJoined) for fact in facts) or _from_before(player):
        return False
    _record(player, MemberJoined(house_rules().start_chips), now=now)
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
    """Grant each of these members so many chips out of the house; to whom it was done just now.

    `idempotency_key` makes a repeated wish harmless: all are granted, once, or nobody. Only a director may.
    """
    _require_director(by)
    if not 0 < amount <= MOST_GRANTED:
        raise Refused("chips.amount")
    event = ChipsGranted(amount, _reason(reason) if reason else "", idempotency_key.hex)
    granted = []
    for player in sorted(players, key=lambda one: one.pk):  # no two wishes lock each other out
        before = _wish(_locked(player), player, event.key)
        if before is None:
            _record(player, event, now=now, by=by)
            granted.append(player)
        elif before != amount:
            raise Refused("chips.form")
    return tuple(granted)


@transaction.atomic
def take_back_grant(*, by: Player, key: str, reason: str, now: datetime) -> bool:
    """Take the chips of the grant `key` back into the house; whether it was done just now. Only a director may.

    The member may have lost them meanwhile, and then owes them.
    """
    _require_director(by)
    event = ChipsTakenBack(key, _reason(reason))
    player = _granted_to(key)
    _locked(player)
    known = {one.key for one in member_owed(player.pk)} | {one.key for one in carried_grants()}
    if key not in known:
        raise Refused("chips.no-grant")  # a transfer that only looks like a grant
    if transfer_of(key + BACK) is not None:
        return False
    _record(player, event, now=now, by=by)
    return True


def _granted_to(key: str) -> Player:
    """The member of a grant that is there to be taken back."""
    kind, _, rest = key.partition(":")
    number = rest.partition(":")[0]
    if kind == "grant" and number.isdecimal() and not key.endswith(BACK) and transfer_of(key):
        player = Player.objects.filter(pk=number).first()
        if player is not None:
            return player
    raise Refused("chips.no-grant")


def _locked(player: Player) -> list[Fact]:
    """What has happened to the member's chips, for whom nothing else happens until the transaction ends.

    Raises Refused for a guest, who has none.
    """
    if Player.objects.select_for_update(no_key=True).get(pk=player.pk).is_guest:
        raise Refused("guest.member-only")
    return [
        from_stored(stored.name, stored.schema, stored.payload)
        for stored in read_events(member_stream(player.pk))
    ]


def _wish(facts: Iterable[Fact], player: Player, wish: str) -> int | None:
    """How many chips a wish has brought the member already; None for a new one."""
    for fact in facts:
        if isinstance(fact, ChipsGranted) and fact.key == wish:
            return fact.chips
    key = f"grant:{player.pk}:{wish}"
    return next((one.chips for one in carried_grants() if one.key == key), None)


def _from_before(player: Player) -> bool:
    """Whether chips have moved for the member before transfers named their events."""
    account = Posting.objects.filter(account__code=member_account(player.pk))
    return account.filter(transfer__stream__isnull=True).exists()


def _record(player: Player, event: Fact, *, now: datetime, by: Player | None = None) -> None:
    """Append a fact to the stream of a member who is locked, and post what it calls for."""
    stream = member_stream(player.pk)
    version = append(
        stream,
        [to_stored(event)],
        expected_version=stream_version(stream),
        now=now,
        metadata={} if by is None else {"by": by.pk},
    )
    post_owed(one for one in member_owed(player.pk) if one.event.version == version)


def _require_director(by: Player) -> None:
    if not by.is_director:
        raise Refused("chips.not-director")


def _reason(text: str) -> str:
    text = text.strip()
    # PostgreSQL cannot store NUL in a text, and nobody means to write one.
    if not 0 < len(text) <= REASON_LENGTH or "\0" in text:
        raise Refused("chips.reason")
    return text
