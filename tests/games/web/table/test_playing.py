"""The table page as one plays: what it offers to whom, and how its parts are renewed."""

import re
from itertools import islice
from random import Random

import pytest

from games.engine.cards import CARD_NAMES
from games.engine.deal import legal_moves, to_move
from games.engine.moves import Meld
from games.engine.rules import FOURSAC, MIEN_NAM, VINAGAMES
from games.engine.state import Phase
from tests.support.deals import ending_of, turns
from tests.support.play_pages import (
    browser,
    buttons,
    checked,
    choices,
    dealt,
    discards,
    form_of_first_move,
    table_with,
)
from tests.support.table_page import HTMX, address, bots_play, page_of

pytestmark = pytest.mark.django_db


# --- playing -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "seats"), [(VINAGAMES, 4), (VINAGAMES, 2), (FOURSAC, 4), (MIEN_NAM, 4)]
)
def test_a_whole_deal_is_played_by_posting_forms_alone(an, rules, seats):
    table = table_with(an, rules=rules, seats=seats)
    client = browser(an)
    where = f"/tables/{table.pk}/"
    assert "I am ready" in client.get(where).content.decode()
    deal = table.deals.get(ended_at=None)
    assert client.post(where + "ready", {"deal": deal.pk, "seed": ""}).status_code == 303
    for _ in range(200):
        bots_play(deal)
        form = form_of_first_move(client.get(where).content.decode())
        if form is None:
            break
        answer = client.post(where + "move", form)
        assert (answer.status_code, answer["Location"]) == (303, where)
    assert deal.ended_at is not None
    html = client.get(where).content.decode()
    assert "Payout" in html
    assert str(ending_of(deal).secret) in html


def test_who_drew_a_king_is_asked_for_the_set_into_which_it_goes(an, binh):
    for deal in (dealt(an, binh, rules=MIEN_NAM) for _ in range(9)):
        for state in turns(deal, Random(7).choice):
            moves = [move for seat in (0, 1) for move in legal_moves(state, seat)]
            if moves and all(isinstance(move, Meld) for move in moves):
                html = page_of((an, binh)[state.turn], deal)
                assert "choose a set to take it with" in html
                assert "You drew a king, so you have to keep it" in html
                return
    raise AssertionError("nobody drew a king")


def test_the_buttons_are_the_legal_moves_and_no_others(an, binh):
    rng = Random(4)
    for rules in (VINAGAMES, FOURSAC, MIEN_NAM):
        deal = dealt(an, binh, rules=rules)
        for state in islice(turns(deal, rng.choice), 120):
            for seat, player in enumerate((an, binh)):
                html = page_of(player, deal)
                moves = legal_moves(state, seat)
                kinds = {type(move).__name__.lower() for move in moves}
                assert {value.split()[0] for value in buttons(html)} == kinds
                legal = {CARD_NAMES[move.card] for move in moves if hasattr(move, "card")}
                assert set(choices(html, "discard")) == legal
                melds = sum(type(move).__name__ == "Meld" for move in moves)
                assert len(choices(html, "meld")) == melds


def test_each_button_keeps_its_place_and_says_why_it_cannot_be_pressed(an, binh):
    rng = Random(5)
    for rules in (VINAGAMES, FOURSAC):
        deal = dealt(an, binh, rules=rules)
        for _state in islice(turns(deal, rng.choice), 60):
            html = page_of(an, deal)
            bar = html[html.index('id="moves"') :]
            ids = re.findall(r'id="(move-(?:hit|meld|pass|discard))"', bar)
            assert ids == ["move-hit", "move-meld", "move-pass", "move-discard"]
            for tag in re.findall(r"<button [^>]*name=\"move\"[^>]*>", bar):
                if "aria-disabled" in tag:
                    assert re.search(r'data-why="[^"]{8,}"', tag), tag


def test_each_discard_says_whether_it_is_safe_and_only_to_its_holder(an, binh):
    rng = Random(11)
    deal = dealt(an, binh)
    seen = 0
    for state in turns(deal, rng.choice):
        seat = to_move(state)[0]
        me, other = (an, binh) if seat == 0 else (binh, an)
        if state.phase is Phase.DISCARD:
            html = page_of(me, deal)
            verdict = sum(
                html.count(f'title="{mark}"') for mark in ("safe", "risky", "better kept")
            )
            assert verdict == len(discards(html))
            assert "held__mark" not in page_of(other, deal)
            seen += 1
    assert seen


# --- fragments -----------------------------------------------------------------------------------


def test_htmx_gets_the_part_that_changes_and_nothing_where_nothing_changed(an):
    deal = dealt(an)
    bots_play(deal)
    client = browser(an)
    whole = client.get(address(deal)).content.decode()
    part = client.get(address(deal), headers=HTMX)
    assert "<html" in whole and "data-stream" in whole
    assert part.content.decode().lstrip().startswith('<div class="felt')
    assert "HX-Request" in part["Vary"]
    token = re.findall(r'name="shown" value="(\w+)"', whole)[0]
    assert client.get(address(deal) + f"?shown={token}", headers=HTMX).status_code == 204
    form = form_of_first_move(whole)
    answer = client.post(address(deal, "move"), form, headers=HTMX)
    assert answer.status_code == 200 and "<html" not in answer.content.decode()
    assert client.get(address(deal) + f"?shown={token}", headers=HTMX).status_code == 200


def test_a_choice_that_was_not_sent_yet_outlives_a_renewal(an):
    deal = dealt(an)
    client = browser(an)
    for _ in range(60):
        bots_play(deal)
        html = client.get(address(deal)).content.decode()
        cards = discards(html)
        if len(set(cards)) > 1:
            html = client.get(address(deal) + f"?cards={cards[-1]}", headers=HTMX).content.decode()
            assert checked(html) == cards[-1:]
            return
        client.post(address(deal, "move"), form_of_first_move(html))
    raise AssertionError("no discard to choose came up")
