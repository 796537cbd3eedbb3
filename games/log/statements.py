"""The SQL of the store. Built from the fixed names below alone; every value is a parameter."""
# ruff: noqa: S608

from functools import lru_cache

ROWS = 200
"""The most rows of one INSERT: 11 values each, far under SQLite's 32,766 variables."""

HEAD = "SELECT version, hash, txid FROM log_event WHERE stream = %s ORDER BY version DESC LIMIT 1"
HEAD_AND_COMMAND = (
    "SELECT version, hash, txid,"
    " (SELECT version FROM log_event WHERE stream = %s AND command_id = %s) AS answered"
    " FROM log_event WHERE stream = %s ORDER BY log_event.version DESC LIMIT 1"
)
_WRITTEN = "txid, stream, version, name, schema, payload, metadata, command_id, recorded_at, previous, hash"
_COLUMNS = (
    "position, stream, version, name, schema, payload, metadata, recorded_at, hash, previous,"
    " command_id, txid"
)
# The transaction's own number, but never lower than that of the event before it in the stream: so
# a stream stays in order even where an older transaction appends after a younger one.
_TXID = {"postgresql": "GREATEST(pg_current_xact_id()::text::bigint, %s)", "sqlite": "%s"}
READ = f"SELECT {_COLUMNS} FROM log_event WHERE stream = %s AND version > %s ORDER BY version"
REPLAY = (
    "SELECT version, name, schema, payload, recorded_at, metadata"
    " FROM log_event WHERE stream = %s ORDER BY version"
)
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

# Where each stream ends. SQLite gives the other columns of the row that has the greatest version.
HEADS = {
    "postgresql": (
        "SELECT DISTINCT ON (stream) stream, version, hash FROM log_event"
        " ORDER BY stream, version DESC"
    ),
    "sqlite": "SELECT stream, max(version), hash FROM log_event GROUP BY stream",
}


@lru_cache(maxsize=2)
def hashes(events: int) -> str:
    """The SELECT of the hashes of so many events, each asked for by stream and version."""
    asked = ", ".join(["(%s, %s)"] * events)
    return f"SELECT stream, hash FROM log_event WHERE (stream, version) IN (VALUES {asked})"


@lru_cache(maxsize=512)
def insert(vendor: str, rows: int, *, guarded: bool) -> str:
    """The INSERT of `rows` events: one statement, all or nothing.

    Guarded, it inserts nothing where another writer has taken the first version or the command,
    instead of an error that would spoil the caller's transaction.
    """
    row = f"({_TXID[vendor]}, {', '.join(['%s'] * 10)})"
    into = f"INSERT INTO log_event ({_WRITTEN}) VALUES "
    if not guarded:
        return into + ", ".join([row] * rows)
    if rows == 1 or vendor == "sqlite":  # on SQLite nobody can come between our SELECT and INSERT
        return into + ", ".join([row] * rows) + " ON CONFLICT DO NOTHING"
    # Only the first row can meet another writer: who holds it holds the following ones.
    cast = "(%s::bigint, %s, %s::int, %s, %s::smallint, %s, %s, %s, %s, %s::bytea, %s::bytea)"
    return (
        f"WITH first AS ({into}{row} ON CONFLICT DO NOTHING RETURNING txid)"
        f" INSERT INTO log_event ({_WRITTEN})"
        f" SELECT first.txid, rest.{_WRITTEN.removeprefix('txid, ').replace(', ', ', rest.')}"
        f" FROM first, (VALUES {', '.join([cast] * (rows - 1))}) AS rest ({_WRITTEN})"
    )
