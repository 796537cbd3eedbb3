"""Commits the draws to secrets, so that nobody can choose a seed: each comes from a secret bound before any entry.

When a tournament is announced the server draws 32 bytes, the secret of the last of `DRAWS` draws. The secret of each
draw is the SHA-256 of the next draw's secret, and the published `commitment` is the SHA-256 of the first draw's
secret. Each draw opens its secret, which cannot be computed from those already open; its seed is the first 53 bits of
the SHA-256 of the line "tusac-draw-1", a line feed, and the secret's bytes. Older tournaments have one secret for all
their draws.
"""

from __future__ import annotations

import hashlib
from typing import Final

SECRET_BYTES: Final = 32
"""Length of a secret."""
DRAWS: Final = 200
"""How many draws of a tournament have a secret of their own: those of all rounds, and those that replace one."""
_BITS: Final = 53
"""What JSON numbers hold exactly everywhere."""


def commit(secret: str) -> str:
    """Return the commitment to a secret: the SHA-256 of its bytes. Both are in hex."""
    return hashlib.sha256(bytes.fromhex(secret)).hexdigest()


def seed_of(secret: str) -> int:
    """Return the seed derived from a secret of 32 bytes in hex."""
    digest = hashlib.sha256(b"tusac-draw-1\n" + bytes.fromhex(secret)).digest()
    return int.from_bytes(digest[:8], "big") >> (64 - _BITS)


def bound(commitment: str, secret: str | None, seed: int) -> bool:
    """Return whether the seed comes from the secret, and the secret matches the commitment."""
    return secret is not None and fits(commitment, secret) and seed_of(secret) == seed


def fits(commitment: str, secret: str, draws: int = 1) -> bool:
    """Return whether this secret belongs to the draw this many draws after the commitment or the last opened secret."""
    try:
        return back(secret, draws) == commitment
    except ValueError:  # no hex
        return False


def back(secret: str, draws: int) -> str:
    """Return the secret of the draw this many draws earlier; one draw before the first it is the commitment."""
    for _ in range(draws):
        secret = commit(secret)
    return secret
