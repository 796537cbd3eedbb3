"""A forger who owns the database: raw SQL, the triggers lifted, the hashes made anew."""

from typing import Any

from django.db import connection

from games.log.chain import NOTHING_BEFORE, hash_event
from tests.support.append_only import lifted


def forge(sql: str, *values: Any) -> None:
    """One statement that the triggers would have refused."""
    with lifted(), connection.cursor() as raw:
        raw.execute(sql, values)


def insert_into(stream: str, version: int, payload: str) -> None:
    """Put an event between others: the later ones are renumbered."""
    with lifted(), connection.cursor() as raw:
        raw.execute("SELECT max(version) FROM log_event WHERE stream = %s", [stream])
        for number in range(raw.fetchone()[0], version - 1, -1):
            raw.execute(
                "UPDATE log_event SET version = version + 1 WHERE stream = %s AND version = %s",
                [stream, number],
            )
        raw.execute(
            "INSERT INTO log_event (stream, version, txid, name, schema, payload, metadata,"
            " recorded_at, previous, hash)"
            " SELECT stream, %s, txid, name, schema, %s, metadata, recorded_at, previous, hash"
            " FROM log_event WHERE stream = %s AND version = 1",
            [version, payload, stream],
        )


def rechain(stream: str) -> None:
    """Make every hash of the stream anew, so that its chain holds again."""
    previous = NOTHING_BEFORE
    with lifted(), connection.cursor() as raw:
        raw.execute(
            "SELECT version, name, schema, payload, metadata, recorded_at, command_id"
            " FROM log_event WHERE stream = %s ORDER BY version",
            [stream],
        )
        for version, name, schema, payload, metadata, recorded_at, command_id in raw.fetchall():
            digest = hash_event(
                previous,
                stream=stream,
                version=version,
                name=name,
                schema=schema,
                payload=payload,
                metadata=metadata,
                recorded_at=recorded_at,
                command_id=command_id,
            )
            raw.execute(
                "UPDATE log_event SET previous = %s, hash = %s WHERE stream = %s AND version = %s",
                [previous, digest, stream, version],
            )
            previous = digest
