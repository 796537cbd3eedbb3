"""Reading: the chips that the club has granted by hand, whether they were taken back, and what waits to be granted."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from games.club.chips import (
    NAMES,
    ChipsAskedFor,
    ChipsDeclined,
    ChipsGranted,
    MemberJoined,
    from_stored,
    member_of,
    member_stream,
)
from games.engine.disputing.approval import Approval
from games.ledger.accounts import BACK, member_account
from games.ledger.models import Posting, Transfer
from games.log import read_across
from games.models import Player


@dataclass(frozen=True, slots=True)
class Grant:
    """One grant to a member."""

    key: str
    """The key of its transfer."""
    amount: int
    """In whole chips."""
    memo: str
    at: datetime
    taken_back: bool


def grants_of(player: Player) -> list[Grant]:
    """Return the grants to a member, the first chips included, the newest first."""
    rows = (
        Posting.objects.filter(
            account__code=member_account(player.pk), transfer__key__startswith="grant:"
        )
        .exclude(transfer__key__endswith=BACK)
        .order_by("-id")
    )
    columns = ("key", "memo", "recorded_at", "countered_by__key")
    return [
        Grant(key, amount, memo, at, taken_back is not None)
        for amount, key, memo, at, taken_back in rows.values_list(
            "amount", *(f"transfer__{column}" for column in columns)
        )
    ]


def chips_opened(*, by: int, since: datetime) -> int:
    """Return how many chips the start sums of the accounts brought that this person has opened since then."""
    recent = Transfer.objects.filter(key__startswith="grant:", recorded_at__gt=since)
    streams = {stream for stream in recent.values_list("stream", flat=True) if stream}
    opened = read_across(sorted(streams), [NAMES[MemberJoined]])
    return sum(
        one.payload["chips"]
        for one in opened
        if one.metadata.get("by") == by and one.recorded_at > since
    )


@dataclass(frozen=True, slots=True)
class Wish:
    """Chips that a director has asked for."""

    key: str
    players: tuple[Player, ...]
    """Who would get them, by id."""
    chips: int
    """Of each."""
    reason: str


def waiting_wishes() -> list[Approval[Wish, int]]:
    """Return what waits for a second person, the oldest first."""
    names = [NAMES[kind] for kind in (ChipsAskedFor, ChipsDeclined, ChipsGranted)]
    asked: dict[str, list[tuple[int, Approval[ChipsAskedFor, int]]]] = {}
    members = Player.objects.filter(is_guest=False).values_list("pk", flat=True)
    for stored in read_across([member_stream(pk) for pk in members], names):
        fact = from_stored(stored.name, stored.schema, stored.payload)
        member = member_of(stored.stream)
        if isinstance(fact, ChipsAskedFor) and member is not None:
            waits = Approval(fact, stored.metadata["by"], stored.recorded_at)
            asked.setdefault(fact.key, []).append((member, waits))
        elif isinstance(fact, ChipsDeclined | ChipsGranted):
            asked.pop(fact.key, None)
    people = Player.objects.in_bulk({member for wishes in asked.values() for member, _ in wishes})
    waiting = []
    for key, wishes in asked.items():
        first = wishes[0][1]
        players = tuple(people[member] for member in sorted(member for member, _ in wishes))
        wish = Wish(key, players, first.wish.chips, first.wish.reason)
        waiting.append(Approval(wish, first.by, first.at))
    return waiting
