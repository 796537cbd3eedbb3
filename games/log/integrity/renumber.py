"""Moving in: a log that was restored into another PostgreSQL cluster gets numbers of that cluster."""

from django.db import connection, transaction

_UNREAD_FROM = "SELECT min(txid) FROM log_checkpoint WHERE txid > 0"
# What every follower has read needs no order among transactions any more; the rest keeps its own.
_NUMBERS = """
    CREATE TEMPORARY TABLE log_moved ON COMMIT DROP AS
    SELECT txid AS old, row_number() OVER (ORDER BY txid) AS new
    FROM (SELECT DISTINCT txid FROM log_event WHERE txid >= %s) AS unread
"""
_MOVE = (
    "ALTER TABLE log_event DISABLE TRIGGER USER",
    "UPDATE log_event SET txid = COALESCE((SELECT new FROM log_moved WHERE old = txid), 0)",
    "ALTER TABLE log_event ENABLE TRIGGER USER",
    "UPDATE log_checkpoint SET txid = new FROM log_moved WHERE old = txid",
)


class TooFarBehind(Exception):
    """A follower has more transactions unread than this cluster has had."""


def renumber() -> bool:
    """Give every event and every follower's place a number of this cluster; whether it was needed.

    Followers miss nothing and meet nothing twice, also those that had not read everything. Raises
    `TooFarBehind` with nothing changed. On SQLite, and where the numbers fit, there is nothing to do.
    """
    if connection.vendor != "postgresql":
        return False
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("LOCK TABLE log_event, log_checkpoint IN ACCESS EXCLUSIVE MODE")
        cursor.execute("SELECT pg_snapshot_xmax(pg_current_snapshot())::text::bigint")
        (next_txid,) = cursor.fetchone()
        cursor.execute(
            "SELECT greatest(max(txid), (SELECT max(txid) FROM log_checkpoint)) FROM log_event"
        )
        (greatest,) = cursor.fetchone()
        if greatest is None or greatest < next_txid:
            return False
        cursor.execute(_UNREAD_FROM)
        (unread_from,) = cursor.fetchone()
        cursor.execute(_NUMBERS, [greatest + 1 if unread_from is None else unread_from])
        cursor.execute("SELECT count(*) FROM log_moved")
        (unread,) = cursor.fetchone()
        if unread >= next_txid:
            cursor.execute("SELECT follower FROM log_checkpoint WHERE txid = %s", [unread_from])
            raise TooFarBehind(", ".join(name for (name,) in cursor.fetchall()))
        for statement in _MOVE:
            cursor.execute(statement)
        return True
