"""Makes designs: schedules of tables of four in which no two players meet twice.

The players are four classes of q, where q is the number of tables. Player i of class a is the position ``a * q + i``.
In an outer round with a shift ``s(a)`` for each class, table j takes the player ``j + s(a)`` of class a. Two players
of different classes share a table at most once if no two rounds have the same difference between the shifts of two
classes. In round r of q the shift of class a is ``a * r``, if the numbers of the four classes are elements of a ring
of size q in which one can divide by their differences. Such a ring is a product of finite fields of at least four
elements each: q is 4, 5, 7, 8, 9, 11, 13, 16, 17, 19, 20, … 100. For smaller q that are 2 or 3 times a number prime
to it, a search found shifts for nearly as many rounds; for larger ones there are a half or a third of q.

If q is a multiple of four, the classes, whose players have not met, then play the design of q players each among
themselves: for 16 players this adds the fifth and last round.
"""

from __future__ import annotations

from functools import cache
from itertools import permutations
from typing import Final, TypeAlias

from tournaments.engine.participants import SEATS

Quad = tuple[int, int, int, int]
"""Four positions, one of each class in the order of the classes."""

_IRREDUCIBLE: Final[dict[tuple[int, int], tuple[int, ...]]] = {
    (2, 2): (1, 1, 1),
    (2, 3): (1, 1, 0, 1),
    (2, 4): (1, 1, 0, 0, 1),
    (2, 5): (1, 0, 1, 0, 0, 1),
    (2, 6): (1, 1, 0, 0, 0, 0, 1),
    (3, 2): (1, 0, 1),
    (3, 3): (1, 2, 0, 1),
    (3, 4): (2, 1, 0, 0, 1),
}
"""(prime, degree) -> coefficients of an irreducible polynomial, lowest first, the leading one 1."""
_FOUND: Final = {
    6: ("12345", "40351", "41520"),
    10: ("012346789", "735206194", "975381460"),
    12: ("012345678ab", "418a37205b9", "6a74b825091"),
    14: ("023456789abcd", "b8603172dca54", "17d3c942b06a5"),
    15: ("0123456789abcde", "84106c2bd3a97e5", "9c0a84b7361d5e2"),
    18: ("01235789abdefg", "7964g130ahfdbe", "b3g65he87c04a2"),
    21: ("013456789acdefghjk", "k2gc1bj5da6f0847h9", "e4j9h75a1g62dc30fk"),
    22: ("01345789bcdefghijl", "a67389ji2kd4gecbf5", "ac820d5g4e9hj37ikf"),
    24: ("123456789abcdeghiln", "ihg054bk876mfnl1jda", "amb9ki0j1eh6glf37nd"),
}
"""Tables -> the shifts of the second, third and fourth class in each round, as digits to the base 36."""


def _prime_powers(number: int) -> list[tuple[int, int]]:
    """Return the factors of a number as (prime, exponent)."""
    factors = []
    prime = 2
    while number > 1:
        exponent = 0
        while number % prime == 0:
            number //= prime
            exponent += 1
        if exponent:
            factors.append((prime, exponent))
        prime += 1
    return factors


@cache
def _factors(tables: int) -> tuple[tuple[int, int], ...] | None:
    """Return the factors of q if its ring has a design, else None."""
    factors = tuple(_prime_powers(tables))
    if not factors or any(
        prime < 5 and (prime, exponent) not in _IRREDUCIBLE for prime, exponent in factors
    ):
        return None
    return factors


def _digits(number: int, base: int, count: int) -> list[int]:
    digits = []
    for _ in range(count):
        number, digit = divmod(number, base)
        digits.append(digit)
    return digits


def _shifted(j: int, a: int, r: int, prime: int, exponent: int) -> int:
    """Return the sum j + a * r in one factor of the ring."""
    if prime >= 5:
        # The differences of 0, 1, 2, 3 are coprime to five and above: plain arithmetic suffices.
        size: int = prime**exponent
        return (j + a * r) % size
    modulus = _IRREDUCIBLE[prime, exponent]
    product = [0] * (2 * exponent)
    for i, x in enumerate(_digits(a, prime, exponent)):
        for k, y in enumerate(_digits(r, prime, exponent)):
            product[i + k] += x * y
    for degree in range(2 * exponent - 1, exponent - 1, -1):
        factor = product[degree] % prime
        for k, coefficient in enumerate(modulus):
            product[degree - exponent + k] -= factor * coefficient
    added = [(x + y) % prime for x, y in zip(_digits(j, prime, exponent), product, strict=False)]
    return sum(digit * prime**k for k, digit in enumerate(added))


@cache
def outer_rounds(tables: int) -> int:
    """Return how many rounds of the design have a player of each class at every table; ``tables`` is q."""
    if _factors(tables) is not None:
        return tables
    if tables in _FOUND:
        return len(_FOUND[tables][0])
    return 0 if tables < SEATS else tables // (3 if tables % 3 == 0 else 2)


def design_rounds(players: int) -> int:
    """Return how many rounds without a repeated meeting the design for this many players has; 0 if none.

    The outer rounds come first.
    """
    tables, odd = divmod(players, SEATS)
    if odd or players == 0:
        return 0
    if tables == 1:
        return 1
    return outer_rounds(tables) + design_rounds(tables)


def design_round(players: int, index: int) -> tuple[Quad, ...]:
    """Return the tables of round ``index`` (from 0) of the design. Raises ValueError if there is no such round."""
    if not 0 <= index < design_rounds(players):
        raise ValueError(f"the design for {players} players has no round {index}")
    tables = players // SEATS
    if tables == 1:
        return ((0, 1, 2, 3),)
    if index >= outer_rounds(tables):
        inner = design_round(tables, index - outer_rounds(tables))
        return tuple(_quad([a * tables + i for i in quad]) for a in range(SEATS) for quad in inner)
    return tuple(
        _quad([a * tables + _place(tables, j, a, index) for a in range(SEATS)])
        for j in range(tables)
    )


def _place(tables: int, j: int, a: int, index: int) -> int:
    """Return the number within class ``a`` of the player who sits at table ``j`` in this outer round."""
    factors = _factors(tables)
    if factors is None:
        found = _FOUND.get(tables)
        shift = a * index if found is None else int(found[a - 1][index], 36) if a else 0
        return (j + shift) % tables
    place, rest_j, rest_r, unit = 0, j, index, 1
    for prime, exponent in factors:
        size = prime**exponent
        rest_j, part_j = divmod(rest_j, size)
        rest_r, part_r = divmod(rest_r, size)
        place += unit * _shifted(part_j, a, part_r, prime, exponent)
        unit *= size
    return place


def _quad(members: list[int]) -> Quad:
    first, second, third, fourth = members
    return first, second, third, fourth


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
    """Return the tables of round ``index`` (0 to 8) of the design for 28 players."""
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
    """Return all thirty designs of seven rounds for eight players, in a fixed order."""
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
