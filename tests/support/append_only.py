"""Append-only tables, for tests that must empty or forge them.

A test that commits (`transaction=True`, `live_server`) is cleaned up by Django's flush, which the
append-only triggers refuse as they should. `flush_is_allowed`, used once for the whole run by
`tests/conftest.py`, lifts them for just that moment. A test that plays the forger takes `lifted`.
"""

import sqlite3
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import connection
from django.test import TransactionTestCase

TABLES = (
    "log_event",
    "log_archive",
    "log_leaf",
    "log_signed_checkpoint",
    "log_cosignature",
    "ledger_account",
    "ledger_transfer",
    "ledger_posting",
)


@contextmanager
def lifted() -> Iterator[None]:
    """Take the triggers off the log and the ledger, and put them back afterwards.

    Python 3.12 and later switch SQLite's triggers off instead of dropping them: dropping one changes the schema, and
    SQLite then reads the whole schema again after each savepoint that is rolled back.
    """
    if connection.vendor == "sqlite" and sys.version_info >= (3, 12):
        connection.ensure_connection()
        database, guards = connection.connection, sqlite3.SQLITE_DBCONFIG_ENABLE_TRIGGER
        guarded = database.getconfig(guards)
        database.setconfig(guards, False)
        try:
            yield
        finally:
            database.setconfig(guards, guarded)
        return
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            # Rows whose checks wait for the commit would prevent altering their table.
            check_now = "SET CONSTRAINTS ALL IMMEDIATE; SET CONSTRAINTS ALL DEFERRED"
            cursor.execute(check_now)
            restore = [check_now]
            restore += [f"ALTER TABLE {table} ENABLE TRIGGER USER" for table in TABLES]
            for table in TABLES:
                cursor.execute(f"ALTER TABLE {table} DISABLE TRIGGER USER")
        else:
            cursor.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
            triggers = cursor.fetchall()
            restore = [sql for _, sql in triggers]
            for name, _ in triggers:
                cursor.execute(f"DROP TRIGGER {name}")
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            for statement in restore:
                cursor.execute(statement)


@pytest.fixture(scope="session", autouse=True)
def flush_is_allowed() -> Iterator[None]:
    """Let Django's clean-up after a committing test empty the guarded tables, but nobody else."""
    teardown = TransactionTestCase._fixture_teardown  # type: ignore[attr-defined]

    def lift_and_tear_down(self: Any) -> None:
        with lifted():
            teardown(self)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TransactionTestCase, "_fixture_teardown", lift_and_tear_down)
        yield
