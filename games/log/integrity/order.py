"""The order of reading: no hash covers `position` and `txid`; they are compared with what was sealed in that order."""

from collections.abc import Collection, Iterator

from django.utils.translation import gettext as _

from games.log import sql
from games.log.archive import Damaged, places
from games.log.integrity.sealing import FOLLOWER
from games.log.models import FollowerPosition, SignedCheckpoint
from games.log.sql import rows_of
from games.log.store import LogPosition, last_place


def ahead() -> list[str]:
    """Return the followers whose position is beyond the end of the log: they would skip what comes next."""
    end = last_place()
    return [
        row.follower
        for row in FollowerPosition.objects.order_by("follower")
        if LogPosition(row.txid, row.position) > end
    ]


def disordered(archived: Collection[str] | None = None) -> Iterator[str]:
    """Yield a sentence for each follower, event and leaf that is not where the order of the log has it.

    Of archived streams the places of their ends stand beside what is packed. Others are unpacked for it, where there
    is a leaf in the middle of the stream; all such streams, or only these.
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
    """Yield the events on the wrong side of the place up to which the log is sealed.

    An archived stream that is sealed and passed to its end has none: its places rise, as `verify` looks.
    """
    yield from rows_of(sql.MISPLACED, reached)
    for stream, sealed in rows_of(sql.NOT_PASSED, reached):
        for version, place in enumerate(_places(stream), start=1):
            if (place <= reached) != (version <= sealed):
                yield stream, version


def _places(stream: str) -> list[LogPosition]:
    """Return where the events of an archived stream stand; none where it is damaged, which `verify` names."""
    try:
        return [LogPosition(*place) for place in places(stream)]
    except Damaged:
        return []


def _leaves_in_order(archived: Collection[str] | None) -> Iterator[str]:
    """Check that the leaves of a checkpoint are in the order of their events, and that the tree covers it."""
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
