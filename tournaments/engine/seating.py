"""Seating: who sits where in a round, with few repeated meetings, winds in turn, and bots shared out.

The draw is a pure function of the participants, the rounds drawn before and a seed: anybody can run it again. Four
rounds are planned at a time, since in four rounds everybody can have each wind once (`winds`); of the plan one round is
drawn. The companies of a round are the next of the design of `designs`, in which no meeting repeats, where everybody
is a member and there is one left; else a search finds them (`meetings`). A plan holds while the same participants
play. When somebody leaves, comes late or sits out, a new one is made for those who are there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from random import Random
from typing import Final, TypeAlias

from tournaments.engine.designs import design_round, design_rounds
from tournaments.engine.errors import TournamentRefused
from tournaments.engine.events import Table
from tournaments.engine.meetings import fits, meet, pair, part_for_winds
from tournaments.engine.participants import SEATS, is_bot, player_id
from tournaments.engine.winds import due, neighbours, seated

Round: TypeAlias = tuple[Table, ...]
"""The tables of one round, each four labels by seat."""

METHOD: Final = 2
"""The number of this way to draw: a round that was drawn by an older one cannot be drawn again by this code."""

_PLANNED: Final = SEATS
"""Rounds of a plan: after as many everybody can have had each wind once."""
_ALL: Final = frozenset(range(SEATS))
_TRIES: Final = 5
"""Plans that are made before one with a repeated meeting is taken."""


def draw_round(participants: Sequence[str], history: Sequence[Round], *, seed: int) -> Round:
    """The tables of the next round.

    ``participants`` are labels in any order, fillers included. ``history`` are the rounds drawn before, oldest first;
    the same ``seed`` should be used for all rounds of a tournament, since the plan is made by it. Raises
    TournamentRefused where nobody is there, a member is named twice, or the participants do not fill tables of four.
    """
    players = _in_order(participants)
    rounds = tuple(tuple(drawn) for drawn in history)
    start = _plan_start(players, rounds)
    plan = planned(players, rounds[:start], seed)
    done = len(rounds) - start
    if done < len(plan) and plan[:done] == rounds[start:]:
        return plan[done]
    return planned(players, rounds, seed)[
        0
    ]  # the plan went no farther, or somebody drew otherwise meanwhile


def starters(deals: int) -> tuple[int, ...]:
    """The starter of each deal of a round: the seats in turn, South first (§8.3)."""
    return tuple(deal % SEATS for deal in range(deals))


def _in_order(participants: Sequence[str]) -> tuple[str, ...]:
    """The members by their numbers, then the bots."""
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
    """The round with which the plan of the next round began."""
    first = len(rounds)
    expected = Counter(players)
    while first and Counter(label for table in rounds[first - 1] for label in table) == expected:
        first -= 1
    return len(rounds) - (len(rounds) - first) % _PLANNED


@dataclass(slots=True)
class _Past:
    """What the rounds before have brought."""

    met: Counter[tuple[str, str]] = field(default_factory=Counter)
    bots: dict[str, Fraction] = field(default_factory=dict)
    """Bots that a member has met, less the mean of those who played the round."""
    seats: Counter[tuple[str, int]] = field(default_factory=Counter)
    followed: Counter[tuple[str, str]] = field(default_factory=Counter)

    def add(self, companies: Sequence[Sequence[str]]) -> int:
        """Count who has met whom in one more round; how often those who meet in it had met before."""
        met, before = {}, 0
        for company in companies:
            members = [label for label in company if not is_bot(label)]
            pairs = [pair(one, other) for one, other in combinations(members, 2)]
            before += sum(self.met[one] for one in pairs)
            self.met.update(pairs)
            met.update(dict.fromkeys(members, SEATS - len(members)))
        if met:
            mean = Fraction(sum(met.values()), len(met))
            for label, bots in met.items():
                self.bots[label] = self.bots.get(label, Fraction()) + bots - mean
        return before


@lru_cache(maxsize=16)
def planned(players: tuple[str, ...], history: tuple[Round, ...], seed: int) -> tuple[Round, ...]:
    """The next rounds if the same participants play them all: one at least, four where the winds stay even."""
    past = _Past()
    for drawn in history:
        past.add(drawn)
        for table in drawn:
            past.seats.update((label, seat) for seat, label in enumerate(table))
            past.followed.update(neighbours(table))
    rng = Random(f"{seed}:{len(history)}")  # noqa: S311 - a draw that anybody can repeat
    found = min(_tries(players, past, seed, rng), key=lambda companies: companies.cost)
    return tuple(tuple(tables) for tables in seated(found.rounds, past.seats, past.followed, rng))


@dataclass(frozen=True, slots=True)
class _Companies:
    """Who shares the tables of the planned rounds; the cost is that of the repeated meetings, early ones more."""

    rounds: tuple[list[list[str]], ...]
    cost: int


def _tries(players: Sequence[str], past: _Past, seed: int, rng: Random) -> Iterator[_Companies]:
    """Some plans, up to one without any repeated meeting."""
    for _ in range(_TRIES):
        found = _companies(players, deepcopy(past), seed, rng)
        yield found
        if not found.cost:
            return


def _companies(players: Sequence[str], past: _Past, seed: int, rng: Random) -> _Companies:
    members = [label for label in players if not is_bot(label)]
    bots = [label for label in players if is_bot(label)]
    rounds, cost = [], 0
    wanted = {
        label: frozenset(next(iter(due([past.seats[label, seat] for seat in range(SEATS)])), _ALL))
        for label in members
    }
    for left in range(_PLANNED, 0, -1):
        companies = None if bots else _from_design(members, past, seed)
        if companies is None or not all(fits(company, wanted) for company in companies):
            companies = meet(members, bots, past.met, past.bots, wanted, rng)
            part_for_winds(companies, wanted, past.met, rng)
        wanted = {}  # the seats of later rounds depend on those of this one
        cost += left * past.add(companies)
        rng.shuffle(companies)
        rounds.append(companies)
    return _Companies(tuple(rounds), cost)


def _from_design(members: Sequence[str], past: _Past, seed: int) -> list[list[str]] | None:
    """The first round of the design that repeats no meeting, or None."""
    dealt = list(members)
    Random(f"{seed}:design").shuffle(dealt)  # noqa: S311 - the same for every round
    for index in range(design_rounds(len(dealt))):
        companies = [
            [dealt[position] for position in quad] for quad in design_round(len(dealt), index)
        ]
        if not any(
            past.met[pair(one, other)]
            for company in companies
            for one, other in combinations(company, 2)
        ):
            return companies
    return None
