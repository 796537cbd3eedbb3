"""Verifies the log: walks the streams, computes every hash again, and names the first broken row of each."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.db import connection
from django.db.models import Exists, OuterRef
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.log.archive import Damaged, Row, unpack
from games.log.chain import NOTHING_BEFORE, hash_event
from games.log.models import ArchivedStream, Event
from games.log.store import START, LogPosition


@dataclass(frozen=True, slots=True)
class Broken:
    """The first row of a stream that is not as it was appended."""

    stream: str
    version: int
    position: int
    reason: str
    """`gap`, `previous`, `hash` or `order`; of an archived one `order`, or with its last version `archive`, `twice`."""

    def __str__(self) -> str:
        """Return the sentence that says where the stream is broken and how."""
        return _(
            "Stream %(stream)s is broken at version %(version)d (position %(position)d): %(what)s"
        ) % {
            "stream": self.stream,
            "version": self.version,
            "position": self.position,
            "what": _SENTENCES[self.reason],
        }


_SENTENCES = {
    "gap": gettext_lazy(
        "the version before it is missing, or this one was inserted or renumbered."
    ),
    "previous": gettext_lazy("it does not carry the hash of the event before it."),
    "hash": gettext_lazy("its content does not match its hash."),
    "order": gettext_lazy(
        "its position or transaction was changed, so it no longer follows the event before it."
    ),
    "archive": gettext_lazy("its archived row does not contain the events that were archived."),
    "twice": gettext_lazy("it is archived, but its events are also still among the current ones."),
}


def stream_names(beginning: str = "") -> Iterator[str]:
    """Yield the name of every stream that has events: live streams by name, then archived ones.

    If `beginning` is given, only names that begin with it.
    """
    events, archived = Event.objects.order_by("stream"), ArchivedStream.objects.order_by("stream")
    if beginning:
        events = events.filter(stream__startswith=beginning)
        archived = archived.filter(stream__startswith=beginning)
    names = events.values_list("stream", flat=True).distinct()
    yield from names.iterator(chunk_size=2000)
    yield from archived.values_list("stream", flat=True).iterator(chunk_size=2000)


def broken_streams(stream: str | None = None) -> Iterator[Broken]:
    """Yield the first broken row of each broken stream: live streams by name, then archived ones.

    Checks only `stream` if given. A hash chain alone cannot show that the last events of a stream, or a whole stream,
    are gone.
    """
    yield from _broken_in_play(stream)
    archived = ArchivedStream.objects.annotate(
        in_play=Exists(Event.objects.filter(stream=OuterRef("stream")))
    )
    if stream is not None:
        archived = archived.filter(stream=stream)
    for row in archived.iterator(chunk_size=200):
        events = _held(row)
        if not events:
            yield Broken(row.stream, row.version, row.position, "archive")
        elif row.in_play:
            yield Broken(row.stream, row.version, row.position, "twice")
        else:
            before = START
            for event in events:
                place = LogPosition(event[11], event[0])
                if not _follows(place, before):
                    yield Broken(row.stream, event[2], place.position, "order")
                    break
                before = place


def _held(row: ArchivedStream) -> list[Row]:
    """Return the events of an archived stream; empty unless they match the hash and positions in its row."""
    try:
        events = unpack(row.stream, bytes(row.packed))
    except Damaged:
        return []
    if not events or len(events) != row.version:
        return []
    first, last = events[0], events[-1]
    said = (row.first_txid, row.first_position, row.txid, row.position, bytes(row.hash))
    return events if said == (first[11], first[0], last[11], last[0], last[8]) else []


def _follows(place: LogPosition, before: LogPosition) -> bool:
    """Return whether an event's position may follow that of the event before it in its stream."""
    numbered = connection.vendor == "postgresql"
    rises = place.position > before.position and place.txid >= before.txid
    return rises and (numbered or not place.txid)


def _broken_in_play(stream: str | None) -> Iterator[Broken]:
    rows = Event.objects.order_by("stream", "version").values_list(
        "stream",
        "version",
        "position",
        "txid",
        "name",
        "schema",
        "payload",
        "metadata",
        "recorded_at",
        "command_id",
        "previous",
        "hash",
        named=True,
    )
    if stream is not None:
        rows = rows.filter(stream=stream)
    current, reached, before, place, reported = "", 0, NOTHING_BEFORE, START, False
    for row in rows.iterator(chunk_size=2000):
        if row.stream != current:
            current, reached, before, place, reported = row.stream, 0, NOTHING_BEFORE, START, False
        if reported:
            continue
        digest = hash_event(
            before,
            stream=row.stream,
            version=row.version,
            name=row.name,
            schema=row.schema,
            payload=row.payload,
            metadata=row.metadata,
            recorded_at=row.recorded_at,
            command_id=row.command_id,
        )
        if row.version != reached + 1:
            reason = "gap"
        elif bytes(row.previous) != before:
            reason = "previous"
        elif bytes(row.hash) != digest:
            reason = "hash"
        elif not _follows(LogPosition(row.txid, row.position), place):
            reason = "order"
        else:
            reached, before, place = row.version, digest, LogPosition(row.txid, row.position)
            continue
        reported = True
        yield Broken(row.stream, row.version, row.position, reason)
