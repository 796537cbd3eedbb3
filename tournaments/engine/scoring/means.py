"""Computes a seat's score in a duplicate: its result minus the mean of that seat over all tables.

Everything is in thousandths of a point (`UNIT`). The mean is taken over the tables at which the deal counts. A table
that ran out of time before the deal, or where the deal was voided, is left out. For display the mean is rounded down
to a whole thousandth, and the remainder is shown too, in thousandths of all tables together (`Mean.left`). Members
are compared by exact sums (`Mean.exact`), so rounding never separates two equal members.

Worked: South got +42, −14 and −13 points at three tables. The mean is 15,000 / 3 = 5,000 thousandths, with 0 left.
With −14 instead of −13 the mean is 14,000 / 3 = 4,666, with 2 left. The three seats then score +37.334, −18.666 and
−18.666 points, which add up to 2 thousandths; exactly they score +112/3, −56/3 and −56/3.
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Final, NamedTuple

from tournaments.engine.participants import Net

UNIT: Final = 1000
"""In how many parts a point of a duplicate is divided."""


def in_points(parts: int, unit: int) -> int | Decimal:
    """Return parts of a point as points: a whole number, or with thousandths in a duplicate."""
    return parts if unit == 1 else Decimal(parts) / unit


class Mean(NamedTuple):
    """The mean of each seat in thousandths, the remainder of rounding, and the number of tables."""

    seats: Net
    left: Net
    tables: int

    def scored(self, net: Net) -> Net:
        """Return the scores of a table's seats for these payments, in thousandths.

        Since means are rounded down, a seat's scores at all tables need not add up to zero.
        """
        south, east, north, west = (
            UNIT * got - mean for got, mean in zip(net, self.seats, strict=True)
        )
        return south, east, north, west

    def exact(self, net: Net) -> tuple[Fraction, ...]:
        """Return the scores unrounded, for comparing members; a seat's scores at all tables add up to zero."""
        return tuple(
            UNIT * got - mean - Fraction(left, self.tables)
            for got, mean, left in zip(net, self.seats, self.left, strict=True)
        )


def mean_of(nets: Sequence[Net]) -> Mean:
    """Return the mean of the payments of at least one table."""
    parts = [divmod(UNIT * sum(of_seat), len(nets)) for of_seat in zip(*nets, strict=True)]
    south, east, north, west = (mean for mean, _left in parts)
    one, two, three, four = (left for _mean, left in parts)
    return Mean((south, east, north, west), (one, two, three, four), len(nets))
