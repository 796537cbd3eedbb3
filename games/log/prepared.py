"""Prepared statements for the few that every move runs: PostgreSQL then neither parses nor plans them again."""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from django.db import DEFAULT_DB_ALIAS, connections

Values = Sequence[int | str | bytes | None]
Result = TypeVar("Result")


def rows_of(sql: str, values: Values) -> list[tuple[Any, ...]]:
    """What a SELECT finds, on PostgreSQL as a prepared statement."""
    return _run(sql, values, lambda cursor: cursor.fetchall())


def count_of(sql: str, values: Values) -> int:
    """How many rows an INSERT has stored, on PostgreSQL as a prepared statement."""
    return _run(sql, values, lambda cursor: int(cursor.rowcount))


def _run(sql: str, values: Values, result: Callable[[Any], Result]) -> Result:
    """Execute on the default database.

    Django's own cursor puts the values into the text, so that each statement is new to the server,
    and costs as much time again in this process. Where somebody counts or wraps the queries, and on
    SQLite, it is used all the same.
    """
    database = connections[DEFAULT_DB_ALIAS]  # django.db.connection looks it up at every attribute
    if database.vendor != "postgresql" or database.queries_logged or database.execute_wrappers:
        with database.cursor() as cursor:
            cursor.execute(sql, values)
            return result(cursor)
    import psycopg

    # What database.cursor() does before it makes a cursor.
    database.close_if_health_check_failed()
    database.ensure_connection()
    database.validate_thread_sharing()
    database.validate_no_broken_transaction()
    plain = database.connection
    # Django switches preparing off for the whole connection; it is on for just this moment.
    before, plain.prepare_threshold = plain.prepare_threshold, 0
    try:
        with database.wrap_database_errors:
            return result(psycopg.Cursor(plain).execute(sql, values))
    finally:
        plain.prepare_threshold = before
