"""What the table page refuses, in plain sentences and with nothing changed."""

import pytest

from games import queries
from games.engine.cards import CARD_NAMES, Card
from games.engine.hands.hand import cards_of
from games.engine.state import Phase
from games.log import stream_version
from tests.support.play_pages import (
    browser,
    buttons,
    dealt,
    form_of_first_move,
    hidden_fields,
    member,
    table_with,
)
from tests.support.table_page import HTMX, address, bots_play, form_now, mover_of, page_of

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("changed", "status", "said"),
    [
        ({"move": "discard Zz"}, 422, "t exist in this game"),
        ({"move": "dance"}, 422, "t exist in this game"),
        ({"move": ""}, 422, "t exist in this game"),
        ({"move": "discard", "cards": "<script>"}, 422, "t exist in this game"),
        ({"move": "claim win"}, 422, "claim this card that way"),
        ({"move_id": "no"}, 422, "Your move arrived incomplete"),
        ({"expected_version": "ten"}, 422, "t show the newest moves"),
        ({"expected_version": ""}, 422, "t show the newest moves"),
        ({"expected_version": "1"}, 409, "Something has changed at this table"),
        ({"deal": "999"}, 404, "t exist. Go back to the list of deals"),
        ({"deal": "x"}, 404, "t exist. Go back to the list of deals"),
    ],
)
@pytest.mark.parametrize("headers", [{}, HTMX])
def test_a_bad_move_gets_a_sentence_and_the_table_and_changes_nothing(
    an, changed, status, said, headers
):
    deal = dealt(an)
    bots_play(deal)
    client = browser(an)
    form = {**form_now(client.get(address(deal)).content.decode()), **changed}
    before = stream_version(deal.stream)
    answer = client.post(address(deal, "move"), form, headers=headers)
    html = answer.content.decode()
    assert answer.status_code == status
    assert said in html and 'id="table"' in html
    assert ("<html" in html) == (headers == {})
    assert answer.get("HX-Retarget") == ("#table" if headers else None)
    assert stream_version(deal.stream) == before


def test_a_card_that_is_not_in_the_hand_is_refused_with_its_section(an):
    deal = dealt(an)
    client = browser(an)
    for _ in range(60):
        bots_play(deal)
        html = client.get(address(deal)).content.decode()
        if "discard" in buttons(html):
            hand = set(cards_of(queries.load_state(deal.pk).blocks[0]))
            foreign = next(card for card in map(Card, range(4, 28)) if card not in hand)
            form = {**hidden_fields(html), "move": "discard", "cards": CARD_NAMES[foreign]}
            before = stream_version(deal.stream)
            answer = client.post(address(deal, "move"), form)
            assert answer.status_code == 422
            assert "That card is not in your hand" in answer.content.decode()
            assert "§3.1" in answer.content.decode()
            assert stream_version(deal.stream) == before
            return
        client.post(address(deal, "move"), form_of_first_move(html))
    raise AssertionError("no discard came up")


def test_nobody_plays_for_another_seat_and_nobody_without_one(an, binh):
    stranger = member("stranger")
    deal = dealt(an, binh)
    me = mover_of(deal, an, binh)
    other = binh if me is an else an
    form = form_now(page_of(me, deal))
    before = stream_version(deal.stream)
    late = browser(other).post(address(deal, "move"), {**form, "move": "hit"})
    assert late.status_code == 409 and "not your turn" in late.content.decode()
    none = browser(stranger).post(address(deal, "move"), form)
    assert none.status_code == 403 and "You are not playing in this deal" in none.content.decode()
    unknown = browser(None).post(address(deal, "move"), form)
    assert unknown.status_code == 403 and "Log in first" in unknown.content.decode()
    assert stream_version(deal.stream) == before


def test_a_move_sent_twice_is_answered_the_same_and_stored_once(an):
    deal = dealt(an)
    bots_play(deal)
    client = browser(an)
    form = form_of_first_move(client.get(address(deal)).content.decode())
    first = client.post(address(deal, "move"), form)
    after = stream_version(deal.stream)
    second = client.post(address(deal, "move"), form)
    assert (first.status_code, second.status_code) == (303, 303)
    assert stream_version(deal.stream) == after


def test_a_form_speaks_only_of_the_deals_of_its_own_table(an, binh):
    mine, foreign = dealt(an), dealt(binh)
    before = stream_version(foreign.stream)
    answer = browser(binh).post(address(mine, "move"), {"deal": foreign.pk, "move": "hit"})
    assert answer.status_code == 404
    assert stream_version(foreign.stream) == before


def test_an_unknown_table_is_not_found(an):
    for client in (browser(an), browser(None)):
        assert client.get("/tables/999/").status_code == 404
        assert "t exist. Go back to the lobby" in client.get("/tables/999/").content.decode()
        assert client.post("/tables/999/move", {"move": "hit"}).status_code == 404
    fragment = browser(an).get("/tables/999/", headers=HTMX)
    assert fragment.status_code == 404 and "<html" not in fragment.content.decode()


def test_the_address_of_a_form_loaded_by_hand_leads_to_the_table(an):
    deal = dealt(an)
    for what in ("move", "ready", "sit", "close"):
        answer = browser(an).get(address(deal, what))
        assert (answer.status_code, answer["Location"]) == (302, address(deal))


def test_a_malformed_commitment_is_refused_and_the_deal_waits(an):
    table = table_with(an)
    deal = table.deals.get()
    answer = browser(an).post(address(deal, "ready"), {"deal": deal.pk, "commitment": "not one!"})
    assert (
        answer.status_code == 422
        and "Send the SHA-256 of your seed as the commitment" in answer.content.decode()
    )
    deal.refresh_from_db()
    assert deal.phase == Phase.SEEDS
