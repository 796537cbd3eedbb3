"""Rows of all tables in one file: written from one database, loaded into another of either kind."""

from __future__ import annotations

import gzip
import json
from datetime import date
from pathlib import Path
from typing import Any

from django.db import connection, transaction
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.recorder import MigrationRecorder

from tests.support.append_only import lifted

KEPT = Path(__file__).parents[2] / "upgrades"
"""Where dumps lie."""
_MADE_BY_DJANGO = {"django_migrations", "django_content_type", "auth_permission", "sqlite_sequence"}
"""Tables that a migration fills, or a database keeps for itself."""

_ANEW = {"id", "rated_id", "rating_id", "last", "folded_to", "hold_due", "rare"}
"""Columns that say in which order rows were made, to which row another belongs, when a worker looks again, and which
hands were rare, which of deals from before only `rebuild` says."""

Rows = dict[str, dict[str, Any]]


def kept(name: str) -> Path:
    """Return where the dump of this name is."""
    return KEPT / f"{name}.json.gz"


def write(path: Path) -> None:
    """Write the migrations that this database has seen, and the rows of each of its tables."""
    done = MigrationRecorder(connection).applied_migrations()
    latest = MigrationExecutor(connection).loader.graph.leaf_nodes()
    assert set(latest) <= set(done)
    tables: Rows = {}
    with connection.cursor() as cursor:
        for table in sorted(connection.introspection.table_names(cursor)):
            if table in _MADE_BY_DJANGO:
                continue
            cursor.execute(f"SELECT * FROM {_quoted(table)}")
            columns = [column[0] for column in cursor.description]
            if rows := [[_plain(value) for value in row] for row in cursor.fetchall()]:
                tables[table] = {"columns": columns, "rows": rows}
    text = json.dumps({"migrations": latest, "tables": tables}, ensure_ascii=False)
    path.write_bytes(gzip.compress(text.encode(), mtime=0))


def _plain(value: Any) -> Any:
    """As JSON takes it; a moment as SQLite stores it, which PostgreSQL reads as well."""
    if isinstance(value, bytes | memoryview):
        return {"hex": bytes(value).hex()}
    return str(value) if isinstance(value, date) else value


def read(path: Path) -> tuple[list[tuple[str, str]], Rows]:
    """Return the migrations of a kept dump and the rows of its tables."""
    kept = json.loads(gzip.decompress(path.read_bytes()))
    return [(app, name) for app, name in kept["migrations"]], kept["tables"]


def load(tables: Rows) -> None:
    """Put these rows, and no others, into a database that has the dump's migrations."""
    with connection.cursor() as cursor, transaction.atomic():
        known = {*connection.introspection.table_names(cursor)} - _MADE_BY_DJANGO
        with lifted():
            for table in known:
                cursor.execute(f"DELETE FROM {_quoted(table)}")
            for table, kept in tables.items():
                _insert(cursor, table, kept)
        if connection.vendor == "postgresql":
            for table in tables:
                for one in connection.introspection.get_sequences(cursor, table):
                    cursor.execute(
                        f"SELECT setval(pg_get_serial_sequence(%s, %s), max({_quoted(one['column'])}))"
                        f" FROM {_quoted(table)}",
                        [table, one["column"]],
                    )


def _insert(cursor: Any, table: str, kept: dict[str, Any]) -> None:
    names = ", ".join(map(_quoted, kept["columns"]))
    places = ", ".join(["%s"] * len(kept["columns"]))
    cursor.executemany(
        f"INSERT INTO {_quoted(table)} ({names}) VALUES ({places})",
        [[_stored(value) for value in row] for row in kept["rows"]],
    )


def all_rows() -> dict[str, list[str]]:
    """Return what each table holds, a line a row, sorted and without what a rebuilt row gets anew."""
    with connection.cursor() as cursor:
        found = {}
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f"SELECT * FROM {_quoted(table)}")
            columns = [column[0] for column in cursor.description]
            found[table] = sorted(
                str(
                    {
                        name: _plain(value)
                        for name, value in zip(columns, row, strict=True)
                        if name not in _ANEW
                    }
                )
                for row in cursor.fetchall()
            )
    return found


def _quoted(name: str) -> str:
    return connection.ops.quote_name(name)


def _stored(value: Any) -> Any:
    return bytes.fromhex(value["hex"]) if isinstance(value, dict) else value
