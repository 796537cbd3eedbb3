r"""The verifiable shuffle: from seeds to dice and deck by an algorithm that anybody can run again.

1. Before the deal the server draws a secret of 32 bytes and publishes `commitment = SHA-256(secret)`, in hex.
2. Each seat is then bound to a seed (text of up to 64 characters) by its SHA-256, and when all are bound all are
   opened. A seat whose seed the server keeps has `kept_seed`. In older deals a seat gave a seed outright, or none,
   which counts as the empty text.
3. The stream of bytes is `HMAC-SHA256(secret, message || counter)` for counter 0, 1, 2 …, where `message` is
   `"tusac-shuffle-1\n"` and then each seat's seed in seat order followed by a line feed, in UTF-8, and `counter` is
   four bytes, big-endian. It is read four bytes at a time as unsigned big-endian numbers.
4. A number below `n` is the first number of the stream that is less than the greatest multiple of `n` that fits into
   2^32, modulo `n`; numbers at or above that multiple are thrown away, so no result is more likely than another.
5. First two dice are thrown (each a number below 6, plus 1). Then the 112 cards in the order of `cards.DECK` are
   shuffled by Fisher and Yates: for `i` from 111 down to 1, swap the cards at `i` and at a number below `i + 1`.
6. The dice are thrown even when the starter is fixed (§8.3), so the deck does not depend on who starts.
"""

from __future__ import annotations

import hashlib
import hmac
import struct
from collections.abc import Iterator, Sequence
from itertools import chain, count

from games.engine.cards import DECK, Card
from games.engine.errors import BadNotation

SECRET_BYTES = 32
"""Length of the server's secret seed."""
SEED_LENGTH = 64
"""The most characters that a seat's own seed may have."""
_RANGE = 1 << 32
_EIGHT_NUMBERS = struct.Struct(">8I")


def commit(secret: str) -> str:
    """Return the commitment to a secret: SHA-256 of its 32 bytes; both in lower-case hex. Raises BadNotation."""
    return hashlib.sha256(_secret_bytes(secret)).hexdigest()


def commit_seed(seed: str) -> str:
    """Return the commitment to a seat's seed: SHA-256 of its text in UTF-8, in lower-case hex."""
    return hashlib.sha256(seed.encode()).hexdigest()


def kept_seed(secret: str, seat: int) -> str:
    """Return the seed that the server keeps for a seat: 32 hex characters derived from the deal's secret.

    They are the first 16 bytes of an HMAC-SHA256 with the secret as key. The message is the line "tusac-kept-seed-1",
    a line feed, and the seat's number in decimal.
    """
    message = f"tusac-kept-seed-1\n{seat}".encode()
    return hmac.digest(_secret_bytes(secret), message, "sha256")[:16].hex()


def shuffle(secret: str, seeds: Sequence[str | None]) -> tuple[tuple[int, int], tuple[Card, ...]]:
    """Return the dice (§1.5) and the shuffled deck, made from the server's secret (hex) and the seats' seeds."""
    numbers = _numbers(_secret_bytes(secret), seeds)
    dice = (_below(6, numbers) + 1, _below(6, numbers) + 1)
    deck = list(DECK)
    for i in range(len(deck) - 1, 0, -1):
        j = _below(i + 1, numbers)
        deck[i], deck[j] = deck[j], deck[i]
    return dice, tuple(deck)


def starter_by_dice(dice: tuple[int, int], seats: int) -> int:
    """Return the first starter (§1.5): count the dice's sum counter-clockwise over the seats, South being 1."""
    return (sum(dice) - 1) % seats


def _secret_bytes(secret: str) -> bytes:
    try:
        raw = bytes.fromhex(secret)
    except ValueError:
        raise BadNotation("the secret seed is not hexadecimal") from None
    if len(raw) != SECRET_BYTES or raw.hex() != secret:
        raise BadNotation(f"the secret seed is not {SECRET_BYTES} bytes in lower-case hexadecimal")
    return raw


def _numbers(secret: bytes, seeds: Sequence[str | None]) -> Iterator[int]:
    """Yield the endless stream of random numbers."""
    message = b"tusac-shuffle-1\n" + b"".join((seed or "").encode() + b"\n" for seed in seeds)
    begun = hmac.new(secret, message, "sha256")

    def eight(counter: int) -> tuple[int, ...]:
        block = begun.copy()
        block.update(counter.to_bytes(4, "big"))
        return _EIGHT_NUMBERS.unpack(block.digest())

    return chain.from_iterable(map(eight, count()))


def _below(n: int, numbers: Iterator[int]) -> int:
    limit = _RANGE - _RANGE % n
    number = next(numbers)
    while number >= limit:
        number = next(numbers)
    return number % n
