"""Reading: the casebook, which is every final ruling with the position that it was about (§10.8).

Final is what nobody can appeal any more: its time is over, or it was decided on appeal. Rulings at tables with real
cards stand among them (`real_card_rulings`): the position is as somebody told it.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TypeAlias, overload

from django.db.models import BigIntegerField, CharField, Q, QuerySet, Value

from games.engine.recording.similarity import faced
from games.models import DealSeat, Player, StaffAct
from games.queries.behalf import RealCardCase
from games.queries.finished.private_deals import (
    NOTHING,
    TOURNAMENTS,
    PrivateDeals,
    private_deals_for,
)
from games.schema import stream_of
from replays.models import Dispute, Precedent
from replays.queries.disputes import disputes
from replays.queries.opened import open_to_all
from replays.queries.real_card_rulings import Told, real_card_rulings
from replays.queries.redaction import redact_names
from replays.queries.replay import Replay

Rows: TypeAlias = Sequence[Dispute] | QuerySet[Dispute]
TellsOf: TypeAlias = Mapping[int, Told]
LIKE = 6
"""Like cases that the referee's desk shows; the casebook has the others."""


@dataclass(frozen=True, slots=True)
class Search:
    """What is looked for; empty where it makes no difference."""

    words: str = ""
    """All of these stand in the reason of the ruling, in capitals or not."""
    section: str = ""
    outcome: str = ""
    """One of `replays.models.statuses`, but that of an open one."""
    penalty: bool | None = None
    """Whether the penalty fell as the engine judged, or was absent."""
    rank: str = ""
    """Letters of ranks, one of which the card let go has."""
    colours: str = ""
    """Letters of colours, likewise."""
    alike: str = ""
    """A key of likeness."""
    unlike: bool = False
    """Only where rulings on like positions differ; those alike stand together."""


@dataclass(frozen=True, slots=True)
class Case:
    """A final ruling as this reader may see it."""

    dispute: Dispute
    position: Precedent
    named: bool
    """Whether its people and its replay may be told; else the ruling's words have had the names taken out."""
    hidden: frozenset[str]
    """The names to be taken out, none where it may be told."""
    unlike: bool
    """Whether another final ruling on a like position has another outcome."""
    told: RealCardCase | None = None
    """What was told of it at a table with real cards; None of a case on screens."""


def final_rulings(now: datetime, kept: PrivateDeals = NOTHING) -> QuerySet[Dispute]:
    """The final rulings on screens, on positions that are known, the newest first; none of deals that are `kept`."""
    rows = disputes().filter(precedent__isnull=False)
    rows = rows.exclude(status=Dispute.OPEN)
    rows = rows.filter(Q(until__isnull=True) | Q(until__lte=now))
    # A deal that other tables may yet play, or that was called off since, is nobody's example.
    rows = rows.filter(deal__sealed=False, deal__cancelled=False)
    of_tournament = Q(deal__table__origin__startswith=TOURNAMENTS)
    if kept.tournaments:
        rows = rows.exclude(of_tournament)
    if kept.tables:
        rows = rows.filter(of_tournament)
    return rows.order_by("-ruled_at", "-pk")


def found(
    search: Search,
    viewer: Player | None,
    *,
    now: datetime,
    told: TellsOf | None = None,
    kept: PrivateDeals | None = None,
) -> Rows:
    """Return the final rulings that the search finds for this reader, read as far as they are looked at.

    `told` is what `real_card_rulings` says to this reader, and `kept` what the house keeps from them, where that is
    known already, here and below. Words are looked for in what the reader may see: else a search for a name would
    tell where it is. A stranger is told nothing of a deal that the house keeps among its members, not even that
    another case is like it.
    """
    kept = private_deals_for(viewer) if kept is None else kept
    told = real_card_rulings(now, kept) if told is None else told
    rows = final_rulings(now, kept)
    exact = {
        "section": search.section,
        "status": search.outcome,
        "precedent__alike": search.alike,
    }
    rows = rows.filter(**{field: value for field, value in exact.items() if value})
    if search.penalty is not None:
        rows = rows.filter(precedent__penalty=search.penalty)
    if search.rank:
        rows = rows.filter(_any(Q(precedent__card__startswith=one) for one in search.rank))
    if search.colours:
        rows = rows.filter(_any(Q(precedent__card__endswith=one) for one in search.colours))
    if search.unlike:
        rows = rows.filter(precedent__alike__in=unlike_keys(now, told, kept)).order_by(
            "precedent__alike", "-ruled_at", "-pk"
        )
    sought = _plain(search.words).split()
    if sought:
        reasons = rows.values_list("pk", "ruling")
        rows = rows.filter(pk__in=[one for one, said in reasons.iterator() if _has(said, sought)])
    whole = _with_told(rows, search, sought, told, kept, now=now)
    if not sought or viewer is not None:
        return whole
    whole = list(whole)
    names = _names_in(_closed(whole, kept))
    return [one for one in whole if _has(redact_names(one.ruling, names.get(one.pk, ())), sought)]


def _with_told(
    rows: QuerySet[Dispute],
    search: Search,
    sought: Sequence[str],
    told: TellsOf,
    kept: PrivateDeals,
    *,
    now: datetime,
) -> Rows:
    """These and what was told that fits, in one order, of which a page at a time is read."""
    differing = unlike_keys(now, told, kept) if search.unlike else frozenset()
    fitting = {
        number: one
        for number, one in told.items()
        if _fits(one, search)
        and _has(one.row.ruling, sought)
        and (not search.unlike or one.position.alike in differing)
    }
    if not fitting:
        return rows
    places = [
        (alike, ruled or filed, number)
        for number, alike, ruled, filed in rows.values_list(
            "pk", "precedent__alike", "ruled_at", "filed_at"
        )
    ]
    places += [
        (one.position.alike, one.row.ruled_at or one.row.filed_at, number)
        for number, one in fitting.items()
    ]
    places.sort(key=lambda one: one[1:], reverse=True)
    if search.unlike:
        places.sort(key=lambda one: one[0])
    return _Merged([number for _alike, _when, number in places], rows, fitting)


class _Merged(Sequence[Dispute]):
    """Cases on screens and cases that were told, by number in one order, read as far as they are looked at."""

    def __init__(self, numbers: Sequence[int], rows: QuerySet[Dispute], told: TellsOf) -> None:
        self._numbers = numbers
        self._rows = rows
        self._told = told

    def __len__(self) -> int:
        return len(self._numbers)

    @overload
    def __getitem__(self, at: int) -> Dispute: ...
    @overload
    def __getitem__(self, at: slice) -> list[Dispute]: ...
    def __getitem__(self, at: int | slice) -> Dispute | list[Dispute]:
        if isinstance(at, int):
            return self._read([self._numbers[at]])[0]
        return self._read(self._numbers[at])

    def __iter__(self) -> Iterator[Dispute]:
        return iter(self._read(self._numbers))

    def _read(self, numbers: Sequence[int]) -> list[Dispute]:
        there = self._rows.in_bulk([one for one in numbers if one not in self._told])
        there |= {one: self._told[one].row for one in numbers if one in self._told}
        return [there[one] for one in numbers if one in there]


def _fits(one: Told, search: Search) -> bool:
    exact = (
        (search.section, one.row.section),
        (search.outcome, one.row.status),
        (search.alike, one.position.alike),
    )
    return (
        all(asked in ("", said) for asked, said in exact)
        and search.penalty in (None, one.position.penalty)
        and (not search.rank or one.position.card[0] in search.rank)
        and (not search.colours or one.position.card[1] in search.colours)
    )


def _has(said: str, sought: Iterable[str]) -> bool:
    plain = _plain(said)
    return all(word in plain for word in sought)


def _plain(words: str) -> str:
    # A database knows the capitals of its own letters alone, and Đ is not among them everywhere.
    return unicodedata.normalize("NFC", words).casefold()


def _any(asked: Iterable[Q]) -> Q:
    whole = Q()
    for one in asked:
        whole |= one
    return whole


def unlike_keys(
    now: datetime, told: TellsOf | None = None, kept: PrivateDeals = NOTHING
) -> frozenset[str]:
    """Return the keys of likeness on which final rulings differ, those of deals that are `kept` apart."""
    rows = final_rulings(now, kept).order_by().values_list("precedent__alike", "status").distinct()
    told = real_card_rulings(now, kept) if told is None else told
    there = {(one.position.alike, one.row.status) for one in told.values()}
    outcomes = Counter(key for key, _status in there.union(rows))
    return frozenset(key for key, number in outcomes.items() if number > 1)


def sections_of(now: datetime, told: TellsOf, kept: PrivateDeals = NOTHING) -> frozenset[str]:
    """Return the sections that final rulings rest on, those of deals that are `kept` apart."""
    there = {one.row.section for one in told.values()}
    rows = final_rulings(now, kept).order_by().values_list("section", flat=True).distinct()
    return frozenset(there.union(rows))


def cases(
    rows: Rows,
    viewer: Player | None,
    *,
    now: datetime,
    told: TellsOf | None = None,
    kept: PrivateDeals | None = None,
) -> list[Case]:
    """These final rulings as this reader may see them: members whole, others without the names of deals not open."""
    kept = private_deals_for(viewer) if kept is None else kept
    told = real_card_rulings(now, kept) if told is None else told
    rows = list(rows)
    differing = unlike_keys(now, told, kept)
    closed = [] if viewer is not None else _closed(rows, kept)
    names = _names_in(closed)
    positions = Precedent.objects.in_bulk([row.pk for row in rows])
    positions |= {number: one.position for number, one in told.items()}
    return [
        Case(
            row,
            position,
            row.pk not in names,
            names.get(row.pk, frozenset()),
            position.alike in differing,
            told[row.pk].said if row.pk in told else None,
        )
        for row in rows
        if (position := positions.get(row.pk)) is not None
    ]


def case(
    dispute_id: int, viewer: Player | None, *, now: datetime, kept: PrivateDeals
) -> Case | None:
    """A case of the casebook; None where this reader finds none: its ruling is not final, or the house keeps it."""
    rows, told = list(final_rulings(now, kept).filter(pk=dispute_id)), real_card_rulings(now, kept)
    if not rows and dispute_id in told:
        rows = [told[dispute_id].row]
    return cases(rows, viewer, now=now, told=told, kept=kept)[0] if rows else None


def is_kept(dispute_id: int, *, now: datetime) -> bool:
    """Return whether there is such a case for members, which the house keeps from others."""
    return final_rulings(now).filter(pk=dispute_id).exists() or dispute_id in real_card_rulings(now)


def _closed(rows: Rows, kept: PrivateDeals) -> list[Dispute]:
    may = open_to_all({row.deal_id: row.deal for row in rows}.values(), kept)
    return [row for row in rows if row.deal_id not in may]


def _names_in(rows: Collection[Dispute]) -> dict[int, frozenset[str]]:
    """By dispute, every name that its people go by."""
    at: dict[int, set[str]] = {row.deal_id: set() for row in rows}
    seats = DealSeat.objects.filter(deal__in=at, bot="").values_list(
        "deal", "player__username", "player__display_name", "elsewhere"
    )
    # Who ruled before, signed, refused to sign, or spoke for the club, and is in no column of a dispute: one question
    # with the seats, and struck from all these cases alike.
    acts = StaffAct.objects.filter(stream__in=[stream_of(deal_id) for deal_id in at])
    staff = Player.objects.filter(pk__in=acts.order_by().values("by")).annotate(
        everywhere=Value(0, BigIntegerField()), elsewhere=Value("", CharField())
    )
    of_staff: set[str] = set()
    for deal_id, *names in seats.order_by().union(
        staff.order_by().values_list("everywhere", "username", "display_name", "elsewhere")
    ):
        at.get(deal_id, of_staff).update(name for name in names if name)
    told: dict[int, frozenset[str]] = {}
    for row in rows:
        others = [one for one in (row.filed_by, row.referee) if one is not None]
        own = {name for one in others for name in (one.username, one.display_name) if name}
        told[row.pk] = frozenset(at[row.deal_id] | own | of_staff)
    return told


def alike(dispute: Dispute, *, now: datetime, kept: PrivateDeals = NOTHING) -> list[Dispute]:
    """Final rulings on other discards that are like the disputed one, the newest first."""
    key = key_in_dispute(dispute)
    return alike_by(key, but=dispute.deal_id, now=now, kept=kept)[:LIKE] if key else []


def alike_by(key: str, *, but: int, now: datetime, kept: PrivateDeals = NOTHING) -> list[Dispute]:
    """The newest final rulings of this key on discards of other deals than one, the newest first; `LIKE` and as many
    that were told at the most.
    """
    rows = final_rulings(now, kept).exclude(deal=but).filter(precedent__alike=key)
    told = [
        one.row
        for one in real_card_rulings(now, kept).values()
        if one.position.alike == key and one.row.deal_id != but
    ]
    whole = [*rows[:LIKE], *told]
    return sorted(whole, key=lambda row: (row.ruled_at or row.filed_at, row.pk), reverse=True)


def key_in_dispute(dispute: Dispute) -> str:
    """Return the key of likeness of the disputed discard; empty where its position is not known."""
    keys = Precedent.objects.filter(dispute_id=dispute.pk).values_list("alike", flat=True)
    return keys.first() or ""


def key_of(replay: Replay) -> str:
    """Return the key of likeness of the discard that the deal was won with; empty where none was judged."""
    if replay.judged_at is None:
        return ""
    position = faced(replay.history, replay.judged_at)
    return "" if position is None else position.key


def cases_like(
    replay: Replay, deal_id: int, viewer: Player | None, *, now: datetime
) -> tuple[str, int]:
    """The key of the discard that this deal was won with, and how many cases like it this reader finds elsewhere."""
    if replay.judged_at is None:
        return "", 0
    kept = private_deals_for(viewer)
    told = [one.position.alike for one in real_card_rulings(now, kept).values()]
    if not told and not Precedent.objects.exists():
        return "", 0
    key = key_of(replay)
    rows = final_rulings(now, kept).filter(precedent__alike=key).exclude(deal=deal_id)
    return key, rows.count() + told.count(key) if key else 0


def ruling_of(case: Case) -> str:
    """Return the reason of the ruling, as this reader may see it."""
    return redact_names(case.dispute.ruling, case.hidden)
