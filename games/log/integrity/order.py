"""The order of reading: no hash covers `position` and `txid`; they are compared with what was sealed in that order."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from games.log import sql
from games.log.integrity.sealing import FOLLOWER
from games.log.models import FollowerPosition, SignedCheckpoint
from games.log.sql import rows_of
from games.log.store import Place, last_place


def ahead() -> list[str]:
    """The followers that stand behind the end of the log: they would pass over what comes next."""
    end = last_place()
    return [
        row.follower
        for row in FollowerPosition.objects.order_by("follower")
        if Place(row.txid, row.position) > end
    ]


def disordered() -> Iterator[str]:
    """A sentence for each follower, event and leaf that is not where the order of the log has it."""
    for name in ahead():
        yield _(
            "Follower %(name)s stands ahead of the log's last event: it would miss the next ones."
        ) % {"name": name}
    position = FollowerPosition.objects.filter(follower=FOLLOWER).first()
    if position is None:
        return
    for stream, version in rows_of(sql.MISPLACED, [position.txid, position.position]):
        yield _(
            "Stream %(stream)s: the position or transaction of its event %(version)d is not that with which it was "
            "appended: followers pass over it, or meet it twice."
        ) % {"stream": stream, "version": version}
    yield from _leaves_in_order()


def _leaves_in_order() -> Iterator[str]:
    """Within one checkpoint leaves stand in the order of their events, and the tree covers that order."""
    ends = iter(SignedCheckpoint.objects.order_by("size").values_list("size", flat=True).iterator())
    end, before = 0, 0
    for index, stream, position in rows_of(sql.LEAVES_IN_ORDER, []):
        while index >= end:
            end, before = next(ends, index + 1), 0
        if position <= before:
            yield _(
                "Stream %(stream)s: its position is not the one in whose order it was sealed."
            ) % {"stream": stream}
        before = max(before, position)
