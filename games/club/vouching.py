"""Signs and checks the club's events, with the log's key, which is never in the database. Pure.

The metadata of a batch hold `first`, the version of its first event, and `signed`, a signature (base64) for each
event.
"""

from __future__ import annotations

import base64
from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final

from games.log import codec
from games.log.integrity.notes import BadNote, SigningKey, VerifierKey, unbase64
from games.log.store import EventData, Recorded

FORM: Final = "tusac-club-act-1"
"""The first line of what is signed; version, name, schema, author, moment and payload follow."""


def vouch(
    key: SigningKey, first: int, events: Sequence[EventData], *, by: int | None, at: datetime
) -> dict[str, Any]:
    """Return the metadata with the signatures of these events; `first` is the version of the first one."""
    signed = [
        base64.b64encode(key.sign(_text(version, one.name, one.schema, by, at, one.payload)))
        for version, one in enumerate(events, first)
    ]
    return {"first": first, "signed": [one.decode() for one in signed]}


def vouched(stored: Recorded, key: VerifierKey) -> bool:
    """Return whether this key has signed the event in its present form, at this version."""
    said = stored.metadata
    first, signed, by = said.get("first"), said.get("signed"), said.get("by")
    if not isinstance(first, int) or not isinstance(signed, list):
        return False
    number = stored.version - first
    if not 0 <= number < len(signed) or not isinstance(signed[number], str):
        return False
    text = _text(stored.version, stored.name, stored.schema, by, stored.recorded_at, stored.payload)
    try:
        return key.accepts(unbase64(signed[number]), text)
    except BadNote:
        return False


def _text(version: int, name: str, schema: int, by: Any, at: datetime, payload: Any) -> bytes:
    head = (FORM, version, name, schema, "-" if by is None else by, codec.encode_time(at))
    return "\n".join((*map(str, head), codec.encode(payload))).encode()
