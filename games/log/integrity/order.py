"""Checks the order in which followers read the log.

No hash covers `position` and `txid`, so they are compared with the order in which events were sealed.
"""

from collections.abc import Collection, Iterator

from django.utils.translation import gettext as _

from games.log import sql
from games.log.archive import Damaged, places
from games.log.integrity.sealing import FOLLOWER
from games.log.models import FollowerPosition, SignedCheckpoint
from games.log.sql import rows_of
from games.log.store import LogPosition, last_place


def ahead() -> list[str]:
    """Return the names of the followers whose position is beyond the end of the log: they would skip events."""
    end = last_place()
    return [
        row.follower
        for row in FollowerPosition.objects.order_by("follower")
        if LogPosition(row.txid, row.position) > end
    ]


def disordered(archived: Collection[str] | None = None) -> Iterator[str]:
    """Yield a sentence for each follower, event and leaf whose position does not fit the order of the log.

    For an archived stream the positions of its first and last events are in its row. Leaves in the middle need the
    stream unpacked; this is done for all archived streams, or only for those in `archived`.
    """
    for name in ahead():
        yield _(
            "Follower %(name)s is ahead of the log's last event: it would miss the next ones."
        ) % {"name": name}
    position = FollowerPosition.objects.filter(follower=FOLLOWER).first()
    if position is None:
        return
    for stream, version in _misplaced(LogPosition(position.txid, position.position)):
        yield _(
            "Stream %(stream)s: the position or transaction of its event %(version)d is not the "
            "one it was appended with, so followers skip it or see it twice."
        ) % {"stream": stream, "version": version}
    yield from _leaves_in_order(archived)


def _misplaced(reached: LogPosition) -> Iterator[tuple[str, int]]:
    """Yield stream and version of each event on the wrong side of `reached`, up to which the log is sealed.

    An archived stream that is sealed to its end and lies wholly before `reached` is not unpacked: its positions rise,
    as `verify` checks.
    """
    yield from rows_of(sql.MISPLACED, reached)
    for stream, sealed in rows_of(sql.NOT_PASSED, reached):
        for version, place in enumerate(_places(stream), start=1):
            if (place <= reached) != (version <= sealed):
                yield stream, version


def _places(stream: str) -> list[LogPosition]:
    """Return the positions of an archived stream's events; empty if it is damaged, which `verify` reports."""
    try:
        return [LogPosition(*place) for place in places(stream)]
    except Damaged:
        return []


def _leaves_in_order(archived: Collection[str] | None) -> Iterator[str]:
    """Yield a sentence for each leaf that is not in the order of its event within its checkpoint."""
    ends = iter(SignedCheckpoint.objects.order_by("size").values_list("size", flat=True).iterator())
    end, before = 0, 0
    for index, stream, version, position in rows_of(sql.LEAVES_IN_ORDER, []):
        while index >= end:
            end, before = next(ends, index + 1), 0
        if position is None and (archived is None or stream in archived):
            position = dict(enumerate((place.position for place in _places(stream)), 1)).get(
                version
            )
        if position is None:
            continue
        if position <= before:
            yield _("Stream %(stream)s: its position is not the one that it was sealed with.") % {
                "stream": stream
            }
        before = max(before, position)
