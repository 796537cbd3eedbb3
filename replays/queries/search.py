"""Searches finished deals with bitmap indexes: each search combines the bitmaps of a few index terms.

The time for a search depends on the number of deals in the index and of terms in the search, not on how many deals
match or how old they are. Also reads a member's saved searches.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from functools import reduce
from operator import and_
from typing import Final

from django.db.models import Prefetch, Q

from games.models import Deal, DealSeat, Player
from replays.index import bitmap
from replays.index.terms import ALL, DealOutcome, Key, RulingStatus, day_of
from replays.models import FoundDeal, SavedSearch, TermBitmap


class Part(StrEnum):
    """A member's part in a deal, as a filter."""

    SAT = "sat"
    WON = "won"
    LOST = "lost"
    PAID_PENALTY = "paid-penalty"
    HAD_QUAN = "had-quan"
    HAD_KHUI = "had-khui"


class Kongs(StrEnum):
    """The kongs on the table at the end (§2.5, §2.6), as a filter."""

    QUAN = "quan"
    KHUI = "khui"
    EITHER = "either"
    BOTH = "both"
    NEITHER = "neither"


class DisputeFilter(StrEnum):
    """How the penalty was disputed and ruled on (§10.7, §10.8), as a filter."""

    NO = "no"
    DISPUTED = "disputed"
    OPEN = "open"
    RULED = "ruled"
    UPHELD = "upheld"
    CHANGED = "changed"


class Mistakes(StrEnum):
    """A member's own mistakes, by the log's verdicts (§6.6, §10.3)."""

    ANY = "any"
    DISCARD = "discard"
    WIN = "win"


@dataclass(frozen=True, slots=True)
class Range:
    """A range of numbers, both ends included; None is no bound."""

    least: int | None = None
    most: int | None = None


@dataclass(frozen=True, slots=True)
class WantedDeals:
    """The conditions of a search; the defaults match every deal."""

    player: int | None = None
    """Sat in the deal; `part` is this player's, or with None the viewer's own."""
    mine: bool = False
    """The viewer sat in it."""
    part: Part | None = None
    mistakes: Mistakes | None = None
    """The viewer's own."""
    tournament: int | None = None
    rules: str = ""
    since: date | None = None
    until: date | None = None
    """The last day, both in the club's time zone."""
    outcome: DealOutcome | None = None
    penalty: bool | None = None
    kongs: Kongs | None = None
    paid: Range = Range()
    """Points that changed hands."""
    steps: Range = Range()
    ruled: DisputeFilter | None = None


@dataclass(frozen=True, slots=True)
class SearchResults:
    """A page of results."""

    deals: list[Deal]
    """With their tables and seats, the newest first."""
    count: int
    """How many fit, on all pages."""
    newer: int | None
    """The deal behind which the page with newer ones ends, None where there are none."""
    older: int | None
    """The deal behind which the page with older ones begins, None where there are none."""


_Bits = Callable[[Key], int]


@dataclass(frozen=True, slots=True)
class _Condition:
    """A condition on deals: the terms it needs, and a function that combines their bitmaps into a result."""

    terms: tuple[Key, ...]
    holds: Callable[[_Bits], int]


def search(
    wanted: WantedDeals,
    viewer: Player,
    size: int,
    *,
    before: int | None = None,
    after: int | None = None,
) -> SearchResults:
    """Return the matching deals older than the deal `before` or newer than `after`; by default the first page."""
    conditions = list(_conditions(wanted, viewer))
    held = _read(key for one in conditions for key in one.terms)
    fits = reduce(and_, (one.holds(lambda key: held.get(key, 0)) for one in conditions))
    numbers = _page(fits, size, _number(before), _number(after))
    deals = _deals(numbers)
    newer = bool(deals) and bool(fits >> numbers[0] + 1)
    older = bool(deals) and bool(fits & (1 << numbers[-1]) - 1)
    return SearchResults(
        deals,
        fits.bit_count(),
        deals[0].pk if newer else None,
        deals[-1].pk if older else None,
    )


def _read(keys: Iterable[Key]) -> dict[Key, int]:
    """Return the bitmap of each of these terms, all read in one statement, so that no ruling comes between them."""
    wanted: dict[int, set[str]] = {}
    for about, name in keys:
        wanted.setdefault(about, set()).add(name)
    asked = Q()
    for about, names in wanted.items():
        asked |= Q(about=about, fact__in=names)
    blocks: dict[Key, dict[int, bytes]] = {}
    rows = TermBitmap.objects.filter(asked).values_list("about", "fact", "block", "bits")
    for about, name, block, stored in rows:
        blocks.setdefault((about, name), {})[block] = bytes(stored)
    return {key: bitmap.joined(found) for key, found in blocks.items()}


def _number(deal_id: int | None) -> int | None:
    """Return the number of a deal in the index; None if it is not indexed."""
    if deal_id is None:
        return None
    return FoundDeal.objects.filter(deal_id=deal_id).values_list("number", flat=True).first()


def _page(fits: int, size: int, before: int | None, after: int | None) -> Sequence[int]:
    """Return the numbers of one page's deals, newest first.

    That is the first page if too few deals are newer than `after` or none is older than `before`.
    """
    if after is not None:
        newer = [after + 1 + place for place in bitmap.lowest(fits >> after + 1, size)]
        if len(newer) == size:
            return newer[::-1]
    elif before is not None and (older := bitmap.highest(fits & (1 << before) - 1, size)):
        return older
    return bitmap.highest(fits, size)


def _deals(numbers: Sequence[int]) -> list[Deal]:
    """Return the deals of these numbers, in their order.

    Leaves out deals that are just being rebuilt, and those that not everybody may see.
    """
    seats = Prefetch("seats", DealSeat.objects.select_related("player").order_by("number"))
    ids = dict(FoundDeal.objects.filter(pk__in=numbers).values_list("number", "deal_id"))
    over = Deal.objects.filter(ended_at__isnull=False, cancelled=False, sealed=False)
    by_id = over.select_related("table").prefetch_related(seats).in_bulk(list(ids.values()))
    known = (by_id.get(ids.get(number, 0)) for number in numbers)
    return [deal for deal in known if deal is not None]


def _conditions(wanted: WantedDeals, viewer: Player) -> Iterator[_Condition]:
    """Yield all conditions that a deal must meet."""
    yield _of(0, ALL)
    own = wanted.mine or wanted.mistakes is not None
    own = own or (wanted.part is not None and wanted.player is None)
    if own:
        yield _of(viewer.pk, ALL)
    if wanted.player is not None:
        yield _of(wanted.player, ALL)
    if not own and wanted.player != viewer.pk:
        yield _not(_of(0, "by_guest"))
    if wanted.part is not None:
        about = viewer.pk if wanted.player is None else wanted.player
        yield _of(about, _PARTS[wanted.part])
    if wanted.mistakes is not None:
        yield _of(viewer.pk, *_MISTAKEN[wanted.mistakes])
    yield from _of_deal(wanted)
    yield from _within("paid", wanted.paid)
    # A deal with real cards has no known steps, so it is neither long nor short.
    known = Range(max(1, wanted.steps.least or 1), wanted.steps.most)
    yield from _within("steps", Range() if wanted.steps == Range() else known)
    first = None if wanted.since is None else day_of(wanted.since)
    last = None if wanted.until is None else day_of(wanted.until)
    yield from _within("day", Range(first, last))


def _of_deal(wanted: WantedDeals) -> Iterator[_Condition]:
    if wanted.tournament is not None:
        yield _of(0, f"tournament:{wanted.tournament}")
    if wanted.rules:
        yield _of(0, f"rules:{wanted.rules}")
    if wanted.outcome is not None:
        yield _of(0, f"outcome:{wanted.outcome}")
    if wanted.penalty is not None:
        yield _of(0, "penalty") if wanted.penalty else _not(_of(0, "penalty"))
    if wanted.kongs is Kongs.NEITHER:
        yield _not(_of(0, "quan", "khui"))
    elif wanted.kongs is Kongs.BOTH:
        yield _of(0, "quan")
        yield _of(0, "khui")
    elif wanted.kongs is not None:
        yield _of(0, *_KONGS[wanted.kongs])
    if wanted.ruled is not None:
        yield _of(0, *(f"ruling:{one}" for one in _RULED[wanted.ruled]))


def _of(about: int, *names: str) -> _Condition:
    """Return the condition that any of the named terms holds.

    The terms are about the player `about`; 0 means the deal itself.
    """
    keys = tuple((about, name) for name in names)
    return _Condition(keys, lambda held: bitmap.union(held(key) for key in keys))


def _not(one: _Condition) -> _Condition:
    return _Condition((*one.terms, (0, ALL)), lambda held: held((0, ALL)) & ~one.holds(held))


def _within(name: str, bounds: Range) -> Iterator[_Condition]:
    """Yield the conditions that keep a quantity within these bounds."""
    keys = tuple((0, f"{name}.{place}") for place in range(bitmap.SLICES))
    every = (0, ALL)
    least, most = bounds.least, bounds.most
    if least is not None:
        yield _Condition(
            (*keys, every), lambda held: bitmap.at_least([*map(held, keys)], least, held(every))
        )
    if most is not None:
        yield _Condition(
            (*keys, every), lambda held: bitmap.at_most([*map(held, keys)], most, held(every))
        )


_KONGS: Final = {Kongs.QUAN: ("quan",), Kongs.KHUI: ("khui",), Kongs.EITHER: ("quan", "khui")}
_RULED: Final = {
    DisputeFilter.NO: (RulingStatus.NONE,),
    DisputeFilter.DISPUTED: (RulingStatus.OPEN, RulingStatus.UPHELD, RulingStatus.CHANGED),
    DisputeFilter.OPEN: (RulingStatus.OPEN,),
    DisputeFilter.RULED: (RulingStatus.UPHELD, RulingStatus.CHANGED),
    DisputeFilter.UPHELD: (RulingStatus.UPHELD,),
    DisputeFilter.CHANGED: (RulingStatus.CHANGED,),
}
_PARTS: Final = {
    Part.SAT: ALL,
    Part.WON: "won",
    Part.LOST: "lost",
    Part.PAID_PENALTY: "penalty",
    Part.HAD_QUAN: "quan",
    Part.HAD_KHUI: "khui",
}
_MISTAKEN: Final = {
    Mistakes.ANY: ("unsafe", "declined"),
    Mistakes.DISCARD: ("unsafe",),
    Mistakes.WIN: ("declined",),
}


def values_of(name: str) -> list[str]:
    """Return the rule sets (`rules`) or tournament ids (`tournament`) of the indexed deals, the highest first."""
    rows = TermBitmap.objects.filter(about=0, fact__startswith=f"{name}:")
    found = rows.order_by().values_list("fact", flat=True).distinct()
    values = [fact.partition(":")[2] for fact in found]
    return sorted(values, key=lambda value: (-int(value), "") if value.isdecimal() else (0, value))


def saved_searches(player: Player) -> list[SavedSearch]:
    """Return a member's saved searches, the newest first."""
    return list(SavedSearch.objects.filter(player=player).order_by("-saved_at", "-pk"))
