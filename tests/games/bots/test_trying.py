"""A move that is tried on bare arrays brings what it brings by the rules, when all go on by habit."""

from dataclasses import replace

import pytest

from games.bots import club, trying
from games.bots.hidden import position
from games.engine.deal import decide, legal_moves, to_move
from games.engine.evolve import evolve
from games.engine.moves import Claim, ClaimKind, Move
from games.engine.sight import see
from games.engine.state import DealState, Phase
from tests.support.builders import position as table_at
from tests.support.rollouts import CLUB, TABLES, dealt, turn_switches

DEALS = 8
QUIET = [(replace(rules, penalty="none"), seats) for rules, seats in TABLES]


def brings(state: DealState, move: Move) -> int:
    """Return what the seat has won or lost at the end, by states and events."""
    asked: Move | None = move
    while state.phase is not Phase.OVER:
        state = turn_switches(state)
        seat = to_move(state)[0]
        chosen = club(see(state, seat), legal_moves(state, seat))
        if asked is not None and (state.phase is not Phase.CLAIMS or seat == asked.seat):
            chosen, asked = asked, None
        for event in decide(state, chosen):
            state = evolve(state, event)
    assert state.ending is not None
    return state.ending.result.net[move.seat]


@pytest.mark.parametrize(("rules", "seats"), QUIET, ids=[f"{r.key} {s}" for r, s in QUIET])
def test_every_move_of_every_position_brings_what_the_rules_pay(rules, seats):
    tried = set()
    for number in range(DEALS):
        state = dealt(rules, seats, number)
        while state.phase is not Phase.OVER:
            state = turn_switches(state)
            for seat in to_move(state) if _unanswered(state) else ():
                for move in legal_moves(state, seat):
                    board = position(see(state, 0), state.blocks, state.setup.stock[state.drawn :])
                    assert trying.outcome(rules, board, move) == brings(state, move), move
                    tried.add((state.phase, type(move).__name__))
            seat = to_move(state)[0]
            for event in decide(state, club(see(state, seat), legal_moves(state, seat))):
                state = evolve(state, event)
    claims = {(Phase.CLAIMS, "Claim"), (Phase.CLAIMS, "Pass")}
    assert {(Phase.DISCARD, "Discard"), (Phase.TURN, "Meld"), (Phase.TURN, "Hit")} <= tried
    assert claims <= tried or not rules.offers


def _unanswered(state: DealState) -> bool:
    return all(offer.answer is None for offer in state.offers)


def test_a_triple_claimed_instead_of_a_win_is_made_unless_another_wins():
    rules = replace(CLUB, penalty="none")
    for wins_too, others in ((False, "Gr My Rg Cw"), (True, "Rw Cw")):
        table = table_at(
            rules,
            hands=["Nw Cg Py", "Nw Nw", others],
            turn=0,
            phase="discard",
            stock="Kr Kr Ky Kg Ky Kr Kg Kg Ky",
        )
        table.when(0, "discard Nw")
        state = table.state
        kinds = set(state.offers[1].kinds)
        assert ClaimKind.TRIPLE in kinds and ClaimKind.WIN in kinds
        assert bool(state.offers[2].kinds) is wins_too
        move = Claim(1, ClaimKind.TRIPLE)
        board = position(see(state, 1), state.blocks, state.setup.stock[state.drawn :])
        assert trying.outcome(rules, board, move) == brings(state, move)
