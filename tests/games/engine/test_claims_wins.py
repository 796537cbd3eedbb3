"""The fourth card of an exposed triple (§5.5), and the twelve winning cases of 4sac (§7.5), through `decide`."""

import pytest

from games.engine.rules import FOURSAC
from tests.support.builders import DULL, position
from tests.support.engine.situations import hit

NO_USE = "My Rg Cy Ng"
"""A private block that takes none of the cards of §7.5."""


# §5.5


def test_5_5_the_fourth_of_an_exposed_triple_is_added_on_its_own_draw_if_that_wins():
    table, happened = hit("Ny", "Gg Gg", public="Ny Ny Ny")
    assert happened == ["0 draws Ny", "offered 0 win"]
    assert table.when(0, "claim win") == ["0 claims win", "0 completes Ny", "0 wins 6"]
    assert table.shown(0) == ["khui Ny Ny Ny Ny"]


def test_5_5_not_with_trash_left():
    table, happened = hit("Ny", "Gg Gg Cw", public="Ny Ny Ny")
    assert happened == ["0 draws Ny"]
    assert table.may(0) == ["pass"]


def test_5_5_not_on_another_seats_draw_or_discard():
    table = position(
        FOURSAC,
        hands=[DULL, "Gg Gg", DULL, DULL],
        public=["", "Ny Ny Ny"],
        active="Mg",
        stock="Ny",
    )
    assert table.when(0, "hit") == ["0 draws Ny"]
    table = position(
        FOURSAC,
        hands=["Ny Rw", "Gg Gg", DULL, DULL],
        public=["", "Ny Ny Ny"],
        phase="discard",
    )
    assert table.when(0, "discard Ny") == ["0 discards Ny"]


def test_5_5_not_in_the_turn_of_a_seat_that_declined_the_win():
    table, _ = hit("Ny", "Gg Gg", public="Ny Ny Ny")
    assert table.when(0, "pass") == ["0 declines", "nobody claims"]
    assert table.may(0) == ["pass"]


def test_5_5_the_better_of_two_ways_to_win_is_taken():
    # Four pawns with the drawn one would add 1, the set of four 3.
    table, _ = hit("Pr", "Py Pg Pw", public="Pr Pr Pr")
    assert table.when(0, "claim win")[1:] == ["0 completes Pr", "0 wins 7"]


# §7.5 The twelve winning cases


CASES = {
    "1/1": ("Rr Cr", "Nr", " with Rr Cr: rook-cannon-knight", 1),
    "1/2": ("Pr Py", "Pw", " with Pr Py: three-pawns", 1),
    "1-3": ("Gr Mr", "Kr", " with Gr Mr: king-guard-minister", 1),
    "2/1": ("Cw", "Cw", " with Cw: pair", 0),
    "2-2": ("Kr Gr", "Mr", " with Kr Gr: king-guard-minister", 1),
    "2/3": ("Py Pr Pr Pw Pw", "Pg", " with Pr Pw: three-pawns", 2),
    "3-1": ("Gr Gr", "Kw", ": king", 1),
    "3-2": ("Gr Gr Gr", "Gr", " with Gr Gr Gr: khui", 6),
    "3-4": ("Gr Gr", "Gr", " with Gr Gr: triple", 3),
    "3-5": ("Pr Pg Pw", "Py", " with Pr Pg Pw: four-pawns", 2),
    "3-6": ("Pr Py Pg Pw", "Pg", " with Pg: pair", 1),
}
"""Private block, active card, what it makes, points (§7.5); 3-3 is about a public set."""


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("drawer", [0, 1], ids=["drawn by another", "own draw"])
def test_7_5_a_drawn_card_wins_in_each_case(case, drawer):
    hand, active, made, points = CASES[case]
    table = position(
        FOURSAC, hands=[NO_USE, hand, NO_USE, NO_USE], turn=drawer, active="Mg", stock=active
    )
    assert table.when(drawer, "hit")[1].startswith("offered 1 win")
    assert table.when(1, "claim win")[1:] == [f"1 melds {active}{made}", f"1 wins {points}"]


@pytest.mark.parametrize("case", [case for case in CASES if case not in ("1-3", "3-1")])
def test_7_5_a_discard_wins_in_each_case_but_those_of_kings(case):
    hand, active, made, points = CASES[case]
    table = position(FOURSAC, hands=[f"{active} {NO_USE}", hand, NO_USE, NO_USE], phase="discard")
    assert table.when(0, f"discard {active}")[1].startswith("offered 1 win")
    assert table.when(1, "claim win")[1:] == [f"1 melds {active}{made}", f"1 wins {points}"]


def test_7_5_case_3_3_the_fourth_of_the_own_exposed_triple():
    table, _ = hit("Gr", "Mw Mw", NO_USE, NO_USE, NO_USE, public="Gr Gr Gr")
    assert table.when(0, "claim win")[1:] == ["0 completes Gr", "0 wins 6"]
