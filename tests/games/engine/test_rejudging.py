"""Verdicts of played deals under other rules: what changes and by which section; the same rules change nothing."""

from dataclasses import replace

import pytest

from games.engine.errors import BadNotation
from games.engine.events import CardDiscarded
from games.engine.recording.rejudging import Impossible, rejudge, with_options
from games.engine.rules import FOURSAC, VINAGAMES
from tests.support.deals import penalty_seed, played, safe_win_seed


@pytest.mark.parametrize("seed", [penalty_seed, safe_win_seed])
def test_the_same_rules_say_the_same(seed):
    assert list(rejudge(played(VINAGAMES, seed()).events, VINAGAMES)) == []


def test_rules_without_a_penalty_judge_nothing():
    playout = played(VINAGAMES, penalty_seed())
    found = list(rejudge(playout.events, replace(VINAGAMES, penalty="none")))
    discards = [event for event in playout.events if isinstance(event, CardDiscarded)]
    assert len(found) == len(discards)
    assert all(one.other.verdict is None and one.stored.verdict is not None for one in found)
    assert playout.state.ending is not None
    paid = [one for one in found if one.stored.offender is not None]
    assert [one.stored.offender for one in paid] == [playout.state.ending.result.offender]
    assert paid[0].stored.section(paid[0].card) == "§10.5"
    assert {one.other.section(one.card) for one in found} == {"§9.6"}


def test_a_higher_limit_of_the_stock_makes_discards_safe_and_lifts_the_penalty():
    playout = played(VINAGAMES, penalty_seed())
    found = list(rejudge(playout.events, replace(VINAGAMES, stock_limit=112)))
    last = found[-1]
    assert last.stored.offender is not None and last.other.offender is None
    assert last.other.section(last.card) == "§8.1"
    assert last.other.verdict is not None and last.card in last.other.verdict.worst


def test_rules_with_a_penalty_judge_what_was_never_judged():
    playout = played(FOURSAC, 1)
    found = list(rejudge(playout.events, VINAGAMES))
    assert found and all(one.stored.verdict is None for one in found)
    assert {one.stored.section(one.card) for one in found} == {"§9.6"}


def test_a_table_that_the_rules_do_not_have_is_refused():
    with pytest.raises(Impossible):
        list(rejudge(played(VINAGAMES, 1, 2, 2).events, FOURSAC))


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"stok_limit": 7}, "'stok_limit' is no option"),
        ({"stock_limit": "7"}, "stock_limit"),
        ({"win_claim": "sometimes"}, "win_claim"),
    ],
)
def test_options_that_there_are_not_are_named(options, said):
    with pytest.raises(BadNotation, match=said):
        with_options(VINAGAMES, options)


def test_options_take_the_place_of_the_deals_own():
    assert with_options(VINAGAMES, {"stock_limit": 9}) == replace(VINAGAMES, stock_limit=9)
