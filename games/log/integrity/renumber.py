"""Renumbers a log that was restored into another PostgreSQL cluster with transaction numbers of that cluster."""

from collections.abc import Mapping

from django.db import connection, transaction

from games.log.archive import pack, unpack
from games.log.models import ArchivedStream

_UNREAD_FROM = "SELECT min(txid) FROM log_checkpoint WHERE txid > 0"
# What every follower has read needs no order among transactions any more; the rest keeps its own.
_NUMBERS = """
    CREATE TEMPORARY TABLE log_moved ON COMMIT DROP AS
    SELECT txid AS old, row_number() OVER (ORDER BY txid) AS new
    FROM (
        SELECT txid FROM log_event WHERE txid >= %s UNION SELECT unnest(%s::bigint[])
    ) AS unread
"""
_GUARDED = ("log_event", "log_archive")
_MOVE = (
    "UPDATE log_event SET txid = COALESCE((SELECT new FROM log_moved WHERE old = txid), 0)",
    "UPDATE log_checkpoint SET txid = new FROM log_moved WHERE old = txid",
)


class TooFarBehind(Exception):
    """Raised if a follower has more unread transactions than this cluster has had."""


def renumber() -> bool:
    """Give every event and every follower's position a number of this cluster; return whether that was needed.

    Followers miss nothing and get nothing twice, including those that had not read everything. Raises `TooFarBehind`,
    changing nothing. On SQLite, and if the numbers fit, there is nothing to do.
    """
    if connection.vendor != "postgresql":
        return False
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("LOCK TABLE log_event, log_archive, log_checkpoint IN ACCESS EXCLUSIVE MODE")
        cursor.execute("SELECT pg_snapshot_xmax(pg_current_snapshot())::text::bigint")
        (next_txid,) = cursor.fetchone()
        cursor.execute(
            "SELECT greatest(max(txid), (SELECT max(txid) FROM log_archive),"
            " (SELECT max(txid) FROM log_checkpoint)) FROM log_event"
        )
        (greatest,) = cursor.fetchone()
        if greatest is None or greatest < next_txid:
            return False
        cursor.execute(_UNREAD_FROM)
        (unread_from,) = cursor.fetchone()
        if unread_from is None:
            unread_from = greatest + 1
        cursor.execute(_NUMBERS, [unread_from, _archived_from(unread_from)])
        cursor.execute("SELECT count(*) FROM log_moved")
        (unread,) = cursor.fetchone()
        if unread >= next_txid:
            cursor.execute("SELECT follower FROM log_checkpoint WHERE txid = %s", [unread_from])
            raise TooFarBehind(", ".join(name for (name,) in cursor.fetchall()))
        cursor.execute("SELECT old, new FROM log_moved")
        moved = dict(cursor.fetchall())
        for table in _GUARDED:
            cursor.execute(f"ALTER TABLE {table} DISABLE TRIGGER USER")
        for statement in _MOVE:
            cursor.execute(statement)
        _move_archived(moved)
        for table in _GUARDED:
            cursor.execute(f"ALTER TABLE {table} ENABLE TRIGGER USER")
        return True


def _archived_from(txid: int) -> list[int]:
    """Return the numbers of the transactions, from this one on, that have events in the archive."""
    streams = ArchivedStream.objects.filter(txid__gte=txid)
    return sorted(
        {
            row[11]
            for stream in streams.iterator(chunk_size=200)
            for row in unpack(stream.stream, bytes(stream.packed))
            if row[11] >= txid
        }
    )


def _move_archived(moved: Mapping[int, int]) -> None:
    for stream in ArchivedStream.objects.filter(txid__gt=0).iterator(chunk_size=200):
        rows = unpack(stream.stream, bytes(stream.packed))
        rows = [(*row[:11], moved.get(row[11], 0)) for row in rows]
        stream.packed = pack(rows)
        stream.first_txid, stream.txid = rows[0][11], rows[-1][11]
        stream.save(update_fields=["packed", "first_txid", "txid"])
