"""The four manners: legal, the same shown the same, from their own seat alone, in a bounded number of rollouts."""

import ast
from collections.abc import Iterator
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from random import Random

import pytest

from games.bots import BOTS, MANNERS, careful, hidden, master, trying
from games.bots.hidden import Hidden
from games.engine.deal import decide, legal_moves, to_move
from games.engine.evolve import evolve
from games.engine.hands import rollout
from games.engine.hands.board import QUANS
from games.engine.hands.families import FAMILY, KHAP_COUNTS, UNIT
from games.engine.hands.hand import block_of, cards_of, khap_count, khaps, trash
from games.engine.recording.notation import parse_card
from games.engine.rules import FOURSAC, PRESETS, VINAGAMES, RuleSet
from games.engine.sight import SeatView, see
from games.engine.state import DealState, Phase
from tests.support.builders import DULL, position
from tests.support.rollouts import TABLES as ALL_TABLES
from tests.support.rollouts import dealt

TABLES = [pytest.param(*table, id=f"{table[0].key} {table[1]}") for table in ALL_TABLES[:6]]
BOT_DIRECTORY = Path(hidden.__file__).parent
MASTER = import_module("games.bots.master")
"""The module; in its package the name is the bot's."""


@pytest.fixture(autouse=True)
def _few_rollouts(monkeypatch):
    """What is asked here holds for few rollouts as for many."""
    monkeypatch.setattr(MASTER, "ROLLOUTS", 80)


def positions(rules: RuleSet, seats: int, number: int, bot: str) -> Iterator[DealState]:
    """Yield the positions of a deal in which a seat has a choice, every seat played by this bot."""
    state = dealt(rules, seats, number)
    while state.phase is not Phase.OVER:
        seat = to_move(state)[0]
        moves = legal_moves(state, seat)
        if len(moves) > 1:
            yield state
        move = BOTS[bot](see(state, seat), moves)
        assert move in moves
        for event in decide(state, move):
            state = evolve(state, event)


def shuffled_behind(state: DealState, seat: int, random: Random) -> DealState:
    """Return the same deal for this seat: others' hands and the stock are dealt anew, with as many khaps as
    are announced.
    """
    others = [other for other in range(state.seats) if other != seat]
    for _ in range(2000):
        unseen = [card for other in others for card in cards_of(state.blocks[other])]
        unseen += state.setup.stock[state.drawn :]
        random.shuffle(unseen)
        blocks = list(state.blocks)
        for other in others:
            size = len(cards_of(blocks[other]))
            blocks[other] = block_of(unseen[:size])
            unseen = unseen[size:]
        announced = state.rules.khaps_announced
        if not announced or list(map(khaps_in, blocks)) == list(map(khaps_in, state.blocks)):
            break
    else:
        return state
    stock = (*state.setup.stock[: state.drawn], *unseen)
    return replace(
        state,
        blocks=tuple(blocks),
        trash=tuple(map(trash, blocks)),
        khaps=tuple(map(khap_count, blocks)),
        setup=replace(state.setup, stock=stock),
    )


def khaps_in(block: tuple[int, ...]) -> int:
    return len(khaps(block))


@pytest.mark.parametrize(("rules", "seats"), TABLES)
@pytest.mark.parametrize("bot", MANNERS)
def test_every_manner_plays_legally_to_the_end(rules, seats, bot):
    for number in range(3 if bot == "master" else 15):
        assert sum(1 for _ in positions(rules, seats, number, bot)) >= 0


@pytest.mark.parametrize(("rules", "seats"), TABLES)
@pytest.mark.parametrize("bot", MANNERS)
def test_no_manner_sees_more_than_its_seat_and_plays_the_same_shown_the_same(rules, seats, bot):
    changed = 0
    for number in range(3):
        for state in positions(rules, seats, number, "careful"):
            seat = to_move(state)[0]
            other = shuffled_behind(state, seat, Random(number))
            changed += other.blocks != state.blocks
            moves = legal_moves(state, seat)
            if legal_moves(other, seat) != moves:
                continue  # a claim that was offered with it, which this seat does not see either
            assert BOTS[bot](see(other, seat), moves) == BOTS[bot](see(state, seat), moves)
    assert changed > 5


def test_bots_are_given_views_and_never_states():
    for module in ("chance", "hidden", "newcomer", "club", "careful", "master"):
        tree = ast.parse((BOT_DIRECTORY / f"{module}.py").read_text(encoding="utf-8"))
        names = {
            alias.name
            for node in ast.walk(tree)
            if isinstance(node, ast.ImportFrom)
            for alias in node.names
        }
        assert not names & {"DealState", "see", "evolve", "decide"}, module


@pytest.mark.parametrize(("rules", "seats"), TABLES)
def test_draws_agree_with_what_the_seat_has_seen(rules, seats):
    for number in range(4):
        for state in positions(rules, seats, number, "careful"):
            seat = to_move(state)[0]
            view = see(state, seat)
            for board in draws(view, 3):
                check_draw(view, board.blocks, board.stock)


def draws(view: SeatView, count: int):
    draw = Hidden(view, Random(1))
    return [draw.draw() for _ in range(count)]


def check_draw(view: SeatView, blocks: list[list[int]], stock: list[int]) -> None:
    held = [cards_of(tuple(block)) for block in blocks]
    assert held[view.viewer or 0] == view.hand
    assert [len(cards) for cards in held] == list(view.private_counts)
    assert len(stock) == view.stock
    everywhere = view.face_up
    for cards in (*held, stock):
        for card in cards:
            everywhere[card] += 1
    assert everywhere == [4] * 28
    for seat, block in enumerate(blocks):
        assert not any(QUANS[family][code] for family, code in enumerate(block)), "§3.2"
        if view.khaps is not None:
            told = sum(KHAP_COUNTS[family][code] for family, code in enumerate(block))
            assert told == view.khaps[seat], "§3.3"
        if view.rules.pair_claim == "forced" and seat != view.viewer:
            lying = {*view.dead, *([view.active.card] if view.active else [])}
            for card in lying:
                assert block[FAMILY[card]] // UNIT[card] % 5 < (3 if card < 4 else 2), "§6.2, §6.3"


@pytest.mark.parametrize("rules", PRESETS.values(), ids=lambda rules: rules.key)
def test_draws_hold_about_as_much_trash_as_the_hands_of_careful_bots(rules):
    real = drawn = 0
    for number in range(12):
        for state in positions(rules, 4, number, "careful"):
            seat = to_move(state)[0]
            view = see(state, seat)
            for board in draws(view, 2):
                for other in range(4):
                    if other != seat and view.private_counts[other] < 17:
                        real += state.trash[other]
                        drawn += board.trash[other]
    assert 0.75 < drawn / real < 1.25


def test_the_master_thinks_in_a_bounded_number_of_rollouts(monkeypatch):
    played = most = 0

    def count(board):
        nonlocal played
        played += 1
        return play(board)

    play = rollout.play
    monkeypatch.setattr(trying, "play", count)
    monkeypatch.setattr(MASTER, "ROLLOUTS", 97)
    for rules in (VINAGAMES, FOURSAC):
        for state in positions(rules, 4, 3, "careful"):
            seat = to_move(state)[0]
            played = 0
            master(see(state, seat), legal_moves(state, seat))
            assert played <= 97
            most = max(most, played)
    assert most > 60


def test_10_5_the_master_counts_what_its_discard_may_cost():
    # The white guard completes the next seat's court, and is no worst card (W3 of §10.6).
    table = position(
        hands=["Rr Cr Gw Pw Pw Ng Ng Pg Pg", "Kw Mw", "Rg Rg Cg"],
        public=["Gg Gg Gg, Ny Ny Ny, My My My, Ky", "Ry Ry Ry", "Cw Cw Cw"],
        dead="Nr Nr Nr Nr Rr Cr",
        phase="discard",
    )
    state = table.state
    view, moves = see(state, 0), legal_moves(state, 0)
    tried = {one.move.card: one for one in MASTER._worth_trying(view, moves)}
    assert {card for card, one in tried.items() if one.judged} == {parse_card("Gw")}
    board = hidden.position(view, state.blocks, state.setup.stock[state.drawn :])
    guard = tried[parse_card("Gw")].move
    lost = trying.outcome(view.rules, board.copy(), guard, judged=True)
    assert lost == 2 * trying.outcome(view.rules, board.copy(), guard) < 0
    table.when(0, "discard Gw")
    assert table.result.net[0] == lost
    assert master(view, moves) in moves


def test_the_master_claims_as_the_careful_bot_does():
    table = position(FOURSAC, hands=["Ny Rw", "Ny Ny Gw Cg", DULL, DULL], phase="discard")
    table.when(0, "discard Ny")
    view, moves = see(table.state, 1), legal_moves(table.state, 1)
    assert master(view, moves) == careful(view, moves)
