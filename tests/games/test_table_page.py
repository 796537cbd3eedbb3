"""The table page: what it shows to whom, what it offers, and what it refuses in plain sentences."""

import re
from random import Random

import pytest
from django.utils import timezone

from games import commands, queries
from games.engine.cards import CARD_NAMES, Card
from games.engine.deal import legal_moves, to_move
from games.engine.hand import cards_of
from games.engine.rules import FOURSAC, VINAGAMES
from games.engine.state import Phase
from games.log import stream_version
from games.models import Deal, DealSecret
from games.templatetags.cards import card_label, card_words
from tests.games.play_pages import (
    browser,
    buttons,
    choices,
    dealt,
    form_of_first_move,
    hidden_fields,
    member,
    table_with,
)

pytestmark = pytest.mark.django_db

SEED = 8
HTMX = {"HX-Request": "true"}


@pytest.fixture(autouse=True)
def the_same_cards_each_time(monkeypatch):
    rng = Random(SEED)
    monkeypatch.setattr(
        "games.commands.deals.secrets.token_hex", lambda size: rng.randbytes(size).hex()
    )


@pytest.fixture
def an():
    return member("an")


@pytest.fixture
def binh():
    return member("binh")


def address(deal, what=""):
    return f"/tables/{deal.table_id}/{what}"


def bots_play(deal):
    commands.play_bots(deal_id=deal.pk, clock=timezone.now)
    deal.refresh_from_db()


def page_of(player, deal):
    return browser(player).get(address(deal)).content.decode()


def ending_of(deal):
    ending = queries.load_state(deal.pk).ending
    assert ending is not None
    return ending


def form_now(html):
    form = form_of_first_move(html)
    assert form is not None
    return form


def mover_of(deal, *players):
    """The player whose turn it is, after the bots have played."""
    bots_play(deal)
    return players[to_move(queries.load_state(deal.pk))[0]]


# --- playing -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("rules", "seats"), [(VINAGAMES, 4), (VINAGAMES, 2), (FOURSAC, 4)])
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


def test_the_buttons_are_the_legal_moves_and_no_others(an, binh):
    rng = Random(4)
    for rules in (VINAGAMES, FOURSAC):
        deal = dealt(an, binh, rules=rules)
        for step in range(120):
            bots_play(deal)
            state = queries.load_state(deal.pk)
            if state.phase is Phase.OVER:
                break
            for seat, player in enumerate((an, binh)):
                html = page_of(player, deal)
                moves = legal_moves(state, seat)
                kinds = {type(move).__name__.lower() for move in moves}
                assert {value.split()[0] for value in buttons(html)} == kinds
                discards = {CARD_NAMES[move.card] for move in moves if hasattr(move, "card")}
                assert set(choices(html, "card")) == discards
                melds = sum(type(move).__name__ == "Meld" for move in moves)
                assert len(choices(html, "meld")) == melds
            seat = to_move(state)[0]
            commands.submit_move(
                by=(an, binh)[seat],
                deal_id=deal.pk,
                move=rng.choice(legal_moves(state, seat)),
                move_id=f"step-{step:05}",
                expected_version=state.version,
                now=timezone.now(),
            )


@pytest.mark.parametrize(
    ("move", "said"),
    [
        ("discard", "Choose a card first, then press Discard."),
        ("meld", "Choose a set first, then press Meld."),
    ],
)
def test_a_move_whose_choice_is_not_made_asks_for_the_card_or_for_the_set(an, move, said):
    deal = dealt(an)
    bots_play(deal)
    answer = browser(an).post(address(deal, "move"), {"deal": deal.pk, "move": move})
    assert answer.status_code == 422
    assert said in answer.content.decode()


def test_each_discard_says_whether_it_is_safe_and_only_to_its_holder(an, binh):
    rng = Random(11)
    deal = dealt(an, binh)
    seen = 0
    for step in range(200):
        bots_play(deal)
        state = queries.load_state(deal.pk)
        if state.phase is Phase.OVER:
            break
        seat = to_move(state)[0]
        me, other = (an, binh) if seat == 0 else (binh, an)
        if state.phase is Phase.DISCARD:
            html = page_of(me, deal)
            verdict = sum(
                html.count(f">{mark}<") for mark in ("safe", "penalty possible", "not the worst")
            )
            assert verdict == len(choices(html, "card"))
            assert "choosable__mark" not in page_of(other, deal)
            seen += 1
        commands.submit_move(
            by=me,
            deal_id=deal.pk,
            move=rng.choice(legal_moves(state, seat)),
            move_id=f"step-{step:05}",
            expected_version=state.version,
            now=timezone.now(),
        )
    assert seen


# --- secrecy -------------------------------------------------------------------------------------


def shown_cards(html):
    """The kinds of card that a page shows in any way: by word, by notation, by drawing."""
    html = html.replace("My account", "")  # a yellow minister is My as well
    return {
        card
        for card in map(Card, range(28))
        if card_label(card) in html
        or card_words(card) in html
        or re.search(rf"\b{CARD_NAMES[card]}\b", html)
    }


@pytest.mark.parametrize("rules", [VINAGAMES, FOURSAC])
def test_a_page_shows_no_card_that_only_another_seat_holds(an, binh, rules):
    stranger = member("stranger")
    rng = Random(20)
    looked = 0
    deal = dealt(an, binh, rules=rules)
    secret = DealSecret.objects.get(deal=deal).secret
    for step in range(150):
        bots_play(deal)
        state = queries.load_state(deal.pk)
        if state.phase is Phase.OVER:
            break
        public = {card for card in map(Card, range(28)) if state.face_up()[card]}
        for viewer, own in ((an, 0), (binh, 1), (stranger, None), (None, None)):
            mine = set(cards_of(state.blocks[own])) if own is not None else set()
            for headers in ({}, HTMX):
                html = browser(viewer).get(address(deal), headers=headers).content.decode()
                # A quan counts as public; a card melded or dead has been face up before.
                assert shown_cards(html) <= public | mine
                assert secret not in html
                looked += 1
        seat = to_move(state)[0]
        commands.submit_move(
            by=(an, binh)[seat],
            deal_id=deal.pk,
            move=rng.choice(legal_moves(state, seat)),
            move_id=f"step-{step:05}",
            expected_version=state.version,
            now=timezone.now(),
        )
    assert looked > 50


def test_what_another_seat_may_claim_stands_on_no_other_page(an, binh):
    rng = Random(3)
    asked = 0
    for _ in range(6):
        deal = dealt(an, binh, rules=FOURSAC)
        for step in range(150):
            bots_play(deal)
            state = queries.load_state(deal.pk)
            if state.phase is Phase.OVER:
                break
            if state.phase is Phase.CLAIMS:
                for viewer, seat in ((an, 0), (binh, 1), (None, None)):
                    html = page_of(viewer, deal)
                    asks = seat is not None and seat in to_move(state)
                    assert ("You may claim this card" in html) == asks
                    assert seat is not None or "Claims were offered" not in html
                    asked += 1
            seat = to_move(state)[0]
            commands.submit_move(
                by=(an, binh)[seat],
                deal_id=deal.pk,
                move=rng.choice(legal_moves(state, seat)),
                move_id=f"step-{step:05}",
                expected_version=state.version,
                now=timezone.now(),
            )
        if asked:
            return
    raise AssertionError("no claim came up")


def test_a_spectator_sees_the_table_but_no_form_of_it(an):
    deal = dealt(an)
    bots_play(deal)
    html = page_of(None, deal)
    assert "You are watching" in html and "Log in to sit" in html
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
    assert DealSecret.objects.get(deal=deal).secret in html
    for line in result.lines:
        assert f">{line.amount}<" in html
    if result.winner is not None:
        assert "§9.1" in html or "§9.3" in html


# --- fragments -----------------------------------------------------------------------------------


def test_htmx_gets_the_part_that_changes_and_nothing_where_nothing_changed(an):
    deal = dealt(an)
    bots_play(deal)
    client = browser(an)
    whole = client.get(address(deal)).content.decode()
    part = client.get(address(deal), headers=HTMX)
    assert "<html" in whole and "sse-connect" in whole
    assert part.content.decode().lstrip().startswith('<div class="table')
    assert part["X-Fragment"] == "1" and "HX-Request" in part["Vary"]
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
        cards = choices(html, "card")
        if len(cards) > 1:
            html = client.get(address(deal) + f"?card={cards[1]}", headers=HTMX).content.decode()
            assert re.search(rf'value="{cards[1]}"[^>]*checked', html)
            return
        client.post(address(deal, "move"), form_of_first_move(html))
    raise AssertionError("no discard to choose came up")


# --- refusals ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changed", "status", "said"),
    [
        ({"move": "discard Zz"}, 422, "not a move"),
        ({"move": "dance"}, 422, "not a move"),
        ({"move": ""}, 422, "not a move"),
        ({"move": "discard", "card": "<script>"}, 422, "not a move"),
        ({"move": "claim win"}, 422, "not offered"),
        ({"move_id": "no"}, 422, "no proper id"),
        ({"expected_version": "ten"}, 422, "which state"),
        ({"expected_version": ""}, 422, "which state"),
        ({"expected_version": "1"}, 409, "has moved on"),
        ({"deal": "999"}, 404, "no such deal"),
        ({"deal": "x"}, 404, "no such deal"),
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
    assert answer.get("X-Fragment") == ("1" if headers else None)
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
            form = {**hidden_fields(html), "move": "discard", "card": CARD_NAMES[foreign]}
            before = stream_version(deal.stream)
            answer = client.post(address(deal, "move"), form)
            assert answer.status_code == 422
            assert "You do not hold that card" in answer.content.decode()
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
    assert none.status_code == 403 and "do not sit" in none.content.decode()
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
        assert "no such table" in client.get("/tables/999/").content.decode()
        assert client.post("/tables/999/move", {"move": "hit"}).status_code in (403, 404)
    fragment = browser(an).get("/tables/999/", headers=HTMX)
    assert fragment.status_code == 404 and "<html" not in fragment.content.decode()


def test_the_address_of_a_form_loaded_by_hand_leads_to_the_table(an):
    deal = dealt(an)
    for what in ("move", "ready", "sit", "close"):
        answer = browser(an).get(address(deal, what))
        assert (answer.status_code, answer["Location"]) == (302, address(deal))


def test_a_malformed_seed_is_refused_and_the_deal_waits(an):
    table = table_with(an)
    deal = table.deals.get()
    answer = browser(an).post(address(deal, "ready"), {"deal": deal.pk, "seed": "not a seed!"})
    assert answer.status_code == 422 and "A seed is" in answer.content.decode()
    deal.refresh_from_db()
    assert deal.phase == Phase.SEEDS


# --- sitting and leaving -------------------------------------------------------------------------


def test_members_sit_down_and_stand_up_and_a_form_sent_twice_does_no_harm(an, binh):
    table = table_with(an)
    where = f"/tables/{table.pk}/"
    client = browser(binh)
    assert "Sit here" in client.get(where).content.decode()
    for _ in range(2):
        assert client.post(where + "sit", {"seat": "2"}).status_code == 303
    assert table.seats.get(number=2).player == binh
    html = client.get(where).content.decode()
    assert "Leave the table" in html and "I am ready" in html
    for _ in range(2):
        assert client.post(where + "leave").status_code == 302
    assert table.seats.get(number=2).player is None


def test_a_seat_that_is_taken_or_does_not_exist_is_refused(an, binh):
    table = table_with(an)
    where = f"/tables/{table.pk}/"
    for seat, status in (("0", 409), ("9", 404), ("north", 404), ("", 404)):
        answer = browser(binh).post(where + "sit", {"seat": seat})
        assert answer.status_code == status
    assert table.seats.filter(player=binh).count() == 0
    assert browser(None).post(where + "sit", {"seat": "1"}).status_code == 403


def test_nobody_leaves_the_page_of_a_running_deal_by_its_form(an):
    deal = dealt(an)
    html = page_of(an, deal)
    assert "Leave the table" not in html
    answer = browser(an).post(address(deal, "leave"))
    assert answer.status_code == 409 and "when this deal is over" in answer.content.decode()


def test_only_the_host_or_a_director_closes_a_table(an, binh):
    table = table_with(an)
    where = f"/tables/{table.pk}/"
    director = member("director", is_director=True)
    offers = [
        "Close the table" in browser(who).get(where).content.decode()
        for who in (an, binh, director)
    ]
    assert offers == [True, False, True]
    assert browser(binh).post(where + "close").status_code == 403
    assert browser(an).post(where + "close").status_code == 303
    table.refresh_from_db()
    assert table.closed_at is not None
    assert "This table is closed" in browser(binh).get(where).content.decode()
    assert Deal.objects.get().cancelled
