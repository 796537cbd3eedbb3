"""Builds the SQL of the event store, from the fixed names below alone; every value is a parameter."""
# ruff: noqa: S608

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from django.db import connection

ROWS = 200
"""The most rows of one INSERT: 12 values each at the most, far under SQLite's 32,766 variables."""

HEAD = "SELECT version, hash FROM log_event WHERE stream = %s ORDER BY version DESC LIMIT 1"
ANSWER = "SELECT version, hash FROM log_event WHERE stream = %s AND command_id = %s"
# Where a stream ends that may be archived, and what is packed there.
HEAD_ANYWHERE = (
    f"SELECT version, hash, NULL FROM ({HEAD}) AS head"
    " UNION ALL SELECT version, hash, packed FROM log_archive WHERE stream = %s"
)
ANSWER_ANYWHERE = f"{ANSWER} UNION ALL SELECT 0, packed FROM log_archive WHERE stream = %s"
HEAD_AND_ANSWER = (
    "SELECT head.version, head.hash, answer.version, answer.hash"
    f" FROM ({HEAD}) AS head LEFT JOIN ({ANSWER}) AS answer ON 1 = 1"
)
_WRITTEN = "txid, stream, version, name, schema, payload, metadata, command_id, recorded_at, previous, hash"
_COLUMNS = (
    "position, stream, version, name, schema, payload, metadata, recorded_at, hash, previous,"
    " command_id, txid"
)
READ = f"SELECT {_COLUMNS} FROM log_event WHERE stream = %s AND version > %s ORDER BY version"
READ_NAMED = f"SELECT {_COLUMNS} FROM log_event WHERE stream = %s AND name = %s ORDER BY version"
READ_ACROSS = (
    f"SELECT {_COLUMNS} FROM log_event WHERE stream IN ({{streams}}) AND name IN ({{names}})"
    " ORDER BY txid, position"
)
REPLAY = (
    "SELECT version, name, schema, payload, recorded_at, metadata"
    " FROM log_event WHERE stream = %s ORDER BY version"
)
FACTS = "SELECT name, schema, payload FROM log_event WHERE stream = %s ORDER BY version"
# Up to which place the log is complete. On PostgreSQL transactions older than every running one
# have all committed or gone: nothing can appear among them any more. Neither writers nor followers
# wait. On SQLite there is one writer at a time: positions are committed in the order in which they
# are given.
GREATEST = 2**63 - 1
HORIZON = {
    "postgresql": f"SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint - 1, {GREATEST}",
    "sqlite": "SELECT 0, COALESCE(max(seq), 0) FROM sqlite_sequence WHERE name = 'log_event'",
}
_ORDER = "(txid, position) > (%s, %s) AND (txid, position) <= (%s, %s)"
READ_ALL = {
    "postgresql": f"SELECT {_COLUMNS} FROM log_event WHERE {_ORDER} ORDER BY txid, position LIMIT %s",
    "sqlite": (
        f"SELECT {_COLUMNS} FROM log_event WHERE txid >= %s AND position > %s"
        " AND txid <= %s AND position <= %s ORDER BY position LIMIT %s"
    ),
}
_PUT_AWAY = "SELECT '' FROM (SELECT 1 FROM log_archive WHERE (txid, position) > (%s, %s) LIMIT 1) AS put_away"


def names_behind(vendor: str) -> str:
    """Return the SELECT of the names of events after a position, up to the horizon.

    It adds an empty name if there are also archived events after the position.
    """
    behind = {
        "postgresql": (
            f"(txid, position) > (%s, %s) AND (txid, position) <= ({HORIZON[vendor]})"
            " ORDER BY txid, position"
        ),
        "sqlite": "txid >= %s AND position > %s ORDER BY position",
    }[vendor]
    return (
        f"SELECT name FROM (SELECT name FROM log_event WHERE {behind} LIMIT %s) AS news"
        f" UNION ALL {_PUT_AWAY}"
    )


# The last places of both tables.
LAST_PLACE = " UNION ALL ".join(
    f"SELECT * FROM (SELECT txid, position FROM {table} ORDER BY txid DESC, position DESC LIMIT 1) AS {table}_end"
    for table in ("log_event", "log_archive")
)
# An event that followers have passed is under a leaf, one that they will still meet is not.
_SEALED = "(SELECT stream, max(version) AS version FROM log_leaf GROUP BY stream)"
MISPLACED = (
    f"SELECT event.stream, event.version FROM log_event AS event LEFT JOIN {_SEALED} AS sealed"
    " ON sealed.stream = event.stream"
    " WHERE ((event.txid, event.position) <= (%s, %s)) <> (event.version <= COALESCE(sealed.version, 0))"
    " ORDER BY event.stream, event.version"
)
# Archived streams that are not wholly sealed, and passed to their end, with how far they are sealed.
NOT_PASSED = (
    "SELECT archive.stream, COALESCE(sealed.version, 0) FROM log_archive AS archive"
    f" LEFT JOIN {_SEALED} AS sealed ON sealed.stream = archive.stream"
    " WHERE (archive.txid, archive.position) > (%s, %s)"
    " OR archive.version > COALESCE(sealed.version, 0) ORDER BY archive.stream"
)
# The position is null where it stands in what is packed, before its end.
LEAVES_IN_ORDER = (
    'SELECT leaf."index", leaf.stream, leaf.version, COALESCE(event.position,'
    " CASE WHEN archive.version = leaf.version THEN archive.position END) FROM log_leaf AS leaf"
    " LEFT JOIN log_event AS event ON event.stream = leaf.stream AND event.version = leaf.version"
    " LEFT JOIN log_archive AS archive ON archive.stream = leaf.stream"
    " WHERE event.position IS NOT NULL OR archive.version >= leaf.version"
    ' ORDER BY leaf."index"'
)

IN_PLAY = (
    "SELECT position, stream FROM log_event WHERE position > %s AND version = 1"
    " ORDER BY position LIMIT %s"
)
ARCHIVE = (
    "INSERT INTO log_archive"
    " (stream, version, hash, first_txid, first_position, txid, position, packed)"
    " VALUES (%s, %s, %s, %s, %s, %s, %s, %s)"
)
DELETE = "DELETE FROM log_event WHERE stream = %s"
DELETE_ARCHIVED = "DELETE FROM log_archive WHERE stream = %s"
ARCHIVED = "SELECT packed, hash FROM log_archive WHERE stream = %s"
ARCHIVED_LOCKED = {"postgresql": f"{ARCHIVED} FOR UPDATE", "sqlite": ARCHIVED}
_BEGUN = "SELECT stream, packed, first_txid, first_position FROM log_archive"
ARCHIVED_ACROSS = (
    f"{_BEGUN} WHERE (txid, position) > (%s, %s) AND (first_txid, first_position) <= (%s, %s)"
)
ARCHIVED_FROM = (
    f"{_BEGUN} WHERE (first_txid, first_position) > (%s, %s)"
    " ORDER BY first_txid, first_position LIMIT %s"
)


@lru_cache(maxsize=2)
def hashes(events: int) -> str:
    """Return the SELECT of the hashes of this number of events, each given by stream and version."""
    asked = ", ".join(["(CAST(%s AS text), CAST(%s AS integer))"] * events)
    # A join goes row by row through the index; for an IN SQLite walks all of it.
    return (
        f"WITH asked (stream, version) AS (VALUES {asked})"
        " SELECT event.stream, event.version, event.hash FROM asked CROSS JOIN log_event AS event"
        " WHERE event.stream = asked.stream AND event.version = asked.version"
    )


@lru_cache(maxsize=512)
def archived_heads(streams: int) -> str:
    """Return the SELECT of the heads of archived streams, with parameters for `streams` names."""
    return f"SELECT stream, version, hash FROM log_archive WHERE stream IN ({', '.join(['%s'] * streams)})"


_CASTS = ("text", "int", "text", "smallint", "text", "text", "text", "text", "bytea", "bytea")
_ROW = ", ".join(f"%s::{kind}" for kind in _CASTS)
# The transaction's own number, but never lower than that of the event before it in the stream: so
# a stream stays in order even where an older transaction appends after a younger one.
_TXID = "GREATEST(pg_current_xact_id()::text::bigint, head.txid)"
_BEHIND = (
    "log_event AS head WHERE head.stream = %s AND head.version = %s AND head.hash = %s"
    f" AND NOT EXISTS ({ANSWER})"
)
_BEHIND_NOTHING = (
    "(VALUES (0::bigint)) AS head (txid)"
    " WHERE NOT EXISTS (SELECT 1 FROM log_archive WHERE stream = %s)"
)


@lru_cache(maxsize=512)
def insert(rows: int, *, new: bool) -> str:
    """Return PostgreSQL's INSERT of `rows` events after a stream's head: one statement, all or nothing.

    An error would spoil the caller's transaction. So it inserts nothing if the log does not hold the head with this
    very hash, if the command was already stored, or if another writer has taken the next version. The values are the
    first row, the head (stream, version, hash) and the command (stream, id), then the other rows. A `new` stream has
    no head and no command: of these only the stream's name is given.
    """
    into = f"INSERT INTO log_event ({_WRITTEN})"
    behind = _BEHIND_NOTHING if new else _BEHIND
    first = f"{into} SELECT {_TXID}, {_ROW} FROM {behind} ON CONFLICT DO NOTHING"
    if rows == 1:
        return first
    # Only the first row can meet another writer: who holds it holds the following ones.
    return (
        f"WITH first AS ({first} RETURNING txid) {into}"
        f" SELECT first.txid, rest.{_WRITTEN.removeprefix('txid, ').replace(', ', ', rest.')}"
        f" FROM first, (VALUES {', '.join([f'({_ROW})'] * (rows - 1))})"
        f" AS rest ({_WRITTEN.removeprefix('txid, ')})"
    )


@lru_cache(maxsize=256)
def insert_alone(rows: int) -> str:
    """Return SQLite's INSERT of `rows` events, for a transaction that has read the stream's head and excludes
    others.
    """
    row = f"(0, {', '.join(['%s'] * len(_CASTS))})"
    return f"INSERT INTO log_event ({_WRITTEN}) VALUES {', '.join([row] * rows)}"


@lru_cache(maxsize=256)
def insert_again(rows: int) -> str:
    """Return the INSERT of `rows` events exactly as they were read, with their positions."""
    row = f"({', '.join(['%s'] * 12)})"
    return f"INSERT INTO log_event ({_COLUMNS}) VALUES {', '.join([row] * rows)}"


Values = Sequence[int | str | bytes | None]


def rows_of(sql: str, values: Values) -> list[tuple[Any, ...]]:
    """Run a SELECT and return its rows."""
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        return list(cursor.fetchall())


def count_of(sql: str, values: Values) -> int:
    """Run an INSERT, UPDATE or DELETE and return how many rows it changed."""
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        return int(cursor.rowcount)
