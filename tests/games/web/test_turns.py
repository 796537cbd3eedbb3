"""The notice of one's turn, which every page asks for: where, once for each turn, and for nobody else's eyes."""

import re
from itertools import islice
from random import Random

import pytest
from django.utils import timezone

from games import commands, queries
from games.engine.rules import FOURSAC, VINAGAMES
from games.engine.state import Phase
from tests.support.deals import turns
from tests.support.play_pages import browser, dealt, member, same_browser, table_with

pytestmark = pytest.mark.django_db


@pytest.fixture
def an():
    return member("an")


@pytest.fixture
def binh():
    return member("binh")


@pytest.fixture
def same_cards(monkeypatch):
    """Always the same cards: in some deals a bot wins before there were two turns, or nobody may claim."""
    monkeypatch.setattr(
        "games.commands.deal.deals.secrets.token_hex", lambda size: Random(2).randbytes(size).hex()
    )


def told(player, here="", shown=""):
    """The tables that a page names, and the etag that it keeps; None where it has nothing to change."""
    answer = same_browser(player).get("/turns", {"here": here, "turns": shown})
    if answer.status_code == 204:
        return None
    html = answer.content.decode()
    return re.findall(r'href="/tables/(\d+)/"', html), re.findall(
        r'name="turns" value="(\w*)"', html
    )[0]


@pytest.mark.parametrize("rules", [VINAGAMES, FOURSAC])
def test_whose_turn_it_is_is_told_and_nobody_else_and_nobody_in_a_window(
    an, binh, rules, same_cards
):
    deal = dealt(an, binh, rules=rules)
    seen = set()
    for state in islice(turns(deal, Random(4).choice), 40):
        for player in (an, binh):
            asked = bool(queries.see_deal(deal, player).moves) and state.phase is not Phase.CLAIMS
            assert told(player) == (([str(deal.table_id)], told(player)[1]) if asked else None)
            seen.add((state.phase, asked))
    assert {(Phase.TURN, True), (Phase.TURN, False), (Phase.DISCARD, True)} <= seen
    assert ((Phase.CLAIMS, False) in seen) == (rules is FOURSAC)


def test_a_page_is_told_once_of_each_turn_and_not_of_the_table_that_it_shows(an, same_cards):
    deal = dealt(an)
    keys = []
    for _state in islice(turns(deal, lambda moves: moves[-1]), 5):
        tables, etag = told(an)
        assert tables == [str(deal.table_id)]
        assert told(an, shown=etag) is None
        assert told(an, here=deal.table_id) is None
        keys.append(etag)
    assert len(set(keys)) > 2  # to draw and then to pass is one turn


def test_a_prepared_deal_waits_for_who_is_not_ready(an, binh):
    table = table_with(an, binh)
    assert told(an)[0] == told(binh)[0] == [str(table.pk)]
    html = browser(an).get("/turns").content.decode()
    assert "is waiting for you to get ready" in html
    assert told(table_with(member("among-bots")).opened_by) is None
    deal = dealt(member("chi"))
    assert str(deal.table_id) not in told(an)[0]


def test_where_nobody_waits_for_a_member_it_costs_two_queries(an, binh, django_assert_num_queries):
    deal = dealt(an, binh)
    mover = next(turns(deal, lambda moves: moves[0])).turn
    client = browser(binh if mover == 0 else an)
    client.get("/turns")
    with django_assert_num_queries(3):  # the session with its member, the deals, the unread notices
        assert client.get("/turns").status_code == 204


def test_a_stranger_is_told_nothing():
    assert told(None) is None


def test_nobody_is_told_of_a_turn_in_a_pause(an, binh):
    deal = dealt(an, binh)
    mover = next(turns(deal, lambda moves: moves[0])).turn
    deal.refresh_from_db()
    player = (an, binh)[mover]
    assert told(player)
    now = timezone.now()
    for one in (an, binh):
        commands.ask_pause(by=one, deal_id=deal.pk, resume=False, now=now)
    assert told(player) is None
    html = browser(player).get("/", headers={"Accept-Language": "en"}).content.decode()
    assert "Your turn" not in html and "It is your turn" not in html
    assert "The deal is paused." in html
    for one in (an, binh):
        commands.ask_pause(by=one, deal_id=deal.pk, resume=True, now=now)
    assert told(player)
    assert (
        "Your turn" in browser(player).get("/", headers={"Accept-Language": "en"}).content.decode()
    )
