"""The first minute: every step from the list of lessons to the lesson, and what is said of answers right and wrong."""

import re
from html import unescape

import pytest
from django.test import Client

from games.engine.sets import kind_of
from games.lessons.first_minute import CARDS, FINDS, STEPS, left_at
from games.presenters.learning.first_minute import asked_at

pytestmark = pytest.mark.django_db


def where(number):
    return f"/learn/first/{number}/"


def right_form(number):
    return {"go": "on"} if number == 1 else {"cards": asked_at(number).cards.split()}


def words_of(html):
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())


def test_all_cards_belong_to_the_sets_that_are_to_be_found():
    assert sorted(CARDS) == sorted(card for _key, cards in FINDS for card in cards)
    assert all(kind_of(cards) for _key, cards in FINDS)
    assert left_at(1) == left_at(2) == CARDS and left_at(STEPS + 1) == ()


def test_a_stranger_finds_every_set_and_is_led_to_the_lesson():
    client = Client()
    assert f'href="{where(1)}"' in client.get("/learn/").content.decode()
    html = client.get(where(1)).content.decode()
    assert html.count("<li><svg") == 7 + 4
    for name in ("King", "Guard", "Minister", "Rook", "Cannon", "Knight", "Pawn", "Red", "White"):
        assert f">{name}<" in html
    for number in range(1, STEPS + 1):
        answer = client.post(where(number), right_form(number))
        assert (answer.status_code, answer["Location"]) == (303, where(number + 1))
        html = client.get(where(number + 1)).content.decode()
        assert ("Correct: " in html) is (number > 1)
        assert html.count('type="checkbox"') == len(left_at(number + 1))
        assert "Correct: " not in client.get(where(number + 1)).content.decode()
    assert "Every card belongs to a set" in html and 'href="/learn/vinagames/"' in html


def test_the_sets_that_were_found_are_set_aside_by_their_names():
    html = Client().get(where(4)).content.decode()
    (found,) = re.findall(r'<section class="first__found".*?</section>', html, re.S)
    assert "Pair: green rook" in found and "Rook, cannon, knight: red" in found


@pytest.mark.parametrize(
    ("number", "cards", "said"),
    [
        (2, [], "Tap the cards first"),
        (2, ["Rg"], "same rank and the same colour. What is missing? Missing: green rook"),
        (3, ["Rr", "Cr", "Pr"], "Missing: red knight Extra cards: red pawn"),
        (3, ["Kw", "Gw", "Mw"], "a set too (King, guard, minister), but not the one"),
        (5, ["Pr", "Py", "<b>"], "Missing: green pawn"),
    ],
)
def test_behind_a_wrong_answer_stands_what_is_missing_and_the_choice_is_kept(number, cards, said):
    answer = Client().post(where(number), {"cards": cards})
    html = answer.content.decode()
    assert answer.status_code == 422
    assert said in words_of(html)
    assert html.count(" checked>") == len([card for card in cards if card != "<b>"])


def test_there_is_no_step_beyond_the_end():
    client = Client()
    assert client.get(where(0)).status_code == 404
    assert client.get(where(STEPS + 2)).status_code == 404
    assert client.post(where(STEPS + 1)).status_code == 404


def test_in_japanese_the_ranks_are_named_by_their_characters():
    html = Client(headers={"Accept-Language": "ja"}).get(where(1)).content.decode()
    assert re.findall(r'<span aria-hidden="true">(.)</span></li>', html)[:7] == list(
        "将士象車砲馬兵"
    )
