"""Designs of few tables whose classes have no winds of their own, so that a plan has to find seats for their rounds.

*Eight members* (`cubes`): the points of a cube of three bits. A round is two opposite planes of four; seven rounds let
every two meet three times, every three share a table once. There are thirty such designs of eight members.

*Twenty-eight* (`unital_round`): one point and three classes of nine, each a square of three by three. Nine rounds let
every two meet once: each is the first one moved within the squares. The first was found by a search for seven tables in
which no difference of two players comes twice.
"""

from __future__ import annotations

from functools import cache
from itertools import permutations
from typing import Final, TypeAlias

from tournaments.engine.draws.designs import Quad

Split: TypeAlias = frozenset[frozenset[int]]
"""Eight players at two tables."""

UNITAL: Final = 28
"""Players of the design of nine rounds."""
UNITAL_ROUNDS: Final = 9
_FIRST: Final[tuple[Quad, ...]] = (
    (27, 0, 11, 19),
    (3, 25, 24, 12),
    (18, 1, 5, 7),
    (13, 15, 9, 2),
    (26, 10, 20, 21),
    (6, 23, 8, 14),
    (22, 17, 4, 16),
)


def unital_round(index: int) -> tuple[Quad, ...]:
    """The tables of round ``index`` of nine for 28 players."""
    return tuple(
        (_moved(a, index), _moved(b, index), _moved(c, index), _moved(d, index))
        for a, b, c, d in _FIRST
    )


def _moved(player: int, by: int) -> int:
    if player == UNITAL - 1:
        return player
    square, at = divmod(player, 9)
    row, column = at // 3 + by // 3, at % 3 + by % 3
    return square * 9 + row % 3 * 3 + column % 3


@cache
def cubes() -> tuple[frozenset[Split], ...]:
    """All thirty designs of seven rounds for eight players, in an order of their own."""
    points = frozenset(range(8))
    planes = [
        frozenset(x for x in points if (x & normal).bit_count() % 2 == 0) for normal in range(1, 8)
    ]
    found = {
        frozenset(
            frozenset({half, points - half})
            for plane in planes
            for half in [frozenset(order[x] for x in plane)]
        )
        for order in ((0, *rest) for rest in permutations(range(1, 8)))
    }
    return tuple(
        sorted(found, key=lambda design: sorted(sorted(map(sorted, one)) for one in design))
    )
