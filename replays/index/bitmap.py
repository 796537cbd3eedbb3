"""Stores index terms as bitmaps: whole numbers whose bit n says whether deal n has the term.

"Penalty, and no quan" is then one `&` over all deals, and an exact count. A quantity has a term for each of its
binary digits ("slices"); a comparison such as "at least 150" takes a few more operations. On disk a bitmap is cut
into blocks, and blocks without any bit are not stored.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

BLOCK: Final = 1 << 14
"""Deals in a block: 2 kB where their bits follow no pattern."""
SLICES: Final = 20
"""Binary digits of a quantity."""
LARGEST: Final = (1 << SLICES) - 1
"""The largest quantity; a larger one counts as this."""
_PLAIN, _PACKED = b"\0", b"\1"


def pack(bits: int) -> bytes:
    """Return the bits of a block in stored form: compressed if that at least halves their size."""
    plain = bits.to_bytes(BLOCK // 8, "little")
    packed = zlib.compress(plain, 1)
    return _PACKED + packed if len(packed) * 2 < len(plain) else _PLAIN + plain


def unpack(stored: bytes) -> int:
    """Return the bits of a block from its stored form."""
    return int.from_bytes(_bytes(stored), "little")


def joined(blocks: Mapping[int, bytes]) -> int:
    """Return one bitmap of all deals, joined from the stored blocks by block number."""
    if not blocks:
        return 0
    size = BLOCK // 8
    joined = bytearray((max(blocks) + 1) * size)
    for number, stored in blocks.items():
        joined[number * size : (number + 1) * size] = _bytes(stored)
    return int.from_bytes(joined, "little")


def _bytes(stored: bytes) -> bytes:
    return zlib.decompress(stored[1:]) if stored[:1] == _PACKED else stored[1:]


def slices_of(value: int) -> Iterator[int]:
    """Yield the positions of those binary digits of a quantity that are 1. A negative number counts as 0."""
    value = max(0, min(value, LARGEST))
    return (place for place in range(SLICES) if value >> place & 1)


def at_least(slices: Sequence[int], least: int, of: int) -> int:
    """Return a bitmap of the deals in `of` whose quantity, given by the bitmaps `slices`, is at least `least`."""
    if least <= 0:
        return of
    if least >> len(slices):
        return 0
    more, equal = 0, of
    for place in reversed(range(len(slices))):
        if least >> place & 1:
            equal &= slices[place]
        else:
            more |= equal & slices[place]
            equal &= ~slices[place]
    return more | equal


def at_most(slices: Sequence[int], most: int, of: int) -> int:
    """Return a bitmap of the deals in `of` whose quantity is at most `most` (see `at_least`)."""
    return of & ~at_least(slices, most + 1, of)


def highest(bits: int, count: int) -> list[int]:
    """Return the numbers of the highest set bits, the highest first, at most `count` of them."""
    found: list[int] = []
    while bits and len(found) < count:
        found.append(bits.bit_length() - 1)
        bits ^= 1 << found[-1]
    return found


def lowest(bits: int, count: int) -> list[int]:
    """Return the numbers of the lowest set bits, the lowest first, at most `count` of them."""
    found: list[int] = []
    while bits and len(found) < count:
        lowest_one = bits & -bits
        found.append(lowest_one.bit_length() - 1)
        bits ^= lowest_one
    return found


def union(bits: Iterable[int]) -> int:
    """Return a bitmap of the deals that are in any of these bitmaps."""
    found = 0
    for one in bits:
        found |= one
    return found
