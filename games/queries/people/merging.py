"""Queries for merging accounts: which can be merged, what prevents a merge, and which proposals wait."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from datetime import datetime
from typing import Final, get_args

from django.conf import settings
from django.db.models import F, Q, QuerySet
from django.utils.module_loading import import_string

from games.club.chips import NAMES, from_stored, member_of, member_stream
from games.club.merging import (
    Merge,
    MergeEvent,
    after,
)
from games.log import read_across
from games.models import Deal, DealSeat, FiledDispute, Player, Seat

_NAMES: Final = [NAMES[kind] for kind in get_args(MergeEvent)]


def accounts() -> QuerySet[Player]:
    """Return the accounts that can be chosen for a merge: members, and guests with a name."""
    open_ones = Player.objects.filter(is_active=True)
    return open_ones.exclude(is_guest=True, is_written_down=False).order_by("searched", "pk")


def numbers_of(player: Player) -> list[int]:
    """Return the ids of this account and of those that were merged into it; this account comes first."""
    return [player.pk, *player.merged.order_by("pk").values_list("pk", flat=True)]


def objections(stays: Player, ends: Player, *, by: Player, now: datetime) -> Iterator[str]:
    """Yield the codes of what prevents this owner from proposing the merge."""
    if stays.pk == ends.pk:
        yield "merge.same"
        return
    if by.pk in (stays.pk, ends.pk):
        yield "merge.own"
    both = {stays.pk, ends.pk}
    if any(both & {*one.accounts} for one in waiting_merges(now=now)):
        yield "merge.waits"
    yield from obstacles(stays, ends)


def obstacles(stays: Player, ends: Player) -> Iterator[str]:
    """Yield the codes of what prevents these two accounts from being merged now."""
    both = (stays, ends)
    if stays.is_guest and not ends.is_guest:
        yield "merge.guest-stays"
    if not all(one.is_active for one in both):
        yield "merge.closed"
    if any(one.has_duty for one in both):
        yield "merge.duty"
    one, other = numbers_of(stays), numbers_of(ends)
    numbers = [*one, *other]
    if Seat.objects.filter(player__in=numbers, table__closed_at__isnull=True).exists():
        yield "merge.seated"
    deals = Deal.objects.filter(seats__player__in=numbers)
    if deals.filter(Q(ended_at__isnull=True) | Q(owed_version__gt=F("settled_version"))).exists():
        yield "merge.deal"
    runs, shared = _tournaments(one, other)
    if runs:
        yield "merge.entry"
    disputed = Q(deal__seats__player__in=numbers) | Q(filed_by__in=numbers)
    waits = FiledDispute.objects.filter(disputed, status=FiledDispute.OPEN)
    if waits.exists() or deals.filter(hold_due__isnull=False).exists():
        yield "merge.dispute"
    played = DealSeat.objects.filter(player__in=other)
    if DealSeat.objects.filter(player__in=one, deal__in=played.values("deal")).exists():
        yield "merge.same-deal"
    elif shared:
        yield "merge.same-tournament"


def _tournaments(one: Sequence[int], other: Sequence[int]) -> tuple[bool, bool]:
    """Return whether any account plays in an unfinished tournament, and whether both people played in the same one.

    `one` and `other` are the ids of two people's accounts. The function named in `settings.TUSAC_PARTS` knows the
    tournaments.
    """
    parts: Callable[[Collection[int]], dict[int, bool]] = import_string(settings.TUSAC_PARTS)
    mine, theirs = parts(one), parts(other)
    return any({**mine, **theirs}.values()), bool(mine.keys() & theirs.keys())


def is_playing(player: Player) -> bool:
    """Return whether this person plays in an unfinished deal or tournament."""
    deals = DealSeat.objects.filter(player=player, deal__ended_at__isnull=True)
    return deals.exists() or _tournaments([player.pk], ())[0]


def waiting_merges(*, now: datetime) -> list[Merge]:
    """Return the proposals to merge accounts that still need an answer, oldest first."""
    known = Player.objects.exclude(is_guest=True, is_written_down=False).filter(
        merged_into__isnull=True
    )
    streams = [member_stream(pk) for pk in known.values_list("pk", flat=True)]
    waits: dict[int, Merge | None] = {}
    for stored in read_across(streams, _NAMES):
        ending = member_of(stored.stream) or 0
        event, by = from_stored(stored.name, stored.schema, stored.payload), stored.metadata["by"]
        before = waits.pop(ending, None)
        waits[ending] = after(before, ending, event, by=by, at=stored.recorded_at)
    return [one for one in waits.values() if one is not None and now < one.until]


def guests_among(numbers: Collection[int]) -> frozenset[int]:
    """Return the ids of those accounts that belong to guests, who have no login."""
    return frozenset(
        Player.objects.filter(pk__in=numbers, is_guest=True).values_list("pk", flat=True)
    )
