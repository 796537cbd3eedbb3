"""The look of the pages: cards (§1, §2, §12), and nothing that a strict CSP would refuse."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.template import engines
from django.template.loader import get_template
from django.utils.translation import override

from games.engine.cards import CARD_BY_NAME, Card
from games.engine.rules import FOURSAC
from games.engine.sets import CardSet, SetKind
from games.presenters.cards import set_words

TEMPLATES = sorted((Path(settings.BASE_DIR) / "templates").rglob("*.html"))


def render(source: str, **context: object) -> str:
    return str(engines["django"].from_string("{% load cards %}" + source).render(context))


def named(*names: str) -> tuple[Card, ...]:
    return tuple(CARD_BY_NAME[name] for name in names)


def test_a_set_is_named_with_its_cards_and_its_points():
    quan = CardSet(SetKind.QUAN, named("Pw", "Pw", "Pw", "Pw"))
    with override("en"):
        assert 'aria-label="Quan: white pawn, 8 points"' in render("{% cardset s %}", s=quan)
        pawns = CardSet(SetKind.PAWNS3, named("Pr", "Pg", "Pw"))
        assert set_words(pawns) == "Three pawns: red, green, white"
        chow = CardSet(SetKind.RCN, named("Rg", "Cg", "Ng"))
        assert set_words(chow) == "Rook, cannon, knight: green"


def test_an_exposed_triple_shows_the_points_of_its_rule_set_or_none():
    # §2.4: 1 in vinagames, 3 in 4sac
    triple = CardSet(SetKind.TRIPLE, named("Rr", "Rr", "Rr"))
    with override("en"):
        assert "set__points" not in render("{% cardset s %}", s=triple)
        assert "Triple: red rook, 3 points" in render(
            "{% cardset s rules=r %}", s=triple, r=FOURSAC
        )


def test_a_size_that_the_sheet_does_not_know_is_refused():
    with pytest.raises(ValueError, match="size"):
        render('{% card c size="huge" %}', c=CARD_BY_NAME["Rr"])


def test_no_template_holds_a_style_or_a_script_of_its_own():
    own = re.compile(
        r"\sstyle\s*=|<style|\son[a-z]+\s*=|javascript:|\shx-on|<script(?![^>]*\ssrc=)"
    )
    assert len(TEMPLATES) > 100
    assert {
        template.name: own.findall(text)
        for template in TEMPLATES
        if own.search(text := template.read_text(encoding="utf-8"))
    } == {}


@pytest.mark.parametrize("name", ["400", "403", "403_csrf", "404", "429", "500"])
def test_an_error_page_renders_with_nothing_given(name):
    html = get_template(f"{name}.html").render()
    assert "<h1>" in html
    assert '<a class="button"' in html


@pytest.mark.django_db
def test_the_login_page_ties_what_is_wrong_to_its_field(client):
    html = client.post("/accounts/login/", {"username": "", "password": "x"}).content.decode()
    assert 'aria-invalid="true"' in html
    assert 'aria-describedby="id_username_error"' in html
    assert 'id="id_username_error"' in html
