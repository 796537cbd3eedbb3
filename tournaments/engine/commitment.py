"""The commitment of the draws: nobody chooses the seed, since it comes from a secret bound before anybody entered.

When a tournament is announced the server draws a secret of 32 bytes and publishes `commitment = SHA-256(secret)`. The
start publishes the secret. The seed of all draws is the first 53 bits of the SHA-256 of the line "tusac-draw-1", a line
feed, and the secret's bytes.
"""

from __future__ import annotations

import hashlib
from typing import Final

SECRET_BYTES: Final = 32
"""Length of the secret."""
_BITS: Final = 53
"""What JSON numbers hold exactly everywhere."""


def commit(secret: str) -> str:
    """The commitment to a secret: SHA-256 of its bytes; both in hex."""
    return hashlib.sha256(bytes.fromhex(secret)).hexdigest()


def seed_of(secret: str) -> int:
    """The seed that comes from a secret of 32 bytes in hex."""
    digest = hashlib.sha256(b"tusac-draw-1\n" + bytes.fromhex(secret)).digest()
    return int.from_bytes(digest[:8], "big") >> (64 - _BITS)


def bound(commitment: str, secret: str | None, seed: int) -> bool:
    """Whether the seed comes from the secret, and the secret is the one that was committed to."""
    return secret is not None and fits(commitment, secret) and seed_of(secret) == seed


def fits(commitment: str, secret: str) -> bool:
    """Whether this is the secret that was committed to."""
    try:
        return commit(secret) == commitment
    except ValueError:  # no hex
        return False
