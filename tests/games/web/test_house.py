"""The rules of the house on their page: everybody reads them, an owner sets them, and the history stays."""

from dataclasses import fields

import pytest
from django.test import Client

from games.club.house_rules import HouseRules
from games.models import Player
from games.presenters.club.house import FIELDS
from games.queries.club.house import house_rules
from tests.support.play_pages import browser, member

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner() -> Player:
    return Player.objects.create_superuser("owner", password="an-owner-of-the-club")


def form(**changed: int) -> dict[str, str]:
    held = house_rules()
    return {name: str(changed.get(name, getattr(held, name))) for name in FIELDS}


def test_every_rule_of_the_house_has_its_words() -> None:
    assert set(FIELDS) == {field.name for field in fields(HouseRules)}


def test_a_stranger_reads_what_a_deal_can_cost() -> None:
    html = Client().get("/house/").content.decode()
    assert "374" in html and "121" in html and "starts with 1000 chips" in html
    assert '<form method="post" action="/house/"' not in html


def test_an_owner_sets_them_and_all_can_read_who_did(owner: Player) -> None:
    answer = browser(owner).post("/house/", form(start_chips=500, cover_points=60))
    assert answer.status_code == 303
    assert (house_rules().start_chips, house_rules().cover_points) == (500, 60)
    html = browser(member("an")).get("/house/").content.decode()
    assert "1000 → 500" in html and "owner" in html and "0 → 60" in html
    assert "what you\n" in html or "you owe" in html


def test_what_is_a_question_is_asked_and_answered_by_yes_and_no(owner: Player) -> None:
    asked = browser(owner).get("/house/").content.decode()
    field = asked.partition('<select name="tournament_replays_kept"')[2].partition("</select>")[0]
    assert 'value="0" selected>no<' in field and 'value="1">yes<' in field
    browser(owner).post("/house/", form(tournament_replays_kept=1, ruling_hours=24))
    assert house_rules().tournament_replays_kept == 1
    html = " ".join(Client().get("/house/").content.decode().split())
    assert "Tournament replays for members only: <b>yes</b>" in html
    assert (
        "Time for a ruling, in hours 0 → 24; Tournament replays for members only no → yes</li>"
        in html
    )


@pytest.mark.parametrize(
    "wrong",
    [{"guests_join": 2}, {"start_chips": -1}, {"lowest_balance": 1}, {"cover_points": 1001}],
)
def test_what_cannot_be_is_said_beside_its_field(owner: Player, wrong: dict[str, int]) -> None:
    answer = browser(owner).post("/house/", form(**wrong))
    assert answer.status_code == 422 and "Please correct" in answer.content.decode()
    assert house_rules() == HouseRules()


def test_nobody_but_an_owner_sets_them() -> None:
    for other in (member("an"), member("dora", is_director=True)):
        assert browser(other).post("/house/", form(start_chips=9)).status_code == 403
    assert house_rules() == HouseRules()
