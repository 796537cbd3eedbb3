"""Why could I not? Each button that is not legal, and each refused meld, answers with its rule."""

from dataclasses import replace
from random import Random

import pytest

from games.engine.cards import CARD_NAMES
from games.engine.deal import legal_moves
from games.engine.recording.notation import parse_cards
from games.engine.rules import FOURSAC, VINAGAMES
from games.engine.sight import see
from games.engine.state import Phase
from games.engine.taking import why_no_meld
from games.presenters.learning.why import ACTIONS, why_no_set, why_not
from games.presenters.play.choices import rows
from tests.support.builders import DULL, dealt, position
from tests.support.seen import seen


def why(table, action, seat=0, **options):
    return why_not(seen(table.state, seat, **options)).get(action, "")


# --- buttons -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("position_of", "action", "said"),
    [
        ({"active": "Pw", "drawn": True}, "hit", "You drew this card yourself"),
        (
            {"active": "Pw", "drawn": True},
            "discard",
            "Take the active card, draw another one, or pass. (§6.4)",
        ),
        (
            {"active": "Pw"},
            "pass",
            "You didn't draw this card. Take it, or draw another one. (§6.4)",
        ),
        ({"phase": "discard"}, "hit", "choose a card to discard. (§5.3)"),
        ({"phase": "discard"}, "meld", "choose a card to discard. (§5.3)"),
        ({"phase": "discard"}, "pass", "choose a card to discard. (§5.3)"),
        ({"active": "Pw", "turn": 1}, "hit", "It is Bình’s turn. (§1.3)"),
        ({"active": "Pw", "turn": 1}, "discard", "It is Bình’s turn. (§1.3)"),
    ],
)
def test_a_button_that_is_not_legal_says_why_with_its_section(position_of, action, said):
    table = position(hands=["Rg Cg Gy", DULL], **position_of)
    assert said in why(table, action)


@pytest.mark.parametrize(
    ("hand", "active", "said"),
    [
        pytest.param("Rg Cg Gy", "Pw", "None of your cards make a set", id="nothing"),
        pytest.param(
            "Rr Rr Rr Cr Gy",
            "Nr",
            "The three cards of a khạp stay together",
            id="a khạp of its colour",
        ),
        pytest.param("Rr Rr Rr Cr Gy", "Nr", "Your khạp: red rook", id="and names it"),
        pytest.param(
            "Rr Cr Nr Gy",
            "Rr",
            "Rook, cannon, knight: your trash would grow from 1 to 2",
            id="more trash",
        ),
        pytest.param("Rr Cr Nr Gy", "Rr", "(§5.2)", id="and its section"),
    ],
)
def test_meld_says_which_rule_stands_between_the_hand_and_the_card(hand, active, said):
    table = position(hands=[hand, DULL], active=active)
    assert "meld" not in [move.split()[0] for move in table.may(0)]
    assert said in why(table, "meld")


@pytest.mark.parametrize(
    ("hand", "active", "said"),
    [
        pytest.param("Kr Kr Gy Rw Cg", "Kr", "(§6.3 a)", id="kings"),
        pytest.param("Rr Rr Cr Nr Gy", "Rr", "3 trash cards instead of 2", id="the seeds' case"),
        pytest.param("Ng Ng Rr Cr", "Ng", "(§6.3 c)", id="two cards that wait for a third"),
        pytest.param("Ng Gy Rr Pw", "Ng", "", id="no pair"),
    ],
)
def test_a_pair_that_did_not_take_the_card_out_of_turn_says_why(hand, active, said):
    table = position(hands=[hand, DULL, "Ny Ny Gw Rg Cy"], turn=2, active=active, by=1)
    answer = why(table, "meld")
    assert said in answer and answer.endswith("It is Chi’s turn. (§1.3)")


def test_a_pair_of_the_card_that_one_let_go_says_so():
    table = position(hands=["Ng Ng Rr Gy", DULL], turn=1, active="Ng", by=0)
    assert "You discarded this card yourself" in why(table, "meld")


def test_under_claims_the_one_who_is_asked_is_told_to_answer_and_the_others_to_wait():
    table = position(FOURSAC, hands=["Ny Rw", "Ny Ny Gw Cg", DULL, DULL], phase="discard")
    table.when(0, "discard Ny")
    assert why(table, "hit", seat=1) == "Claim the card first, or decline it. (§6.6)"
    assert "pass" not in why_not(seen(table.state, 1))
    assert "may still take this card" in why(table, "hit", seat=2)


def test_in_an_open_window_nobody_learns_from_the_reasons_whether_anybody_was_asked():
    asked = position(FOURSAC, hands=["Ny Rw", "Ny Ny Gw Cg", DULL, DULL], phase="discard")
    nobody = position(FOURSAC, hands=["Ny Rw", "Nw Nw Gw Cg", DULL, DULL], phase="discard")
    for table in (asked, nobody):
        table.when(0, "discard Ny")
    assert asked.state.phase is not nobody.state.phase
    for seat in (0, 2, 3):
        first, second = (why_not(seen(table.state, seat, window=True)) for table in (asked, nobody))
        assert first == second


def test_before_the_cards_are_dealt_every_button_says_so():
    assert set(why_not(None)) == set(ACTIONS)
    assert "been dealt yet" in why_not(None)["hit"]


@pytest.mark.parametrize("rules", [VINAGAMES, FOURSAC])
def test_in_whole_deals_exactly_the_buttons_that_are_not_legal_have_a_reason(rules):
    rng = Random(6)
    for _ in range(4):
        table, _happened = dealt(["", "", "", ""], rules)
        while table.state.phase is not Phase.OVER:
            for seat in range(4):
                shown = seen(table.state, seat)
                kinds = {type(move).__name__.lower() for move in shown.moves}
                reasons = why_not(shown)
                assert set(reasons) == set(ACTIONS) - kinds
                assert all("(§" in reason for reason in reasons.values())
            mover = next(seat for seat in range(4) if legal_moves(table.state, seat))
            table.when(mover, rng.choice(legal_moves(table.state, mover)))


# --- melds that were refused -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "hand", "active", "cards", "code", "said"),
    [
        (
            *(VINAGAMES, "Rr Cr Gy", "Pw", "Cr Gy", "meld.not-a-set"),
            "Selected: yellow guard, red cannon; the active card: white pawn.",
        ),
        (VINAGAMES, "Rr Rr Rr Cr", "Nr", "Rr Cr", "meld.khap", "Your khạp: red rook."),
        (
            *(VINAGAMES, "Rr Rr Cr Nr", "Rr", "Rr Rr", "meld.raises-trash"),
            "Triple: your trash would grow from 1 to 2.",
        ),
        (FOURSAC, "Kr Kr Gy", "Kr", "Kr Kr", "meld.king-triple", ""),
        (FOURSAC, "Rr Rr Gy", "Rr", "Rr Rr", "meld.declined", ""),
        (FOURSAC, "Kr Gy", "Kr", "Kr", "meld.king-alone", ""),
        (VINAGAMES, "Rr Gy", "Rr", "Cg", "meld.not-in-hand", ""),
    ],
)
def test_a_refused_meld_is_told_in_its_cards(rules, hand, active, cards, code, said):
    table = position(rules, hands=[hand, *[DULL] * 3], active=active)
    wanted = tuple(sorted(parse_cards(cards)))
    assert table.refused(0, f"meld {cards}") == code
    state = table.state
    assert state.active is not None
    assert why_no_meld(rules, state.blocks[0], state.active.card, wanted) == code
    assert why_no_set(see(state, 0), wanted, code) == said


def test_without_an_active_card_there_is_nothing_to_tell():
    view = see(position(hands=["Rr Gy", DULL], phase="discard").state, 0)
    assert why_no_set(replace(view, active=None), (), "meld.not-a-set") == ""


def test_a_card_of_a_set_that_the_house_lets_go_is_marked_as_no_safe_discard():
    rules = replace(VINAGAMES, key="A", discards="any-but-king")
    hands = ["Kr Gw Rw Ng Ng", DULL, DULL, DULL]
    shown = seen(position(rules, hands=hands, phase="discard").state)
    held = {
        CARD_NAMES[one.card]: one for row in rows(shown, ()) for group in row for one in group.cards
    }
    assert {name for name, one in held.items() if one.verdict == "safe"} == {"Gw", "Rw"}
    assert held["Ng"].said.startswith("not a safe discard") and held["Ng"].warning
    assert not held["Kr"].said, "t be discarded"
