"""Analyses a deal in independent parts, so that it can stop after any part and resume on another machine."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b
from random import Random
from typing import Any, Final, NamedTuple

from games.engine.cards import CARD_NAMES
from games.engine.events import DealCommitted, Event
from games.engine.recording.notation import move_text
from replays.analysis.choices import worth_of_choice
from replays.analysis.deciding import SeatDecision, decisions_of
from replays.analysis.luck import Draw, draws_of, luck_of_deal, luck_of_draw
from replays.analysis.weighing import Estimate, weigh

ENGINE: Final = 5
"""Raised by whoever changes a figure that an analysis gives; what was kept under another number is made anew."""


class Effort(NamedTuple):
    """How often a deal is played out for each part of an analysis.

    That is some 80,000 times in all, about two seconds of one core.
    """

    decision: int
    """At most, for each move of one decision."""
    deal: int
    """From the first discard."""
    draw: int
    """From a drawn card, and as often from another one in its place."""
    choice: int
    """From what was chosen with open hands, and as often from what habit would have chosen."""


EFFORT: Final = Effort(decision=1400, deal=3200, draw=400, choice=800)

Part = dict[str, Any]
"""A part as it is kept: plain data, in hundredths of a point at the finest."""


@dataclass(frozen=True)
class WholeAnalysis:
    """The analysis of a finished deal with these events."""

    history: tuple[Event, ...]

    @cached_property
    def draws(self) -> tuple[Draw, ...]:
        """Return the drawn cards, in order."""
        return tuple(draws_of(self.history))

    @cached_property
    def decisions(self) -> tuple[SeatDecision, ...]:
        """Return the decisions of the deal, in order."""
        return tuple(decisions_of(self.history))

    @property
    def total(self) -> int:
        """Return the number of parts: one for the deal, and one for each draw and each decision."""
        return 1 + len(self.draws) + len(self.decisions)

    def part(self, number: int) -> Part:
        """Compute the part of this number, from 0 to `total` - 1. The result is always the same, in any order."""
        if number == 0:
            luck = luck_of_deal(self.history, self._luck(number), times=EFFORT.deal)
            return {"what": "deal", "worth": _each(luck)}
        if number <= len(self.draws):
            return _draw(self.draws[number - 1], self._luck(number))
        return _decision(self.decisions[number - 1 - len(self.draws)], self._luck(number))

    def _luck(self, number: int) -> Random:
        """Return a generator seeded by the deal's commitment, so that every computation gives the same figures."""
        committed = self.history[0]
        assert isinstance(committed, DealCommitted)
        said = f"{ENGINE} {committed.commitment} {number}".encode()
        return Random(blake2b(said, digest_size=16).digest())  # noqa: S311 - luck, no secret


def _draw(draw: Draw, random: Random) -> Part:
    return {
        "what": "draw",
        "version": draw.version,
        "seat": draw.seat,
        "card": CARD_NAMES[draw.card],
        "worth": _each(luck_of_draw(draw, random, times=EFFORT.draw)),
    }


def _decision(decision: SeatDecision, random: Random) -> Part:
    verdict = weigh(decision, random, times=EFFORT.decision)
    return {
        "what": "discard" if decision.is_discard else "take",
        "version": decision.version,
        "seat": decision.chosen.seat,
        "chosen": move_text(decision.chosen),
        "moves": [
            {
                "move": move_text(one.move),
                "expected": _pair(one.expected),
                "better": _pair(one.better),
                "draws": one.draws,
            }
            for one in verdict.moves
        ],
        "cost": _pair(verdict.cost),
        "worth": _each(worth_of_choice(decision, random, times=EFFORT.choice)),
    }


def _each(estimates: Sequence[Estimate]) -> list[list[float]]:
    return [_pair(one) for one in estimates]


def _pair(one: Estimate) -> list[float]:
    """Return mean and error rounded to hundredths; an error that is not zero is never rounded to zero."""
    return [round(one.mean, 2), max(round(one.error, 2), 0.01) if one.error else 0.0]
