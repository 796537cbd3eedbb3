"""Queries for chips that directors have granted, grants taken back, and requests for grants."""

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
    """One grant of chips to a member."""

    key: str
    """The key of its transfer."""
    amount: int
    """In whole chips."""
    memo: str
    at: datetime
    taken_back: bool


def grants_of(player: Player) -> list[Grant]:
    """Return the grants to a member, newest first, including the start sum."""
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
    """Return how many chips this person has granted without a second person since `since`.

    Included are the start sums of accounts they opened, and grants that they first requested and then confirmed
    themselves. Direct grants are not included.
    """
    recent = Transfer.objects.filter(key__startswith="grant:", recorded_at__gt=since)
    streams = {stream for stream in recent.values_list("stream", flat=True) if stream}
    told = read_across(
        sorted(streams), [NAMES[kind] for kind in (MemberJoined, ChipsAskedFor, ChipsGranted)]
    )
    asked: set[tuple[str, str]] = set()
    chips = 0
    for one in told:
        if one.metadata.get("by") != by:
            continue
        key = (one.stream, one.payload.get("key", ""))
        if one.name == NAMES[ChipsAskedFor]:
            asked.add(key)
        elif one.recorded_at > since and (one.name == NAMES[MemberJoined] or key in asked):
            chips += one.payload["chips"]
    return chips


@dataclass(frozen=True, slots=True)
class GrantWish:
    """A director's request to have a grant of chips confirmed by a second person."""

    key: str
    players: tuple[Player, ...]
    """Who would get them, by id."""
    chips: int
    """Of each."""
    reason: str


def waiting_wishes() -> list[Approval[GrantWish, int]]:
    """Return the requests for grants that wait for a second person, oldest first."""
    names = [NAMES[kind] for kind in (ChipsAskedFor, ChipsDeclined, ChipsGranted)]
    asked: dict[tuple[str, int], Approval[ChipsAskedFor, int]] = {}
    members = Player.objects.filter(is_guest=False).values_list("pk", flat=True)
    for stored in read_across([member_stream(pk) for pk in members], names):
        fact = from_stored(stored.name, stored.schema, stored.payload)
        member = member_of(stored.stream)
        if member is None:
            continue
        if isinstance(fact, ChipsAskedFor):
            asked[fact.key, member] = Approval(fact, stored.metadata["by"], stored.recorded_at)
        elif isinstance(fact, ChipsDeclined | ChipsGranted):
            asked.pop((fact.key, member), None)
    people = Player.objects.in_bulk({member for _key, member in asked})
    wishes: dict[str, list[int]] = {}
    for key, member in asked:
        wishes.setdefault(key, []).append(member)
    waiting = []
    for key, waits in wishes.items():
        first = asked[key, waits[0]]
        players = tuple(people[member] for member in sorted(waits))
        wish = GrantWish(key, players, first.wish.chips, first.wish.reason)
        waiting.append(Approval(wish, first.by, first.at))
    return waiting
