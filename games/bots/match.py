"""Matches: series of deals from one random seed, with their totals."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random

from games.bots.playout import Playout, play_deal
from games.engine.events import CardDiscarded
from games.engine.rules import RuleSet
from games.engine.shuffle import SECRET_BYTES


def play_match(
    rules: RuleSet, bots: Sequence[str], *, deals: int, random: Random
) -> Iterator[Playout]:
    """Play `deals` deals between these bots, named in seat order, and yield each of them.

    The same `random` gives the same deals: it makes the secrets and every seat's seed. Dice decide who starts the
    first deal (§1.5); the end of each deal decides who starts the next one (§8.3). Raises IllegalMove if the rules
    are not played with this many seats.
    """
    starter: int | None = None
    for _ in range(deals):
        played = play_deal(
            rules,
            bots,
            secret=random.randbytes(SECRET_BYTES).hex(),
            seeds=[random.randbytes(8).hex() for _ in bots],
            starter=starter,
        )
        assert played.state.ending is not None
        starter = played.state.ending.next_starter
        yield played


@dataclass(slots=True)
class MatchTally:
    """The totals of a match's deals at tables of one size.

    `points` and `net` are sums; `won` and `net` have one entry for each seat, in seat order.
    """

    seats: int
    deals: int = 0
    won: list[int] = field(default_factory=list)
    net: list[int] = field(default_factory=list)
    at_the_deal: int = 0
    """Won without a discard (§7.3)."""
    exhausted: int = 0
    penalties: int = 0
    points: int = 0
    """Points of the winners' hands (§2)."""
    decisions: int = 0
    events: int = 0

    def __post_init__(self) -> None:
        self.won = [0] * self.seats
        self.net = [0] * self.seats

    def add(self, played: Playout) -> None:
        """Add the result of one more deal."""
        assert played.state.ending is not None
        result = played.state.ending.result
        self.deals += 1
        self.decisions += played.decisions
        self.events += len(played.events)
        self.net = [sum(pair) for pair in zip(self.net, result.net, strict=True)]
        if result.winner is None:
            self.exhausted += 1
            return
        self.won[result.winner] += 1
        self.points += result.points
        self.penalties += result.offender is not None
        self.at_the_deal += not any(isinstance(event, CardDiscarded) for event in played.events)
