"""Migrates a club's database while people play: from one machine at a time, and without long waits for locks.

A migration that waits for a lock blocks everybody who uses the table after it, as long as a backup or a long query
holds the lock. So a step gives up after a moment, which undoes it, and is tried again.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from django.core.management import call_command
from django.db import DatabaseError, OperationalError, connection

LOCK_SECONDS: Final = 2
"""Which a migration waits for a lock; less than a page does (`serving/process.py`)."""
AGAIN_SECONDS: Final = 5
"""After which it is tried again."""
TRIES: Final = 360
"""Times it is tried: for half an hour at least, which is longer than a backup takes."""
_KEY: Final = "tusac migrations"
_IN_THE_WAY: Final = frozenset({"55P03", "40P01"})
"""PostgreSQL's codes of a lock that was not to be had, and of two who wait for each other."""


def migrate(
    run: Callable[[], object] = lambda: call_command("migrate", interactive=False, verbosity=1),
    *,
    wait: Callable[[float], object] = time.sleep,
) -> None:
    """Bring the database to this version. Exits with a sentence if a lock on a table is not released."""
    if connection.vendor != "postgresql":
        run()
        return
    with connection.cursor() as cursor:
        cursor.execute("SET lock_timeout = 0")  # another machine's migrations may take their time
        cursor.execute("SELECT pg_advisory_lock(hashtext(%s))", [_KEY])
        cursor.execute(f"SET lock_timeout = '{LOCK_SECONDS}s'")
    try:
        _in_turn(run, wait)
    finally:
        with suppress(DatabaseError), connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_unlock(hashtext(%s))", [_KEY])
        connection.close()  # and with it the timeout


def _in_turn(run: Callable[[], object], wait: Callable[[float], object]) -> None:
    for _ in range(TRIES):
        try:
            run()
        except OperationalError as error:
            if getattr(error.__cause__, "sqlstate", None) not in _IN_THE_WAY:
                raise
            print(
                "Something else uses a table that is to be changed, such as a backup: trying again in "
                f"{AGAIN_SECONDS} s.",
                flush=True,
            )
            wait(AGAIN_SECONDS)
        else:
            return
    raise SystemExit(
        "A table that is to be changed was in use all the time. See in pg_stat_activity what runs for so long, end "
        "it, and begin again: what was changed so far stays."
    )
