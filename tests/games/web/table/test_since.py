"""What the felt says happened since one's move; forced melds say whose cards took the card, and by which rule."""

import re
from random import Random

import pytest

from games.engine import events as ev
from games.engine.rules import FOURSAC, VINAGAMES
from games.engine.sets import SetKind
from games.presenters.cards import card_name
from games.presenters.play.felt_events import MOST_TOLD, since_of
from games.presenters.play.history import history_of
from games.queries.play.seen import see_deal
from tests.support.claims import in_a_window
from tests.support.deals import turns
from tests.support.play_pages import browser, dealt
from tests.support.table_page import page_of

pytestmark = pytest.mark.django_db


def felt_says(html):
    """What stands in the middle of the table, without its markup."""
    found = re.search(r'id="since">(.*?)</p>', html, re.DOTALL)
    assert found is not None
    return re.sub(r"<[^>]+>", "", found[1])


def test_a_forced_meld_speaks_to_its_seat_and_of_it_to_the_others(an, binh):
    said = set()
    for seed in range(12):
        deal = dealt(an, binh, rules=VINAGAMES)
        for _state in turns(deal, Random(seed).choice):
            last = see_deal(deal, None).events[-1].event
            if not isinstance(last, ev.CardMelded) or not last.forced or last.seat > 1:
                continue
            me, other = (an, binh) if last.seat == 0 else (binh, an)
            mine = {
                SetKind.TRIPLE: "Your pair took this card (§6.3).",
                SetKind.KHUI: "Your khạp took this card (§6.2).",
            }.get(last.kind)
            if mine is None:
                continue
            assert felt_says(page_of(me, deal)).endswith(mine)
            theirs = mine.replace("Your", f"{me.shown_name}: the").replace("this card", "it")
            assert felt_says(page_of(other, deal)).endswith(theirs)
            said.add(last.kind)
        if SetKind.TRIPLE in said:
            return
    raise AssertionError("no pair was forced")


def test_each_section_on_the_felt_leads_to_its_rule_and_opens_it_in_place(an):
    html = page_of(an, dealt(an))
    href, rule, words = re.findall(
        r'<a class="rule" href="([^"]+)" data-rule="([^"]+)">(§[\d.]+)</a>', html
    )[0]
    assert f'id="{href.partition("#")[2]}"' in browser().get(href).content.decode()
    section = browser().get(rule).content.decode()
    assert words[1:] in section and "<html" not in section and section.count("<b>") == 1
    assert browser().get("/rules/99.1/").status_code == 404


def test_nothing_is_said_that_the_history_does_not_say(an, binh):
    deal = dealt(an, binh, rules=FOURSAC)
    for _state in turns(deal, Random(2).choice):
        for viewer in (an, binh, None):
            seen = see_deal(deal, viewer)
            told = since_of(seen).told
            assert len(told) <= MOST_TOLD
            assert told or not history_of(seen)
            hidden = {ev.ClaimsOffered, ev.ClaimsDeclined}
            if viewer is None and seen.view.ending is None:
                assert not {type(row.event) for row in seen.events} & hidden


def test_what_came_before_the_last_happenings_is_counted_and_the_history_leads_there(an):
    deal = dealt(an, rules=VINAGAMES)
    counted = set()
    for _state in turns(deal, Random(2).choice):
        seen = see_deal(deal, an)
        told, more = since_of(seen)
        counted.add(more)
        assert not more or len(told) == MOST_TOLD
        html = page_of(an, deal)
        link = f'popovertarget="sheet-history">{more} more before:</button>'
        assert (link in html) == bool(more) == (" more before:" in html)
        assert not since_of(see_deal(deal, None)).more
    assert {0, 1} < counted


def test_in_a_window_the_felt_tells_the_card_that_may_be_claimed_and_no_more(an, binh):
    deal, _state = in_a_window([an, binh], 40, asked=False)
    for viewer in (an, binh):
        shown = see_deal(deal, viewer)
        assert shown.window
        (told,) = since_of(shown).told
        last = shown.events[-1].event
        assert isinstance(last, ev.CardDiscarded) and card_name(last.card) in told
