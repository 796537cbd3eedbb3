"""The end without a winner (§8), and what is stored with a discard (§10.4, §10.5), through `decide`."""

from dataclasses import replace

import pytest

from games.engine.events import CardDiscarded
from games.engine.recording.notation import parse_card
from games.engine.rules import FOURSAC, MIEN_NAM, PRESETS, VINAGAMES
from games.engine.state import Phase
from tests.support.builders import DULL, position
from tests.support.engine.situations import BOTH, discarding, in_turn

# §8 The end without a winner


@pytest.mark.parametrize(
    ("rules", "limit"), [(VINAGAMES, 7), (FOURSAC, 6), (MIEN_NAM, 0)], ids=PRESETS
)
def test_8_1_a_seat_due_to_draw_from_a_stock_at_its_limit_ends_the_deal(rules, limit):
    table = in_turn("Gr Ny", "Mw", rules, left=limit)
    assert table.when(0, "hit") == ["exhausted before 0"]
    assert table.state.phase is Phase.OVER
    assert table.state.stock == limit


@pytest.mark.parametrize(("rules", "limit"), [(VINAGAMES, 7), (FOURSAC, 6)])
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
    table = discarding("Rr Cw", replace(VINAGAMES, key="friendly", penalty="none"))
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
