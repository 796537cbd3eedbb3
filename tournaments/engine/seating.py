"""Seating: who sits where in a round, with few repeated meetings, fillers spread, and seats taken in turn.

The draw is a pure function of the participants, the rounds drawn before and a seed: anybody can run it again. It first
tries the design of `designs`, in which no meeting repeats. Where there is none, or it is used up, a search swaps
players between tables as long as that lowers the sum over all pairs of the squared number of meetings; a member's
meetings with fillers count a little, so that they are shared out too. Last, the four of each table take the seats that
they have had least.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations, permutations
from random import Random
from typing import TypeAlias

from tournaments.engine.designs import design_round, design_rounds
from tournaments.engine.events import Table
from tournaments.engine.participants import SEATS, is_bot

Round: TypeAlias = tuple[Table, ...]
"""The tables of one round, each four labels by seat."""

_MEETING = 4
_FILLER_MEETING = 1
_TOGETHER = 1_000_000
"""Costs of one more meeting with somebody met once before, with a filler, and of two fillers at one table."""

_SEARCH = 120_000
"""How many swaps the search may weigh: about a tenth of a second. Four times as many save two repeats at most."""


@dataclass(slots=True)
class _Past:
    """What the rounds before have brought: meetings of pairs, meetings with fillers, seats taken."""

    meetings: Counter[tuple[str, str]] = field(default_factory=Counter)
    fillers: Counter[str] = field(default_factory=Counter)
    seats: Counter[tuple[str, int]] = field(default_factory=Counter)


def draw_round(participants: Sequence[str], history: Sequence[Round], *, seed: int) -> Round:
    """The tables of the next round.

    ``participants`` are labels, fillers included, their number a multiple of four (ValueError otherwise; a member
    named twice as well). ``history`` are the rounds drawn before, oldest first; the same ``seed`` should be used for
    all rounds of a tournament, since the design is dealt to the players by it.
    """
    members = [label for label in participants if not is_bot(label)]
    if len(participants) % SEATS or not participants:
        raise ValueError(f"{len(participants)} participants do not fill tables of {SEATS}")
    if len(set(members)) != len(members):
        raise ValueError("a member is named twice")
    past = _past(history)
    rng = Random(f"{seed}:{len(history)}")  # noqa: S311 - a draw that anybody can repeat
    tables = _from_design(participants, past, len(history), seed)
    if tables is None:
        tables = _Search(participants, past, rng).run()
    rng.shuffle(tables)
    return tuple(_seated(table, past, rng) for table in tables)


def starters(deals: int) -> tuple[int, ...]:
    """The starter of each deal of a round: the seats in turn, South first (§8.3)."""
    return tuple(deal % SEATS for deal in range(deals))


def _pair(one: str, other: str) -> tuple[str, str]:
    return (one, other) if one < other else (other, one)


def _past(rounds: Sequence[Round]) -> _Past:
    past = _Past()
    for tables in rounds:
        for table in tables:
            members = [label for label in table if not is_bot(label)]
            for one, other in combinations(members, 2):
                past.meetings[_pair(one, other)] += 1
            for label in members:
                past.fillers[label] += SEATS - len(members)
            for seat, label in enumerate(table):
                past.seats[label, seat] += 1
    return past


def _from_design(
    participants: Sequence[str], past: _Past, index: int, seed: int
) -> list[list[str]] | None:
    """The design's round, if there is one and it repeats no meeting after what was really played."""
    count = len(participants)
    if index >= design_rounds(count):
        return None
    members = [label for label in participants if not is_bot(label)]
    fillers = [label for label in participants if is_bot(label)]
    if len(fillers) > count // SEATS:
        return None
    Random(f"{seed}:design").shuffle(members)  # noqa: S311 - the same for every round
    # The last class never meets itself in the main part of a design: fillers in it sit at different tables.
    dealt = members + fillers
    tables = [[dealt[position] for position in quad] for quad in design_round(count, index)]
    for table in tables:
        if sum(is_bot(label) for label in table) > 1:
            return None
        if any(past.meetings[_pair(one, other)] for one, other in combinations(table, 2)):
            return None
    return tables


def _seated(table: Sequence[str], past: _Past, rng: Random) -> Table:
    """The four of a table on the seats that they have had least; the given order is kept if it is among the best."""

    def burden(order: Sequence[str]) -> int:
        return sum(
            past.seats[label, seat] ** 2 for seat, label in enumerate(order) if not is_bot(label)
        )

    orders = list(permutations(table))
    least = min(burden(order) for order in orders)
    if burden(table) > least:
        table = rng.choice([order for order in orders if burden(order) == least])
    south, east, north, west = table
    return south, east, north, west


class _Search:
    """Swaps players between tables, always the best swap for a player in trouble, and forbids turning back at once."""

    def __init__(self, participants: Sequence[str], past: _Past, rng: Random) -> None:
        self.labels = list(participants)
        rng.shuffle(self.labels)
        self.rng = rng
        count = len(self.labels)
        self.tables = count // SEATS
        self.cost = [[0] * count for _ in range(count)]
        for i, j in combinations(range(count), 2):
            self.cost[i][j] = self.cost[j][i] = _cost(self.labels[i], self.labels[j], past)
        # Player i starts at table i % tables: as the labels are shuffled this is a random draw.
        self.at = [i % self.tables for i in range(count)]
        self.sits = [
            [i for i in range(count) if self.at[i] == table] for table in range(self.tables)
        ]
        self.burden = [[sum(row[i] for i in seated) for seated in self.sits] for row in self.cost]

    def run(self) -> list[list[str]]:
        """The best tables found, as labels in no particular seat order."""
        count = len(self.labels)
        total = sum(self.burden[i][self.at[i]] for i in range(count)) // 2
        best, best_total = [list(seated) for seated in self.sits], total
        forbidden = [[-1] * self.tables for _ in range(count)]
        turns = _SEARCH // count if self.tables > 1 else 0
        for turn in range(turns):
            if best_total == 0:
                break
            troubled = [i for i in range(count) if self.burden[i][self.at[i]]]
            player = self.rng.choice(troubled)
            change, other = self._best_swap(player, forbidden, turn, best_total - total)
            if other is None:
                continue
            until = turn + 5 + self.rng.randrange(10)
            forbidden[player][self.at[player]] = until
            forbidden[other][self.at[other]] = until
            self._swap(player, other)
            total += change
            if total < best_total:
                best, best_total = [list(seated) for seated in self.sits], total
        return [[self.labels[i] for i in seated] for seated in best]

    def _best_swap(
        self, player: int, forbidden: list[list[int]], turn: int, record: int
    ) -> tuple[int, int | None]:
        """The other player whose swap with this one costs least, and the change of the sum.

        A swap that sends somebody back where it just left counts only if it beats the best draw so far by falling
        below ``record``.
        """
        home, at, burden, row = self.at[player], self.at, self.burden, self.cost[player]
        leaving, mine, barred = burden[player][home], burden[player], forbidden[player]
        least, found, ties = 0, None, 0
        for other, table in enumerate(at):
            if table == home:
                continue
            theirs = burden[other]
            change = theirs[home] - theirs[table] + mine[table] - leaving - 2 * row[other]
            if change >= record and (barred[table] >= turn or forbidden[other][home] >= turn):
                continue
            if found is None or change < least:
                least, found, ties = change, other, 1
            elif change == least:
                ties += 1
                if self.rng.randrange(ties) == 0:
                    found = other
        return least, found

    def _swap(self, player: int, other: int) -> None:
        home, away = self.at[player], self.at[other]
        self.at[player], self.at[other] = away, home
        self.sits[home][self.sits[home].index(player)] = other
        self.sits[away][self.sits[away].index(other)] = player
        for burden, row in zip(self.burden, self.cost, strict=True):
            difference = row[other] - row[player]
            burden[home] += difference
            burden[away] -= difference


def _cost(one: str, other: str, past: _Past) -> int:
    """What it adds to the sum of squares, less one, if these two share a table."""
    if is_bot(one) and is_bot(other):
        return _TOGETHER
    if is_bot(one):
        return _FILLER_MEETING * past.fillers[other]
    if is_bot(other):
        return _FILLER_MEETING * past.fillers[one]
    return _MEETING * past.meetings[_pair(one, other)]
