"""Prepared statements for the few that every move runs: PostgreSQL then neither parses nor plans them again."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from django.db import connection


@contextmanager
def executed(sql: str, values: Sequence[Any]) -> Iterator[Any]:
    """A cursor on which this statement has been executed, on PostgreSQL as a prepared one.

    Django's own cursor puts the values into the text, so that each statement is new to the server.
    Where somebody counts or wraps the queries, and on SQLite, it is used all the same.
    """
    with connection.cursor() as cursor:
        if (
            connection.vendor != "postgresql"
            or connection.queries_logged
            or connection.execute_wrappers
        ):
            cursor.execute(sql, values)
            yield cursor
            return
        import psycopg

        connection.validate_no_broken_transaction()
        plain = cursor.connection
        with connection.wrap_database_errors, psycopg.Cursor(plain) as own:
            # Django switches preparing off for the whole connection; it is on for just this moment.
            before, plain.prepare_threshold = plain.prepare_threshold, 0
            try:
                own.execute(sql, values)
            finally:
                plain.prepare_threshold = before
            yield own
