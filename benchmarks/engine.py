"""The engine alone: whole deals, judgements, verdicts and folds, on one core, against rollouts."""

import sys
from dataclasses import replace
from random import Random
from time import perf_counter, process_time

from benchmarks.measuring import Timing, line, note, repeat, show, timing_of
from games.bots.match import play_match
from games.bots.playout import Playout
from games.engine.cards import DECK, Card
from games.engine.events import CardDiscarded, DealStarted
from games.engine.evolve import evolve, fold
from games.engine.hands.board import deal as dealt
from games.engine.hands.hand import Block, melds, trash
from games.engine.hands.rollout import play
from games.engine.recording.notation import NAMES, event_from_plain, event_to_plain
from games.engine.rules import FOURSAC, MIEN_NAM, VINAGAMES, RuleSet
from games.engine.shuffle import shuffle
from games.engine.state import DealState
from games.engine.worst import verdict

QUIET = replace(VINAGAMES, penalty="none")
"""Vinagames without verdicts."""


def run(*, seconds: float) -> None:
    """Measure for about four times `seconds` and print."""
    show("The engine alone, club bots, one core's processor time")
    bare = _rollouts(VINAGAMES, 4, seconds)
    line("rollouts, vinagames, 4 seats (the floor)", bare, words="deals/s")
    for rules, seats in ((VINAGAMES, 3), (VINAGAMES, 2), (FOURSAC, 4), (MIEN_NAM, 4)):
        line(f"rollouts, {rules.key}, {seats} seats", _rollouts(rules, seats, seconds / 2))
    deals: dict[bool, list[Playout]] = {}
    for rules, judged in ((QUIET, False), (VINAGAMES, True)):
        timing, deals[judged] = _playouts(rules, seconds)
        ratio = timing.per_second / bare.per_second
        how = "with the verdict of §10.4" if judged else "without verdicts"
        line(f"deals with states and events, {how}", timing, words=f"{ratio:.2f} of the floor")
    events = sum(len(deal.events) for deal in deals[True]) / len(deals[True])
    moves = sum(deal.decisions for deal in deals[True]) / len(deals[True])
    note(f"  a deal has {events:.0f} events and {moves:.0f} decisions on average")
    same = _agreement(deals[False][:400])
    note(f"  rollouts and engine pay alike in {same[0]} of {same[1]} deals from the same decks")
    _judgements(deals[True], seconds / 4)
    _folds(deals[True], seconds / 4)


def _rollouts(rules: RuleSet, seats: int, seconds: float) -> Timing:
    """Whole deals, dealing and payments included, from decks shuffled beforehand."""
    random = Random(1)
    decks = [random.sample(DECK, len(DECK)) for _ in range(500)]
    at = 0

    def once() -> None:
        nonlocal at
        at += 1
        play(dealt(rules, decks[at % len(decks)], at % seats, seats))

    return repeat(once, seconds=seconds)


def _playouts(rules: RuleSet, seconds: float) -> tuple[Timing, list[Playout]]:
    """Deals with commitment, seeds, shuffle and secret, for so long."""
    match = play_match(rules, ["club"] * 4, deals=10**6, random=Random(7))
    next(match)
    taken: list[float] = []
    deals: list[Playout] = []
    end = perf_counter() + seconds
    while perf_counter() < end or len(deals) < 20:
        before = process_time()
        deal = next(match)
        taken.append(process_time() - before)
        if len(deals) < 400:  # kept for what follows; more would only fill the memory
            deals.append(deal)
    return timing_of(taken), deals


def _agreement(deals: list[Playout]) -> tuple[int, int]:
    same = 0
    for deal in deals:
        ending, setup = deal.state.ending, deal.state.setup
        assert ending is not None and ending.secret is not None
        _, deck = shuffle(ending.secret, setup.seeds)
        starter = next(event.starter for event in deal.events if isinstance(event, DealStarted))
        same += play(dealt(QUIET, deck, starter, 4)) == list(ending.result.net)
    return same, len(deals)


def _positions(deals: list[Playout]) -> list[tuple[Block, list[int], Card, bool]]:
    """Return the positions before the discards of some deals: block, what lies face up, a card, whether at the
    limit.
    """
    found = []
    for deal in deals[:50]:
        state: DealState = fold(deal.events[:1])
        for event in deal.events[1:]:
            if isinstance(event, CardDiscarded):
                found.append(
                    (
                        state.blocks[event.seat],
                        state.face_up(),
                        event.card,
                        state.stock <= state.rules.stock_limit,
                    )
                )
            state = evolve(state, event)
    return found


def _judgements(deals: list[Playout], seconds: float) -> None:
    positions = _positions(deals)

    def judge() -> None:
        for block, _, card, _ in positions:
            trash(block)
            melds(block, card)

    def verdicts() -> None:
        for block, face_up, _, at_limit in positions:
            verdict(block, face_up, stock_at_limit=at_limit)

    each = len(positions)
    line("judgements (trash and melds of a block)", repeat(judge, seconds=seconds), each=each)
    line("verdicts on a discard (§10.3)", repeat(verdicts, seconds=seconds), each=each)


def _folds(deals: list[Playout], seconds: float) -> None:
    some = deals[:50]
    plain = [[(NAMES[type(e)], event_to_plain(e)) for e in deal.events] for deal in some]

    def folds() -> None:
        for deal in some:
            fold(deal.events)

    def decode() -> None:
        for deal in plain:
            for name, fields in deal:
                event_from_plain(name, fields)

    line("folds of a finished deal", repeat(folds, seconds=seconds), each=len(some))
    line("plain data of a finished deal to events", repeat(decode, seconds=seconds), each=len(some))


if __name__ == "__main__":
    run(seconds=1 if "--quick" in sys.argv else 5)
