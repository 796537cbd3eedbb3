"""The SQL of the store. Built from the fixed names below alone; every value is a parameter."""
# ruff: noqa: S608

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from django.db import connection

ROWS = 200
"""The most rows of one INSERT: 10 values each, far under SQLite's 32,766 variables."""

HEAD = "SELECT version, hash FROM log_event WHERE stream = %s ORDER BY version DESC LIMIT 1"
ANSWER = "SELECT version, hash FROM log_event WHERE stream = %s AND command_id = %s"
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
REPLAY = (
    "SELECT version, name, schema, payload, recorded_at, metadata"
    " FROM log_event WHERE stream = %s ORDER BY version"
)
FACTS = "SELECT name, schema, payload FROM log_event WHERE stream = %s ORDER BY version"
# Transactions older than every running one have all committed or gone: nothing can appear among
# them any more. Neither writers nor followers wait.
HORIZON = " AND txid < pg_snapshot_xmin(pg_current_snapshot())::text::bigint"
READ_ALL = {
    "postgresql": (
        f"SELECT {_COLUMNS} FROM log_event WHERE (txid, position) > (%s, %s){HORIZON}"
        " ORDER BY txid, position LIMIT %s"
    ),
    # One writer at a time: positions are committed in the order in which they are given.
    "sqlite": (
        f"SELECT {_COLUMNS} FROM log_event WHERE txid >= %s AND position > %s"
        " ORDER BY position LIMIT %s"
    ),
}

LAST_PLACE = "SELECT txid, position FROM log_event ORDER BY txid DESC, position DESC LIMIT 1"
# An event that followers have passed is under a leaf, one that they will still meet is not.
_SEALED = "(SELECT stream, max(version) AS version FROM log_leaf GROUP BY stream)"
MISPLACED = (
    f"SELECT event.stream, event.version FROM log_event AS event LEFT JOIN {_SEALED} AS sealed"
    " ON sealed.stream = event.stream"
    " WHERE ((event.txid, event.position) <= (%s, %s)) <> (event.version <= COALESCE(sealed.version, 0))"
    " ORDER BY event.stream, event.version"
)
LEAVES_IN_ORDER = (
    'SELECT leaf."index", leaf.stream, event.position FROM log_leaf AS leaf JOIN log_event AS event'
    ' ON event.stream = leaf.stream AND event.version = leaf.version ORDER BY leaf."index"'
)


@lru_cache(maxsize=2)
def hashes(events: int) -> str:
    """The SELECT of the hashes of so many events, each asked for by stream and version."""
    asked = ", ".join(["(CAST(%s AS text), CAST(%s AS integer))"] * events)
    # A join goes row by row through the index; for an IN SQLite walks all of it.
    return (
        f"WITH asked (stream, version) AS (VALUES {asked})"
        " SELECT event.stream, event.version, event.hash FROM asked CROSS JOIN log_event AS event"
        " WHERE event.stream = asked.stream AND event.version = asked.version"
    )


_CASTS = ("text", "int", "text", "smallint", "text", "text", "text", "text", "bytea", "bytea")
_ROW = ", ".join(f"%s::{kind}" for kind in _CASTS)
# The transaction's own number, but never lower than that of the event before it in the stream: so
# a stream stays in order even where an older transaction appends after a younger one.
_TXID = "GREATEST(pg_current_xact_id()::text::bigint, head.txid)"
_BEHIND = (
    "log_event AS head WHERE head.stream = %s AND head.version = %s AND head.hash = %s"
    f" AND NOT EXISTS ({ANSWER})"
)
_BEHIND_NOTHING = "(VALUES (0::bigint)) AS head (txid)"


@lru_cache(maxsize=512)
def insert(rows: int, *, new: bool) -> str:
    """PostgreSQL's INSERT of `rows` events behind a stream's head: one statement, all or nothing.

    It inserts nothing, instead of an error that would spoil the caller's transaction, where the log
    does not hold the head with this very hash, where the command is answered already, and where
    another writer has taken the next version. The values are the first row, the head (stream,
    version, hash) and the command (stream, id), then the other rows; the head and the command are
    left out for a `new` stream, which has neither.
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
    """SQLite's INSERT of `rows` events, in a transaction that has read the stream's head and keeps others out."""
    row = f"(0, {', '.join(['%s'] * len(_CASTS))})"
    return f"INSERT INTO log_event ({_WRITTEN}) VALUES {', '.join([row] * rows)}"


Values = Sequence[int | str | bytes | None]


def rows_of(sql: str, values: Values) -> list[tuple[Any, ...]]:
    """What a SELECT finds."""
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        return list(cursor.fetchall())


def count_of(sql: str, values: Values) -> int:
    """How many rows an INSERT has stored."""
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        return int(cursor.rowcount)
