"""Short ways to put events into the log."""

from datetime import UTC, datetime

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
