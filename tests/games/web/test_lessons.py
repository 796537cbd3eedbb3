"""The lessons as a newcomer plays them: to the end, with everything wrong that can be sent on the way."""

import re
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse

from games.engine.cards import CARD_NAMES
from games.engine.deal import legal_moves
from games.engine.recording.notation import move_text
from games.lessons import LESSONS, stage_at
from games.lessons.script import LEARNER, Pick, Play, Reckon
from games.models import Learned
from games.queries.people.member import learned_by
from tests.support.lessons import form_of
from tests.support.play_pages import browser, member

pytestmark = pytest.mark.django_db


def wrong_forms(key: str, number: int) -> list[dict[str, object]]:
    """Return every other legal move, and what no rule allows or no form sends."""
    here = stage_at(key, number)
    asked = here.step.asked
    if isinstance(asked, Pick):
        hand = list(CARD_NAMES)
        return [
            {"cards": []},
            {"cards": ["Kw"]},
            {"cards": asked.cards.split()[1:]},
            {"cards": [*asked.cards.split(), "Kw"]},
            {"cards": hand},
            {"cards": ["nonsense", "<b>"]},
        ]
    if isinstance(asked, Reckon):
        numbers = [str(one) for one in asked.offered if one != asked.right]
        return [{"number": one} for one in (*numbers, "", "-1", "9" * 30, "sixty")]
    if not isinstance(asked, Play):
        return []
    forms = [
        form_of(Play(text))
        for move in legal_moves(here.state, LEARNER)
        if (text := move_text(move)) != asked.move
    ]
    odd: list[dict[str, object]] = [
        {},
        {"move": ""},
        {"move": "discard"},
        {"move": "discard", "cards": ["Rr", "Cr"]},
        {"move": "discard", "cards": ["Kw"]},
        {"move": "discard", "cards": ["zz"]},
        {"move": "meld", "cards": ["Rr", "Rr", "Rr"]},
        {"move": "meld", "cards": ["nonsense"]},
        {"move": "claim everything"},
        {"move": "\0"},
        {"move": "discard", "cards": ["Rr" * 500]},
    ]
    odd += [{"move": name} for name in ("hit", "pass", "claim win", "claim kong", "claim triple")]
    return forms + [form for form in odd if form != form_of(asked)]


def told(html: str) -> str:
    """Return what a wrong answer is told."""
    (said,) = re.findall(r'id="wrong">(.*?)</div>', html, flags=re.S)
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", said)).split())


@pytest.mark.parametrize("key", LESSONS)
def test_a_stranger_plays_a_lesson_to_its_end(key):
    client = Client()
    where = f"/learn/{key}/1/"
    steps = LESSONS[key].steps
    for number, step in enumerate(steps, 1):
        assert where == f"/learn/{key}/{number}/"
        html = client.get(where).content.decode()
        assert f"Step {number} of {len(steps)}" in html
        assert "%(" not in html
        wrong = wrong_forms(key, number)
        assert wrong or step.key in ("welcome", "welcome-4sac", "quan", "pair")
        for form in wrong:
            answer = client.post(where, form)
            assert answer.status_code == 422, form
            assert told(answer.content.decode()), form
        answer = client.post(where, form_of(step.asked))
        assert answer.status_code == 303
        where = answer["Location"]
    html = client.get(where).content.decode()
    assert "Well done!" in html and "Play now" in html
    assert not Learned.objects.exists()
    assert client.post(where, {"go": "on"}).status_code == 404


def test_a_wrong_answer_is_told_the_rule_with_the_way_to_it_and_keeps_what_was_selected():
    answer = Client().post("/learn/vinagames/6/", {"move": "discard", "cards": ["Kw"]})
    html = answer.content.decode()
    assert "Kings can't be discarded. Choose another card. (§4.3)" in told(html)
    assert f"{reverse('rulebook')}#s4-3" in html
    (king,) = re.findall(r'<input[^>]*value="Kw"[^>]*>', html)
    assert "checked" in king
    answer = Client().post("/learn/vinagames/16/", {"move": "discard", "cards": ["Cw"]})
    assert "it is not the worst one" in told(answer.content.decode())


def test_what_is_to_be_found_is_not_named():
    html = Client().get("/learn/vinagames/5/").content.decode()
    assert "learn__group--mixed" in html and "learn__group--trash" not in html
    html = Client().get("/learn/vinagames/6/").content.decode()
    assert "learn__group--trash" in html


def test_what_a_member_has_learned_is_kept_and_gone_on_with():
    an = member("an")
    client = browser(an)
    assert client.get("/learn/vinagames/")["Location"] == "/learn/vinagames/1/"
    client.post("/learn/vinagames/1/", {"go": "on"})
    client.post("/learn/vinagames/2/", form_of(Pick("Ng Ng Ng")))
    client.post("/learn/vinagames/1/", {"go": "on"})  # once more takes nothing back
    assert learned_by(an) == {"vinagames": 2}
    assert client.get("/learn/vinagames/")["Location"] == "/learn/vinagames/3/"
    html = client.get("/learn/").content.decode()
    assert "2 of 18 steps" in html and "/learn/vinagames/3/" in html and "/learn/4sac/1/" in html
    client.post("/learn/4sac/17/", {"number": "45"})
    assert "Learned" in client.get("/learn/").content.decode()
    assert client.get("/learn/4sac/")["Location"] == "/learn/4sac/1/"
    assert learned_by(member("binh")) == {}


def test_a_stranger_goes_on_in_the_same_browser_whatever_stands_in_the_cookie():
    client = Client()
    client.post("/learn/4sac/1/", {"go": "on"})
    client.post("/learn/vinagames/1/", {"go": "on"})
    assert client.get("/learn/4sac/")["Location"] == "/learn/4sac/2/"
    assert client.get("/learn/vinagames/")["Location"] == "/learn/vinagames/2/"
    for odd in ("", "-", "vinagames", "vinagames.99-x.1", "4sac.-1", "vinagames.5e1"):
        client.cookies["learned"] = odd
        assert client.get("/learn/").status_code == 200
        assert client.get("/learn/vinagames/").status_code == 302


@pytest.mark.parametrize(
    "where",
    ["/learn/whist/", "/learn/whist/1/", "/learn/vinagames/0/", "/learn/vinagames/20/"],
)
def test_a_lesson_that_is_not_there(where):
    answer = Client().get(where)
    assert answer.status_code == 404
    assert "There is no such lesson" in answer.content.decode()


def test_htmx_gets_the_part_that_changes_and_the_address_of_the_step():
    client = Client(headers={"HX-Request": "true"})
    part = client.get("/learn/vinagames/2/")
    assert b"<html" not in part.content
    assert part["HX-Push-Url"] == "/learn/vinagames/2/"
    refused = client.post("/learn/vinagames/2/", {"go": "pick"})
    assert refused.status_code == 422 and refused["HX-Retarget"] == "#lesson"


def test_the_ways_to_the_lessons():
    for where in ("/", "/rules/"):
        assert 'href="/learn/"' in Client().get(where).content.decode()


def test_a_right_answer_is_confirmed_once_on_the_next_step():
    client = Client()
    for number, step, said in (
        (2, Pick("Ng Ng Ng"), "Correct: Khạp: green knight"),
        (6, LESSONS["vinagames"].steps[5].asked, "Correct: Discard (green minister)"),
        (7, LESSONS["vinagames"].steps[6].asked, "Correct: Meld (Rook, cannon, knight: yellow)"),
        (9, LESSONS["vinagames"].steps[8].asked, "Correct: Hit"),
        (18, LESSONS["vinagames"].steps[17].asked, "Correct: 60"),
    ):
        where = client.post(f"/learn/vinagames/{number}/", form_of(step))["Location"]
        assert said in client.get(where).content.decode()
        assert "Correct:" not in client.get(where).content.decode()


def test_a_wrong_answer_of_a_lesson_has_what_is_missing_behind_it():
    client = Client()
    html = client.post("/learn/vinagames/4/", {"cards": ["Pr", "Py", "Cg"]}).content.decode()
    assert "Missing: green pawn Extra cards: green cannon" in told(html)
    html = client.post("/learn/vinagames/6/", {"move": "discard", "cards": ["Kw"]}).content.decode()
    assert "The answer: Discard (green minister)" in told(html)
