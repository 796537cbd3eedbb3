"""The coach under the house's own rules (§13): what to do now, what is safe, and which lesson it sends one to."""

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from games.engine.deal import let_pairs_go
from games.engine.rules import FOURSAC, MIEN_NAM, VINAGAMES
from games.presenters.learning.coach import Coach, coach_of
from games.presenters.learning.why import why_not
from tests.support.builders import DULL, position
from tests.support.seen import seen


def coached(table, seat=0) -> Coach:
    page: Any = SimpleNamespace(
        current=seen(table.state, seat), table=SimpleNamespace(has_coach=True)
    )
    coach = coach_of(page, on=True)
    assert coach is not None
    return coach


def test_who_draws_a_king_that_is_kept_is_told_so():
    hands = ["Gr Mr Rw Cg", DULL, DULL, DULL]
    table = position(MIEN_NAM, hands=hands, stock="Kr", active="Ny")
    assert "Otherwise draw" in told(coached(table))
    table.when(0, "hit")
    coach = coached(table)
    assert coach.now is not None and coach.now.section == "§13.7"
    assert coach.now.words.startswith("You drew a king, so you keep it")


def told(coach: Coach) -> str:
    assert coach.now is not None
    return coach.now.words


def test_only_the_sets_that_may_be_made_are_told_and_why_others_are_not():
    hands = ["Pr Py Pg Pg Nw Gw", DULL, DULL, DULL]
    usual = coached(position(VINAGAMES, hands=hands, active="Pw")).active
    least = coached(position(MIEN_NAM, hands=hands, active="Pw")).active
    assert len(usual) == 2 and "Four pawns" in usual[1]
    assert len(least) == 2 and least[0] == usual[0]
    assert least[1] == "Other sets would leave more trash, so you can't make them now (§13.11)."


def test_who_leaves_a_drawn_card_is_told_whether_it_dies():
    hands = ["Gw Nw", DULL, DULL, DULL]
    for rules, section in ((MIEN_NAM, "§13.8"), (VINAGAMES, "§6.4"), (FOURSAC, "§6.7")):
        table = position(rules, hands=hands, stock="Ny", active="Cg")
        table.when(0, "hit")
        now = coached(table).now
        assert now is not None and now.section == section


@pytest.mark.parametrize(
    ("rules", "section"),
    [
        (VINAGAMES, "§6.1"),
        (MIEN_NAM, "§6.1"),
        (FOURSAC, "§6.6"),
        (replace(VINAGAMES, key="A", pair_claim="offered"), "§13.5"),
    ],
)
def test_who_waits_is_told_what_is_forced_and_what_is_asked(rules, section):
    table = position(rules, hands=["Gr Mr", DULL, "Rw Cg", DULL], active="Ny")
    now = coached(table, 2).now
    assert now is not None and now.section == section


@pytest.mark.parametrize(
    "rules",
    [
        replace(VINAGAMES, key="A", discards="any"),
        replace(VINAGAMES, key="A", discards="any-but-king"),
        replace(FOURSAC, key="A", penalty="pays-for-all"),
        replace(MIEN_NAM, key="A", penalty="pays-for-all", discards="any"),
    ],
    ids=["any", "any but a king", "points", "flat"],
)
def test_what_is_safe_is_said_under_every_set_with_a_penalty(rules):
    hands = ["Kr Gw Rw Ng Ng", DULL, DULL, DULL]
    for left, opening in ((30, False), (rules.stock_limit, False), (30, True)):
        table = position(rules, hands=hands, phase="discard", left=left, opening=opening)
        coach = coached(table)
        assert len(coach.judged) == 2 and all(one.worst for one in coach.judged)
        # Nothing was played in these positions, so it is the opening discard for the page.
        assert coach.free and not coach.kept
    events: Any = (SimpleNamespace(event=table_event(rules)),)
    for left in (30, rules.stock_limit):
        table = position(rules, hands=hands, phase="discard", left=left)
        shown = replace(seen(table.state), events=events)
        page: Any = SimpleNamespace(current=shown, table=SimpleNamespace(has_coach=True))
        told_now = coach_of(page, on=True)
        assert told_now is not None
        coach = told_now
        assert coach.kept.endswith("they are never safe (§13.13).")
        assert bool(coach.free) == (left != 30)


def table_event(rules):
    """Something that was played."""
    table = position(rules, hands=["Gw Nw", DULL, DULL, DULL], stock="Ny", active="Cg")
    table.when(0, "hit")
    return table.events[0]


@pytest.mark.parametrize(
    ("rules", "lesson", "query"),
    [
        (VINAGAMES, "vinagames", ""),
        (FOURSAC, "4sac", ""),
        (MIEN_NAM, "vinagames", "?rules=mien-nam"),
        (replace(FOURSAC, key="Nhà An"), "4sac", "?rules=Nh%C3%A0+An"),
        (replace(VINAGAMES, key="A", win_claim="offered"), "vinagames", "?rules=A"),
    ],
)
def test_it_sends_one_to_the_lesson_that_is_nearest(rules, lesson, query):
    coach = coached(position(rules, hands=["Gr Mr", DULL, DULL, DULL], active="Ny"))
    assert (coach.lesson, coach.query) == (lesson, query)


def test_who_waits_to_win_is_told_that_pairs_may_be_let_go_and_that_they_are():
    hands = ["Ny Rw Mg Pw", DULL, "Ny Ny Gw", DULL]
    table = position(MIEN_NAM, hands=hands, phase="discard")
    assert "you may let pairs go" in coached(table, 2).pairs
    assert not coached(table, 1).pairs and not coached(table, 0).pairs
    before = coached(table, 1)
    table.then(let_pairs_go(table.state, seat=2, on=True))
    assert "You are letting pairs go" in coached(table, 2).pairs
    assert coached(table, 1) == before, "nobody else hears of it"
    table.when(0, "discard Ny")
    assert why_not(seen(table.state, 2))["meld"].startswith(
        "You chose not to take this card with your pair"
    )
    usual = position(VINAGAMES, hands=hands, phase="discard")
    assert not coached(usual, 2).pairs


def test_two_trash_cards_that_wait_for_a_third_keep_no_pair_back_where_pairs_may_be_let_go():
    hands = ["Ny Rw Mg Gg", DULL, "Ny Ny Pr Pw", DULL]
    usual = position(VINAGAMES, hands=hands, phase="discard")
    usual.when(0, "discard Ny")
    assert "(§6.3 c)" in why_not(seen(usual.state, 2))["meld"]
    table = position(MIEN_NAM, hands=hands, phase="discard")
    assert table.when(0, "discard Ny")[1] == "2 must meld Ny with Ny Ny: triple"
