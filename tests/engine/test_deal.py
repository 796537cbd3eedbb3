"""Discarding, melding and the turn (§4, §5, §6.4), and the end without a winner (§8), through `decide`."""

from dataclasses import replace

import pytest

from games.engine.cards import Card
from games.engine.deal import to_move
from games.engine.events import CardDiscarded
from games.engine.moves import Discard, Hit, Meld, Pass
from games.engine.notation import parse_card
from games.engine.rules import FOURSAC, PRESETS, VINAGAMES
from games.engine.state import Phase
from tests.builders import DULL, Table, count_all, position

BOTH = pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS)


def discarding(hand: str, rules=VINAGAMES, **given) -> Table:
    return position(rules, hands=[hand, DULL, DULL, DULL], phase="discard", **given)


def in_turn(hand: str, active: str, rules=VINAGAMES, **given) -> Table:
    """Seat 0 is in turn with this card, which seat 3 discarded unless it is `drawn`."""
    return position(rules, hands=[hand, DULL, DULL, DULL], active=active, **given)


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


# §8 The end without a winner


@pytest.mark.parametrize(("rules", "limit"), [(VINAGAMES, 7), (FOURSAC, 6)], ids=PRESETS)
def test_8_1_a_seat_due_to_draw_from_a_stock_at_its_limit_ends_the_deal(rules, limit):
    table = in_turn("Gr Ny", "Mw", rules, left=limit)
    assert table.when(0, "hit") == ["exhausted before 0"]
    assert table.state.phase is Phase.OVER
    assert table.state.stock == limit


@pytest.mark.parametrize(("rules", "limit"), [(VINAGAMES, 7), (FOURSAC, 6)], ids=PRESETS)
def test_8_1_the_card_whose_drawing_left_the_limit_is_still_played_out(rules, limit):
    table = in_turn("Gr Ny", "Mw", rules, left=limit + 1, stock="Cg")
    assert table.when(0, "hit") == ["0 draws Cg"]
    assert table.state.stock == limit
    table.when(0, "pass")
    assert table.when(1, "hit") == ["exhausted before 1"]


def test_8_1_after_a_meld_on_the_last_card_play_goes_on_until_a_draw_is_due():
    table = in_turn("Cg Ny Rr", "Mw", left=8, stock="Cg")
    table.when(0, "hit")
    table.when(0, "meld Cg")
    assert table.when(0, "discard Ny") == ["0 discards Ny"]
    assert table.when(1, "hit") == ["exhausted before 1"]


def test_8_1_a_declined_king_ends_the_deal_where_the_next_draw_would():
    table = in_turn("Gr Ny", "Kw", FOURSAC, drawn=True, left=6)
    assert table.when(0, "pass") == ["0 lets the king die", "exhausted before 1"]
    assert table.state.dead == (parse_card("Kw"),)


@BOTH
def test_8_2_without_a_winner_nobody_pays_anything(rules):
    table = position(
        rules,
        hands=["Gr Ny", "Rr Rr Rr Cw", DULL, DULL],
        public=["", "Rw*4", "Gw Gw Gw Gw"],
        active="Mw",
        left=6,
    )
    table.when(0, "hit")
    assert table.result.winner is None
    assert table.result.net == (0, 0, 0, 0)
    assert table.result.lines == ()


def test_8_3_without_a_winner_the_seat_that_was_due_to_draw_starts_the_next_deal():
    table = position(hands=[DULL, "Gr Ny", DULL], active="Mw", turn=1, left=7)
    table.when(1, "hit")
    assert table.state.ending is not None and table.state.ending.next_starter == 1


def test_8_3_the_winner_starts_the_next_deal():
    table = position(hands=[DULL, DULL, "Rr Nr"], active="Cr", turn=2)
    table.when(2, "meld Rr Nr")
    assert table.state.ending is not None and table.state.ending.next_starter == 2


# §10.4 What is stored with a discard


def test_10_4_the_verdict_is_stored_with_the_discard():
    table = discarding(
        "Kr Gr Cw Pw Pw Ng Ng Pg Pg", public=["Gg Gg Gg, Ny Ny Ny, Mw Mw Mw, Ky Gy My"]
    )
    table.when(0, "discard Gr")
    (event,) = table.events
    assert isinstance(event, CardDiscarded)
    assert event.verdict is not None
    assert event.verdict.usefulness == ((parse_card("Gr"), 26), (parse_card("Cw"), 34))
    assert event.verdict.worst == (parse_card("Cw"),)
    assert table.state.active is not None and table.state.active.verdict == event.verdict


def test_10_2_all_that_lies_face_up_anywhere_counts():
    hand, public = "Kr Gr Cw Pw Pw Ng Ng Pg Pg", "Gg Gg Gg, Ny Ny Ny, Mw Mw Mw, Ky Gy My"
    alone = position(hands=[hand, "Mr Rg"], public=[public], phase="discard")
    seen = position(hands=[hand, "Mr Rg"], public=[public, "Cw Cw"], dead="Cw", phase="discard")
    worths = []
    for table in (alone, seen):
        table.when(0, "discard Cw")
        event = table.events[0]
        assert isinstance(event, CardDiscarded) and event.verdict is not None
        worths.append(dict(event.verdict.usefulness)[parse_card("Gr")])
    # With Gr gone the hand could have paired its Cw with any of three copies, 2 each.
    assert worths == [26, 26 - 3 * 2]


def test_10_3_at_the_limit_of_the_stock_every_discard_is_safe():
    for left, safe in ((8, 1), (7, 2)):
        table = discarding("Kr Gr Cw Pw Pw Ng Ng Pg Pg", left=left)
        table.when(0, "discard Gr")
        event = table.events[0]
        assert isinstance(event, CardDiscarded) and event.verdict is not None
        assert len(event.verdict.worst) == safe


def test_9_6_4sac_stores_no_verdict():
    table = discarding("Rr Cw", FOURSAC)
    table.when(0, "discard Rr")
    assert isinstance(table.events[0], CardDiscarded) and table.events[0].verdict is None


def test_11_1_a_rule_set_without_the_penalty_stores_no_verdict():
    table = discarding("Rr Cw", replace(VINAGAMES, key="friendly", penalty=False))
    table.when(0, "discard Rr")
    assert isinstance(table.events[0], CardDiscarded) and table.events[0].verdict is None


def test_10_5_the_starters_first_discard_is_marked_as_the_opening_one():
    table = discarding("Rr Cw Gg", opening=True)
    table.when(0, "discard Rr")
    assert isinstance(table.events[0], CardDiscarded) and table.events[0].opening


def test_10_5_a_discard_after_a_meld_on_the_opening_discard_is_not():
    table = position(hands=["Rr Cw Gg", "Rr Ny Mg", DULL], phase="discard", opening=True)
    table.when(0, "discard Rr")
    table.when(1, "meld Rr")
    table.when(1, "discard Ny")
    event = table.events[-1]
    assert isinstance(event, CardDiscarded) and not event.opening


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
