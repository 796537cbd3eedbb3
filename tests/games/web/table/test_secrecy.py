"""What the table page shows to whom: no card that only another seat holds, until the deal is over."""

import re
from itertools import islice
from random import Random

import pytest

from games import queries
from games.engine.cards import CARD_NAMES, Card
from games.engine.deal import to_move
from games.engine.hands.hand import cards_of
from games.engine.rules import FOURSAC, VINAGAMES
from games.engine.state import Phase
from games.presenters.cards import card_name
from tests.support.deals import ending_of, secret_in, turns
from tests.support.play_pages import browser, buttons, dealt, form_of_first_move, member
from tests.support.table_page import HTMX, address, bots_play, page_of

pytestmark = pytest.mark.django_db


SIGNS = re.compile(r'<section class="sheet-card" id="sheet-signs".*?</section>', re.DOTALL)
"""The key to the signs on cards: a card of each rank and colour, the same for everybody."""


NOTATION = re.compile(rf"\b(?:{'|'.join(CARD_NAMES)})\b")


def shown_cards(html):
    """The kinds of card that a page shows in any way but the key: by word, by notation, by drawing."""
    html = SIGNS.sub("", html).replace("My account", "")  # a yellow minister is My as well
    written = set(NOTATION.findall(html))
    return {
        card
        for card in map(Card, range(28))
        if CARD_NAMES[card] in written or card_name(card) in html
    }


@pytest.mark.parametrize("rules", [VINAGAMES, FOURSAC])
def test_a_page_shows_no_card_that_only_another_seat_holds(an, binh, rules):
    stranger = member("stranger")
    rng = Random(20)
    looked = 0
    keys = set()
    deal = dealt(an, binh, rules=rules)
    there = {viewer: browser(viewer) for viewer in (an, binh, stranger, None)}
    secret = secret_in(deal)
    for state in islice(turns(deal, rng.choice), 150):
        public = {card for card in map(Card, range(28)) if state.face_up()[card]}
        for viewer, own in ((an, 0), (binh, 1), (stranger, None), (None, None)):
            mine = set(cards_of(state.blocks[own])) if own is not None else set()
            for headers in ({}, HTMX):
                html = there[viewer].get(address(deal), headers=headers).content.decode()
                # A quan counts as public; a card melded or dead has been face up before.
                assert shown_cards(html) <= public | mine
                assert secret not in html
                keys |= set(SIGNS.findall(html))
                looked += 1
    assert looked > 50
    assert len(keys) == 1, "the key tells of the deal"


def test_what_another_seat_may_claim_stands_on_no_other_page(an, binh):
    rng = Random(3)
    asked = 0
    for _ in range(6):
        deal = dealt(an, binh, rules=FOURSAC)
        for state in islice(turns(deal, rng.choice), 150):
            if state.phase is Phase.CLAIMS:
                for viewer, seat in ((an, 0), (binh, 1), (None, None)):
                    html = page_of(viewer, deal)
                    asks = seat is not None and seat in to_move(state)
                    assert ("you may claim it" in html) == asks
                    assert seat is not None or "Asked whether to claim" not in html
                    asked += 1
        if asked:
            return
    raise AssertionError("no claim came up")


def test_a_spectator_sees_the_table_but_no_form_of_it(an):
    deal = dealt(an)
    bots_play(deal)
    html = page_of(None, deal)
    assert "You are watching" in html and "Log in to sit down" in html
    assert buttons(html) == []
    assert 'id="hand"' not in html


def test_at_the_end_all_hands_the_payout_and_the_secret_are_open_to_all(an):
    deal = dealt(an)
    client = browser(an)
    for _ in range(200):
        bots_play(deal)
        form = form_of_first_move(client.get(address(deal)).content.decode())
        if form is None:
            break
        client.post(address(deal, "move"), form)
    result = ending_of(deal).result
    html = page_of(None, deal)
    assert html.count('class="seat__hand"') == 4
    assert ending_of(deal).secret in html
    for line in result.lines:
        assert f">{line.amount}<" in html
    if result.winner is not None:
        assert "§9.1" in html or "§9.3" in html


def test_a_link_that_names_cards_ticks_none_of_the_hand(an, binh):
    """What a foreign page makes a member's browser ask for must not change a page beside a hand (0129)."""
    deal = dealt(an, binh)
    mine = queries.see_deal(deal, an).view.hand
    linked = {"cards": [CARD_NAMES[card] for card in mine], "select": "quick 0"}
    plain, asked = (browser(an).get(address(deal), data).content.decode() for data in ({}, linked))
    assert mine
    assert re.findall(r"<input[^>]* checked", plain) == re.findall(r"<input[^>]* checked", asked)
    assert len(plain) == len(asked)
