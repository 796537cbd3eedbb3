"""Converts between dictionaries and the exact JSON text that is stored and hashed."""

from datetime import UTC, datetime
from typing import Any

import msgspec

_encoder = msgspec.json.Encoder(order="deterministic")
_decoder = msgspec.json.Decoder(dict[str, Any])


def encode(value: dict[str, Any]) -> str:
    """Return JSON with sorted keys and no spaces: the same value always gives the same bytes."""
    return _encoder.encode(value).decode()


def decode(text: str) -> dict[str, Any]:
    """Return the dictionary in the JSON `text`. Raises `msgspec.DecodeError` for anything but an object."""
    return _decoder.decode(text)


def encode_time(moment: datetime) -> str:
    """Return a time as 27 characters of UTC, `2026-11-20T18:30:00.000000Z`, whose text order is the order in time.

    Raises `ValueError` for a time without a time zone.
    """
    if moment.tzinfo is None:
        raise ValueError("A moment in the log needs its time zone.")
    text = moment.astimezone(UTC).isoformat(timespec="microseconds")
    return text.removesuffix("+00:00") + "Z"


def decode_time(text: str) -> datetime:
    """Return the time, in UTC, from a text written by `encode_time`."""
    return datetime.fromisoformat(text)
