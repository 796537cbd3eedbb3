"""Indexes finished deals as it follows the log, and indexes them again after a ruling.

A deal is indexed when every member may see it: when it ends or, if other tables play the same cards, when its
tournament opens it. Its terms are computed from its whole stream, so an event that arrives twice or late changes
nothing.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import count
from typing import Final, get_args

from django.db.models import Max
from django.utils import timezone

from games.engine.disputing.outcomes import RulingGiven
from games.engine.errors import BadNotation
from games.engine.events import (
    CardDiscarded,
    DealExhausted,
    DealStopped,
    DisputeFiled,
    Ended,
    RulingAppealed,
    RulingWithdrawn,
)
from games.engine.real_cards.counted import CountedHand
from games.engine.real_cards.results import parse_aside, parse_set
from games.engine.recording.notation import NAMES
from games.engine.sets import SetKind
from games.engine.state import DealState
from games.errors import Refused
from games.log import Recorded, read_across
from games.log.followers import Follower, catch_up
from games.log.followers import rebuild as read_again
from games.models import Deal
from games.queries.finished.histories import history
from games.schema import deal_of
from replays.index import bitmap
from replays.index.terms import ALL, DealOutcome, Key, RulingStatus, day_of, quantity_terms
from replays.models import FoundDeal, TermBitmap
from replays.queries.replay import replay_of
from replays.queries.steps import StepKind

_log = logging.getLogger(__name__)

NAME: Final = "found-deals"
"""The name of the follower's position; final."""

BATCHES: Final = 40
"""Batches of 500 events in one run: some four hundred deals, two seconds. The next run goes on from there."""

_TELLS: Final = (*get_args(Ended), DisputeFiled, RulingGiven, RulingWithdrawn, RulingAppealed)
_OF_DEALS: Final = frozenset(name for kind, name in NAMES.items() if issubclass(kind, _TELLS))
_OPENED: Final = "tournament.deal-opened"
_OPENS: Final = frozenset(
    {
        "tournament.discard-disputed",
        "tournament.discard-appealed",
        "tournament.discard-withdrawn",
    }
)
_RULED: Final = "tournament.discard-ruled"
_ENTERED: Final = frozenset(
    {
        *_OPENS,
        _RULED,
        *("tournament.result-entered", "tournament.result-confirmed"),
        *("tournament.result-contradicted", "tournament.result-corrected"),
    }
)
"""Events of deals with real cards; names of other apps' events are final."""


@dataclass(frozen=True, slots=True)
class _Seat:
    """The values that the index takes from a deal's events about one seat."""

    quans: int
    khuis: int
    unsafe: int = 0
    declined: int = 0


@dataclass(frozen=True, slots=True)
class _Indexed:
    """The values that the index takes from a finished deal's events; others come from the deal's row."""

    outcome: DealOutcome
    ruling: RulingStatus
    steps: int
    seats: tuple[_Seat, ...]


def index_new() -> None:
    """Index new events, at most `BATCHES` batches of them, so that no worker is busy for long."""
    for _batch in range(BATCHES):
        if not catch_up(follower()):
            return


def rebuild() -> int:
    """Delete all rows and rebuild them from the log; return how many events were read."""
    return read_again(follower())


def follower() -> Follower:
    """Return the follower that reads the whole log for finished deals and rulings on them."""
    return Follower(NAME, _handle, _reset, _OF_DEALS | _ENTERED | {_OPENED})


def _reset() -> None:
    TermBitmap.objects.all().delete()
    FoundDeal.objects.all().delete()


def _handle(events: list[Recorded]) -> None:
    heard: dict[int, str] = {}
    for event in events:
        if event.name in _OF_DEALS and (deal_id := deal_of(event.stream)) is not None:
            heard.setdefault(deal_id, "")
        elif event.name == _OPENED:
            heard |= dict.fromkeys(_opened_by(event), "")
        elif event.name in _ENTERED:
            heard.setdefault(event.payload["deal_id"], event.stream)
    terms: dict[int, set[Key]] = {}
    for deal in _shown(heard):
        try:
            read = _read_entered(deal, heard[deal.pk]) if heard[deal.pk] else _read(deal)
        except (BadNotation, Refused, LookupError, TypeError, ValueError) as error:
            # One damaged deal must not keep the others from being found.
            _log.error("deal %s cannot be found: %s", deal.pk, type(error).__name__)
            continue
        if read is not None:
            terms[deal.pk] = _terms(deal, read)
    if terms:
        _write(terms)


def _opened_by(event: Recorded) -> Iterator[int]:
    """Yield the ids of the deals that this event makes visible.

    These are the deals of one number at all tables of a tournament's round.
    """
    said = event.payload
    tables = Deal.objects.filter(
        table__origin__startswith=f"{event.stream}/{said['round']}/", number=said["deal_number"]
    )
    yield from tables.values_list("pk", flat=True)


def _shown(deal_ids: Collection[int]) -> Iterator[Deal]:
    """Yield the deals among `deal_ids` that are over and visible to every member, in the order of `deal_ids`."""
    over = Deal.objects.filter(ended_at__isnull=False, cancelled=False, sealed=False)
    deals = over.select_related("table__opened_by").prefetch_related("seats").in_bulk(deal_ids)
    yield from (deals[deal_id] for deal_id in deal_ids if deal_id in deals)


def _read(deal: Deal) -> _Indexed | None:
    rows = history(deal.pk)
    end = next((at for at, row in enumerate(rows) if isinstance(row.event, Ended)), None)
    if end is None:
        return None
    whole = replay_of(rows)
    unsafe: Counter[int] = Counter()
    declined: Counter[int] = Counter()
    for step in whole.steps:
        if StepKind.MISTAKE in step.kind and step.decided_by is not None:
            of = unsafe if isinstance(step.event, CardDiscarded) else declined
            of[step.decided_by] += 1
    return _Indexed(
        _outcome(rows[end].event),
        _ruling(whole.final),
        len(whole.steps),
        tuple(
            _Seat(*_kongs(made.kind for made in public), unsafe[seat], declined[seat])
            for seat, public in enumerate(whole.final.public)
        ),
    )


def _outcome(event: object) -> DealOutcome:
    if isinstance(event, DealStopped):
        return DealOutcome.STOPPED
    return DealOutcome.EXHAUSTED if isinstance(event, DealExhausted) else DealOutcome.WON


def _ruling(final: DealState) -> RulingStatus:
    """Return the status of the deal's newest dispute, or that there is none."""
    disputes = final.ending.disputes if final.ending is not None else ()
    if not disputes:
        return RulingStatus.NONE
    upheld = disputes[-1].upheld
    if upheld is None:
        return RulingStatus.OPEN
    return RulingStatus.UPHELD if upheld else RulingStatus.CHANGED


def _kongs(kinds: Iterable[SetKind]) -> tuple[int, int]:
    """Return how many of these sets are quans, and how many are khuis."""
    found = Counter(kinds)
    return found[SetKind.QUAN], found[SetKind.KHUI]


def _read_entered(deal: Deal, stream: str) -> _Indexed | None:
    """Return what the index stores about a deal with real cards; None if the log has no result of the deal.

    The values come from the entered result in the deal's row, and from the events about the deal's dispute.
    """
    ruling, before, now, is_known = RulingStatus.NONE, None, None, False
    for event in read_across([stream], _ENTERED):
        if event.payload["deal_id"] != deal.pk:
            continue
        is_known, said = True, event.payload
        if event.name in _OPENS:
            before = now if ruling is RulingStatus.NONE else before
            ruling = RulingStatus.OPEN
        elif event.name == _RULED:
            same = (
                said["lay"]["offender"] == before
                and said.get("outcome", "yes") in ("yes", "no")
                and not (said.get("shared") or said.get("void"))
            )
            ruling = RulingStatus.UPHELD if same else RulingStatus.CHANGED
        if "lay" in said:
            now = said["lay"]["offender"]
    if not is_known:
        return None
    told = deal.entered or {}
    seats = []
    asides = told.get("asides") or [[]] * len(deal.seats.all())
    for seat, texts in enumerate(asides):
        kinds = [parse_aside(text).kind for text in texts]
        if seat == deal.winner:
            kinds += [parse_set(text).kind for text in told.get("sets", ())]
            if counted := told.get("counted"):
                kinds += CountedHand(**counted).kongs
        seats.append(_Seat(*_kongs(kinds)))
    outcome = DealOutcome.WON if deal.winner is not None else DealOutcome.EXHAUSTED
    return _Indexed(outcome, ruling, 0, tuple(seats))


def _terms(deal: Deal, read: _Indexed) -> set[Key]:
    """Return every term of a deal and of the members who played it."""
    assert deal.ended_at is not None
    seats = list(deal.seats.all())
    quans = any(seat.quans for seat in read.seats)
    khuis = any(seat.khuis for seat in read.seats)
    names = {
        ALL,
        f"rules:{deal.table.rules['key']}",
        f"outcome:{read.outcome}",
        f"ruling:{read.ruling}",
        *_named(by_guest=deal.table.opened_by.is_guest, quan=quans, khui=khuis),
        *_named(penalty=deal.offender is not None),
        *quantity_terms("day", day_of(timezone.localdate(deal.ended_at))),
        *quantity_terms("paid", sum(max(seat.net or 0, 0) for seat in seats)),
        *quantity_terms("steps", read.steps),
    }
    tournament = _tournament(deal.table.origin)
    if tournament is not None:
        names.add(f"tournament:{tournament}")
    terms = {(0, name) for name in names}
    for seat, own in zip(seats, read.seats, strict=True):
        if seat.player_id is None:
            continue
        won = deal.winner == seat.number
        lost = deal.winner is not None and not won
        held = {"quan": own.quans > 0, "khui": own.khuis > 0}
        erred = {"unsafe": own.unsafe > 0, "declined": own.declined > 0}
        offends = deal.offender == seat.number
        own_names = _named(won=won, lost=lost, penalty=offends, **held, **erred)
        terms |= {(seat.player_id, name) for name in (ALL, *own_names)}
    return terms


def _named(**holds: bool) -> list[str]:
    return [name for name, does in holds.items() if does]


def _write(read: Mapping[int, set[Key]]) -> None:
    """Write these deals' terms to the index, replacing the terms they had."""
    known = dict(FoundDeal.objects.filter(deal__in=read).values_list("deal_id", "number"))
    last: int | None = FoundDeal.objects.aggregate(last=Max("number"))["last"]
    behind = count(0 if last is None else last + 1)
    made = [FoundDeal(deal_id=deal, number=next(behind)) for deal in read if deal not in known]
    FoundDeal.objects.bulk_create(made)
    known |= {row.deal_id: row.number for row in made}
    blocks: dict[int, dict[int, set[Key]]] = {}
    for deal, terms in read.items():
        block, place = divmod(known[deal], bitmap.BLOCK)
        blocks.setdefault(block, {})[place] = terms
    for block, deals in blocks.items():
        _write_block(block, deals)


def _write_block(block: int, deals: Mapping[int, set[Key]]) -> None:
    """Write the terms of all given deals to one block. `deals` maps each deal's bit in the block to its terms."""
    people = {about for terms in deals.values() for about, _name in terms}
    rows = {
        (row.about, row.fact): row
        for row in TermBitmap.objects.filter(block=block, about__in=people)
    }
    were = {key: bitmap.unpack(bytes(row.bits)) for key, row in rows.items()}
    now = dict(were)
    for place, terms in deals.items():
        for key in were:
            now[key] &= ~(1 << place)
        for key in terms:
            now[key] = now.get(key, 0) | 1 << place
    TermBitmap.objects.bulk_create(
        TermBitmap(about=key[0], fact=key[1], block=block, bits=bitmap.pack(now[key]))
        for key in now
        if key not in rows
    )
    for key, row in rows.items():
        if now[key] != were[key]:
            row.bits = bitmap.pack(now[key])
            row.save(update_fields=["bits"])


def _tournament(origin: str) -> int | None:
    """Return the id of the tournament of a table with this origin; None for other tables."""
    kind, _stroke, number = origin.partition("/")[0].partition("-")
    return int(number) if kind == "tournament" and number.isdecimal() else None
