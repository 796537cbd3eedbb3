"""The ladder: what each manner of bot is worth above the one below it, in duplicate deals of the presets.

A deck is played once by four bots of the lower manner, and then once for each seat with the higher manner in that seat
alone. What the seat wins more with the same cards is the higher manner's gain; the deck's gain is the mean over its
seats, and the interval is that of the mean over decks (95 %). Points a deal.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from itertools import pairwise
from math import sqrt
from random import Random
from statistics import mean, stdev
from time import process_time
from typing import Final

from benchmarks.measuring import line, note, show, timing_of
from games.bots import BOTS, MANNERS, Bot
from games.bots.playout import play_on
from games.bots.waiving import WAIVING
from games.engine.cards import DECK, Card
from games.engine.deal import commit_deal, start
from games.engine.evolve import Course, fold
from games.engine.moves import Move
from games.engine.rules import PRESETS, RuleSet
from games.engine.shuffle import SECRET_BYTES, commit
from games.engine.sight import SeatView

SEATS: Final = 4
_PAIRS: Final = tuple(pairwise(MANNERS))


class Timed:
    """A bot and how long it takes over its moves, those without a choice left out."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot
        self.seconds: list[float] = []

    def __call__(self, view: SeatView, moves: tuple[Move, ...]) -> Move:
        """Return the bot's move."""
        before = process_time()
        move = self.bot(view, moves)
        if len(moves) > 1:
            self.seconds.append(process_time() - before)
        return move


def nets(
    rules: RuleSet, deck: Sequence[Card], starter: int, bots: Sequence[Bot]
) -> tuple[int, ...]:
    """Return what each seat wins in the deal of this deck."""
    players = [f"player:{seat + 1}" for seat in range(SEATS)]
    secret = commit("0" * 2 * SECRET_BYTES)
    course = Course(fold(commit_deal(rules, players=players, commitment=secret, starter=starter)))
    course.happen(*start(course.state, deck=deck, starter=starter, dice=None))
    play_on(course, bots)
    assert course.state.ending is not None
    return course.state.ending.result.net


def gains(
    rules: RuleSet, lower: Bot, higher: Bot, *, seconds: float, most: int, seed: int = 1
) -> list[float]:
    """Return the gain on each deck, for so many seconds of processor time or so many decks."""
    found: list[float] = []
    end = process_time() + seconds
    while len(found) < most and (process_time() < end or len(found) < 2):
        random = Random(f"{rules.key}/{seed}/{len(found)}")
        deck, starter = random.sample(DECK, len(DECK)), len(found) % SEATS
        usual = nets(rules, deck, starter, [lower] * SEATS)
        more = 0
        for seat in range(SEATS):
            bots = [lower] * SEATS
            bots[seat] = higher
            more += nets(rules, deck, starter, bots)[seat] - usual[seat]
        found.append(more / SEATS)
    return found


def told(found: Sequence[float]) -> str:
    """Return a mean gain with its interval."""
    return f"{mean(found):+7.2f} ± {1.96 * stdev(found) / sqrt(len(found)):.2f} points a deal"


def run(*, seconds: float, most: int, only: str | None = None) -> None:
    """Measure each pair in each preset, or in one, for so many seconds, and print."""
    for rules in PRESETS.values() if only is None else (PRESETS[only],):
        show(f"The ladder, {rules.key}, four seats, duplicate deals, 95 % intervals")
        for low, high in _PAIRS:
            timed = Timed(BOTS[high])
            if BOTS[high] in WAIVING:
                WAIVING[timed] = WAIVING[BOTS[high]]
            found = gains(rules, BOTS[low], timed, seconds=seconds, most=most)
            note(f"  {high} above {low}: {told(found)} ({len(found)} decks)")
            line(f"    a move of the {high} bot", timing_of(timed.seconds))


if __name__ == "__main__":
    options = argparse.ArgumentParser(prog="python -m benchmarks.ladder", description=__doc__)
    options.add_argument("--quick", action="store_true")
    options.add_argument("--seconds", type=float, default=30, help="of each pair")
    options.add_argument("--most", type=int, default=10_000, help="decks of each pair")
    options.add_argument("--rules", choices=tuple(PRESETS), help="of one preset alone")
    asked = options.parse_args()
    run(
        seconds=1 if asked.quick else asked.seconds,
        most=20 if asked.quick else asked.most,
        only=asked.rules,
    )
