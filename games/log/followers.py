"""Runs followers, which read the whole log in order and make rows from it, each event exactly once."""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from django.db import connection, transaction

from games.log.damage import NOT_DECODED, UNREADABLE, read_all_past_damage
from games.log.models import FollowerPosition
from games.log.store import START, LogPosition, Recorded, names_behind

_log = logging.getLogger(__name__)

WAITING = 200
"""Events that a follower hears nothing in and that it may leave unread for a while."""


@dataclass(frozen=True, slots=True)
class Follower:
    """A reader of the whole log that keeps something up to date with it."""

    name: str
    """Names the position; final."""
    handle: Callable[[list[Recorded]], None]
    """Makes its rows from the next events, in the position's transaction."""
    reset: Callable[[], None] = lambda: None
    """Throws away all that `handle` has ever made, before a rebuild."""
    hears: frozenset[str] | None = None
    """The names of the events that `handle` does something for, so that others need not wake it; None for all."""


class LogRestored(Exception):
    """Raised when a follower's position is beyond the end of the log: it was restored into another cluster.

    PostgreSQL's transaction numbers start low there. `docs/events.md` says what to do.
    """


def catch_up(follower: Follower, limit: int = 500) -> int:
    """Let `follower` handle at most `limit` events; return how many, 0 when it is up to date.

    Its work and its position are saved in one transaction. If `follower` handles none of the new events, its position
    is only moved once there are `WAITING` of them, and only their names are read. Returns 0 without doing anything if
    another worker runs this follower. An error in `handle` is raised and changes nothing. Unreadable events are
    logged and skipped. Raises `LogRestored` if the position cannot belong to this log.
    """
    place = _place(follower)
    if not _has_news(follower, place):  # an idle follower takes no lock
        _refuse_restored(follower, place)
        return 0
    return _advance(follower, limit, wait=False)


def _has_news(follower: Follower, place: LogPosition) -> bool:
    if follower.hears is None:
        return bool(read_all_past_damage(place, limit=1))
    names = names_behind(place, WAITING)
    return len(names) >= WAITING or "" in names or not follower.hears.isdisjoint(names)


def rebuild(follower: Follower, limit: int = 500) -> int:
    """Delete what `follower` has made and make it again from the first event; return how many events were read.

    Each batch is a transaction of its own, so writers go on and other workers may help.
    """
    _place(follower)
    with transaction.atomic():
        _lock(follower, wait=True)
        follower.reset()
        FollowerPosition.objects.filter(follower=follower.name).update(txid=0, position=0)
    total = 0
    while done := _advance(follower, limit, wait=True):
        total += done
    return total


def _advance(follower: Follower, limit: int, *, wait: bool) -> int:
    try:
        return _handled(follower, limit, follower.handle, wait=wait)
    except UNREADABLE:
        # One damaged event must not keep all others waiting: by itself it meets nobody else.
        return _handled(follower, limit, partial(_one_by_one, follower), wait=wait)


def _handled(
    follower: Follower, limit: int, handle: Callable[[list[Recorded]], None], *, wait: bool
) -> int:
    with transaction.atomic():
        position = _lock(follower, wait=wait)
        if position is None:
            return 0
        events = read_all_past_damage(LogPosition(position.txid, position.position), limit)
        if not events:
            return 0
        readable = [event for event in events if event.schema != NOT_DECODED]
        if len(readable) < len(events):
            for event in events:
                if event.schema == NOT_DECODED:
                    _go_past(follower, event, "it cannot be decoded")
        if readable:
            handle(readable)
        position.txid, position.position = events[-1].place
        position.save(update_fields=("txid", "position"))
        return len(events)


def _one_by_one(follower: Follower, events: list[Recorded]) -> None:
    for event in events:
        try:
            with transaction.atomic():
                follower.handle([event])
        except UNREADABLE as error:
            _go_past(follower, event, type(error).__name__)


def _go_past(follower: Follower, event: Recorded, why: str) -> None:
    _log.error("%s goes past %s, version %s: %s", follower.name, event.stream, event.version, why)


def _lock(follower: Follower, *, wait: bool) -> FollowerPosition | None:
    """Return the follower's position, locked; None if another worker holds it and `wait` is False.

    SQLite has no row locks and needs none: the transaction holds the whole database.
    """
    rows = FollowerPosition.objects.select_for_update(skip_locked=not wait)
    return rows.filter(follower=follower.name).first()


def _place(follower: Follower) -> LogPosition:
    """Return the follower's position. A new follower gets its row here, before anything is locked."""
    rows = FollowerPosition.objects.filter(follower=follower.name).values_list("txid", "position")
    row = rows.first()
    if row is None:
        FollowerPosition.objects.bulk_create(
            [FollowerPosition(follower=follower.name)], ignore_conflicts=True
        )
        return START
    return LogPosition(*row)


def _refuse_restored(follower: Follower, place: LogPosition) -> None:
    if connection.vendor != "postgresql" or not place.txid:
        return
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_snapshot_xmax(pg_current_snapshot())::text::bigint")
        (next_txid,) = cursor.fetchone()
    if place.txid >= next_txid:
        raise LogRestored(
            f"{follower.name} has read up to transaction {place.txid}, but this database has only"
            f" come to {next_txid}: it was restored from another one."
        )
