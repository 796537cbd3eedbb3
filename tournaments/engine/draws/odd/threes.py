"""Draws evenly for any number of members: with tables of three, at which they take turns, and few repeated meetings.

A table of three has no West (§1.3). So winds are counted separately at tables of three and of four: a wind is due to
a member who has had it least often there. The search assigns due winds first. If that repeats a meeting, or is
impossible, it first finds who meets, and each table then takes the winds that suit its members best.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, permutations
from random import Random
from typing import Final, TypeAlias

from tournaments.engine.draws.even import draw_even
from tournaments.engine.draws.odd.turns import Out, shares_of_threes
from tournaments.engine.draws.opponent_counts import pair
from tournaments.engine.draws.pairing_history import PairingHistory, Pairs
from tournaments.engine.draws.seating import Round
from tournaments.engine.draws.swap_search import Chairs, SeatPlace, matched, searched
from tournaments.engine.draws.winds import due
from tournaments.engine.participants import SEATS, THREE, Table, player_id

METHOD_ANY: Final = 11
"""The number of `draw_any`."""
_TRIES: Final = 12
"""How many times each of the two searches starts again before it accepts a repeated meeting."""

_Due: TypeAlias = Mapping[tuple[str, bool], frozenset[int]]
"""The seats due to a member at a table of three (True), and of four."""


def draw_any(
    participants: Sequence[str],
    history: Sequence[Round],
    outs: Sequence[Out],
    *,
    seeds: Sequence[int],
    apart: Sequence[Pairs],
) -> Round:
    """Return the tables of the next round for any number of members, without bots.

    If four divides the number, the round is drawn as by `draw_even`. ``outs`` are the members who sat out each of the
    earlier rounds.
    """
    if len(participants) % SEATS == 0:
        return draw_even(participants, history, seeds=seeds, apart=apart, spread=True)
    members = sorted(participants, key=player_id)
    return draw_threes(members, history, outs, seed=seeds[-1], apart=apart[-1])


def draw_threes(
    members: Sequence[str],
    history: Sequence[Round],
    outs: Sequence[Out],
    *,
    seed: int,
    apart: Pairs,
) -> Round:
    """Return a round with as few tables of three as possible for these members, the others being of four."""
    threes = -len(members) % SEATS
    fours = (len(members) - THREE * threes) // SEATS
    places = [(True, seat) for seat in range(THREE)], [(False, seat) for seat in range(SEATS)]
    chairs = [[SeatPlace(seat, three) for three, seat in places[0]] for _ in range(threes)]
    chairs += [[SeatPlace(seat, three) for three, seat in places[1]] for _ in range(fours)]
    past = PairingHistory.of(history, apart)
    had = seats_had(history)
    rng = Random(f"{seed}:{len(history)}:threes")  # noqa: S311 - a draw that anybody can repeat
    found = min(
        _tries(members, chairs, past, had, shares_of_threes(history, outs), rng),
        key=lambda tables: _cost(tables, past, had),
    )
    rng.shuffle(found)
    return tuple(sorted(found, key=len, reverse=True))


def seats_had(history: Sequence[Round]) -> Counter[tuple[str, bool, int]]:
    """Return how often each member had each seat, by (label, whether at a table of three, seat)."""
    return Counter(
        (label, len(table) < SEATS, seat)
        for tables in history
        for table in tables
        for seat, label in enumerate(table)
    )


def _tries(
    members: Sequence[str],
    chairs: Chairs,
    past: PairingHistory,
    had: Counter[tuple[str, bool, int]],
    share: Mapping[str, Fraction],
    rng: Random,
) -> Iterator[list[Table]]:
    """Yield candidate rounds, until one has no repeated meeting and gives everybody a wind that is due."""
    kinds = {place for table in chairs for place in table}
    sides = sides_of(members, sum(place.more for table in chairs for place in table), share)
    wanted: _Due = {
        (label, three): due_winds(label, had, three=three)
        for label in members
        for three in (True, False)
    }
    for winds in (True, False):
        for _ in range(_TRIES):
            order = list(members)
            rng.shuffle(order)
            may = {
                label: {
                    one
                    for one in kinds
                    if one.more in sides[label]
                    and (not winds or one.seat in wanted[label, one.more])
                }
                for label in order
            }
            start = matched(order, may, chairs)
            if start is None:
                break
            found = searched(start, may, chairs, past.met, {}, rng)
            yield [
                tuple(company) if winds else best_winds(company, had, past.followed)
                for company in found.tables
            ]
            if winds and not found.meetings:
                return


def due_winds(label: str, had: Counter[tuple[str, bool, int]], *, three: bool) -> frozenset[int]:
    """Return the winds that a member has had least often at tables of three, or of four."""
    seats = range(THREE if three else SEATS)
    return frozenset(next(iter(due([had[label, three, seat] for seat in seats])), seats))


def sides_of(
    members: Sequence[str], chairs: int, share: Mapping[str, Fraction]
) -> Mapping[str, Collection[bool]]:
    """Return, by member, the sizes of tables where they may sit: True for three, False for four, or both.

    Members with the fewest turns at tables of three, by ``share``, sit at these first; ``chairs`` is the number of
    seats at all tables of three. Members with equal turns may have both.
    """
    turns = sorted(share.get(label, Fraction()) for label in members)
    sides = {}
    for label in members:
        mine = share.get(label, Fraction())
        three = chairs > 0 and mine <= turns[chairs - 1]
        four = chairs < len(turns) and mine >= turns[chairs]
        sides[label] = {kind for kind, may in ((True, three), (False, four)) if may}
    return sides


def best_winds(
    company: Sequence[str],
    had: Counter[tuple[str, bool, int]],
    followed: Mapping[tuple[str, str], int],
) -> Table:
    """Return a table with these members, seated so that their counts of winds become as even as possible."""
    three = len(company) < SEATS

    def cost(table: Sequence[str]) -> tuple[int, int, int]:
        spread = [
            _spread([had[label, three, seat] + (seat == mine) for seat in range(len(table))])
            for mine, label in enumerate(table)
        ]
        beside = zip(table, (*table[1:], table[0]), strict=True)
        return max(spread), sum(spread), sum(followed.get(both, 0) for both in beside)

    return min(permutations(company), key=cost)


def _spread(times: Sequence[int]) -> int:
    return max(times) - min(times)


def _cost(
    tables: Sequence[Table], past: PairingHistory, had: Counter[tuple[str, bool, int]]
) -> tuple[int, int]:
    """Return how often members who meet have met before, and by how much counts of winds differ beyond one."""
    meetings = sum(past.met[pair(*both)] for table in tables for both in combinations(table, 2))
    winds = 0
    for table in tables:
        three = len(table) < SEATS
        for mine, label in enumerate(table):
            times = [had[label, three, seat] + (seat == mine) for seat in range(len(table))]
            winds += max(0, _spread(times) - 1)
    return meetings, winds
