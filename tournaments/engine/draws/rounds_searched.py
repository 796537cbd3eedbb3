"""Draws rounds by search: bots are assigned first, then tables with few repeated meetings.

Bots go to the members who have met the fewest for the rounds that they played, so that two members of the same rounds
never differ by more than one; a difference of two is allowed for a while only if it avoids a repeated meeting. The
search plans the rest of four rounds, in which everybody can have each wind once (`winds`), and draws the first of
them. If the earlier rounds leave no such plan, or a worse one, winds are assigned first, too.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import chain, combinations, permutations
from math import ceil
from random import Random
from typing import Final, TypeAlias

from tournaments.engine.draws.opponent_counts import pair, part_for_winds
from tournaments.engine.draws.pairing_history import PairingHistory, Pairs
from tournaments.engine.draws.remaining_rounds import Companies, completions, spreading
from tournaments.engine.draws.swap_search import Chairs, SeatPlace, matched, searched
from tournaments.engine.draws.winds import seated
from tournaments.engine.participants import SEATS, Table, is_bot

_TRIES: Final = 3
_TRIES_OF_FEW: Final = 5
_FEW: Final = 32
"""Plans that are made before one with a repeated meeting is taken, also for so few participants."""
_DEAR: Final = 20
"""What it weighs, in meetings, that bots are two apart behind a round in which meetings repeat all the same."""
_COLOURINGS: Final = 30
"""How often seats are looked for that keep the winds even in rounds of a small design."""
_NEAR: Final = 4
"""Repeats up to which it is tried whether a round in which bots are two apart repeats none."""
_Sides: TypeAlias = Mapping[str, Collection[bool]]
"""Whether a member may sit where a bot more sits, and whether elsewhere."""


@dataclass(frozen=True, slots=True)
class _Plan:
    """Planned rounds, with the repeats in each, and by how much bots differ beyond one after each."""

    rounds: tuple[tuple[Table, ...], ...]
    repeats: tuple[int, ...]
    bots: tuple[int, ...]

    @classmethod
    def of(
        cls, rounds: Sequence[Sequence[Table]], members: Sequence[str], past: PairingHistory
    ) -> _Plan:
        """Return the plan of these rounds after that history."""
        past, repeats, bots = past.copy(), [], []
        for tables in rounds:
            repeats.append(past.add(tables))
            bots.append(past.uneven(members))
        return cls(tuple(map(tuple, rounds)), tuple(repeats), tuple(bots))

    @property
    def weight(self) -> tuple[int, int]:
        """The cost of the plan, in which early rounds weigh more; 0 is best."""
        count = len(self.rounds)
        # Bots differ by two only where that avoids all repeats of a round.
        dear = [
            one + _DEAR * bots * bool(one)
            for one, bots in zip(self.repeats, self.bots, strict=True)
        ]
        return (
            sum((count - at) * one for at, one in enumerate(dear)),
            sum((count - at) * one for at, one in enumerate(self.bots)),
        )

    @property
    def first(self) -> tuple[int, int]:
        """The cost of the first round of the plan, which is the one drawn."""
        return self.repeats[0] + _DEAR * self.bots[0] * bool(self.repeats[0]), self.bots[0]


def drawn_by_search(
    players: tuple[str, ...],
    rounds: tuple[tuple[Table, ...], ...],
    seeds: tuple[int, ...],
    apart: tuple[Pairs, ...],
    start: int,
    spread: bool = False,
) -> tuple[Table, ...]:
    """Return the next round after ``rounds``, one of the four that began with round ``start``.

    With ``spread`` few members meet for the third time while others have not met (`spreading`).
    """
    return planned(players, rounds, seeds, apart, start, spread).rounds[0]


@lru_cache(maxsize=16)
def planned(
    players: tuple[str, ...],
    rounds: tuple[tuple[Table, ...], ...],
    seeds: tuple[int, ...],
    apart: tuple[Pairs, ...],
    start: int,
    spread: bool,
) -> _Plan:
    """Return a plan for the rest of the four rounds that began with round ``start``, or for the next round alone."""
    number = len(rounds)
    left, past = SEATS - (number - start) % SEATS, PairingHistory.of(rounds, apart[number])
    rng = Random(f"{seeds[number]}:{number}:search")  # noqa: S311 - a draw that anybody can repeat
    members = [label for label in players if not is_bot(label)]
    bots = [label for label in players if is_bot(label)]
    wanted = {label: past.due_seats(label) for label in members}
    tries = _TRIES_OF_FEW if len(players) <= _FEW else _TRIES
    designs = completions(players, rounds, seeds, past)
    for _ in range(_COLOURINGS if designs else 0):
        rest = [list(one) for one in rng.choice(designs)]
        rng.shuffle(rest)
        if spread and (first := spreading(rest, past)):
            rest = [first[0], *(one for one in rest if one is not first[0])]
        companies = _planned(members, bots, past, wanted, left, rng, rest[:left])
        tables = seated(companies, past.seats, past.followed, rng)
        if len(tables) == left and _all_due(tables[0], wanted):
            return _Plan.of(tables, members, past)
    on = _gone_on(players, rounds, seeds, apart, start, spread, rng)
    if designs and on is not None and _companies(on.rounds[0]) in map(_companies, chain(*designs)):
        return on
    found: list[_Plan] = []
    for _ in range(tries):
        companies = _planned(members, bots, past, wanted, left, rng, [])
        tables = seated(companies, past.seats, past.followed, rng)
        if len(tables) == left and _all_due(tables[0], wanted):
            found.append(_Plan.of(tables, members, past))
            if found[-1].weight == (0, 0):
                return found[-1]
    if on is not None:
        found.append(on)  # of two equally good plans the new one is drawn, which nobody knew
    best = min(found, key=lambda plan: plan.weight, default=None)
    if any(len(seats) < SEATS for seats in wanted.values()) and (
        best is None or best.first > (0, 0)
    ):
        for _ in range(tries):
            row = _winds_first(members, bots, past, wanted, rng)
            one = None if row is None else _Plan.of([row], members, past)
            if one is not None and (best is None or one.first < best.first):
                best = one
    return best or _Plan.of(tables[:1], members, past)


def _gone_on(
    players: tuple[str, ...],
    rounds: tuple[tuple[Table, ...], ...],
    seeds: tuple[int, ...],
    apart: tuple[Pairs, ...],
    start: int,
    spread: bool,
    rng: Random,
) -> _Plan | None:
    """Return the remaining rounds of the plan from which the last round was drawn, in their best order.

    The lot decides between equally good orders. None if no round remains, or if the players or the pairs kept apart
    have changed.
    """
    if (
        len(rounds) == start
        or sorted(chain(*rounds[-1])) != sorted(players)
        or apart[-1] != apart[-2]
    ):
        return None
    before = planned(players, rounds[:-1], seeds[:-1], apart[:-1], start, spread)
    if before.rounds[0] != rounds[-1] or len(before.rounds) == 1:
        return None
    members, past = (
        [label for label in players if not is_bot(label)],
        PairingHistory.of(rounds, apart[-1]),
    )
    orders = [_Plan.of(order, members, past) for order in permutations(before.rounds[1:])]
    rng.shuffle(orders)
    return min(orders, key=lambda plan: plan.weight)


def _companies(tables: Sequence[Sequence[str]]) -> set[frozenset[str]]:
    return {frozenset(label for label in table if not is_bot(label)) for table in tables}


def _all_due(tables: Sequence[Table], wanted: Mapping[str, frozenset[int]]) -> bool:
    return all(
        label not in wanted or seat in wanted[label]
        for table in tables
        for seat, label in enumerate(table)
    )


def _planned(
    members: Sequence[str],
    bots: Sequence[str],
    past: PairingHistory,
    wanted: Mapping[str, frozenset[int]],
    left: int,
    rng: Random,
    given: Sequence[Companies],
) -> list[list[list[str]]]:
    """Return the labels at each table of the next ``left`` rounds.

    The first of these rounds are ``given`` by the members of each table; the search finds the others. Bots fill the
    seats.
    """
    past, rounds = past.copy(), []
    tables = (len(members) + len(bots)) // SEATS
    few, more = divmod(len(bots), tables)
    chairs = [
        [SeatPlace(-1, table < more)] * (SEATS - few - (table < more)) for table in range(tables)
    ]
    for number in range(left):
        if number < len(given):
            found = [list(company) for company in given[number]]
        else:
            # Two members with all seats but the same one should not meet: it costs as much as a repeat.
            clashes = {} if number else _clashes(wanted)
            found = _met_least(members, chairs, {}, past, clashes, rng) or []
            if not number:
                part_for_winds(found, wanted, past.met, rng)
        past.add(found)
        waiting = list(bots)
        rounds.append(
            [company + [waiting.pop() for _ in range(SEATS - len(company))] for company in found]
        )
        rng.shuffle(rounds[-1])
    return rounds


def _winds_first(
    members: Sequence[str],
    bots: Sequence[str],
    past: PairingHistory,
    wanted: Mapping[str, frozenset[int]],
    rng: Random,
) -> tuple[Table, ...] | None:
    """Return a round in which everybody has a seat of ``wanted``, with few repeats; None if impossible."""
    tables = (len(members) + len(bots)) // SEATS
    more = len(bots) % tables
    bots_at = _seats_of_bots(members, len(bots), tables, past, rng)
    chairs = [
        [SeatPlace(seat, table < more) for seat in range(SEATS) if seat not in bots_at[table]]
        for table in range(tables)
    ]
    found = _met_least(members, chairs, wanted, past, {}, rng)
    if found is None:
        return None
    waiting, rows = list(bots), []
    for row, places in zip(found, chairs, strict=True):
        at = {place.seat: label for label, place in zip(row, places, strict=True)}
        south, east, north, west = (at[s] if s in at else waiting.pop() for s in range(SEATS))
        rows.append((south, east, north, west))
    rng.shuffle(rows)
    return tuple(rows)


def _seats_of_bots(
    members: Sequence[str], bots: int, tables: int, past: PairingHistory, rng: Random
) -> list[set[int]]:
    """Return the bots' seats at each table: those that members had most often, so that their seats even out."""
    had = [sum(past.seats[label, seat] for label in members) for seat in range(SEATS)]
    found: list[set[int]] = [set() for _ in range(tables)]
    for number in range(bots):
        at = found[number % tables]
        seat = max((s for s in range(SEATS) if s not in at), key=lambda s: (had[s], rng.random()))
        had[seat] -= 1
        at.add(seat)
    return found


def _met_least(
    members: Sequence[str],
    chairs: Chairs,
    wanted: Mapping[str, frozenset[int]],
    past: PairingHistory,
    clashes: Mapping[tuple[str, str], int],
    rng: Random,
) -> list[list[str]] | None:
    """Return the members of each table, with few repeated meetings; None if the seats in ``wanted`` allow no round.

    If possible, members' counts of bots differ by at most one, or by two if that avoids all repeats.
    """
    order = list(members)
    rng.shuffle(order)
    met = {both: past.met[both] + clashes.get(both, 0) for both in past.met.keys() | clashes.keys()}
    strict, lean = _sides(order, chairs, past.bots, 1)
    start = matched(order, _may(order, strict, wanted, chairs), chairs)
    found = None
    if start is not None:
        found = searched(start, _may(order, strict, wanted, chairs), chairs, met, {}, rng)
    if found is not None and (not found.meetings or found.meetings > _NEAR):
        return found.tables
    loose, lean = _sides(order, chairs, past.bots, 2)
    if loose == strict and found is not None:
        return found.tables
    for sides in (loose, dict.fromkeys(order, (False, True))):
        start = matched(order, _may(order, sides, wanted, chairs), chairs)
        if start is not None:
            other = searched(start, _may(order, sides, wanted, chairs), chairs, met, lean, rng)
            if found is None or not other.meetings:
                return other.tables
        if found is not None:
            return found.tables
    return None


def _may(
    members: Sequence[str],
    sides: _Sides,
    wanted: Mapping[str, frozenset[int]],
    chairs: Chairs,
) -> dict[str, set[SeatPlace]]:
    kinds = {place for table in chairs for place in table}
    return {
        label: {
            kind
            for kind in kinds
            if kind.more in sides[label] and (not wanted or kind.seat in wanted[label])
        }
        for label in members
    }


def _sides(
    order: Sequence[str], chairs: Chairs, share: Mapping[str, Fraction], within: int
) -> tuple[_Sides, dict[str, int]]:
    """Return two mappings by member: where the member may sit, and the cost of sitting with a bot too many or too
    few.

    In the first mapping True means a table with an extra bot, False another table. Members' counts of bots then
    differ by at most ``within``.
    """
    with_more = sum(len(places) for places in chairs if places and places[0].more)
    if not 0 < with_more < len(order):
        return dict.fromkeys(order, (with_more > 0,)), {}
    shares = {label: share.get(label, Fraction()) for label in order}
    turn = sorted(order, key=shares.__getitem__)
    last = shares[turn[with_more - 1]]
    following = shares[turn[with_more]]
    sides: dict[str, Collection[bool]] = {}
    lean = {}
    for label in order:
        lean[label] = ceil(shares[label] - last)
        if shares[label] <= following - within:
            sides[label] = (True,)
        elif shares[label] >= last + within:
            sides[label] = (False,)
        else:
            sides[label] = (False, True)
    return sides, lean


def _clashes(wanted: Mapping[str, frozenset[int]]) -> dict[tuple[str, str], int]:
    last = [label for label, seats in wanted.items() if len(seats) == 1]
    return {
        pair(one, other): 1 for one, other in combinations(last, 2) if wanted[one] == wanted[other]
    }
