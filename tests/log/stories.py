"""Short ways to put events into the log."""

from collections.abc import Callable
from datetime import UTC, datetime
from threading import Thread

from django.db import connection

from games.log import EventData, append, stream_version

NOON = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)


def events(*words: str) -> list[EventData]:
    """One event a word: `said`, schema 1, with the word in it."""
    return [EventData("test.said", 1, {"word": word}) for word in words]


def tell(stream: str, *words: str, command_id: str | None = None) -> int:
    """Append one event a word to the end of the stream, wherever that is."""
    return append(
        stream,
        events(*words),
        expected_version=stream_version(stream),
        now=NOON,
        command_id=command_id,
    )


def elsewhere(work: Callable[[], object]) -> Thread:
    """Start `work` in a thread, with a database connection of its own that is closed after it."""

    def run() -> None:
        try:
            work()
        finally:
            connection.close()

    thread = Thread(target=run)
    thread.start()
    return thread
