"""Opens snapshots: several queries that all see the database as it was at the first of them."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection, transaction


@contextmanager
def one_snapshot() -> Iterator[None]:
    """Let all queries in this context see one state of the database. Writers and followers don't wait.

    Use it only for reading. Inside a transaction or another snapshot it does nothing.
    """
    if connection.in_atomic_block or _is_open():
        yield
    elif connection.vendor == "postgresql":
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            yield
    else:
        # Not atomic(): that begins with a writer's lock (see the settings).
        with connection.cursor() as cursor:
            cursor.execute("BEGIN DEFERRED")
            try:
                yield
            finally:
                cursor.execute("ROLLBACK")


def _is_open() -> bool:
    """Return whether SQLite already has a transaction open that Django does not know of."""
    raw = connection.connection
    return connection.vendor == "sqlite" and raw is not None and bool(raw.in_transaction)
