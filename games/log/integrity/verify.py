"""Verification: walk the streams, compute every hash again, name the first broken row of each."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.db import connection
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.log.chain import NOTHING_BEFORE, hash_event
from games.log.models import Event
from games.log.store import START, Place


@dataclass(frozen=True, slots=True)
class Broken:
    """The first row of a stream that is not as it was appended."""

    stream: str
    version: int
    position: int
    reason: str
    """`gap`, `previous`, `hash` or `order`."""

    def __str__(self) -> str:
        """A plain sentence."""
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
    "hash": gettext_lazy("its content is not what its hash was made of."),
    "order": gettext_lazy(
        "its position or transaction was changed: it is not behind the event before it."
    ),
}


def stream_names(beginning: str = "") -> Iterator[str]:
    """The name of every stream that has an event, by name; only those with this beginning, if given."""
    events = Event.objects.filter(stream__startswith=beginning) if beginning else Event.objects
    names = events.order_by("stream").values_list("stream", flat=True).distinct()
    yield from names.iterator(chunk_size=2000)


def broken_streams(stream: str | None = None) -> Iterator[Broken]:
    """The first broken row of each broken stream, streams by name; of one stream if given.

    What a chain alone cannot show: that the last events of a stream, or a whole stream, are gone.
    """
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
    numbered = connection.vendor == "postgresql"
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
        elif row.position <= place.position or row.txid < place.txid or (row.txid and not numbered):
            reason = "order"
        else:
            reached, before, place = row.version, digest, Place(row.txid, row.position)
            continue
        reported = True
        yield Broken(row.stream, row.version, row.position, reason)
