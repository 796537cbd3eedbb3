"""Draws a Swiss round: neighbours in the standings share a table, with as few repeated meetings as that allows.

The draw is a pure function of the participants, the earlier rounds, the standings before this one and a seed. Members
are put in the order of the standings, with ties ordered by the seed; each four of them are a band, the first at table
1. A search then swaps two at a time: to avoid a repeated meeting a member moves at most one step, to the next band.
Only members who are kept apart may move farther. Bots sit with the members who have met fewest of them, and finally
the winds are shared out (`winds`).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from itertools import combinations
from math import exp
from random import Random
from typing import Final

from tournaments.engine.draws.balance import MEETING
from tournaments.engine.draws.opponent_counts import fits, pair
from tournaments.engine.draws.pairing_history import Pairs
from tournaments.engine.draws.seating import Round, in_order
from tournaments.engine.draws.winds import due, neighbours, seated
from tournaments.engine.participants import SEATS, Table, is_bot, member_label, player_id
from tournaments.engine.scoring.standing_rows import RankAtDraw, StandingRow

METHOD_SWISS: Final = 4
"""The number of `draw_swiss`."""

_STEP: Final = 1
"""What it weighs that somebody sits one band from their own; a repeated meeting weighs `balance.MEETING`."""
_WIND: Final = 40
"""What a table weighs where somebody gets a wind too early."""
_BOT: Final = 30
"""What each bot weighs that somebody has met, more than who met fewest, at a table with one more of them."""
_LEAP: Final = 10 * MEETING
"""What each band beyond the next one weighs: more than all the meetings of a table, each repeated once."""
_APART: Final = 1000
"""What a meeting of two who are not to meet weighs, in meetings."""
_EXCHANGES: Final = (2_000, 60_000)
"""How many exchanges are weighed for each table, and at most: less than two seconds."""
_WARMTH: Final = 0.6 * MEETING
"""How much worse an exchange may be that is made now and then at the beginning."""


def draw_swiss(
    participants: Sequence[str],
    history: Sequence[Round],
    *,
    seed: int,
    ranking: Sequence[RankAtDraw],
    apart: Pairs = frozenset(),
) -> Round:
    """Return the tables of the next round, the first band's first.

    ``participants`` are labels in any order, fillers included; ``history`` are the earlier rounds, oldest first;
    ``ranking`` holds the standings before this round, of which members who do not play are skipped. Pairs in ``apart``
    meet only if unavoidable. Raises TournamentRefused as `seating.draw_round` does.
    """
    players = in_order(participants)
    rng = Random(f"{seed}:{len(history)}:swiss")  # noqa: S311 - a draw that anybody can repeat
    members = [label for label in players if not is_bot(label)]
    rng.shuffle(members)  # the order of members who share a place
    place = {member_label(one.player): one.place for one in ranking}
    members.sort(key=lambda label: place.get(label, len(ranking) + 1))
    met: Counter[tuple[str, str]] = Counter(dict.fromkeys(apart, _APART))
    bots: Counter[str] = Counter()
    had: Counter[tuple[str, int]] = Counter()
    followed: Counter[tuple[str, str]] = Counter()
    for tables in history:
        for table in tables:
            here = [label for label in table if not is_bot(label)]
            met.update(pair(one, other) for one, other in combinations(here, 2))
            bots.update(dict.fromkeys(here, SEATS - len(here)))
            had.update((label, seat) for seat, label in enumerate(table))
            followed.update(neighbours(table))
    rows = _bands(members, len(players) // SEATS, bots)
    wanted = {
        label: frozenset(next(iter(due([had[label, seat] for seat in range(SEATS)])), range(SEATS)))
        for label in members
    }
    rows = BandSearch(rows, met, wanted, bots, rng).run()
    fillers = [label for label in players if is_bot(label)]
    for row in rows:
        while len(row) < SEATS:
            row.append(fillers.pop())
    return tuple(seated([rows], had, followed, rng)[0])


def _bands(members: Sequence[str], tables: int, bots: Mapping[str, int]) -> list[list[str]]:
    """Return the members in bands of four, or fewer where bots sit: extra bots go to those who have met the
    fewest.
    """
    few, more = divmod(tables * SEATS - len(members), tables)
    full = SEATS - few
    share = [0]
    for label in members:
        share.append(share[-1] + bots.get(label, 0))
    # The least sum of bots met by members at tables with an extra one, for each number of such tables.
    best: dict[int, tuple[int, tuple[int, ...]]] = {0: (0, ())}
    for table in range(tables):
        following: dict[int, tuple[int, tuple[int, ...]]] = {}
        for used, (cost, chosen) in best.items():
            first = table * full - used
            ways = [(used, cost, chosen)]
            if used < more:
                here = share[first + full - 1] - share[first]
                # Otherwise the bots sit with the last members.
                ways.append((used + 1, cost + here, (*chosen, table)))
            for number, sum_of, where in ways:
                if number not in following or (sum_of, [-one for one in where]) < (
                    following[number][0],
                    [-one for one in following[number][1]],
                ):
                    following[number] = sum_of, where
        best = {used: way for used, way in following.items() if more - used <= tables - table - 1}
    with_more = set(best[more][1])
    rows, first = [], 0
    for table in range(tables):
        count = full - (table in with_more)
        rows.append(list(members[first : first + count]))
        first += count
    return rows


class BandSearch:
    """A search that swaps two members between bands and remembers the best result."""

    def __init__(
        self,
        rows: Sequence[Sequence[str]],
        met: Mapping[tuple[str, str], int],
        wanted: Mapping[str, frozenset[int]],
        bots: Mapping[str, int],
        rng: Random,
    ) -> None:
        self.rows = [list(row) for row in rows]
        self.met, self.wanted, self.rng = met, wanted, rng
        self.band = {label: table for table, row in enumerate(rows) for label in row}
        self.full = max(len(row) for row in rows)
        least = min((bots.get(label, 0) for label in self.band), default=0)
        self.bots = {label: bots.get(label, 0) - least for label in self.band}

    def run(self) -> list[list[str]]:
        """Return the tables, without their bots."""
        rows, rng = self.rows, self.rng
        costs = [self._at(table) for table in range(len(rows))]
        total = best_total = sum(costs)
        best = [list(row) for row in rows]
        turns = min(_EXCHANGES[0] * len(rows), _EXCHANGES[1]) if len(rows) > 1 else 0
        for turn in range(turns):
            if not total:
                break
            one = rng.randrange(len(rows))
            if not costs[one] or not rows[one]:
                continue
            # Usually one step; a leap for members kept apart.
            far = costs[one] >= MEETING * _APART and rng.randrange(4) == 0
            other = rng.randrange(len(rows)) if far else one + rng.choice((-1, 1))
            if other == one or not 0 <= other < len(rows) or not rows[other]:
                continue
            i, j = rng.randrange(len(rows[one])), rng.randrange(len(rows[other]))
            rows[one][i], rows[other][j] = rows[other][j], rows[one][i]
            new = self._at(one), self._at(other)
            change = sum(new) - costs[one] - costs[other]
            warmth = _WARMTH * (1 - turn / turns) ** 2
            if change <= 0 or (warmth > 0 and rng.random() < exp(-change / warmth)):
                costs[one], costs[other] = new
                total += change
                if total < best_total:
                    best_total, best = total, [list(row) for row in rows]
            else:
                rows[one][i], rows[other][j] = rows[other][j], rows[one][i]
        return best

    def _at(self, table: int) -> int:
        row = self.rows[table]
        cost = MEETING * sum(
            self.met.get(pair(one, other), 0) for one, other in combinations(row, 2)
        )
        for label in row:
            away = abs(self.band[label] - table)
            cost += away * _STEP if away < 2 else (away - 1) * _LEAP
        if len(row) < self.full:
            cost += _BOT * sum(self.bots[label] for label in row)
        return cost if fits(row, self.wanted) else cost + _WIND


def farthest(tables: Sequence[Table], ranking: Sequence[RankAtDraw]) -> int:
    """Return the largest number of tables by which a member sits away from the band of their place.

    It is 0 or 1 unless some members are kept apart. Members who share a place may sit in any band of that place.
    """
    places = {member_label(one.player): one.place for one in ranking}
    order = sorted(
        places.get(label, len(ranking) + 1)
        for table in tables
        for label in table
        if not is_bot(label)
    )
    bands: defaultdict[int, set[int]] = defaultdict(set)
    placed = iter(order)
    for number, table in enumerate(tables):
        for label in table:
            if not is_bot(label):
                bands[next(placed)].add(number)
    return max(
        (
            min(abs(number - band) for band in bands[places.get(label, len(ranking) + 1)])
            for number, table in enumerate(tables)
            for label in table
            if not is_bot(label)
        ),
        default=0,
    )


def ranked(rows: Sequence[StandingRow]) -> tuple[RankAtDraw, ...]:
    """Return the members of these standings who have a place, in order."""
    return tuple(
        RankAtDraw(player_id(row.participant), row.place, row.points)
        for row in rows
        if row.place is not None
    )
