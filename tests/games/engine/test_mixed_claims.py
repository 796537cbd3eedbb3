"""Claims of which some are forced and others offered (§13.5), and drawn kings beside them (§13.7)."""

from dataclasses import replace

import pytest

from games.engine.recording.notation import parse_card
from games.engine.rules import FOURSAC, MIEN_NAM, VINAGAMES
from games.engine.sets import CardSet, SetKind
from games.engine.state import Phase
from games.engine.taking import kept_by_default
from tests.support.builders import DULL, position

MINE = replace(VINAGAMES, key="A", penalty="none")


def discarded(rules, *others, card="Ny"):
    """Seat 0 discards the card; `others` are the next seats' private blocks."""
    hands = [f"{card} Rw Mg", *others, *[DULL] * (3 - len(others))]
    table = position(rules, hands=hands, phase="discard")
    return table, table.when(0, f"discard {card}")


def hit(rules, card, *hands, public=()):
    table = position(
        rules,
        hands=[*hands, *[DULL] * (4 - len(hands))],
        active="Mg",
        stock=card,
        public=public,
    )
    return table, table.when(0, "hit")


# §13.5, a forced win beside offered sets


def test_a_forced_win_comes_before_any_window():
    rules = replace(MINE, khap_claim="offered", pair_claim="offered")
    _table, happened = discarded(rules, "Ny Ny Gw Cg", "Ry Cy Gw Gw")
    assert happened == [
        "0 discards Ny",
        "2 must meld Ny with Ry Cy: rook-cannon-knight",
        "2 wins 1",
    ]


def test_sets_that_are_offered_may_be_declined_and_are_never_made_in_turn():
    rules = replace(MINE, khap_claim="offered", pair_claim="offered")
    table, happened = discarded(rules, "Ny Ny Gw Cg Mr")
    assert happened == ["0 discards Ny", "offered 1 triple"]
    assert table.may(1) == ["claim triple", "pass"]
    assert table.when(1, "pass") == ["1 declines", "nobody claims"]
    assert table.may(1) == ["hit"]
    assert table.refused(1, "meld Ny Ny") == "meld.declined"
    table, happened = discarded(rules, "Ny Ny Ny Ry Cy Gw Cg")
    assert happened == ["0 discards Ny", "offered 1 kong"]
    table.when(1, "pass")
    assert table.may(1) == ["meld Ry Cy", "hit"]
    assert table.refused(1, "meld Ny Ny Ny") == "meld.declined"


def test_a_triple_that_is_forced_is_made_in_turn_beside_offered_khaps():
    rules = replace(MINE, khap_claim="offered")
    table, happened = discarded(rules, "Ny Ny Gw Cg Mr")
    assert happened == ["0 discards Ny"]
    assert table.may(1) == ["meld Ny Ny", "hit"]


# §13.5, a window, and behind it what is forced


def test_behind_a_declined_win_the_khap_of_another_seat_takes_the_card():
    rules = replace(MINE, win_claim="offered")
    table, happened = discarded(rules, "Ry Cy Gw Gw", "Ny Ny Gr Mg")
    assert happened == ["0 discards Ny", "offered 1 win"]
    assert table.when(1, "pass") == [
        "1 declines",
        "nobody claims",
        "2 must meld Ny with Ny Ny: triple",
    ]
    assert table.state.turn == 2 and table.state.phase is Phase.DISCARD


def test_what_is_forced_waits_for_the_window_also_where_nobody_is_asked():
    rules = replace(MINE, win_claim="offered")
    _table, happened = discarded(rules, DULL, "Ny Ny Gr Mg")
    assert happened == [
        "0 discards Ny",
        "offered ",
        "nobody claims",
        "2 must meld Ny with Ny Ny: triple",
    ]


def test_a_declined_win_that_a_forced_khui_completes_is_a_win_with_that_set():
    rules = replace(MINE, win_claim="offered", khui=0)
    table, happened = discarded(rules, "Ny Ny Ny Ry Cy")
    assert happened == ["0 discards Ny", "offered 1 win"]
    claimed = table.state
    assert table.when(1, "claim win")[1:] == [
        "1 melds Ny with Ry Cy: rook-cannon-knight",
        "1 wins 4",
    ]
    table.state = claimed
    assert table.when(1, "pass") == [
        "1 declines",
        "nobody claims",
        "1 must meld Ny with Ny Ny Ny: khui",
    ]
    assert table.state.phase is Phase.DISCARD  # two trash cards are left
    table, _happened = discarded(rules, "Ny Ny Ny Gw Gw")
    assert table.when(1, "pass")[2:] == ["1 must meld Ny with Ny Ny Ny: khui", "1 wins 0"]


def test_a_declined_win_that_a_forced_triple_completes_is_a_win():
    rules = replace(MINE, win_claim="offered")
    table, _happened = discarded(rules, DULL, "Ny Ny Gw Gw")
    assert table.when(2, "pass")[2:] == ["2 must meld Ny with Ny Ny: triple", "2 wins 1"]


def test_6_3_c_spares_a_pair_behind_a_window_too():
    rules = replace(MINE, win_claim="offered")
    _table, happened = discarded(rules, DULL, "Ny Ny Rr Cr")
    assert happened == ["0 discards Ny"]


def test_claims_are_resolved_before_what_is_forced():
    rules = replace(MINE, pair_claim="offered")
    table, happened = discarded(rules, DULL, "Ny Ny Gr Mg")
    assert happened == ["0 discards Ny", "offered 2 triple"]
    assert table.when(2, "claim triple")[1:] == ["2 melds Ny with Ny Ny: triple"]
    _table, happened = discarded(rules, DULL, "Ny Ny Ny Gr Mg")
    assert happened[1:] == ["offered ", "nobody claims", "2 must meld Ny with Ny Ny Ny: khui"]


# §5.5 where wins are forced


def test_5_5_a_drawn_fourth_card_wins_by_itself_where_wins_are_forced():
    rules = replace(MINE, fourth_to_exposed_triple=True)
    table, happened = hit(rules, "Ny", "Gw Gw", public=("Ny Ny Ny",))
    assert happened == ["0 draws Ny", "0 completes Ny", "0 wins 6"]
    assert CardSet(SetKind.KHUI, (parse_card("Ny"),) * 4) in table.state.public[0]
    _table, happened = hit(rules, "Ny", "Gw Mw", public=("Ny Ny Ny",))
    assert happened == ["0 draws Ny"]


def test_5_5_and_7_2_the_set_that_pays_more_is_made_by_force():
    dear = replace(MINE, fourth_to_exposed_triple=True, rook_cannon_knight=20)
    _table, happened = hit(dear, "Ny", "Ry Cy", public=("Ny Ny Ny",))
    assert happened[1:] == ["0 must meld Ny with Ry Cy: rook-cannon-knight", "0 wins 21"]


# Kings


def test_a_king_that_dies_where_claims_are_forced():
    rules = replace(MINE, drawn_king="dies")
    table, _happened = hit(rules, "Kr", "Gw Nw", "Kr Kr Mr Cw")
    assert table.may(0) == ["meld", "pass"]
    assert table.when(0, "pass")[0] == "0 lets the king die"


def test_a_king_is_no_pair_where_pairs_are_offered():
    rules = replace(MINE, pair_claim="offered")
    table, _happened = hit(rules, "Kr", "Kr Gw Nw")
    assert table.may(0) == ["meld", "pass"]
    assert table.refused(0, "meld Kr") == "meld.king-alone"
    table, _happened = hit(replace(rules, win_claim="offered", pair_claim="forced"), "Kr", "Kr Gw")
    assert table.may(0) == ["meld", "meld Kr", "pass"]


def test_a_triple_of_kings_is_claimed_like_any_other_where_it_is_allowed():
    rules = replace(MINE, pair_claim="offered")
    _table, happened = hit(rules, "Kr", "Gw Nw", "Kr Kr Mg")
    assert happened == ["0 draws Kr", "offered 1 triple"]
    _table, happened = hit(replace(rules, king_triples=False), "Kr", "Gw Nw", "Kr Kr Mg")
    assert happened == ["0 draws Kr"]


@pytest.mark.parametrize(("seat", "offered"), [(0, ["offered 0 triple"]), (1, [])])
def test_13_7_a_triple_with_a_kept_king_is_its_drawers_alone(seat, offered):
    rules = replace(MINE, pair_claim="offered", drawn_king="kept")
    hands = ["Gw Nw", "Gw Nw"]
    hands[seat] = "Kr Kr Gw Nw"
    _table, happened = hit(rules, "Kr", *hands)
    assert happened[1:] == offered


def test_13_7_a_kept_king_is_won_or_completed_to_four_first():
    _table, happened = hit(MIEN_NAM, "Kr", "Gw Nw", "Kr Kr Kr Gw Mw")
    assert happened[1:] == ["1 must meld Kr with Kr Kr Kr: khui"]
    _table, happened = hit(MIEN_NAM, "Kr", "Gw Nw", "Gw Gw")
    assert happened[1:] == ["1 must meld Kr: king", "1 wins 1"]


def test_13_7_a_kept_king_may_complete_a_declined_win():
    rules = replace(FOURSAC, key="A", drawn_king="kept")
    table, happened = hit(rules, "Kr", "Gr Mr Gw Gw")
    assert happened[1:] == ["offered 0 win"]
    table.when(0, "pass")
    assert table.may(0) == ["meld", "meld Gr Mr"]
    assert table.when(0, "meld Gr Mr")[1] == "0 wins 1"


def test_13_7_and_13_11_of_the_melds_that_leave_the_least_trash():
    table, _happened = hit(MIEN_NAM, "Kr", "Gr Mr Gw Nw Cg")
    assert table.may(0) == ["meld Gr Mr"]
    assert table.refused(0, "pass") == "pass.kept-king"


@pytest.mark.parametrize(
    ("options", "hand", "cards"),
    [
        ({}, "Kr Gr Mr Gw Nw Rg", ""),
        ({"king_guard_minister": 2}, "Kr Gr Mr Gw Nw Rg", "Gr Mr"),
        ({"king_pair": 2}, "Kr Gw Nw Rg", "Kr"),
        ({"king": 0}, "Kr Kr Gw Nw Rg", "Kr Kr"),
        ({"king": 0, "exposed_triple": 0}, "Kr Kr Gw Nw Rg", ""),
    ],
)
def test_13_7_when_the_time_is_up_the_meld_with_most_points_then_the_fewest_cards(
    options, hand, cards
):
    table, _happened = hit(replace(MINE, drawn_king="kept", **options), "Kr", hand)
    meld = kept_by_default(table.state)
    assert meld is not None and meld.cards == tuple(map(parse_card, cards.split()))
    assert kept_by_default(position(MINE, hands=[DULL] * 4, active="Kr").state) is None
