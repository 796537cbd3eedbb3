"""Lessons by other rules than their own (§13): each step says what is different, and every address keeps the rules."""

import re
from dataclasses import replace
from html import unescape

import pytest
from django.test import Client

from games import commands
from games.engine.rules import FOURSAC, MIEN_NAM, OPTIONS, VINAGAMES
from games.lessons import LESSONS
from games.models import Player
from games.presenters.learning.house_notes import TAUGHT, notes_of
from tests.support.deals import NOW
from tests.support.lessons import form_of

pytestmark = pytest.mark.django_db
STEPS = {step.key: number for number, step in enumerate(LESSONS["vinagames"].steps, 1)}


def notes(html: str) -> list[str]:
    """Return what a step says is different."""
    found = re.search(r'<p class="learn__notes">(.*?)</p>', html, re.DOTALL)
    return (
        []
        if found is None
        else [unescape(one) for one in re.findall(r"<span>(.*?)</span>", found[1])]
    )


def test_every_option_is_taught_by_some_step_of_each_lesson():
    for lesson in LESSONS.values():
        keys = {step.key for step in lesson.steps}
        taught = {name for key in keys for name in TAUGHT.get(key, ())}
        untaught = set(OPTIONS) - taught
        assert untaught <= (
            {"fourth_to_exposed_triple"} if lesson.key == "vinagames" else {"penalty"}
        )
    assert set(TAUGHT) <= {step.key for one in LESSONS.values() for step in one.steps}


@pytest.mark.parametrize("rules", [VINAGAMES, FOURSAC, MIEN_NAM], ids=lambda rules: rules.key)
def test_by_its_own_rules_no_step_has_anything_to_add(rules):
    for step in TAUGHT:
        assert notes_of(step, rules, rules) == ()


def test_the_southern_rules_are_learned_by_the_lesson_of_forced_melds_to_its_end():
    client = Client()
    html = client.get("/learn/").content.decode()
    assert 'href="/learn/vinagames/?rules=mien-nam"' in html
    where = client.get("/learn/vinagames/?rules=mien-nam")["Location"]
    said = {}
    for number, step in enumerate(LESSONS["vinagames"].steps, 1):
        assert where == f"/learn/vinagames/{number}/?rules=mien-nam"
        html = client.get(where).content.decode()
        said[step.key] = " ".join(notes(html))
        assert ("Different in Miền Nam:" in html) == bool(said[step.key])
        if number == 3:
            assert client.post(where, {"cards": ["Kw"]}).status_code == 422
        where = client.post(where, form_of(step.asked))["Location"]
    assert "bỏ đôi" in said["pair"]
    assert "you keep it" in said["pass"]
    assert "least trash" in said["meld"]
    assert "10" in said["payment"] and "tới quan" in said["payment"]
    assert "penalty" not in said["payment"]
    assert "no penalty" in said["penalty"] and "no penalty" in said["worst"]
    assert not said["chow"] and not said["points"] and not said["quan"]
    html = client.get(where).content.decode()
    assert "Well done!" in html and 'value="mien-nam"' in html
    assert "/rules/how-we-play/?rules=mien-nam" in html


def test_a_clubs_own_rules_are_told_where_they_change_a_step():
    owner = Player.objects.create_user(username="chu", password="x", is_superuser=True)
    rules = replace(VINAGAMES, key="Nhà An & Bình", four_pawns=4, discards="any")
    commands.save_rule_set(by=owner, rules=rules, now=NOW)
    client = Client()
    html = client.get("/learn/").content.decode()
    found = [one for one in re.findall(r'href="(/learn/[^"]+rules=[^"]+)"', html) if "An" in one]
    first = client.get(unescape(found[0]))["Location"]
    query = first.partition("?")[2]

    def told(step: str) -> list[str]:
        return notes(client.get(f"/learn/vinagames/{STEPS[step]}/?{query}").content.decode())

    assert told("pawns") == ["Points for four pawns: 4"]
    assert told("discard") == ["You may discard any card, even a king."]
    assert told("chow") == told("payment") == told("penalty") == []


@pytest.mark.parametrize("odd", ["whist", "%00", "%3Cb%3E", "x" * 300])
def test_rules_that_are_not_there_are_refused_in_words(odd):
    for where in ("/learn/vinagames/1/", "/learn/vinagames/"):
        answer = Client().get(f"{where}?rules={odd}")
        assert answer.status_code == 404
        assert "The club has no rule set with this name" in answer.content.decode()
    assert Client().get("/learn/vinagames/1/?rules=vinagames").status_code == 200
