"""The hash chain: what is hashed for each event, byte by byte.

An event's hash is SHA-256 over ten fields, each written as a netstring (its length in bytes as
decimal ASCII, a colon, the bytes, a comma), one after the other:

1. `tusac-log-1`, the name of this form
2. the hash of the event before it in the stream, 32 raw bytes (32 zero bytes before the first)
3. the stream's name, UTF-8
4. the version in the stream, decimal
5. the event's name, UTF-8
6. the schema number, decimal
7. the payload's JSON, UTF-8, exactly as stored
8. the metadata's JSON, UTF-8, exactly as stored
9. the moment of recording, exactly as stored
10. the id of the command, UTF-8, empty where there is none

The form never changes; another one would carry another name in its first field.
"""

from hashlib import sha256

FORM = b"tusac-log-1"
NOTHING_BEFORE = bytes(32)
"""Stands for the forerunner's hash in the first event of a stream."""


def hash_event(
    previous: bytes,
    *,
    stream: str,
    version: int,
    name: str,
    schema: int,
    payload: str,
    metadata: str,
    recorded_at: str,
    command_id: str | None,
) -> bytes:
    """Return the event's hash, 32 bytes, which also depends on all events before it in its stream."""
    fields = (
        FORM,
        previous,
        stream.encode(),
        b"%d" % version,
        name.encode(),
        b"%d" % schema,
        payload.encode(),
        metadata.encode(),
        recorded_at.encode(),
        (command_id or "").encode(),
    )
    return sha256(b"".join(b"%d:%b," % (len(field), field) for field in fields)).digest()
