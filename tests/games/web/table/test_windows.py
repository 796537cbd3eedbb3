"""The page of a claim window: what it asks, what becomes of silence, and where its buttons stand."""

import re
from random import Random

import pytest

from games import commands
from games.engine.deal import to_move
from games.engine.rules import FOURSAC
from games.engine.state import Phase
from games.presenters.cards import card_name
from tests.support.deals import turns
from tests.support.play_pages import dealt
from tests.support.table_page import page_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def asked(an, binh):
    """A deal in which An is offered a claim."""
    deal = dealt(an, binh, rules=FOURSAC)
    for state in turns(deal, Random(3).choice):
        if state.phase is Phase.CLAIMS and 0 in to_move(state):
            deal.refresh_from_db()
            return deal, state
    raise AssertionError("nobody was asked")


def test_the_prompt_names_the_card_the_claims_the_seconds_and_what_becomes_of_silence(an, asked):
    deal, state = asked
    html = page_of(an, deal)
    name = card_name(state.active.card)
    assert f"{name[0].upper()}{name[1:]}: you may claim it (" in html
    assert "answer in time, the careful bot" in html
    seconds = re.search(r"(\d+) seconds? (?:is|are) left", html)
    assert seconds and f"<span data-seconds>{seconds[1]}</span>\xa0s" in html


def test_a_window_names_its_card_to_who_is_not_asked(binh, asked):
    deal, state = asked
    if 1 in to_move(state):
        pytest.fail("another seed is needed")
    name = card_name(state.active.card)
    html = page_of(binh, deal)
    assert f"{name[0].upper()}{name[1:]}: anyone may claim it now" in html
    assert "answer in time" not in html


def test_afterwards_the_page_says_what_was_played_for_who_was_silent(an, binh, asked):
    deal, _state = asked
    assert commands.close_window(deal_id=deal.pk, now=deal.window_until)
    said = "the careful bot played for you: "
    html = page_of(an, deal)
    assert re.search(re.escape(said) + r"You claimed: \w+\. You melded\. ", html)
    assert said not in page_of(binh, deal)


def test_the_hold_stands_in_no_row_of_moves(an, asked):
    html = page_of(an, asked[0])
    tools = html.index('id="tools"')
    assert tools < html.index('id="move-hold"') < html.index('id="moves"')


def test_without_scripts_there_is_a_way_to_look_again(an, asked):
    html = page_of(an, asked[0])
    link, plain, *_rest = re.findall("<noscript>(.*?)</noscript>", html, re.S)
    assert "Refresh" in link and "your page has to update itself" in plain
