"""Draws the seats of a round, with few repeated meetings, winds in turn, and bots shared out.

The draw is a pure function of the participants, the earlier rounds and a seed: anybody can repeat it. If everybody is
a member, it is a round of a design (`designs`) in which no meeting repeats, as long as there is one; the four classes
of the design have the four winds in turn. Otherwise a search finds who meets (`opponent_counts`). It plans up to four
rounds, since in four everybody can have each wind once (`winds`), and draws one round of the plan. If the earlier
rounds leave no plan with even winds, the winds are assigned first (`mixed`).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, permutations
from random import Random
from typing import Final, TypeAlias

from tournaments.engine.draws.balance import BOTS, MEETING
from tournaments.engine.draws.designs import design_round, design_rounds, outer_rounds
from tournaments.engine.draws.opponent_counts import meet, mixed, pair, part_for_winds
from tournaments.engine.draws.pairing_history import PairingHistory, Pairs
from tournaments.engine.draws.winds import due, seated
from tournaments.engine.errors import TournamentRefused
from tournaments.engine.participants import SEATS, Table, is_bot, member_label, player_id

Round: TypeAlias = tuple[Table, ...]
"""The tables of one round, each four labels by seat."""

METHOD: Final = 5
"""The number of `draw_round`, by which tournaments are drawn that have one seed."""
METHOD_BOUND: Final = 6
"""The number of `draw_bound`, by which those are drawn that have a seed for each draw."""

_PLANNED: Final = SEATS
"""Rounds of a plan: after as many everybody can have had each wind once."""
_SMALL: Final = 7
"""Tables up to which three rounds of a design are worth more than four that a search finds."""
_ALL: Final = frozenset(range(SEATS))
_TRIES: Final = 5
"""Plans that are made before one with a repeated meeting is taken."""


def pairs_of(groups: Iterable[Sequence[int]]) -> Pairs:
    """Return all pairs of members of the same group, as labels."""
    return frozenset(
        pair(member_label(one), member_label(other))
        for group in groups
        for one, other in combinations(group, 2)
    )


def draw_round(
    participants: Sequence[str],
    history: Sequence[Round],
    *,
    seed: int,
    apart: Pairs = frozenset(),
) -> Round:
    """Return the tables of the next round.

    ``participants`` are labels in any order, fillers included. ``history`` are the earlier rounds, oldest first. All
    rounds of a tournament should have the same ``seed``, which assigns positions in the design. Pairs in ``apart`` meet
    only if unavoidable. Raises TournamentRefused if there are no members, a member is named twice, or the participants
    do not fill tables of four.
    """
    draws = len(history) + 1
    return draw_bound(participants, history, seeds=[seed] * draws, apart=[apart] * draws)


def draw_bound(
    participants: Sequence[str],
    history: Sequence[Round],
    *,
    seeds: Sequence[int],
    apart: Sequence[Pairs],
) -> Round:
    """Return the tables of the next round as `draw_round` does, but by a seed unknown before the draw.

    ``seeds`` and ``apart`` have an entry for each earlier round and one for this round. The first seed assigns
    positions in the design, the last chooses the next of its rounds. If the design has no round left, the rest of
    each four rounds is planned again before every draw. If the plan would give somebody a wind twice, everybody gets
    a wind first (`mixed`). With bots the plan of the round before continues instead.
    """
    players = in_order(participants)
    rounds = tuple(tuple(drawn) for drawn in history)
    found = _by_design(players, rounds, seeds[0], Random(f"{seeds[-1]}:design"), apart[-1])  # noqa: S311
    if found is not None:
        return found
    start = _plan_start(players, rounds)
    plan = _plan(players, rounds, seeds, apart, start)
    if _uneven(rounds, plan) and not any(map(is_bot, players)):
        past = PairingHistory.of(rounds, apart[-1])
        wanted = {label: _due(label, past.seats) for label in players}
        rng = Random(f"{seeds[-1]}:mixed")  # noqa: S311 - as in `planned`
        return mixed(players, wanted, past.met, rng) or plan[0]
    return plan[0]


def _plan(
    players: tuple[str, ...],
    rounds: tuple[Round, ...],
    seeds: Sequence[int],
    apart: Sequence[Pairs],
    start: int,
) -> tuple[Round, ...]:
    """Return the planned rounds after ``rounds``, the first of which is drawn.

    They belong to the four rounds that began with round ``start``.
    """
    number = len(rounds)
    left = _PLANNED - (number - start)
    plan = planned(players, rounds, seeds[number], apart=apart[number], length=left)
    even = _uneven(rounds, plan)
    if number == start or (len(plan) == left and not even) or not any(map(is_bot, players)):
        return plan
    before = _plan(players, rounds[:-1], seeds, apart, start)
    rest = before[1:]
    holds = before[0] == rounds[-1] and bool(rest) and apart[number] == apart[number - 1]
    if holds and (len(plan) < len(rest) or even > _uneven(rounds, rest)):
        return rest
    return plan


def _uneven(history: Sequence[Round], plan: Sequence[Round]) -> int:
    """Return by how much members' counts of the four winds differ after these rounds, in total."""
    seats: defaultdict[str, list[int]] = defaultdict(lambda: [0] * SEATS)
    for drawn in (*history, *plan):
        for table in drawn:
            for seat, label in enumerate(table):
                seats[label][seat] += not is_bot(label)
    return sum(max(times) - min(times) for times in seats.values())


def starters(deals: int) -> tuple[int, ...]:
    """Return the starter of each deal of a round: the seats in turn, South first (§8.3)."""
    return tuple(deal % SEATS for deal in range(deals))


def in_order(participants: Sequence[str]) -> tuple[str, ...]:
    """Return the members by player id, then the bots. Raises TournamentRefused as `draw_round` does."""
    if not participants:
        raise TournamentRefused("tournament.draw-nobody")
    members = [label for label in participants if not is_bot(label)]
    for label, times in Counter(members).items():
        if times > 1:
            raise TournamentRefused("tournament.draw-twice", player=player_id(label))
    missing = -len(participants) % SEATS
    if missing:
        raise TournamentRefused("tournament.draw-tables", count=len(participants), missing=missing)
    return (*sorted(members, key=player_id), *sorted(filter(is_bot, participants)))


def _plan_start(players: Sequence[str], rounds: Sequence[Round]) -> int:
    """Return the index of the first round of the plan that the next round belongs to."""
    first = len(rounds)
    expected = Counter(players)
    while first and Counter(label for table in rounds[first - 1] for label in table) == expected:
        first -= 1
    return len(rounds) - (len(rounds) - first) % _PLANNED


def _by_design(
    players: Sequence[str], history: Sequence[Round], seed: int, rng: Random, apart: Pairs
) -> Round | None:
    """Return a round of the design with positions by ``seed``; None if there is none left.

    No meeting in it repeats, and the classes take winds that are due to all of their players.
    """
    if any(map(is_bot, players)):
        return None
    met, had = set(apart), Counter[tuple[str, int]]()
    for drawn in history:
        for table in drawn:
            met.update(pair(one, other) for one, other in combinations(table, 2))
            had.update((label, seat) for seat, label in enumerate(table))
    wanted = {label: _due(label, had) for label in players}
    dealt = list(players)
    Random(f"{seed}:design").shuffle(dealt)  # noqa: S311 - the same for every round
    tables, here = len(dealt) // SEATS, len(history) - _plan_start(players, history)
    outer = outer_rounds(tables)
    first, last = list(range(outer)), list(range(outer, design_rounds(len(dealt))))
    rng.shuffle(first)
    rng.shuffle(last)
    ways = list(permutations(range(SEATS)))
    rng.shuffle(ways)
    fewest = _PLANNED if tables > _SMALL else _PLANNED - 1
    if here == 0 and outer - len(history) < fewest:
        first = []  # they would end amid four rounds, leaving no even winds to good tables
    for index in first + last:
        companies = [
            [dealt[position] for position in quad] for quad in design_round(len(dealt), index)
        ]
        if any(pair(*both) in met for company in companies for both in combinations(company, 2)):
            continue
        for way in ways:
            placed = [(one[way[0]], one[way[1]], one[way[2]], one[way[3]]) for one in companies]
            if all(seat in wanted[label] for one in placed for seat, label in enumerate(one)):
                rng.shuffle(placed)
                return tuple(placed)
    return None


def _due(label: str, had: Mapping[tuple[str, int], int]) -> frozenset[int]:
    """Return the seats due to this member, so that each seat comes once in four rounds."""
    return frozenset(next(iter(due([had.get((label, seat), 0) for seat in range(SEATS)])), _ALL))


@lru_cache(maxsize=16)
def planned(
    players: tuple[str, ...],
    history: tuple[Round, ...],
    seed: int,
    *,
    apart: Pairs = frozenset(),
    length: int = _PLANNED,
) -> tuple[Round, ...]:
    """Return the next ``length`` rounds for the same participants.

    Returns fewer rounds, but at least one, if the winds would become uneven.
    """
    past = PairingHistory.of(history, apart)
    rng = Random(f"{seed}:{len(history)}")  # noqa: S311 - a draw that anybody can repeat
    tries = _tries(players, past, rng, length)
    found = min(tries, key=lambda companies: companies.cost)
    return tuple(tuple(tables) for tables in seated(found.rounds, past.seats, past.followed, rng))


@dataclass(frozen=True, slots=True)
class _Companies:
    """The labels at each table of the planned rounds, and the cost of repeats and uneven bots.

    Early rounds weigh more.
    """

    rounds: tuple[list[list[str]], ...]
    cost: int


def _tries(
    players: Sequence[str], past: PairingHistory, rng: Random, length: int
) -> Iterator[_Companies]:
    """Yield candidate plans, until one could not be better."""
    for _ in range(_TRIES):
        found = _companies(players, deepcopy(past), rng, length)
        yield found
        if not found.cost:
            return


def _companies(
    players: Sequence[str], past: PairingHistory, rng: Random, length: int
) -> _Companies:
    members = [label for label in players if not is_bot(label)]
    bots = [label for label in players if is_bot(label)]
    rounds, cost = [], 0
    wanted = {label: _due(label, past.seats) for label in members}
    for left in range(length, 0, -1):
        companies = meet(members, bots, past.met, past.bots, wanted, rng)
        part_for_winds(companies, wanted, past.met, rng)
        wanted = {}  # the seats of later rounds depend on those of this one
        cost += left * (MEETING * past.add(companies) + BOTS * past.uneven(members))
        rng.shuffle(companies)
        rounds.append(companies)
    return _Companies(tuple(rounds), cost)
