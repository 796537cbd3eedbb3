"""Find Trash and Quick Select: what each press selects, and that blind presses play a deal to its end."""

from random import Random

import pytest

from games.bots import BOTS
from games.bots.playout import play_deal
from games.engine.deal import legal_moves
from games.engine.recording.notation import cards_text, parse_move
from games.engine.rules import FOURSAC, VINAGAMES
from games.engine.sight import see
from games.engine.state import Phase
from games.presenters.play.selection import Cycle, find_trash, quick_select, selected
from tests.support.builders import DULL, position

OWN = ["Gg Gg Gg, Ny Ny Ny, Mw Mw Mw, Ky Gy My"]
"""The public sets of §10.6."""


def quick(table, seat=0):
    return [
        step.text for step in quick_select(see(table.state, seat), legal_moves(table.state, seat))
    ]


def trash(table, seat=0):
    return [cards_text(step.cards) for step in find_trash(see(table.state, seat))]


def chosen(table, *, cards=(), press="", seat=0):
    moves = legal_moves(table.state, seat)
    return selected(see(table.state, seat), moves, cards=cards, press=press)


def about_to_discard(private, rules=VINAGAMES, **options):
    return position(
        rules, hands=[private, DULL, DULL, DULL], public=OWN, phase="discard", **options
    )


# --- Find Trash --------------------------------------------------------------------------------------


def test_find_trash_selects_all_trash_then_the_safe_ones_then_none():
    # §10.6 W1
    table = about_to_discard("Rr Cr Gw Rw Pw Pw Ng Ng Kr")
    assert trash(table) == ["Gw Rr Rw Cr", "Gw Rw", ""]


def test_find_trash_has_no_press_that_changes_nothing_where_all_trash_is_safe():
    assert trash(about_to_discard("Rr Gw Pw Pw Ng Ng", left=7)) == ["Gw Rr", ""]


def test_find_trash_finds_one_card_of_each_kind_whenever_the_hand_is_looked_at():
    # The third rook would take the cannon and the knight from it: §3.4
    table = position(hands=["Rr Rr Rr Cr Nr Kr", DULL], turn=1, active="Pw")
    assert trash(table) == ["Cr Nr", ""]


def test_where_discards_are_not_judged_there_is_no_safe_trash():
    assert trash(about_to_discard("Rr Cr Gw Pw Pw", rules=FOURSAC)) == ["Gw Rr Cr", ""]


def test_a_spectator_finds_no_trash():
    assert find_trash(see(about_to_discard("Rr Cr Gw").state, None)) == ()


# --- Quick Select ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("drawn", "active", "presses"),
    [
        pytest.param(False, "Ng", ["meld:Ng", "meld:Rg Cg", "hit:"], id="each set, then none: hit"),
        pytest.param(True, "Ng", ["meld:Ng", "meld:Rg Cg", "pass:"], id="on the own draw: pass"),
        pytest.param(True, "Kw", ["meld:", "pass:"], id="a king alone is a meld of no card"),
        pytest.param(False, "Pw", ["hit:"], id="no set"),
    ],
)
def test_quick_select_goes_through_the_sets_that_take_the_active_card(drawn, active, presses):
    table = position(hands=["Rg Cg Ng Ng Gy", DULL], active=active, drawn=drawn)
    assert quick(table) == presses


def test_quick_select_goes_through_the_discards_the_safe_ones_first():
    table = about_to_discard("Rr Cr Gw Rw Pw Pw Ng Ng Kr")
    assert quick(table) == ["discard:Gw", "discard:Rw", "discard:Rr", "discard:Cr"]


def test_in_4sac_quick_select_offers_every_card_but_a_king_the_trash_first():
    table = about_to_discard("Kr Rr Pw Pw", rules=FOURSAC)
    assert quick(table) == ["discard:Rr", "discard:Pw"]


@pytest.mark.parametrize(
    ("hand", "presses"),
    [
        ("Ny Ny Ny Gw", ["claim kong:Ny Ny Ny", "pass:"]),
        ("Ny Ny Gw Cg", ["claim triple:Ny Ny", "pass:"]),
        ("Ny Ny Gw Gw", ["claim win:Ny Ny", "claim triple:Ny Ny", "pass:"]),
        ("Ny Gw Gw", ["claim win:Ny", "pass:"]),
    ],
)
def test_quick_select_goes_through_the_claims_with_their_cards(hand, presses):
    table = position(FOURSAC, hands=["Ny Rw", hand, DULL, DULL], phase="discard")
    table.when(0, "discard Ny")
    assert quick(table, seat=1) == presses


def test_who_is_not_asked_quick_selects_nothing():
    table = position(hands=["Rg Cg", "Rr"], active="Ng")
    assert quick(table, seat=1) == []


# --- a press without scripts -------------------------------------------------------------------------


def test_each_press_selects_the_next_step_and_begins_again_after_the_last():
    table = position(hands=["Rg Cg Ng Ng Gy", DULL], active="Ng")
    seen, press = [], "quick 0"
    for _ in range(4):
        selection, _trash, again = chosen(table, press=press)
        seen.append(selection.text)
        press = again.value
    assert seen == ["meld:Ng", "meld:Rg Cg", "hit:", "meld:Ng"]


def test_a_selection_of_ones_own_is_for_the_move_that_it_makes():
    table = position(hands=["Rg Cg Ng Ng Gy", DULL], active="Ng")
    assert chosen(table, cards=["Cg", "Rg"])[0].text == "meld:Rg Cg"
    assert chosen(table, cards=["Gy"])[0].text == ":Gy"
    assert chosen(table, cards=["Ng"])[0].text == "meld:Ng"
    assert chosen(table, cards=["Ng", "Ng"])[0].text == ":Ng Ng"
    assert chosen(table)[0].text == ":"


@pytest.mark.parametrize(
    "press", ["quick", "quick x", "quick -1", "quick ²", "dance 0", "trash " + "9" * 5000]
)
def test_a_press_that_no_page_offers_leaves_the_selection(press):
    table = position(hands=["Rg Cg Gy", DULL], active="Ng")
    selection, finds, again = chosen(table, cards=["Gy", "Gy", "<b>", "Kr"], press=press)
    assert selection.text == ":Gy"
    assert (finds.value, again.value) == ("trash 0", "quick 0")


def test_a_button_holds_its_whole_cycle():
    table = position(hands=["Rg Cg Gy", DULL], active="Ng")
    assert chosen(table)[2].text == "meld:Rg Cg;hit:"
    assert Cycle("quick", (), 0).text == ""


# --- blindly -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "seats"), [(VINAGAMES, 2), (VINAGAMES, 3), (VINAGAMES, 4), (FOURSAC, 4)]
)
def test_blind_presses_of_quick_select_and_the_action_button_end_every_deal(
    monkeypatch, rules, seats
):
    rng = Random(seats)

    def press(view, moves):
        for _ in range(rng.choice((1, 1, 2, 5))):
            button = selected(view, moves, cards=(), press=f"quick {rng.randrange(30)}")
        cards, aim = button[0]
        text = f"{aim} {cards_text(cards)}" if aim in ("meld", "discard") else aim
        asked = parse_move(text, view.viewer)
        assert asked in moves
        return asked

    monkeypatch.setitem(BOTS, "blind", press)
    for number in range(40):
        secret = rng.randbytes(32).hex()
        played = play_deal(rules, ["blind"] * seats, secret=secret, seeds=[str(number)] * seats)
        assert played.state.phase is Phase.OVER
