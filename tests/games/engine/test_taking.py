"""What is forced in vinagames when a card becomes active (§6.1-§6.5), and the turn that follows (§6.4, §6.8)."""

import pytest

from games.engine.cards import CARD_NAMES
from games.engine.hands.families import FAMILY, TRASH
from games.engine.hands.hand import block_of
from games.engine.recording.notation import parse_card, parse_cards
from games.engine.rules import VINAGAMES
from games.engine.taking import forced, melds
from tests.support.builders import DULL, Table, position

LETS_GO = "Ny Rw Mg"
"""Three trash cards; whoever holds them discards Ny."""


def discarded(*others: str, by: int = 0, card: str = "Ny") -> tuple[Table, list[str]]:
    """Seat `by` of four discards the card; `others` are the next seats' private blocks, in order of play."""
    hands = [f"{card} Rw Mg"] * 4
    for step in range(3):
        hands[(by + 1 + step) % 4] = others[step] if step < len(others) else DULL
    table = position(hands=hands, turn=by, phase="discard")
    return table, table.when(by, f"discard {card}")


def hit(card: str, drawer: str, *others: str, seat: int = 0) -> tuple[Table, list[str]]:
    """Seat `seat` of four draws the card; `others` are the next seats' private blocks, in order of play."""
    hands = [DULL] * 4
    for step, hand in enumerate((drawer, *others)):
        hands[(seat + step) % 4] = hand
    table = position(hands=hands, turn=seat, active="Mg", stock=card)
    return table, table.when(seat, "hit")


# §6.1 Win


def test_6_1_a_seat_that_a_discard_completes_wins_at_once():
    _, happened = discarded(DULL, "Ry Cy Gw Gw")
    assert happened == [
        "0 discards Ny",
        "2 must meld Ny with Ry Cy: rook-cannon-knight",
        "2 wins 1",
    ]


@pytest.mark.parametrize(
    ("by", "first"), [(0, 1), (1, 2), (2, 3), (3, 0)], ids=["South", "East", "North", "West"]
)
def test_6_1_of_several_the_first_in_order_after_the_discarder_wins(by, first):
    _, happened = discarded("Ny Ny Gw Gw", "Ry Cy Gg Gg", DULL, by=by)
    assert happened[-1] == f"{first} wins 1"
    _, happened = discarded(DULL, "Ry Cy Gw Gw", "Ny Gg Gg", by=by)
    assert happened[-1] == f"{(first + 1) % 4} wins 1"


def test_6_1_a_drawn_card_is_first_the_drawers():
    _, happened = hit("Ny", "Ny Gw Gw", "Ry Cy Gg Gg", seat=2)
    assert happened == ["2 draws Ny", "2 must meld Ny with Ny: pair", "2 wins 0"]


def test_6_1_a_drawn_card_completes_any_seat():
    _, happened = hit("Ny", DULL, DULL, DULL, "Ry Cy Gg Gg", seat=2)
    assert happened[1:] == ["1 must meld Ny with Ry Cy: rook-cannon-knight", "1 wins 1"]


def test_6_1_a_win_comes_before_a_khap_and_a_pair():
    _, happened = discarded("Ny Ny Gw Cg", "Ny Gr Gr")
    assert happened[-1] == "2 wins 0"
    _, happened = discarded("Gr Gr Ry Cy", "Ny Ny Ny Gw Cg")
    assert happened[-1] == "1 wins 1"


def test_6_1_the_set_with_the_most_points_is_made():
    # A khui of 6 rather than three single kings and the drawn one apart (§7.2).
    _, happened = hit("Kr", "Kr Kr Kr")
    assert happened[1:] == ["0 must meld Kr with Kr Kr Kr: khui", "0 wins 6"]
    _, happened = hit("Kr", "Kr Kr")
    assert happened[1:] == ["0 must meld Kr: king", "0 wins 3"]


def test_6_1_a_winning_pair_of_the_next_seat_needs_no_turn():
    _, happened = discarded(DULL, DULL, "Ny Ny Gr Gr")
    assert happened[1:] == ["3 must meld Ny with Ny Ny: triple", "3 wins 1"]


def test_6_1_a_king_that_anybody_draws_completes_a_block_without_trash():
    _, happened = hit("Kw", DULL, DULL, "Gw Gw", DULL)
    assert happened[1:] == ["2 must meld Kw: king", "2 wins 1"]


# §6.2 Khap


@pytest.mark.parametrize("step", [1, 2, 3])
def test_6_2_the_holder_of_a_khap_must_make_the_khui_and_becomes_current(step):
    others = [DULL] * 3
    others[step - 1] = "Ny Ny Ny Gw Cg"
    table, happened = discarded(*others)
    assert happened == ["0 discards Ny", f"{step} must meld Ny with Ny Ny Ny: khui"]
    assert table.state.turn == step
    assert table.may(step) == ["discard Gw", "discard Cg"]


def test_6_2_also_with_kings():
    table, happened = hit("Kr", DULL, DULL, "Kr Kr Kr Gw Cg")
    assert happened[1:] == ["2 must meld Kr with Kr Kr Kr: khui"]
    assert table.state.turn == 2


def test_6_2_also_on_its_own_turn_and_its_own_draw():
    _, happened = hit("Ny", "Ny Ny Ny Gw Cg")
    assert happened[1:] == ["0 must meld Ny with Ny Ny Ny: khui"]
    _, happened = discarded("Ny Ny Ny Gw Cg")
    assert happened[1:] == ["1 must meld Ny with Ny Ny Ny: khui"]


def test_6_2_though_another_set_could_be_made():
    _, happened = discarded("Ry Cy Ny Ny Ny Gw Cg")
    assert happened[1:] == ["1 must meld Ny with Ny Ny Ny: khui"]


# §6.3 Pair


@pytest.mark.parametrize("step", [2, 3])
def test_6_3_a_pair_out_of_turn_must_make_the_triple_and_becomes_current(step):
    others = [DULL] * 3
    others[step - 1] = "Ny Ny Gw Cg Mr"
    table, happened = discarded(*others)
    assert happened == ["0 discards Ny", f"{step} must meld Ny with Ny Ny: triple"]
    assert table.state.turn == step
    assert table.may(step) == ["discard Gw", "discard Mr", "discard Cg"]


def test_6_3_the_seat_in_turn_is_not_forced():
    table, happened = discarded("Ny Ny Gw Cg Mr")
    assert happened == ["0 discards Ny"]
    assert table.may(1) == ["meld Ny Ny", "hit"]
    table, happened = hit("Ny", "Ny Ny Gw Cg Mr")
    assert happened == ["0 draws Ny"]
    assert table.may(0) == ["meld Ny Ny", "pass"]


def test_6_3_after_a_draw_every_other_seat_is():
    _, happened = hit("Ny", DULL, "Ny Ny Gw Cg Mr")
    assert happened == ["0 draws Ny", "1 must meld Ny with Ny Ny: triple"]


def test_6_3_a_a_pair_of_kings_is_left_alone():
    table, happened = hit("Kr", DULL, DULL, "Kr Kr Gw Cg Mr")
    assert happened == ["0 draws Kr"]
    assert table.state.turn == 0


def test_6_3_b_a_triple_that_would_raise_trash_is_not_made():
    # One trash card among Ny Ny Ry Cy; after the triple two.
    table, happened = discarded(DULL, "Ny Ny Ry Cy Gw Mr")
    assert happened == ["0 discards Ny"]
    assert table.state.turn == 1


@pytest.mark.parametrize("wait", ["Pr Py", "Rr Cr", "Cr Nr", "Rr Nr", "Rr Rr Rr Cr Nr"])
def test_6_3_c_a_seat_that_waits_for_two_cards_may_not(wait):
    _, happened = discarded(DULL, f"Ny Ny {wait}")
    assert happened == ["0 discards Ny"]


@pytest.mark.parametrize("trash", ["Rr Cg", "Pr Rr", "Gr Mr", "Rr Cr Gw", "Rr"])
def test_6_3_c_with_any_other_trash_it_must(trash):
    _, happened = discarded(DULL, f"Ny Ny {trash}")
    assert happened == ["0 discards Ny", "2 must meld Ny with Ny Ny: triple"]


def test_6_3_c_is_no_rule_for_the_seat_in_turn():
    table, _ = discarded("Ny Ny Rr Cr")
    assert table.may(1) == ["meld Ny Ny", "hit"]


# §6.5


def test_6_5_a_khap_and_a_pair_of_one_kind_are_five_cards():
    with pytest.raises(AssertionError, match="fifth"):
        discarded("Ny Ny Ny Gw", "Ny Ny Cg")


# §6.4 The turn, and that what is forced is asked once


def test_6_4_the_discarder_has_no_chance_on_its_own_card():
    table, _ = discarded()
    for seat in (1, 2, 3):
        assert table.state.turn == seat
        happened = table.when(seat, "hit")
        assert happened == [f"{seat} draws {happened[0][-2:]}"]
        assert parse_card("Ny") in table.state.dead
        table.when(seat, "pass")


def test_6_4_nothing_is_forced_again_when_the_turn_passes_on():
    # Seat 1 holds a pair of the king that seat 0 drew; it was not forced, and now it may choose.
    table, _ = hit("Kr", DULL, "Kr Kr Gw Cg Mr")
    assert table.when(0, "pass") == ["0 passes"]
    assert table.may(1) == ["meld", "meld Kr", "meld Kr Kr", "hit"]
    assert table.when(1, "meld Kr Kr") == ["1 melds Kr with Kr Kr: triple"]


def test_6_8_in_vinagames_a_declined_king_goes_to_the_next_seat_like_any_card():
    table, _ = hit("Kr", DULL, "Gw Cg My")
    table.when(0, "pass")
    assert table.may(1) == ["meld", "hit"]
    assert table.when(1, "hit")[0].startswith("1 draws")
    assert table.state.dead[-1] == parse_card("Kr")


def test_6_a_forced_meld_is_followed_by_a_discard_that_forces_again():
    table = position(hands=["Ny Rw Mg", DULL, "Ny Ny Gw Cg Mr", "Gw Gw Gw Cy Rg"], phase="discard")
    table.when(0, "discard Ny")
    assert table.when(2, "discard Gw") == ["2 discards Gw", "3 must meld Gw with Gw Gw Gw: khui"]
    assert table.state.turn == 3


def test_6_forced_and_free_melds_are_told_apart():
    table, _ = discarded("Ny Gw Cg")
    assert table.when(1, "meld Ny") == ["1 melds Ny with Ny: pair"]


def test_5_2_no_forced_meld_raises_trash():
    for name in CARD_NAMES:
        card = parse_card(name)
        block = block_of(parse_cards("Rr Rr Cr Nr Gy Gy My Pr Pr Py Pg Kw Kw Gw Mw"))
        for meld in melds(VINAGAMES, block, card):
            assert meld.trash <= melds_before(block, card)


def melds_before(block: tuple[int, ...], card: int) -> int:
    family = FAMILY[card]
    return TRASH[family][block[family]]


def test_forced_asks_nobody_about_a_card_that_nobody_can_use():
    table = position(hands=[DULL, DULL, DULL], active="Mg")
    assert forced(table.state, parse_card("Pw"), by=0, drawn=True) is None
