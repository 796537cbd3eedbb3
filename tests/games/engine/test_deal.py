"""Discarding, melding and the turn (§4, §5, §6.4), and the end without a winner (§8), through `decide`."""

import pytest

from games.engine.cards import Card
from games.engine.deal import to_move
from games.engine.moves import Discard, Hit, Meld, Pass
from games.engine.recording.notation import parse_card
from games.engine.rules import FOURSAC
from games.engine.state import Phase
from tests.support.builders import DULL, count_all, position
from tests.support.engine.situations import BOTH, discarding, in_turn

# §4 Discarding


def test_4_1_only_trash_may_be_discarded():
    table = discarding("Rr Rr Cr Nr Gw Gw")
    assert table.may(0) == ["discard Rr"]
    assert table.refused(0, "discard Cr") == "discard.not-trash"
    assert table.refused(0, "discard Gw") == "discard.not-trash"
    assert table.when(0, "discard Rr") == ["0 discards Rr"]
    assert table.hand(0) == "Gw Gw Rr Cr Nr"


def test_4_1_a_khap_is_locked_for_the_discard():
    table = discarding("Rr Rr Rr Cw")
    assert table.refused(0, "discard Rr") == "discard.khap"
    assert table.may(0) == ["discard Cw"]


@pytest.mark.parametrize("card", ["Py", "Kw"])
def test_3_1_only_cards_of_the_private_block_may_be_discarded(card):
    assert discarding("Rr Cw", public=["Kw"]).refused(0, f"discard {card}") == "discard.not-in-hand"


def test_3_1_what_is_no_card_at_all_is_not_in_hand():
    for number in (-1, 28, 99):
        assert discarding("Rr Cw").refused(0, Discard(0, Card(number))) == "discard.not-in-hand"


@BOTH
def test_4_3_a_king_is_never_discarded(rules):
    table = discarding("Kr Kr Cw", rules)
    assert table.refused(0, "discard Kr") == "discard.king"
    assert table.may(0) == ["discard Cw"]


def test_4_2_4sac_lets_any_card_but_a_king_go():
    table = discarding("Kr Rr Rr Cr Nr Gw Gw", FOURSAC)
    assert table.may(0) == [f"discard {card}" for card in ("Gw", "Rr", "Cr", "Nr")]
    assert table.when(0, "discard Gw") == ["0 discards Gw"]
    assert table.state.trash[0] == 2


def test_4_2_4sac_a_discard_from_a_khap_dissolves_it():
    table = discarding("Rr Rr Rr Cr Nr", FOURSAC)
    table.when(0, "discard Rr")
    assert table.hand(0) == "Rr Rr Cr Nr"
    # Locked, the khap left cannon and knight as trash; now one of the rooks joins them.
    assert table.state.trash[0] == 1


@BOTH
def test_4_4_a_discard_that_nobody_melds_is_dead(rules):
    table = discarding("Cw Ny Rr", rules)
    table.when(0, "discard Ny")
    assert not table.state.dead
    table.when(1, "hit")
    assert table.state.dead == (parse_card("Ny"),)


@BOTH
def test_4_4_a_drawn_card_that_nobody_melds_is_dead(rules):
    table = in_turn("Gr Ny", "Mw", rules, stock="Cg Mg", dead="Rr")
    assert table.when(0, "hit") == ["0 draws Cg"]
    assert table.when(0, "pass") == ["0 passes"]
    assert table.when(1, "hit") == ["1 draws Mg"]
    assert table.state.dead == tuple(map(parse_card, ("Rr", "Mw", "Cg")))


def test_4_4_melded_cards_do_not_die():
    table = in_turn("Ny Gr Rw", "Ny")
    table.when(0, "meld Ny")
    assert table.state.dead == ()
    assert table.shown(0) == ["pair Ny Ny"]


# §5 Melding


@pytest.mark.parametrize(
    ("hand", "active", "move", "shown", "left"),
    [
        pytest.param("Gw Cg Ny", "Ny", "meld Ny", "pair Ny Ny", "Gw Cg", id="pair"),
        pytest.param("Ny Ny Gw Cg", "Ny", "meld Ny Ny", "triple Ny Ny Ny", "Gw Cg", id="triple"),
        pytest.param("Kr Gr Mr Gw", "Kr", "meld", "king Kr", "Kr Gr Gw Mr", id="a king alone"),
        pytest.param(
            "Gr Mr Gw", "Kr", "meld Gr Mr", "king-guard-minister Kr Gr Mr", "Gw", id="its court"
        ),
        pytest.param(
            "Rr Nr Gw", "Cr", "meld Rr Nr", "rook-cannon-knight Rr Cr Nr", "Gw", id="chow"
        ),
        pytest.param(
            "Pr Pg Gw", "Py", "meld Pr Pg", "three-pawns Pr Py Pg", "Gw", id="three pawns"
        ),
        pytest.param(
            "Pr Pg Pw Gw", "Py", "meld Pr Pg Pw", "four-pawns Pr Py Pg Pw", "Gw", id="four pawns"
        ),
    ],
)
@pytest.mark.parametrize("drawn", [False, True], ids=["discarded", "drawn"])
def test_5_1_the_active_card_and_private_cards_form_one_set(hand, active, move, shown, left, drawn):
    table = in_turn(hand, active, drawn=drawn)
    assert len(table.when(0, move)) == 1
    assert table.shown(0) == [shown]
    assert table.hand(0) == left
    assert table.state.phase is Phase.DISCARD
    assert table.state.active is None
    assert to_move(table.state) == (0,)


def test_5_1_the_order_in_which_the_cards_are_named_does_not_matter():
    table = in_turn("Rr Nr Gw", "Cr")
    assert table.when(0, Meld(0, (parse_card("Nr"), parse_card("Rr")))) == [
        "0 melds Cr with Rr Nr: rook-cannon-knight"
    ]


@pytest.mark.parametrize(
    "cards", ["Gw", "Rr", "Rr Gw", "", "Rr Cr Nr", "Cr Cr Cr Cr"], ids=lambda text: text or "none"
)
def test_5_1_cards_that_form_no_set_are_refused(cards):
    held = in_turn("Rr Cr Cr Nr Gw My", "Cr")
    expected = "meld.not-in-hand" if cards == "Cr Cr Cr Cr" else "meld.not-a-set"
    assert held.refused(0, f"meld {cards}") == expected


@pytest.mark.parametrize("cards", ["Ny", "Rr Nr", "Cr Cr"])
def test_3_1_cards_that_are_not_held_are_refused(cards):
    assert in_turn("Rr Cr Gw", "Cr").refused(0, f"meld {cards}") == "meld.not-in-hand"


def test_3_1_what_is_no_card_at_all_is_not_held():
    for number in (-1, 28):
        assert in_turn("Rr Cr Gw", "Cr").refused(0, Meld(0, (Card(number),))) == "meld.not-in-hand"


def test_3_4_the_cards_of_a_khap_join_no_other_set():
    table = in_turn("Cr Cr Cr Nr Gw", "Rr")
    assert table.refused(0, "meld Cr Nr") == "meld.khap"
    assert table.may(0) == ["hit"]


def test_3_4_a_khap_takes_the_fourth_with_all_three_or_not_at_all():
    table = in_turn("Rr Rr Rr Cr Nr Gw", "Rr")
    assert table.refused(0, "meld Rr") == "meld.khap"
    assert table.refused(0, "meld Rr Rr") == "meld.khap"
    assert table.may(0) == ["meld Cr Nr", "meld Rr Rr Rr", "hit"]


def test_3_4_the_active_card_itself_is_not_in_the_khap():
    table = in_turn("Rr Rr Rr Cr Nr Gw", "Rr")
    table.when(0, "meld Cr Nr")
    assert table.shown(0) == ["rook-cannon-knight Rr Cr Nr"]
    assert table.hand(0) == "Gw Rr Rr Rr"


def test_5_2_a_meld_that_raises_trash_is_refused():
    # The rulebook's own case, and two more trash cards so that the pair does not win.
    table = in_turn("Rr Rr Cr Nr Gw My", "Rr")
    assert table.refused(0, "meld Rr Rr") == "meld.raises-trash"
    assert table.may(0) == ["meld Rr", "meld Cr Nr", "hit"]


def test_5_3_a_meld_that_leaves_no_trash_has_won():
    table = in_turn("Rr Nr Gw Gw", "Cr")
    assert table.when(0, "meld Rr Nr") == ["0 melds Cr with Rr Nr: rook-cannon-knight", "0 wins 1"]
    assert table.state.phase is Phase.OVER


def test_5_3_after_any_other_meld_the_seat_discards():
    table = in_turn("Ny Gw Cr", "Ny")
    assert table.when(0, "meld Ny") == ["0 melds Ny with Ny: pair"]
    assert table.may(0) == ["discard Gw", "discard Cr"]
    for move in ("hit", "pass", "meld Gw"):
        assert table.refused(0, move) == "turn.must-discard"


def test_5_4_vinagames_makes_a_triple_of_kings_in_its_turn():
    table = in_turn("Kr Kr Gw Ny", "Kr")
    assert table.may(0) == ["meld", "meld Kr", "meld Kr Kr", "hit"]
    assert table.when(0, "meld Kr Kr") == ["0 melds Kr with Kr Kr: triple"]


def test_5_4_4sac_makes_no_triple_of_kings():
    table = in_turn("Kr Kr Gw Ny", "Kr", FOURSAC, drawn=True)
    assert table.refused(0, "meld Kr Kr") == "meld.king-triple"


# §6.4 The turn


def test_6_4_first_chance_on_a_card_that_another_seat_made_active():
    table = in_turn("Ny Gw Cr", "Ny")
    assert table.may(0) == ["meld Ny", "hit"]
    assert table.refused(0, "pass") == "pass.first-chance"
    assert table.refused(0, "discard Gw") == "discard.not-now"


def test_6_4_on_its_own_hit_a_seat_melds_or_passes():
    table = in_turn("Ny Gw Cr", "Ny", drawn=True)
    assert table.may(0) == ["meld Ny", "pass"]
    assert table.refused(0, "hit") == "hit.own-draw"
    assert table.refused(0, "discard Gw") == "discard.not-now"


def test_6_4_after_a_pass_the_next_seat_has_its_first_chance_on_the_same_card():
    table = position(
        hands=["Rr Gw Cr", "Ny Gw Cg", DULL], active="Ny", drawn=True, stock="Pw", dead="Mw"
    )
    assert table.when(0, "pass") == ["0 passes"]
    assert table.may(1) == ["meld Ny", "hit"]
    assert table.refused(1, "pass") == "pass.first-chance"
    assert table.when(1, "hit") == ["1 draws Pw"]
    assert table.state.dead == tuple(map(parse_card, ("Mw", "Ny")))


def test_6_4_a_passed_card_may_be_melded_by_the_next_seat():
    table = position(hands=["Rr Gw Cr", "Ny Gw Cg", DULL], active="Ny", drawn=True)
    table.when(0, "pass")
    assert table.when(1, "meld Ny") == ["1 melds Ny with Ny: pair"]
    assert table.state.turn == 1


def test_6_4_only_the_seat_in_turn_may_move():
    table = in_turn("Ny Gw Cr", "Ny")
    for seat in (1, 2, 3):
        assert table.may(seat) == []
        for move in ("hit", "pass", "meld Cw", "discard Cw"):
            expected = "turn.not-yours"
            assert table.refused(seat, move) == expected
    assert to_move(table.state) == (0,)


def test_1_2_a_seat_that_is_not_at_the_table_is_refused():
    table = in_turn("Ny Gw Cr", "Ny")
    for seat in (-1, 4):
        assert table.refused(seat, Hit(seat)) == "seat.unknown"


def test_6_6_vinagames_offers_no_claims():
    assert in_turn("Ny Ny Gw Cr", "Ny").refused(0, "claim triple") == "claim.not-offered"


def test_7_4_nothing_is_played_once_somebody_has_won():
    table = in_turn("Rr Nr Gw Gw", "Cr")
    table.when(0, "meld Rr Nr")
    for seat, move in ((0, "discard Gw"), (1, "hit"), (1, "pass"), (2, "claim win")):
        assert table.refused(seat, move) == "deal.over"
    assert [table.may(seat) for seat in range(4)] == [[], [], [], []]
    assert to_move(table.state) == ()


def test_no_move_loses_a_card():
    table = position(hands=["Rr Cw Gg", "Rr Ny Mg", DULL], phase="discard", stock="Pw Mr")
    before = count_all(table.state)
    for seat, move in (
        (0, "discard Rr"),
        (1, "meld Rr"),
        (1, "discard Ny"),
        (2, "hit"),
        (2, "pass"),
    ):
        table.when(seat, move)
        assert count_all(table.state) == before


def test_moves_are_plain_values():
    assert Pass(1) == Pass(1) != Pass(2)
