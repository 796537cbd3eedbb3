"""Finds who shares a table in a round, by a search that swaps players between tables.

The search reduces repeated meetings. If bots fill seats, the members who sit with more of them are chosen first:
those who have met the fewest bots for the rounds that they played. The search may swap them with others to avoid
repeated meetings (`balance` has the weights), as long as no two members' counts of bots differ by more than two, or
by more than one if that avoids no repeat.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import combinations, product
from math import exp
from random import Random
from typing import Final

from tournaments.engine.draws.balance import BOTS, MEETING
from tournaments.engine.draws.winds import fit
from tournaments.engine.participants import SEATS, Table

_OUT_OF_TURN: Final = 3 * BOTS
"""What it weighs that somebody sits with more bots than another who has met one less."""
_SEARCH: Final = 120_000
"""How many exchanges a search may weigh: about a tenth of a second."""
_PATIENCE: Final = 60
"""How many turns for each player a search goes on without finding a better round."""
_PARTINGS: Final = 60
"""How many exchanges are made at most so that everybody can have a seat that is due."""
_APART: Final = 2
"""Who has met so many bots less than somebody else sits with more of them next, whoever has to meet again for it."""


def pair(one: str, other: str) -> tuple[str, str]:
    """Return two labels as a sorted pair, the key under which their meetings are counted."""
    return (one, other) if one < other else (other, one)


def meet(
    members: Sequence[str],
    bots: Sequence[str],
    met: Mapping[tuple[str, str], int],
    share: Mapping[str, Fraction],
    wanted: Mapping[str, frozenset[int]],
    rng: Random,
) -> list[list[str]]:
    """Return the labels at each table of four of a round, with few repeated meetings and bots spread evenly.

    ``met`` counts the meetings of each `pair` so far. ``share`` says how many bots more than the average a member has
    met, and ``wanted`` holds the seats due to each member.
    """
    tables = (len(members) + len(bots)) // SEATS
    few, more = divmod(len(bots), tables)
    chairs = [SEATS - few - (table < more) for table in range(tables)]
    found = _Search(members, chairs, more, met, share, wanted, rng).run()
    waiting = list(bots)
    for company in found:
        while len(company) < SEATS:
            company.append(waiting.pop())
    return found


class _Search:
    """A tabu search: makes the best swap for a player with a cost, and doesn't undo it soon after."""

    def __init__(
        self,
        members: Sequence[str],
        chairs: Sequence[int],
        more: int,
        met: Mapping[tuple[str, str], int],
        share: Mapping[str, Fraction],
        wanted: Mapping[str, frozenset[int]],
        rng: Random,
    ) -> None:
        """Start with tables that have as many seats for members as ``chairs`` says, table by table.

        The first ``more`` tables have an extra bot.
        """
        self.rng, self.more, self.tables = rng, more, len(chairs)
        with_more = sum(chairs[:more])
        self.labels, self.free = _in_turn(members, with_more, share, rng)
        count = len(self.labels)
        self.cost = [[0] * count for _ in range(count)]
        for i, j in combinations(range(count), 2):
            one, other = self.labels[i], self.labels[j]
            # Two members with all seats but the same one should not meet: it costs as much as a repeat.
            clash = one in wanted and len(wanted[one]) == 1 and wanted[one] == wanted.get(other)
            self.cost[i][j] = self.cost[j][i] = MEETING * (met.get(pair(one, other), 0) + clash)
        self.sits: list[list[int]] = []
        for seats in chairs:
            first = sum(len(sitting) for sitting in self.sits)
            self.sits.append(list(range(first, first + seats)))
        self.at = [table for table, seats in enumerate(chairs) for _ in range(seats)]
        self.burden = [[sum(row[i] for i in seated) for seated in self.sits] for row in self.cost]
        self.total = sum(self.burden[i][self.at[i]] for i in range(count)) // 2
        if 0 < with_more < count:  # it weighs who sits with more or fewer bots out of turn
            last = share.get(self.labels[with_more - 1], Fraction())
            for label, burden in zip(self.labels, self.burden, strict=True):
                ahead = int(_OUT_OF_TURN * (share.get(label, Fraction()) - last))
                wrong = range(more) if ahead > 0 else range(more, self.tables)
                for table in wrong:
                    burden[table] += abs(ahead)

    def run(self) -> list[list[str]]:
        """Return the best tables found, without their bots."""
        count = len(self.labels)
        total = best_total = self.total
        best = [list(seated) for seated in self.sits]
        forbidden = [[-1] * self.tables for _ in range(count)]
        found_at = 0
        for turn in range(_SEARCH // count if self.tables > 1 and count else 0):
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
                found_at = turn
                best, best_total = [list(seated) for seated in self.sits], total
        return [[self.labels[i] for i in seated] for seated in best]

    def _best_exchange(
        self, player: int, forbidden: list[list[int]], turn: int, record: int
    ) -> tuple[int, int | None]:
        """Return the best swap for this player: how it changes the cost, and the other player.

        If no swap is possible, the result is 0 and None. A swap that sends somebody back to a table they just left
        counts only if its change is below ``record``, that is, if the total becomes lower than the best so far.
        """
        home, burden, row, free = self.at[player], self.burden, self.cost[player], self.free
        leaving, mine, barred = burden[player][home], burden[player], forbidden[player]
        fewer, may_cross = home >= self.more, free[player]
        least, found, ties = 0, None, 0
        for other, table in enumerate(self.at):
            if table == home or (
                (table >= self.more) is not fewer and not (may_cross and free[other])
            ):
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

    def _exchange(self, player: int, other: int) -> None:
        home, away = self.at[player], self.at[other]
        self.at[player], self.at[other] = away, home
        self.sits[home][self.sits[home].index(player)] = other
        self.sits[away][self.sits[away].index(other)] = player
        for burden, row in zip(self.burden, self.cost, strict=True):
            difference = row[other] - row[player]
            burden[home] += difference
            burden[away] -= difference


def _in_turn(
    members: Sequence[str], with_more: int, share: Mapping[str, Fraction], rng: Random
) -> tuple[list[str], list[bool]]:
    """Return the members, those due to sit with more bots first, and a list of flags in the same order.

    A flag says whether the member may change between tables with and without an extra bot.
    """
    order = list(members)
    rng.shuffle(order)
    shares = {label: share.get(label, Fraction()) for label in members}
    order.sort(key=lambda label: shares[label])
    if not 0 < with_more < len(order):
        return order, [True] * len(order)
    due = sum(shares[order[-1]] - shares[label] >= _APART for label in order)
    # Those due come first; if they fill the chairs, nobody else sits there.
    return order, [(at < due) is (due >= with_more) for at in range(len(order))]


def part_for_winds(
    companies: list[list[str]],
    wanted: Mapping[str, frozenset[int]],
    met: Mapping[tuple[str, str], int],
    rng: Random,
) -> None:
    """Swap two members at a time until each table's members can have the seats due to them, as far as possible.

    ``wanted`` holds the seats due to each member. Everyone keeps their number of bots, and no more meetings are
    repeated than before.
    """
    for _ in range(_PARTINGS):
        unfit = [company for company in companies if not fits(company, wanted)]
        if not unfit:
            return
        company, moves = rng.choice(unfit), []
        for other in companies:
            if other is not company:
                moves += _partings(company, other, wanted, met)
        if not moves:
            continue
        most = max(better for better, *_ in moves)
        _better, other, i, j = rng.choice([move for move in moves if move[0] == most])
        company[i], other[j] = other[j], company[i]


def _partings(
    company: list[str],
    other: list[str],
    wanted: Mapping[str, frozenset[int]],
    met: Mapping[tuple[str, str], int],
) -> list[tuple[bool, list[str], int, int]]:
    """Return the swaps between two tables that help the first one without repeating more meetings.

    A swap is a tuple: whether it leaves the second table no worse off, the second table, the index of the member at
    the first table, and the index at the second.
    """
    found = []
    ours = [i for i, label in enumerate(company) if label in wanted]
    theirs = [j for j, label in enumerate(other) if label in wanted]
    if len(ours) != len(theirs):
        return []
    fitted = fits(other, wanted)
    for i, j in product(ours, theirs):
        here, there = list(company), list(other)
        here[i], there[j] = other[j], company[i]
        if fits(here, wanted) and _meetings(here[i], here, met) + _meetings(
            there[j], there, met
        ) <= _meetings(company[i], company, met) + _meetings(other[j], other, met):
            found.append((not fitted or fits(there, wanted), other, i, j))
    return found


def fits(company: Sequence[str], wanted: Mapping[str, frozenset[int]]) -> bool:
    """Return whether the members of a table can each have a seat due to them."""
    return fit(tuple(wanted[label] for label in company if label in wanted))


def _meetings(label: str, company: Sequence[str], met: Mapping[tuple[str, str], int]) -> int:
    return sum(met.get(pair(label, one), 0) for one in company if one != label)


_EXCHANGES: Final = 60_000
"""How many exchanges are weighed: less than a second."""
_WARMTH: Final = 0.6
"""How much worse an exchange may be that is made now and then at the beginning, in meetings."""


def mixed(
    members: Sequence[str],
    wanted: Mapping[str, frozenset[int]],
    met: Mapping[tuple[str, str], int],
    rng: Random,
) -> tuple[Table, ...] | None:
    """Return the tables of a round in which each member has a seat of ``wanted``; None if impossible.

    The search keeps repeated meetings few; ``met`` is how often each `pair` has met so far.
    """
    order = list(members)
    rng.shuffle(order)
    columns = _columns(order, wanted)
    if columns is None:
        return None
    rows = _searched([list(row) for row in zip(*columns, strict=True)], wanted, met, rng)
    rng.shuffle(rows)
    return tuple((south, east, north, west) for south, east, north, west in rows)


def _columns(
    members: Sequence[str], wanted: Mapping[str, frozenset[int]]
) -> list[list[str]] | None:
    """Assign each member a seat of ``wanted``, all seats equally often, by augmenting paths.

    Return the labels by seat; None if impossible.
    """
    columns: list[list[str]] = [[] for _ in range(SEATS)]

    def give(label: str, tried: set[int]) -> bool:
        for seat in sorted(wanted[label] - tried, key=lambda seat: len(columns[seat])):
            tried.add(seat)
            if len(columns[seat]) < len(members) // SEATS:
                columns[seat].append(label)
                return True
            for place, other in enumerate(columns[seat]):
                if give(other, tried):
                    columns[seat][place] = label
                    return True
        return False

    return columns if all(give(label, set()) for label in members) else None


def _searched(
    rows: list[list[str]],
    wanted: Mapping[str, frozenset[int]],
    met: Mapping[tuple[str, str], int],
    rng: Random,
) -> list[list[str]]:
    """Return the tables with the fewest repeats found by swaps; early on some swaps for the worse are made too."""
    costs = [_at(row, met) for row in rows]
    total = best = sum(costs)
    found = [list(row) for row in rows]
    for turn in range(_EXCHANGES if len(rows) > 1 else 0):
        if not best:
            break
        one, other = rng.sample(range(len(rows)), 2)
        if not costs[one] and not costs[other]:
            continue
        seat = rng.randrange(SEATS)
        there = seat if rng.randrange(2) else rng.randrange(SEATS)
        here, away = rows[one], rows[other]
        if there not in wanted[here[seat]] or seat not in wanted[away[there]]:
            continue
        here[seat], away[there] = away[there], here[seat]
        new = _at(here, met), _at(away, met)
        change = sum(new) - costs[one] - costs[other]
        if change <= 0 or rng.random() < exp(-change / (_WARMTH * (1 - turn / _EXCHANGES))):
            costs[one], costs[other] = new
            total += change
            if total < best:
                best, found = total, [list(row) for row in rows]
        else:
            here[seat], away[there] = away[there], here[seat]
    return found


def _at(row: Sequence[str], met: Mapping[tuple[str, str], int]) -> int:
    a, b, c, d = row
    return sum(
        met.get(pair(one, other), 0)
        for one, other in ((a, b), (a, c), (a, d), (b, c), (b, d), (c, d))
    )
