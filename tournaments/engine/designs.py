"""Designs: schedules of tables of four in which nobody meets anybody twice.

The players are four classes of q, where q is the number of tables. Player i of class a is the position ``a * q + i``.
In round r table j takes from class a the player ``j + a * r``: two players of different classes then share a table in
exactly one round, provided that q is the size of a ring in which the numbers of the four classes have differences that
can be divided by. That is a product of finite fields of at least four elements each, so every q that is not 2 or 3
times a number prime to it: 4, 5, 7, 8, 9, 11, 13, 16, 17, 19, 20, … 100. It makes q rounds. If q is a multiple of four,
the classes, whose players have not met, then play the design of q players each among themselves: for 16 players this
adds the fifth and last round.
"""

from __future__ import annotations

from functools import cache

from tournaments.engine.participants import SEATS

Quad = tuple[int, int, int, int]
"""Four positions, by seat."""

_IRREDUCIBLE: dict[tuple[int, int], tuple[int, ...]] = {
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


def _prime_powers(number: int) -> list[tuple[int, int]]:
    """The factors of a number as (prime, exponent)."""
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
    """The factors of q if a design exists for it, else None."""
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
    """The sum j + a * r in one factor of the ring."""
    if prime >= 5:
        # The differences of 0, 1, 2, 3 are prime to five and above: plain arithmetic will do.
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


def design_rounds(players: int) -> int:
    """How many rounds without a repeated meeting the design for this many players has; 0 if there is no design."""
    tables, odd = divmod(players, SEATS)
    if odd or players == 0:
        return 0
    if tables == 1:
        return 1
    if _factors(tables) is None:
        return 0
    return tables + design_rounds(tables)


def design_round(players: int, index: int) -> tuple[Quad, ...]:
    """The tables of round ``index`` (from 0) of the design, as positions by seat.

    A class moves one seat on every round, so that everybody has every seat equally often over four rounds.
    ValueError when the design has no such round.
    """
    if not 0 <= index < design_rounds(players):
        raise ValueError(f"the design for {players} players has no round {index}")
    tables = players // SEATS
    if tables == 1:
        return ((0, 1, 2, 3),)
    if index >= tables:
        inner = design_round(tables, index - tables)
        return tuple(
            _quad([a * tables + i for i in quad], 0) for a in range(SEATS) for quad in inner
        )
    factors = _factors(tables) or ()
    quads = []
    for j in range(tables):
        members = []
        for a in range(SEATS):
            place, rest_j, rest_r, unit = 0, j, index, 1
            for prime, exponent in factors:
                size = prime**exponent
                rest_j, part_j = divmod(rest_j, size)
                rest_r, part_r = divmod(rest_r, size)
                place += unit * _shifted(part_j, a, part_r, prime, exponent)
                unit *= size
            members.append(a * tables + place)
        quads.append(_quad(members, index))
    return tuple(quads)


def _quad(members: list[int], turn: int) -> Quad:
    """Four positions in seat order: member a takes seat a + turn."""
    first, second, third, fourth = (members[(seat - turn) % SEATS] for seat in range(SEATS))
    return first, second, third, fourth
