"""Queries for the casebook, which has every final ruling with its position (§10.8).

A ruling is final once it cannot be appealed: the time to appeal is over, or it was decided on appeal. Rulings at
tables with real cards are included, with the position as reported.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import BigIntegerField, CharField, Q, QuerySet, Value

from games.engine.recording.similarity import faced
from games.models import DealSeat, FiledDispute, Player, Precedent, StaffAct
from games.queries.behalf import Reported, reported_discards
from games.queries.finished.private_deals import (
    NOTHING,
    TOURNAMENTS,
    PrivateDeals,
    private_deals_for,
)
from games.schema import stream_of
from replays.queries.opened import open_to_all
from replays.queries.redaction import redact_names
from replays.queries.replay import Replay

LIKE = 6
"""Like cases that the referee's desk shows; the casebook has the others."""


@dataclass(frozen=True, slots=True)
class Search:
    """The search terms; empty ones match everything."""

    words: str = ""
    """All of these stand in the reason of the ruling, in capitals or not."""
    section: str = ""
    outcome: str = ""
    """One of `replays.models.statuses`, but that of an open one."""
    penalty: bool | None = None
    """Whether the penalty fell as the engine judged, or was absent."""
    rank: str = ""
    """Letters of ranks, one of which the discard has."""
    colours: str = ""
    """Letters of colours, likewise."""
    alike: str = ""
    """A key of likeness."""
    unlike: bool = False
    """Only where rulings on like positions differ; those alike stand together."""


@dataclass(frozen=True, slots=True)
class Case:
    """A final ruling as this reader may see it."""

    dispute: FiledDispute
    position: Precedent
    named: bool
    """Whether its people and its replay may be told; else the ruling's words have had the names taken out."""
    hidden: frozenset[str]
    """The names to be taken out, none where it may be told."""
    unlike: bool
    """Whether another final ruling on a like position has another outcome."""
    reported: Reported | None = None
    """What was said of it at a table with real cards; None of a case on screens."""


def final_rulings(now: datetime, kept: PrivateDeals = NOTHING) -> QuerySet[FiledDispute]:
    """Return final rulings on comparable positions, newest first, leaving out deals that are `kept` private."""
    rows = FiledDispute.objects.select_related("deal__table", "filed_by", "referee")
    rows = rows.filter(precedent__alike__gt="", provisional=False).exclude(status=FiledDispute.OPEN)
    rows = rows.filter(Q(until__isnull=True) | Q(until__lte=now))
    # A deal that other tables may still play, or that was cancelled since, is no example.
    rows = rows.filter(Q(real_cards=True) | Q(deal__sealed=False, deal__cancelled=False))
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
    kept: PrivateDeals | None = None,
) -> Sequence[FiledDispute] | QuerySet[FiledDispute]:
    """Return the final rulings that match the search of this viewer.

    `kept` are the deals that the club keeps from the viewer; None looks them up. Words are searched only in texts
    that the viewer may see: otherwise a search for a name would reveal where that name occurs. Strangers learn
    nothing about a deal that the club keeps among its members, not even that another case is similar to it.
    """
    kept = private_deals_for(viewer) if kept is None else kept
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
        rows = rows.filter(precedent__alike__in=unlike_keys(now, kept)).order_by(
            "precedent__alike", "-ruled_at", "-pk"
        )
    sought = _plain(search.words).split()
    if sought:
        reasons = rows.values_list("pk", "ruling")
        rows = rows.filter(pk__in=[one for one, said in reasons.iterator() if _has(said, sought)])
    if not sought or viewer is not None:
        return rows
    whole = list(rows)
    names = _names_in(_closed(whole, kept))
    return [one for one in whole if _has(redact_names(one.ruling, names.get(one.pk, ())), sought)]


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


def unlike_keys(now: datetime, kept: PrivateDeals = NOTHING) -> frozenset[str]:
    """Return the similarity keys whose final rulings differ, leaving out deals that are `kept` private."""
    rows = final_rulings(now, kept).order_by().values_list("precedent__alike", "status").distinct()
    outcomes = Counter(key for key, _status in rows)
    return frozenset(key for key, number in outcomes.items() if number > 1)


def sections_of(now: datetime, kept: PrivateDeals = NOTHING) -> frozenset[str]:
    """Return the sections that final rulings cite, leaving out deals that are `kept` private."""
    return frozenset(
        final_rulings(now, kept).order_by().values_list("section", flat=True).distinct()
    )


def cases(
    rows: Iterable[FiledDispute],
    viewer: Player | None,
    *,
    now: datetime,
    kept: PrivateDeals | None = None,
) -> list[Case]:
    """Return these final rulings as cases for this reader.

    Strangers get no names from deals that are not open to all.
    """
    kept = private_deals_for(viewer) if kept is None else kept
    rows = list(rows)
    differing = unlike_keys(now, kept)
    closed = [] if viewer is not None else _closed(rows, kept)
    names = _names_in(closed)
    positions = Precedent.objects.in_bulk([row.pk for row in rows])
    reported = reported_discards([row.pk for row in rows if row.real_cards])
    return [
        Case(
            row,
            position,
            row.pk not in names,
            names.get(row.pk, frozenset()),
            position.alike in differing,
            reported.get(row.pk),
        )
        for row in rows
        if (position := positions.get(row.pk)) is not None
    ]


def case(
    dispute_id: int, viewer: Player | None, *, now: datetime, kept: PrivateDeals
) -> Case | None:
    """Return a case of the casebook; None if it is not final, or the club keeps it from the reader."""
    rows = list(final_rulings(now, kept).filter(pk=dispute_id))
    return cases(rows, viewer, now=now, kept=kept)[0] if rows else None


def is_kept(dispute_id: int, *, now: datetime) -> bool:
    """Return whether this dispute is a case that members can read, although the club may keep it from others."""
    return final_rulings(now).filter(pk=dispute_id).exists()


def _closed(rows: Collection[FiledDispute], kept: PrivateDeals) -> list[FiledDispute]:
    may = open_to_all({row.deal_id: row.deal for row in rows}.values(), kept)
    return [row for row in rows if row.deal_id not in may]


def _names_in(rows: Collection[FiledDispute]) -> dict[int, frozenset[str]]:
    """Return, by dispute id, the names of everybody with a part in the dispute or its deal."""
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


def alike(
    dispute: FiledDispute, *, now: datetime, kept: PrivateDeals = NOTHING
) -> list[FiledDispute]:
    """Return the newest final rulings on similar discards of other deals, at most `LIKE`."""
    return alike_by(key_in_dispute(dispute), but=dispute.deal_id, now=now, kept=kept)


def alike_by(
    key: str, *, but: int, now: datetime, kept: PrivateDeals = NOTHING
) -> list[FiledDispute]:
    """Return the newest final rulings with this similarity key, at most `LIKE`, leaving out the deal `but`."""
    rows = final_rulings(now, kept).exclude(deal=but).filter(precedent__alike=key)
    return list(rows[:LIKE]) if key else []


def key_in_dispute(dispute: FiledDispute) -> str:
    """Return the similarity key of the disputed discard; empty if its position is unknown."""
    keys = Precedent.objects.filter(dispute_id=dispute.pk).values_list("alike", flat=True)
    return keys.first() or ""


def key_of(replay: Replay) -> str:
    """Return the similarity key of the winning discard; empty if none was judged."""
    if replay.judged_at is None:
        return ""
    position = faced(replay.history, replay.judged_at)
    return "" if position is None else position.key


def cases_like(
    replay: Replay, deal_id: int, viewer: Player | None, *, now: datetime
) -> tuple[str, int]:
    """Return the key of this deal's winning discard, and the number of similar cases that this reader may see.

    An empty key and 0 if no discard was judged or the casebook is empty. Cases of this deal itself are not counted.
    """
    if replay.judged_at is None:
        return "", 0
    kept = private_deals_for(viewer)
    if not Precedent.objects.exists():
        return "", 0
    key = key_of(replay)
    rows = final_rulings(now, kept).filter(precedent__alike=key).exclude(deal=deal_id)
    return key, rows.count() if key else 0


def ruling_of(case: Case) -> str:
    """Return the reason given for the ruling, without the names that this reader may not see."""
    return redact_names(case.dispute.ruling, case.hidden)
