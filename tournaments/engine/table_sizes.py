"""Computes how many tables of four and of three a round has, how many bots play, and how many members sit out."""

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
        """Return how many tables there are; 0 if the members are too few for one."""
        return self.fours + self.threes


def sizes(members: int, odd: str, fill_to: int = 0) -> Sizes:
    """Return the sizes of the tables for this many members.

    If bots fill the tables, they are added until there are at least ``fill_to`` participants.
    """
    if odd == Odd.BOTS:
        bots = fillers(members, fill_to)
        return Sizes((members + bots) // SEATS, bots=bots)
    threes = -members % SEATS
    fours = (members - THREE * threes) // SEATS
    if odd == Odd.THREES and fours >= 0:
        return Sizes(fours, threes)
    return Sizes(members // SEATS, out=members % SEATS)


def odd_of(terms: Terms, *, cardboard: bool, three_seats: bool) -> Odd:
    """Return what this tournament does when members do not fill tables of four.

    The term `odd` may leave this to the cards (`Odd.BY_CARDS`), the returned value never does. ``cardboard`` says
    whether every table plays with real cards, ``three_seats`` whether the rules allow tables of three. Duplicates,
    draws given by hand and groups always have tables of four.
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
