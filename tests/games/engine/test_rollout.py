"""Rollouts on bare arrays: card for card and point for point what `decide` and `evolve` make of the same moves."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from math import sqrt
from random import Random
from statistics import mean, stdev
from typing import Any, Final

import pytest

from games.bots import club
from games.bots.hidden import position
from games.engine.cards import CARDS, DECK
from games.engine.deal import decide, legal_moves, to_move
from games.engine.events import CardDiscarded, CardDrawn
from games.engine.evolve import evolve
from games.engine.hands.board import Board, deal, in_any_order
from games.engine.hands.families import FAMILY, MELDS, PLACE
from games.engine.hands.habits import take
from games.engine.hands.rollout import play
from games.engine.moves import Claim, ClaimKind, Discard, Hit, Meld, Move, Pass
from games.engine.rules import FOURSAC, OPTIONS, PRESETS, VINAGAMES, RuleSet, objection
from games.engine.sight import see
from games.engine.state import DealState, Phase
from tests.support.builders import DULL
from tests.support.builders import position as table_at
from tests.support.rollouts import TABLES, dealt, turn_switches

NAMES = [f"{rules.key} {seats}" for rules, seats in TABLES]
DECKS = 16
"""Decks of each table; every position on the way of each is played on."""


def settled(state: DealState) -> bool:
    """Return whether no claim has been answered yet, so that the rollout asks those whom the engine asks."""
    return all(offer.answer is None for offer in state.offers)


def on_the_way(state: DealState, random: Random) -> Iterator[DealState]:
    """Yield the positions of a deal in which every third move is any legal one."""
    while state.phase is not Phase.OVER:
        state = turn_switches(state)
        if settled(state):
            yield state
        seat = to_move(state)[0]
        moves = legal_moves(state, seat)
        move = random.choice(moves) if random.random() < 0.3 else club(see(state, seat), moves)
        for event in decide(state, move):
            state = evolve(state, event)


def board_of(state: DealState) -> Board:
    return position(see(state, 0), state.blocks, state.setup.stock[state.drawn :])


def compare(board: Board, state: DealState) -> None:
    """Play both on by habit, and hold the ends together."""
    net = play(board, judged=True)
    shown = board.shown
    while state.phase is not Phase.OVER:
        state = turn_switches(state)
        seat = to_move(state)[0]
        for event in decide(state, club(see(state, seat), legal_moves(state, seat))):
            state = evolve(state, event)
            shown -= isinstance(event, CardDiscarded | CardDrawn)
    assert state.ending is not None
    result = state.ending.result
    assert tuple(net) == result.net
    assert [tuple(block) for block in board.blocks] == list(state.blocks)
    assert (board.winner, board.offender) == tuple(
        -1 if seat is None else seat for seat in (result.winner, result.offender)
    )
    assert not shown
    assert board.at == len(board.stock) - state.stock
    if result.winner is None:
        assert board.seen == state.face_up()


def otherwise() -> Iterator[RuleSet]:
    """Yield each preset with one option that it has otherwise, as far as a club may: of numbers the ends."""
    for preset in PRESETS.values():
        for name, option in OPTIONS.items():
            values = option.values
            for value in (values[0], values[-1]) if isinstance(values, range) else values:
                changes: dict[str, Any] = {name: value}
                rules = replace(preset, key=f"{preset.key}, {name} {value}", **changes)
                if getattr(preset, name) != value and objection(rules) is None:
                    yield rules


CLAIMS: Final = ("win_claim", "khap_claim", "pair_claim")


def mixed() -> Iterator[RuleSet]:
    """Yield each preset with every mixture of claims, and kings that are kept or die (§13.5, §13.7)."""
    for preset in PRESETS.values():
        for claims in product(("forced", "offered"), repeat=3):
            for king in ("dies", "kept"):
                said: dict[str, Any] = dict(zip(CLAIMS, claims, strict=True))
                rules = replace(
                    preset, key=f"{preset.key} {claims} {king}", drawn_king=king, **said
                )
                if objection(rules) is None:
                    yield rules


def drawn_options(random: Random) -> RuleSet:
    """Return a rule set whose every option is drawn, such as a club may choose."""
    while True:
        options: dict[str, Any] = {
            name: random.choice(option.values) for name, option in OPTIONS.items()
        }
        rules = replace(VINAGAMES, key=f"house {random.random()}", seats=(2, 3, 4), **options)
        if objection(rules) is None:
            return rules


def test_whatever_options_are_drawn_a_deal_ends_alike_from_every_position():
    random = Random(13)
    for number in range(DECKS):
        rules, seats = drawn_options(random), random.choice((2, 3, 4))
        for state in on_the_way(dealt(rules, seats, number), random):
            compare(board_of(state), state)


@pytest.mark.parametrize("rules", [*otherwise(), *mixed()], ids=lambda rules: rules.key)
def test_each_option_counts_as_much_on_bare_arrays_as_with_states_and_events(rules):
    for number in range(DECKS):
        state = dealt(rules, 4, number)
        deck = Random(number).sample(DECK, len(DECK))
        compare(deal(rules, deck, number % 4, 4), state)


@pytest.mark.parametrize(("rules", "seats"), TABLES, ids=NAMES)
def test_every_deal_ends_as_it_does_with_states_and_events(rules, seats):
    for number in range(4 * DECKS):
        state = dealt(rules, seats, number)
        deck = Random(number).sample(DECK, len(DECK))
        compare(deal(rules, deck, number % seats, seats), state)


@pytest.mark.parametrize(("rules", "seats"), TABLES, ids=NAMES)
def test_every_position_is_played_on_as_it_is_with_states_and_events(rules, seats):
    phases = set()
    for number in range(DECKS):
        for state in on_the_way(dealt(rules, seats, number), Random(number)):
            phases.add(state.phase)
            compare(board_of(state), state)
    assert phases == {
        Phase.DISCARD,
        Phase.TURN,
        *({Phase.CLAIMS} if rules.offers else ()),
    }


def do(board: Board, rules: RuleSet, move: Move) -> None:
    """The move of the seat in turn, as a search tries it."""
    if isinstance(move, Discard):
        board.discard(move.card)
    elif isinstance(move, Meld):
        family, card = FAMILY[board.active], board.active
        code = board.blocks[board.turn][family]
        found = next(m for m in MELDS[family][code][PLACE[card]] if m.cards == move.cards)
        board.meld(take(rules, family, code, found, card))
    elif isinstance(move, Hit):
        board.hit()
    else:
        board.leave()


@pytest.mark.parametrize(("rules", "seats"), TABLES, ids=NAMES)
def test_every_legal_move_is_tried_as_it_is_decided(rules, seats):
    kinds = set()
    for number in range(DECKS // 4):
        for state in on_the_way(dealt(rules, seats, number), Random(number)):
            if state.phase is Phase.CLAIMS:
                continue
            for move in legal_moves(state, state.turn):
                board, after = board_of(state), state
                do(board, rules, move)
                for event in decide(state, move):
                    after = evolve(after, event)
                if not settled(after):
                    continue
                kinds.add(type(move))
                # What the move itself showed is counted by the board alone.
                board.shown = 0 if after.phase is not Phase.OVER else board.shown
                compare_ends(board, after)
    assert kinds == {Discard, Meld, Hit, Pass}


def compare_ends(board: Board, state: DealState) -> None:
    """The ends alone: the rollout has yet to do what followed the move by itself."""
    net = play(board, judged=True)
    while state.phase is not Phase.OVER:
        state = turn_switches(state)
        seat = to_move(state)[0]
        for event in decide(state, club(see(state, seat), legal_moves(state, seat))):
            state = evolve(state, event)
    assert state.ending is not None
    assert tuple(net) == state.ending.result.net
    assert [tuple(block) for block in board.blocks] == list(state.blocks)


def test_6_6_a_seat_that_declines_its_claims_takes_nothing_out_of_turn():
    table = table_at(FOURSAC, hands=["Ny Rw", DULL, "Ny Ny Gw Cg", DULL], phase="discard")
    table.when(0, "discard Ny")
    board = board_of(table.state)
    board.declined = 2
    state = table.state
    for event in decide(state, Pass(2)):
        state = evolve(state, event)
    compare(board, state)
    assert Claim(2, ClaimKind.TRIPLE) in legal_moves(table.state, 2)


def test_5_5_the_fourth_card_of_an_exposed_triple_lifts_it():
    table = table_at(
        FOURSAC,
        hands=["Gw Gw", DULL, DULL, DULL],
        public=["Ny Ny Ny"],
        stock="Ny",
        active="Cg",
    )
    assert not table.state.trash[0]
    board = board_of(table.state)
    compare(board, table.state)
    assert (board.winner, board.kongs[0]) == (0, 6)


@pytest.mark.parametrize("passed", [False, True])
def test_13_6_a_pair_that_is_let_go_makes_no_triple_in_turn_either(passed):
    table = table_at(
        replace(VINAGAMES, key="house", pair_waived_when_waiting=True),
        hands=[DULL, "Pr Pg Ny Ny", DULL],
        active="Cg",
        stock="Ny Kw Rw Py",
    )
    table.state = turn_switches(table.state)
    assert table.when(0, "hit") == ["0 draws Ny", "1 lets the pair go"]
    if passed:
        table.when(0, "pass")
    board = board_of(table.state)
    compare(board, table.state)
    assert not board.triples[1]


@pytest.mark.parametrize(
    ("options", "made"),
    [
        ({}, (6, 11)),  # a khui, doubled
        ({"factor": 1}, (0, 12)),  # the king alone, beside the khap
        ({"factor_for": "quan"}, (0, 12)),
        ({"khap": 5, "factor": 1}, (6, 11)),  # equal points: the khui meets what the factor is for
        ({"payment": "flat", "loser_kongs": "none"}, (6, 11)),
        ({"payment": "points", "factor": 1, "unit": 3}, (0, 12)),
    ],
    ids=str,
)
def test_7_2_a_khui_or_another_set_wins_by_what_each_loser_owes(options, made):
    before = table_at(
        replace(VINAGAMES, key="house", **{"khap": 6, **options}),
        hands=["Kr Kr Kr Rw Rw", DULL, DULL, DULL],
        public=["Gy Gy Gy, Ng Ng Ng, Py Py Py, Rr Cr Nr, Mw Mw Mw"],
        stock="Kr",
        active="Cg",
    )
    state, board = before.state, board_of(before.state)
    assert before.when(0, "hit")[-1] == f"0 wins {made[1]}"
    compare(board, state)
    assert board.kongs[0] == made[0]


def test_a_copy_goes_its_own_way():
    board = board_of(dealt(VINAGAMES, 4, 1))
    twin = board.copy()
    first = play(board)
    assert play(twin) == first
    assert twin.blocks == board.blocks
    assert [card for card in CARDS if board.seen[card] > 4] == []


@pytest.mark.parametrize(("rules", "seats"), TABLES, ids=NAMES)
def test_seats_that_draw_from_piles_of_their_own_draw_each_card_once_and_with_the_same_chances(
    rules, seats
):
    state, chance = dealt(rules, seats, 3), Random(5).random
    board, apart = board_of(state), []
    for _ in range(600):
        board.stock = in_any_order(board.stock, chance)
        shared = board.copy()
        shared.share_out()
        twin = shared.copy()
        net = play(shared)
        assert play(twin) == net, "a copy has piles of its own"
        left = [card for pile in shared.piles or () for card in pile]
        assert len(left) == len(board.stock) - shared.at
        assert not Counter(left) - Counter(board.stock)
        board.stock = in_any_order(board.stock, chance)
        apart.append(net[0] - play(board.copy())[0])
    assert abs(mean(apart)) <= 3 * stdev(apart) / sqrt(len(apart))
