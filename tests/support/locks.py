"""Whether somebody waits in a lock of the database, for tests that let two meet in the middle of a transaction."""

from django.db import connection

_WAITING = (
    "SELECT count(*) FROM pg_stat_activity"
    " WHERE datname = current_database() AND wait_event_type = 'Lock'"
)


def somebody_waits() -> bool:
    """Return whether a session waits for a lock; on SQLite nobody begins beside a writer."""
    if connection.vendor != "postgresql":
        return True
    with connection.cursor() as cursor:
        # Else a transaction sees the first look for ever.
        cursor.execute("SELECT pg_stat_clear_snapshot()")
        cursor.execute(_WAITING)
        return bool(cursor.fetchone()[0])
