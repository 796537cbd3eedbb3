"""Deals in the notation of the rulebook: given a position, when a seat moves, then this happens.

table = position(hands=["Rr Rr Gw", "Cr Nr", ...], turn=0, phase="discard")
table.when(0, "discard Gw") == ["0 discards Gw"]
table.refused(1, "hit") == "turn.not-yours"
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from random import Random

import pytest

from games.engine import events as ev
from games.engine.cards import CARD_NAMES, DECK, Card
from games.engine.deal import commit_deal, decide, legal_moves, start
from games.engine.errors import IllegalMove
from games.engine.events import Event
from games.engine.events.preparing import blank
from games.engine.evolve import evolve
from games.engine.hands.hand import block_of, cards_of, khap_count, trash
from games.engine.moves import Move
from games.engine.recording.notation import (
    cards_text,
    move_text,
    parse_card,
    parse_cards,
    parse_move,
)
from games.engine.rules import VINAGAMES, RuleSet
from games.engine.scoring import Result
from games.engine.sets import CardSet, SetKind, kind_of
from games.engine.state import Active, DealState, Phase

SECRET = "5a" * 32
DULL = "Gr My Rg Cw"
"""A private block with four trash cards that melds little and wins with nothing."""


class Table:
    """A deal in play: each move is decided, its events are folded and put into words."""

    def __init__(self, state: DealState) -> None:
        self.state = state
        self.events: list[Event] = []

    def when(self, seat: int, move: str | Move) -> list[str]:
        """Return what happens, in words, when this seat asks for this move."""
        asked = parse_move(move, seat) if isinstance(move, str) else move
        return self.then(decide(self.state, asked))

    def then(self, events: Sequence[Event]) -> list[str]:
        for event in events:
            self.events.append(event)
            self.state = evolve(self.state, event)
        return [told(event) for event in events]

    def refused(self, seat: int, move: str | Move) -> str:
        """Return the code of this move's refusal; the state must be unchanged."""
        asked = parse_move(move, seat) if isinstance(move, str) else move
        before = self.state
        snapshot = repr(before)
        with pytest.raises(IllegalMove) as refusal:
            decide(before, asked)
        assert self.state is before and repr(before) == snapshot
        assert asked not in legal_moves(before, seat % before.seats)
        return refusal.value.code

    def may(self, seat: int) -> list[str]:
        """Return the legal moves of this seat in notation."""
        return [move_text(move) for move in legal_moves(self.state, seat)]

    @property
    def result(self) -> Result:
        assert self.state.ending is not None
        return self.state.ending.result

    def hand(self, seat: int) -> str:
        return cards_text(cards_of(self.state.blocks[seat]))

    def shown(self, seat: int) -> list[str]:
        return [f"{made.kind} {cards_text(made.cards)}" for made in self.state.public[seat]]


def position(
    rules: RuleSet = VINAGAMES,
    *,
    hands: Sequence[str],
    public: Sequence[str] = (),
    dead: str = "",
    stock: str = "",
    left: int = 30,
    turn: int = 0,
    phase: str = "turn",
    active: str | None = None,
    by: int | None = None,
    drawn: bool = False,
    opening: bool = False,
) -> Table:
    """Return a deal in the middle: `hands` are the private blocks, by seat.

    `public` holds each seat's sets, comma between them: `Rr Rr Rr, Kr`; `Rr*4` is a quan. The stock
    holds `left` cards, those of `stock` first. In the phase `turn` the card `active` was discarded by
    `by`, or `drawn`; nothing has been made of it yet. `opening` makes the next discard the opening one.
    """
    seats = len(hands)
    shown = tuple(sets(public[seat]) if seat < len(public) else () for seat in range(seats))
    blocks = tuple(block_of(parse_cards(hand)) for hand in hands)
    known = [card for hand in hands for card in parse_cards(hand)]
    known += [card for mine in shown for made in mine for card in made.cards]
    known += [*parse_cards(dead), *parse_cards(stock), *([parse_card(active)] if active else [])]
    assert all(copies <= 4 for copies in Counter(known).values()), "a fifth copy of a card"
    rest = list((Counter(DECK) - Counter(known)).elements())
    Random(1).shuffle(rest)
    drawn_before = 0 if opening else 1
    dealt = (*[Card(0)] * drawn_before, *parse_cards(stock), *rest)[: left + drawn_before]
    before = blank(_committed(rules, seats))
    middle = replace(
        before,
        setup=replace(before.setup, stock=dealt),
        version=10,
        phase=Phase(phase),
        turn=turn,
        drawn=drawn_before,
        blocks=blocks,
        trash=tuple(map(trash, blocks)),
        held=tuple([len(cards_of(block)) for block in blocks]),
        khaps=tuple(map(khap_count, blocks)),
        public=shown,
        dead=parse_cards(dead),
    )
    if active is not None:
        whose = by if by is not None else (turn if drawn else (turn - 1) % seats)
        middle = replace(middle, active=Active(parse_card(active), whose, drawn, 10))
    elif not opening:
        middle = replace(middle, last=Active(Card(0), turn, True, 9))
    return Table(middle)


def dealt(
    hands: Sequence[str], rules: RuleSet = VINAGAMES, *, starter: int = 0
) -> tuple[Table, list[str]]:
    """Return a deal from its start, and its first events: 20 cards each, 21 for the starter.

    What a hand's text leaves open comes from the rest of the deck.
    """
    seats = len(hands)
    full = [list(parse_cards(hand)) for hand in hands]
    rest = list((Counter(DECK) - Counter(card for hand in full for card in hand)).elements())
    Random(1).shuffle(rest)
    for seat, hand in enumerate(full):
        while len(hand) < 20 + (seat == starter):
            hand.append(rest.pop())
    in_order = [full[(starter + step) % seats] for step in range(seats)]
    deck = [hand[turn] for turn in range(20) for hand in in_order]
    table = Table(blank(_committed(rules, seats)))
    happened = table.then(
        start(table.state, deck=[*deck, full[starter][20], *rest], starter=starter, dice=None)
    )
    return table, happened


def sets(text: str) -> tuple[CardSet, ...]:
    """Return the public sets of one seat from their text."""
    made = []
    for part in filter(None, (piece.strip() for piece in text.split(","))):
        if part.endswith("*4"):
            made.append(CardSet(SetKind.QUAN, (parse_card(part[:-2]),) * 4))
            continue
        cards = tuple(sorted(parse_cards(part)))
        kind = kind_of(cards, exposed=True)
        assert kind is not None, f"{part} is no set"
        made.append(CardSet(kind, cards))
    return tuple(made)


def told(event: Event) -> str:
    """Return an event in words."""
    match event:
        case ev.DealStarted():
            return f"{event.starter} starts"
        case ev.CardDiscarded():
            return f"{event.seat} discards {CARD_NAMES[event.card]}"
        case ev.CardDrawn():
            return f"{event.seat} draws {CARD_NAMES[event.card]}"
        case ev.CardMelded():
            how = "must meld" if event.forced else "melds"
            cards = f" with {cards_text(event.cards)}" if event.cards else ""
            return f"{event.seat} {how} {CARD_NAMES[event.active]}{cards}: {event.kind}"
        case ev.TripleCompleted():
            return f"{event.seat} completes {CARD_NAMES[event.card]}"
        case ev.PairWaived():
            return f"{event.seat} lets the pair go"
        case ev.WaiverTurned():
            return f"{event.seat} turns the switch {'on' if event.on else 'off'}"
        case ev.TurnPassed():
            return f"{event.seat} passes"
        case ev.CardDied():
            return f"{event.seat} lets the card die"
        case ev.KingDied():
            return f"{event.seat} lets the king die"
        case ev.ClaimsOffered():
            return "offered " + ", ".join(
                f"{seat} {'/'.join(kinds)}" for seat, kinds in enumerate(event.offers) if kinds
            )
        case ev.ClaimAnswered():
            return f"{event.seat} claims {event.kind}" if event.kind else f"{event.seat} declines"
        case ev.ClaimsDeclined():
            return "nobody claims"
        case ev.DealWon():
            return f"{event.seat} wins {event.result.points}"
        case ev.DealExhausted():
            return f"exhausted before {event.due}"
    return type(event).__name__


def count_all(state: DealState) -> Counter[Card]:
    """Return every card of the deal, wherever it is."""
    where: list[Iterable[Card]] = [cards_of(block) for block in state.blocks]
    where += [made.cards for mine in state.public for made in mine]
    where += [state.dead, state.setup.stock[state.drawn :]]
    if state.active is not None:
        where.append((state.active.card,))
    return Counter(card for cards in where for card in cards)


def _committed(rules: RuleSet, seats: int) -> ev.DealCommitted:
    (event,) = commit_deal(
        rules, players=[f"player:{seat}" for seat in range(seats)], commitment="", starter=None
    )
    assert isinstance(event, ev.DealCommitted)
    return event
