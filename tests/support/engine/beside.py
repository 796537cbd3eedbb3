"""The engine beside the referee: a deal or a position played by both, and whatever they say differently.

`python -m tests.support.engine.beside --deals 2000 --positions 3000` plays so many, of the presets and of any options.
"""

import argparse
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import Any

from games.engine import events as ev
from games.engine.cards import CARD_BY_NAME, CARD_NAMES, Card
from games.engine.deal import (
    commit_deal,
    decide,
    legal_moves,
    let_pairs_go,
    lets_pairs_go,
    may_turn_waiver,
    start,
    to_move,
)
from games.engine.evolve import evolve, fold
from games.engine.hands.hand import cards_of
from games.engine.recording.notation import move_text, parse_move, rules_to_plain
from games.engine.rules import PRESETS, RuleSet
from games.engine.state import DealState
from games.engine.taking import kept_by_default
from tests.support.builders import position, told
from tests.support.engine import dealing, house, oracle
from tests.support.engine.house import Options
from tests.support.engine.own_rules import any_rules
from tests.support.engine.referee import Referee

Choose = Callable[[Sequence[Any]], Any]
"""Chooses one, where the first is the most eager move."""
EAGER = ("claim win", "claim", "meld", "discard", "pass", "hit")


class Differs(AssertionError):
    """Engine and referee say different things; in it stands all that is needed to see it again."""


class Pair:
    """A deal in play, as the engine has it and as the referee has it."""

    def __init__(self, state: DealState, referee: Referee) -> None:
        self.state, self.referee = state, referee
        self.rules = state.rules
        self.events: Sequence[ev.Event] = ()
        self.words: list[str] = []
        """All that has happened."""
        self.compared: Counter[str] = Counter()

    def happen(self, events: Sequence[ev.Event]) -> None:
        for event in events:
            self.state = evolve(self.state, event)
        self.events = events
        self.words += self.referee.happened

    def move(self, seat: int, move: str) -> None:
        self.referee.move(seat, move)
        self.happen(decide(self.state, parse_move(move, seat)))

    def let_pairs_go(self, seat: int, *, on: bool) -> None:
        """Have the seat's switch of 13.6 so."""
        if on != self.referee.switch[seat]:
            self.referee.turn_switch(seat, on=on)
            self.happen(let_pairs_go(self.state, seat=seat, on=on))
            self.compare()

    def play(self, choose: Choose, most: int = 1000) -> Counter[str]:
        """Play to the end, or so many moves; return how often what was compared. Raises `Differs`."""
        for _ in range(most):
            self.compare()
            if self.referee.phase == "over":
                break
            for seat in range(self.state.seats):
                if self.referee.may_switch(seat):
                    self.let_pairs_go(seat, on=choose((True, False)))
            seat = choose(to_move(self.state))
            self.move(seat, choose(likely(self.referee, seat)))
        return self.compared

    def compare(self) -> None:
        """Raise `Differs` where they say different things of what has happened and of what may be done now."""
        for about, engine, referee in self._said():
            self.compared[about] += 1
            if engine != referee:
                raise Differs(
                    f"{about}\nengine:  {engine}\nreferee: {referee}\n"
                    f"{self.referee.options}\n" + "\n".join(self.words)
                )

    def _said(self) -> Iterator[tuple[str, Any, Any]]:
        if self.events:
            yield "what happens", in_words(self.events), self.referee.happened
        yield "where the cards lie", shown(self.state), self.referee.shown()
        for event in self.events:
            if isinstance(event, ev.CardDiscarded):
                yield "the verdict (§10)", judged(event), as_judged(self.referee)
        seats = range(self.state.seats)
        yield (
            "who lets pairs go (§13.6)",
            [(may_turn_waiver(self.state, s), lets_pairs_go(self.state, s)) for s in seats],
            [(self.referee.may_switch(s), self.referee.switch[s]) for s in seats],
        )
        over = vars(self.referee.outcome) if self.referee.outcome else None
        if over is not None or self.state.ending is not None:
            yield "the end (§9)", ended(self.state), over
            if over is not None and over["winner"] is not None:
                yield "the sets as counted (§2.11)", *self._counted(over["winner"], over["points"])
            return
        kept = kept_by_default(self.state)
        if kept is not None or self.referee.keeps_king():
            made = kept and tuple(CARD_NAMES[card] for card in kept.cards)
            best = self.referee.kept_by_default()
            about = "what is kept when the time is up (§13.7)"
            yield about, made, made if made in best else best
        for seat in range(self.state.seats):
            legal = sorted(move_text(move) for move in legal_moves(self.state, seat))
            yield "what a seat may do", (seat, legal), (seat, sorted(self.referee.may(seat)))

    def _counted(self, winner: int, points: int) -> tuple[Any, Any]:
        """Return the points and the cards of the winner's sets, and of all that the winner has."""
        assert self.state.ending is not None
        made = [
            (str(one.kind), tuple(CARD_NAMES[card] for card in one.cards))
            for one in self.state.ending.result.sets
        ]
        counted = sum(house.points(self.referee.options, *one) for one in made)
        held = [*self.referee.private[winner]]
        held += [card for _kind, cards in self.referee.public[winner] for card in cards]
        shown = sorted(card for _kind, cards in made for card in cards)
        return (counted, shown), (points, sorted(held))


def in_words(events: Sequence[ev.Event]) -> list[str]:
    """Return what has happened. That a window is open for nobody is the engine's, since others may not know (6.10)."""
    words = [told(event) for event in events]
    if "offered " in words:
        at = words.index("offered ")
        assert words[at + 1] == "nobody claims"
        del words[at : at + 2]
    return words


def likely(referee: Referee, seat: int) -> list[str]:
    """Return the moves of the seat, the eager ones first, and trash before other cards."""
    trash = {f"discard {card}" for card in oracle.trash_cards(referee.private[seat])}

    def order(move: str) -> tuple[int, bool, str]:
        kind = move if move in EAGER else move.split()[0]
        return EAGER.index(kind), move not in trash, move

    return sorted(referee.may(seat), key=order)


def whole(
    rules: RuleSet, deck: Sequence[str], *, starter: int, seats: int, told: Options | None = None
) -> Pair:
    """Deal a deal for both. `told` are other options than the engine's, which the referee goes by."""
    committed = commit_deal(rules, players=["a"] * seats, commitment="", starter=starter)
    options = rules_to_plain(rules) if told is None else told
    pair = Pair(fold(committed), Referee(options, *dealing.dealt(deck, starter, seats), starter))
    pair.words.append(f"{seats} seats, {starter} starts: {' '.join(deck)}")
    cards = [CARD_BY_NAME[card] for card in deck]
    pair.happen(start(pair.state, deck=cards, starter=starter, dice=None))
    return pair


def middle(rules: RuleSet, lying: dealing.Lying, *, told: Options | None = None) -> Pair:
    """Lay a position for both, in which the seat in turn discards."""
    table = position(
        rules,
        hands=[" ".join(hand) for hand in lying.private],
        public=[", ".join(as_text(*made) for made in sets) for sets in lying.public],
        dead=" ".join(lying.dead),
        stock=" ".join(lying.coming),
        left=rules.stock_limit + lying.left,
        turn=lying.turn,
        phase="discard",
    )
    state = replace(table.state, setup=replace(table.state.setup, starter=lying.turn))
    stock = [CARD_NAMES[card] for card in state.setup.stock[state.drawn :]]
    options = rules_to_plain(rules) if told is None else told
    pair = Pair(state, Referee.of(options, lying, stock))
    pair.words.append(str(lying))
    return pair


def as_text(kind: str, cards: Sequence[str]) -> str:
    return f"{cards[0]}*4" if kind == "quan" else " ".join(cards)


def judged(event: ev.CardDiscarded) -> object:
    """Return the stored verdict, by names."""
    if event.verdict is None:
        return None
    useful = {CARD_NAMES[card]: most for card, most in event.verdict.usefulness}
    return useful, sorted(CARD_NAMES[card] for card in event.verdict.worst), event.opening


def as_judged(referee: Referee) -> object:
    """Return the referee's verdict on the last discard."""
    if referee.verdict is None:
        return None
    return referee.verdict.usefulness, sorted(referee.verdict.worst), referee.was_opening


def shown(state: DealState) -> dict[str, Any]:
    """Return where every card lies and whom the deal waits for."""

    def names(cards: Sequence[Card]) -> tuple[str, ...]:
        return tuple(CARD_NAMES[card] for card in cards)

    active = state.active
    return {
        "phase": str(state.phase),
        "turn": state.turn,
        "private": [names(cards_of(block)) for block in state.blocks],
        "public": [
            sorted((str(made.kind), names(made.cards)) for made in mine) for mine in state.public
        ],
        "dead": list(names(state.dead)),
        "stock": state.stock,
        "active": active and (CARD_NAMES[active.card], active.seat, active.drawn),
    }


def ended(state: DealState) -> dict[str, Any] | None:
    """Return who won, what is paid, and who starts next."""
    if state.ending is None:
        return None
    result = state.ending.result
    paid = [0] * state.seats
    for line in result.lines:
        paid[line.payer] -= line.amount
        paid[line.payee] += line.amount
    assert tuple(paid) == result.net, "the lines are what is paid"
    return {
        "winner": result.winner,
        "points": result.points,
        "amount": result.amount,
        "net": list(result.net),
        "offender": result.offender,
        "next_starter": state.ending.next_starter,
    }


def greedy(random: Random) -> Choose:
    """Return a player who mostly takes what it can, and now and then does anything."""

    def choose(moves: Sequence[Any]) -> Any:
        return random.choice(moves) if random.random() < 0.4 else moves[0]

    return choose


def listed(numbers: Sequence[int]) -> Choose:
    """Return a player who chooses by these numbers; when they are used up, the most eager move."""
    left = iter(numbers)

    def choose(moves: Sequence[Any]) -> Any:
        return moves[next(left, 0) % len(moves)]

    return choose


def deal(number: int, rules: RuleSet | None = None, *, told: Options | None = None) -> Counter[str]:
    """Play deal `number` of any options, or by these rules, to its end."""
    random = Random(number)
    own = any_rules(random) if rules is None else rules
    seats = random.choice(own.seats)
    deck = dealing.deck(random, seats)
    pair = whole(own, deck, starter=random.randrange(seats), seats=seats, told=told)
    return pair.play(greedy(random))


def few_moves(
    number: int, rules: RuleSet | None = None, *, told: Options | None = None
) -> Counter[str]:
    """Play position `number` on, a few moves."""
    random = Random(number)
    own = any_rules(random) if rules is None else rules
    lying = dealing.lying(random, random.choice(own.seats))
    return middle(own, lying, told=told).play(greedy(random), most=8)


def main() -> int:
    """Play deals and positions; say how many answers were compared, and which differ; 1 if any did."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--deals", type=int, default=100)
    asked.add_argument("--positions", type=int, default=500)
    asked.add_argument("--first", type=int, default=0)
    given = asked.parse_args()
    compared: Counter[str] = Counter()
    found: list[str] = []
    began = time.monotonic()
    for played, many in ((deal, given.deals), (few_moves, given.positions)):
        for number in range(given.first, given.first + many):
            for rules in (*PRESETS.values(), None):
                try:
                    compared += played(number, rules)
                except Differs as differs:
                    name = rules.key if rules else "any rules"
                    found.append(f"{played.__name__} {number} of {name}: {differs}")
    told_in_full, others = found[:1], found[1:]
    brief = ["\n".join(one.splitlines()[:3]) for one in others]
    sys.stdout.write("\n\n".join([*told_in_full, *brief, ""]))
    sys.stdout.write("".join(f"{count:>9} × {what}\n" for what, count in compared.items()))
    took = time.monotonic() - began
    sys.stdout.write(f"{compared.total()} compared, {len(found)} differ; {took:.0f} s\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
