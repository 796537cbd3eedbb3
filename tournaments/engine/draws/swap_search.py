"""Seats the players of a round so that few of them meet again, by swapping players between tables.

A place is a chair at a table. Its kind is its seat (the wind) and whether its table has an extra bot; the caller says
which kinds of places each player may have. `matched` first puts every player at an allowed place. `searched` then
swaps two players at a time, only if each may have the other's place, and returns the best round it came across. So
every player has an allowed place, however far the search gets.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from itertools import combinations
from random import Random
from typing import Final, NamedTuple

from tournaments.engine.draws.balance import MEETING
from tournaments.engine.draws.opponent_counts import pair

_WEIGHED: Final = 120_000
"""How many exchanges a search may weigh: about a tenth of a second."""
_PATIENCE: Final = 40
"""How many turns for each player a search goes on without finding a better round."""


class SeatPlace(NamedTuple):
    """A kind of chair: its seat, -1 if settled later, and whether its table has an extra bot."""

    seat: int
    more: bool


Chairs = Sequence[Sequence[SeatPlace]]
"""By table: the places of its members; those of bots are left out."""


class SwapResult(NamedTuple):
    """The labels at each table, in the order of its chairs, and how often those who meet have met before."""

    tables: list[list[str]]
    meetings: int


def matched(
    order: Sequence[str], may: Mapping[str, Collection[SeatPlace]], chairs: Chairs
) -> list[list[str]] | None:
    """Return the players at each table, all of them at allowed places; None if that is impossible.

    Each player is named by their label, in the order of the table's chairs. A player who is already placed moves to
    another allowed place if that makes room for the next one (augmenting paths).
    """
    room = Counter(place for table in chairs for place in table)
    taken: dict[SeatPlace, list[str]] = {place: [] for place in room}

    def give(label: str, tried: set[SeatPlace]) -> bool:
        open_kinds = [place for place in room if place in may[label] and place not in tried]
        for place in sorted(open_kinds, key=lambda place: len(taken[place]) - room[place]):
            tried.add(place)
            if len(taken[place]) < room[place]:
                taken[place].append(label)
                return True
            for at, other in enumerate(taken[place]):
                if give(other, tried):
                    taken[place][at] = label
                    return True
        return False

    if not all(give(label, set()) for label in order):
        return None
    return [[taken[place].pop() for place in table] for table in chairs]


def searched(
    tables: Sequence[Sequence[str]],
    may: Mapping[str, Collection[SeatPlace]],
    chairs: Chairs,
    met: Mapping[tuple[str, str], int],
    lean: Mapping[str, int],
    rng: Random,
) -> SwapResult:
    """Return the best round found, starting from these tables.

    ``met`` is the weight of a meeting of each `pair`, in meetings. ``lean`` is the cost of a member at a table with an
    extra bot; a negative value is the cost of the member at another table.
    """
    return _Search(tables, may, chairs, met, lean, rng).run()


class _Search:
    """A tabu search: makes the best swap for a player with a cost, and doesn't undo it soon after."""

    def __init__(
        self,
        tables: Sequence[Sequence[str]],
        may: Mapping[str, Collection[SeatPlace]],
        chairs: Chairs,
        met: Mapping[tuple[str, str], int],
        lean: Mapping[str, int],
        rng: Random,
    ) -> None:
        self.rng, self.tables = rng, len(chairs)
        self.labels = [label for table in tables for label in table]
        self.kinds = sorted({place for table in chairs for place in table})
        number = {place: at for at, place in enumerate(self.kinds)}
        self.kind = [number[place] for table in chairs for place in table]
        self.table = [at for at, table in enumerate(chairs) for _ in table]
        """By place: its kind and its table."""
        self.may = [[place in may[label] for place in self.kinds] for label in self.labels]
        count = len(self.labels)
        self.place = list(range(count))
        """By player: their place."""
        self.cost = [[0] * count for _ in range(count)]
        for i, j in combinations(range(count), 2):
            weight = MEETING * met.get(pair(self.labels[i], self.labels[j]), 0)
            self.cost[i][j] = self.cost[j][i] = weight
        self.at = list(self.table)
        self.burden = [[0] * len(tables) for _ in range(count)]
        for row, burden in zip(self.cost, self.burden, strict=True):
            for j, weight in enumerate(row):
                burden[self.at[j]] += weight
        self.total = sum(self.burden[i][self.at[i]] for i in range(count)) // 2
        for i, label in enumerate(self.labels):
            ahead = lean.get(label, 0)
            for table, places in enumerate(chairs) if ahead else ():
                if not places:
                    continue
                self.burden[i][table] += abs(ahead) * (places[0].more is (ahead > 0))
            self.total += abs(ahead) * (chairs[self.at[i]][0].more is (ahead > 0))

    def run(self) -> SwapResult:
        """Return the best tables found."""
        count, tables = len(self.labels), self.tables
        total = best_total = self.total
        best = list(self.place)
        forbidden = [[-1] * tables for _ in range(count)]
        found_at = 0
        for turn in range(_WEIGHED // count if tables > 1 and count else 0):
            if best_total == 0 or turn > found_at + _PATIENCE * count:
                break
            player = self.rng.choice([i for i in range(count) if self.burden[i][self.at[i]]])
            change, other = self._best_exchange(player, forbidden, turn, best_total - total)
            if other is None:
                continue
            until = turn + 5 + self.rng.randrange(10)
            forbidden[player][self.at[player]] = until
            forbidden[other][self.at[other]] = until
            self._exchange(player, other)
            total += change
            if total < best_total:
                found_at, best, best_total = turn, list(self.place), total
        found: list[list[str]] = [[] for _ in range(tables)]
        for player in sorted(range(count), key=best.__getitem__):
            found[self.table[best[player]]].append(self.labels[player])
        return SwapResult(found, best_total // MEETING)

    def _best_exchange(
        self, player: int, forbidden: list[list[int]], turn: int, record: int
    ) -> tuple[int, int | None]:
        """Return the best swap for this player: how it changes the cost, and the other player.

        If no swap is possible, the result is 0 and None. A swap that sends somebody back to a table they just left
        counts only if its change is below ``record``, that is, if the total becomes lower than the best so far.
        """
        home, mine, row = self.at[player], self.burden[player], self.cost[player]
        kind, may, barred = self.kind[self.place[player]], self.may[player], forbidden[player]
        leaving, kinds, place = mine[home], self.kind, self.place
        least, found, ties = 0, None, 0
        for other, table in enumerate(self.at):
            if table == home or not may[kinds[place[other]]] or not self.may[other][kind]:
                continue
            theirs = self.burden[other]
            change = theirs[home] - theirs[table] + mine[table] - leaving - 2 * row[other]
            if found is not None and change > least:
                continue
            if change >= record and (barred[table] >= turn or forbidden[other][home] >= turn):
                continue
            if found is None or change < least:
                least, found, ties = change, other, 1
            else:
                ties += 1
                if self.rng.randrange(ties) == 0:
                    found = other
        return least, found

    def _exchange(self, player: int, other: int) -> None:
        home, away = self.at[player], self.at[other]
        self.at[player], self.at[other] = away, home
        self.place[player], self.place[other] = self.place[other], self.place[player]
        for burden, row in zip(self.burden, self.cost, strict=True):
            difference = row[other] - row[player]
            burden[home] += difference
            burden[away] -= difference
