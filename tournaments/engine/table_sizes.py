"""How many tables of four and of three a round has, how many bots play, and how many members sit out.

| members | tables of three | sitting out by turns |
|---|---|---|
| 13 | 4 + 3 + 3 + 3 | 4 + 4 + 4, one sits out |
| 9 | 3 + 3 + 3 | 4 + 4, one sits out |
| 6 | 3 + 3 | 4, two sit out |
| 5 | 4, one sits out | 4, one sits out |
| 3 | 3 | no round |
"""

from __future__ import annotations

from typing import NamedTuple

from tournaments.engine.errors import TournamentRefused
from tournaments.engine.participants import SEATS, THREE, fillers
from tournaments.engine.terms import Format, Odd, Terms


class Sizes(NamedTuple):
    """The tables of four and of three, the bots that fill tables of four, and how many members sit out."""

    fours: int
    threes: int = 0
    bots: int = 0
    out: int = 0

    @property
    def tables(self) -> int:
        """Return how many tables there are; 0 where the members are too few for one."""
        return self.fours + self.threes


def sizes(members: int, odd: str, fill_to: int = 0) -> Sizes:
    """Return the sizes of the tables for this many members; ``fill_to`` only concerns bots."""
    if odd == Odd.BOTS:
        bots = fillers(members, fill_to)
        return Sizes((members + bots) // SEATS, bots=bots)
    threes = -members % SEATS
    fours = (members - THREE * threes) // SEATS
    if odd == Odd.THREES and fours >= 0:
        return Sizes(fours, threes)
    return Sizes(members // SEATS, out=members % SEATS)


def odd_of(terms: Terms, *, cardboard: bool, three_seats: bool) -> Odd:
    """Return what the terms come to, never `Odd.BY_CARDS`.

    ``cardboard`` is whether real cards are played at every table, ``three_seats`` whether three can play by the rules.
    A duplicate, a draw given by hand and groups stay with tables of four.
    """
    odd = Odd(terms.odd)
    if terms.duplicate or terms.format in (Format.FIXED, Format.GROUPS):
        return Odd.BOTS
    if odd is Odd.BY_CARDS:
        odd = Odd.THREES if cardboard and not terms.fill_to else Odd.BOTS
    return Odd.SIT_OUT if odd is Odd.THREES and not three_seats else odd


def check_odd(odd: str) -> None:
    """Raise `TournamentRefused` for an unknown value of the term `odd`."""
    if odd not in set(Odd):
        raise TournamentRefused("tournament.odd-unknown", odd=odd)
