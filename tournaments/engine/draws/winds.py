"""Seats the members of each table South, East, North and West, so that everybody gets each seat equally often.

The seats of several rounds are found together, by colouring the edges of a bipartite graph. On one side are the
tables. On the other are each member's turns: up to four appearances in which no seat may come twice. An edge is one
appearance, its colour the seat. By König's theorem four colours are enough if all turns begin together. The usual
proof finds them: an edge takes a colour that is free at both its ends, or the colours along an alternating path are
swapped first. Seats of earlier rounds are fixed colours. They may leave no solution after members entered late or sat
out; then somebody gets a seat too early.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import permutations, product
from random import Random
from typing import Final, TypeAlias

from tournaments.engine.participants import SEATS, Table, is_bot

Company: TypeAlias = Sequence[str]
"""The four labels of a table, in no order."""
_Edge: TypeAlias = tuple[int, int]
"""A table of the plan and the place of one of its members in the table's company."""

_TRIES: Final = 20
"""How often the seats are looked for before somebody gets one too early."""
_SMALL: Final = 60
"""Places up to which it is worth the time to look for other neighbours; in larger fields none comes twice anyway."""
_EXCHANGES: Final = 400
"""How many exchanges are weighed for other neighbours."""


def seated(
    rounds: Sequence[Sequence[Company]],
    had: Mapping[tuple[str, int], int],
    followed: Mapping[tuple[str, str], int],
    rng: Random,
) -> list[list[Table]]:
    """Return the tables of these rounds with seats, up to the first round where somebody would have a seat too early.

    ``had`` says how often a label has had a seat, ``followed`` how often the second of two labels sat on the right of
    the first. The first round is always included.
    """
    best, even = _Seating(rounds, had), -1
    for _ in range(_TRIES):
        found = _Seating(rounds, had)
        reached = found.colour(rng) // found.size
        if reached > even:
            best, even = found, reached
        if reached == len(rounds):
            break
    if len(rounds[0]) * SEATS <= _SMALL:
        best.part_neighbours(followed, rng)
    return best.tables()[: max(even, 1)]


@lru_cache(maxsize=4096)
def fit(wanted: tuple[frozenset[int], ...]) -> bool:
    """Return whether each member of a table can get a different seat from those wanted for them."""
    if not wanted:
        return True
    rest = wanted[1:]
    return any(fit(tuple(one - {seat} for one in rest)) for seat in wanted[0])


def due(had: Sequence[int]) -> list[set[int]]:
    """Return a member's first turns (at most three), each as a set of seats, after these seat counts.

    A turn holds the seats with the lowest count. Later turns, which are left out, hold all four seats.
    """
    counts = list(had)
    turns = []
    while len(set(counts)) > 1:
        least = min(counts)
        turn = {seat for seat, times in enumerate(counts) if times == least}
        turns.append(turn)
        counts = [times + (seat in turn) for seat, times in enumerate(counts)]
    return turns


def within_two(table: Table, had: Mapping[tuple[str, int], int]) -> Table:
    """Return the table, reseated if somebody would have one seat three times more often than another.

    The new seats are as even as one table can make them.
    """

    def spreads(seats: Sequence[str]) -> list[int]:
        times = [
            [had.get((label, seat), 0) + (at == seat) for seat in range(SEATS)]
            for at, label in enumerate(seats)
            if not is_bot(label)
        ]
        return sorted((max(own) - min(own) for own in times), reverse=True)

    if max(spreads(table), default=0) <= 2:
        return table
    south, east, north, west = min(permutations(table), key=spreads)
    return south, east, north, west


class _Seating:
    """The seats found so far, as colours of the edges."""

    def __init__(
        self, rounds: Sequence[Sequence[Company]], had: Mapping[tuple[str, int], int]
    ) -> None:
        self.size = len(rounds[0])
        self.companies = [company for tables in rounds for company in tables]
        self.seats: list[dict[int, int]] = [{} for _ in self.companies]
        """By table: which place of the company has a seat."""
        self.turn_of: dict[_Edge, int] = {}
        self.turns: list[dict[int, _Edge | None]] = []
        """By turn: the edge that has a seat; None for a seat that it may not have."""
        left: dict[str, list[int]] = {}
        for table, company in enumerate(self.companies):
            for place, label in enumerate(company):
                if not is_bot(label):
                    if label not in left:
                        left[label] = self._turns([had.get((label, s), 0) for s in range(SEATS)])
                    if not left[label]:
                        left[label] = self._turn(set(range(SEATS)))
                    self.turn_of[table, place] = left[label].pop(0)

    def _turns(self, had: Sequence[int]) -> list[int]:
        """Return the numbers of the turns this member must still finish, each repeated for each of its seats."""
        return [number for seats in due(had) for number in self._turn(seats)]

    def _turn(self, seats: set[int]) -> list[int]:
        self.turns.append({seat: None for seat in range(SEATS) if seat not in seats})
        return [len(self.turns) - 1] * len(seats)

    def colour(self, rng: Random) -> int:
        """Give members their seats; return the first table where a member got none, or the number of tables."""
        first = len(self.companies)
        for table in range(len(self.companies)):
            places = [place for place in range(SEATS) if (table, place) in self.turn_of]
            rng.shuffle(places)
            # Members with the fewest seats left go first: nobody else can yield to them as easily.
            places.sort(key=lambda place: -len(self.turns[self.turn_of[table, place]]))
            got = [self._colour((table, place), rng) for place in places]
            if not all(got):
                first = min(first, table)
        return first

    def _colour(self, edge: _Edge, rng: Random) -> bool:
        table, turn = self.seats[edge[0]], self.turns[self.turn_of[edge]]
        mine = [seat for seat in range(SEATS) if seat not in turn]
        open_seats = [seat for seat in range(SEATS) if seat not in table]
        both = [seat for seat in mine if seat in open_seats]
        if both:
            self._set(edge, rng.choice(both))
            return True
        ways = list(product(mine, open_seats))
        rng.shuffle(ways)
        for free_here, free_there in ways:
            # After the swap along the path from the table, the seat free in the turn is free at the table too.
            if self._exchange(edge[0], free_here, free_there):
                self._set(edge, free_here)
                return True
            held = turn[free_there]
            if held is not None and self._exchange_from(held, free_there, free_here):
                self._set(edge, free_there)
                return True
        return False

    def _set(self, edge: _Edge, seat: int) -> None:
        self.seats[edge[0]][seat] = edge[1]
        self.turns[self.turn_of[edge]][seat] = edge

    def _exchange(self, table: int, one: int, other: int) -> bool:
        """Swap two seats along the path that leaves the table by seat ``one``; False if a seat on it is fixed."""
        if one not in self.seats[table]:
            return True
        return self._exchange_from((table, self.seats[table][one]), one, other, at_table=True)

    def _exchange_from(self, edge: _Edge, one: int, other: int, *, at_table: bool = False) -> bool:
        path = self._path(edge, one, other, from_table=at_table)
        if path is None:
            return False
        self._flip(path, one, other)
        return True

    def _path(
        self, edge: _Edge, one: int, other: int, *, from_table: bool
    ) -> list[tuple[_Edge, int]] | None:
        """Return the alternating path of two seats that starts with this edge of seat ``one``; None if blocked."""
        path: list[tuple[_Edge, int]] = []
        colour, at_table = one, from_table
        following: _Edge | None = edge
        while following is not None:
            path.append((following, colour))
            colour = other if colour == one else one
            if at_table:  # the edge was entered from its table, so continue at its member's turn
                turn = self.turns[self.turn_of[following]] if following in self.turn_of else {}
                if colour in turn and turn[colour] is None:
                    return None
                following = turn.get(colour)
            else:
                table = self.seats[following[0]]
                following = (following[0], table[colour]) if colour in table else None
            at_table = not at_table
            if following == edge:
                break  # a ring
        return path

    def _flip(self, path: Sequence[tuple[_Edge, int]], one: int, other: int) -> None:
        for edge, colour in path:
            del self.seats[edge[0]][colour]
            if self.turns[self.turn_of[edge]].get(colour) == edge:
                del self.turns[self.turn_of[edge]][colour]
        for edge, colour in path:
            self._set(edge, other if colour == one else one)

    def part_neighbours(self, followed: Mapping[tuple[str, str], int], rng: Random) -> None:
        """Swap seats so that the same two members sit side by side in the same order less often."""
        self._fill()
        count = Counter(followed)
        for table in range(len(self.companies)):
            count.update(self._neighbours(table))
        for _ in range(_EXCHANGES):
            table, (one, other) = rng.randrange(len(self.companies)), rng.sample(range(SEATS), 2)
            path = self._component(table, one, other)
            if path is None:
                continue
            touched = sorted({edge[0] for edge, _colour in path})
            before = [pair for at in touched for pair in self._neighbours(at)]
            self._flip(path, one, other)
            after = [pair for at in touched for pair in self._neighbours(at)]
            change = _squares(count, before, -1) + _squares(count, after, 1)
            if change > 0:
                back = [(edge, other if colour == one else one) for edge, colour in path]
                self._flip(back, one, other)
                _squares(count, after, -1)
                _squares(count, before, 1)

    def _fill(self) -> None:
        """Give members without a seat the seats still empty at their tables, each as a new turn of one seat."""
        for table in range(len(self.companies)):
            seats = self.seats[table]
            without = [place for place in range(SEATS) if place not in seats.values()]
            left = [seat for seat in range(SEATS) if seat not in seats]
            for place, seat in zip(without, left, strict=True):
                self.turns.append({})
                self.turn_of[table, place] = len(self.turns) - 1
                self._set((table, place), seat)

    def _component(self, table: int, one: int, other: int) -> list[tuple[_Edge, int]] | None:
        """Return the path or ring of two seats' edges through a table; None if a seat on it is fixed."""
        seats = self.seats[table]
        path: list[tuple[_Edge, int]] = []
        for first, second in ((one, other), (other, one)):
            if any(edge == (table, seats[first]) for edge, _colour in path):
                break  # the ring is whole
            part = self._path((table, seats[first]), first, second, from_table=True)
            if part is None:
                return None
            path += part
        return path

    def _neighbours(self, table: int) -> list[tuple[str, str]]:
        """Return the neighbours at a table: pairs of a member and the member to the right."""
        company, seats = self.companies[table], self.seats[table]
        order = [company[seats[seat]] for seat in range(SEATS)]
        return neighbours((order[0], order[1], order[2], order[3]))

    def tables(self) -> list[list[Table]]:
        """Return the tables round by round."""
        self._fill()
        found: list[Table] = []
        for company, seats in zip(self.companies, self.seats, strict=True):
            south, east, north, west = (company[seats[seat]] for seat in range(SEATS))
            found.append((south, east, north, west))
        return [found[at : at + self.size] for at in range(0, len(found), self.size)]


def neighbours(table: Table) -> list[tuple[str, str]]:
    """Return the pairs of neighbouring members, the right one second: East is to the right of South (§1.2)."""
    pairs = [(label, table[(seat + 1) % len(table)]) for seat, label in enumerate(table)]
    return [(one, other) for one, other in pairs if not is_bot(one) and not is_bot(other)]


def _squares(count: Counter[tuple[str, str]], pairs: Sequence[tuple[str, str]], step: int) -> int:
    """Add ``step`` to the count of each of these pairs; return the change of the sum of squared counts."""
    change = 0
    for pair in pairs:
        change -= count[pair] ** 2
        count[pair] += step
        change += count[pair] ** 2
    return change
