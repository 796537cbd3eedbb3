"""What a director says about a tournament: another day, another description, and one more like it."""

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

import pytest
from django.utils import timezone

from games import commands as club
from games.engine.rules import FOURSAC
from games.models import Player
from tests.support.play_pages import browser
from tests.support.tournament_pages import announced, player, sent
from tournaments.models import Tournament
from tournaments.queries.templates import terms_of

pytestmark = pytest.mark.django_db
UNUSUAL: dict[str, Any] = {
    "name": "Giải tháng mười",
    "rules": "4sac",
    "rounds": 7,
    "deals_per_round": 8,
    "entry_fee": 35,
    "prize_shares": (60, 40),
    "seconds_per_move": 45,
    "bank_seconds": 90,
    "spectator_delay": 120,
    "filler": "bot:master",
    "fill_to": 16,
    "tie_breaks": ("last-round", "direct"),
    "description": "Bring tea, and <cake>",
}


def day() -> datetime:
    """Return a day of next year."""
    return datetime(datetime.now(UTC).year + 1, 1, 2, 19, 30, tzinfo=UTC)


def test_one_like_it_has_every_term_but_the_day(director):
    first = announced(director, **UNUSUAL, starts_at=day())
    client = browser(director)
    assert f"?like={first}" in client.get(f"/tournaments/{first}/").content.decode()
    answer = client.get(f"/tournaments/new?like={first}")
    form = sent(answer.context["form"])
    assert form["starts_at"] == ""
    assert client.post("/tournaments/new", form).status_code == 303
    made = Tournament.objects.first()
    assert made is not None and made.pk != first
    terms = {name: terms_of(made)[name] for name in UNUSUAL}
    asked = ["last-round", "direct"]
    assert terms == {**UNUSUAL, "prize_shares": [60, 40], "tie_breaks": asked}
    assert made.starts_at is None


def test_a_bot_that_is_offered_no_more_is_not_taken_over(director):
    first = announced(director, filler="bot:greedy")
    form = browser(director).get(f"/tournaments/new?like={first}").context["form"]
    assert sent(form)["filler"] == "bot:club"


def test_a_copy_with_rules_that_are_offered_no_more_says_so_and_chooses_none(director):
    """The form said nothing, and a browser chose the first rules of the list."""
    owner = Player.objects.create_superuser("owner")
    own = replace(FOURSAC, key="Bàn 7", unit=5, loser_kongs="deduct")
    club.save_rule_set(by=owner, rules=own, now=timezone.now())
    first = announced(director, rules="Bàn 7")
    client, like = browser(director), f"/tournaments/new?like={first}"
    assert sent(client.get(like).context["form"])["rules"] == "Bàn 7"
    club.offer_rule_set(by=owner, name="Bàn 7", offered=False, now=timezone.now())
    answer = client.get(like)
    select = answer.content.decode().partition('name="rules"')[2].partition("</select>")[0]
    assert select.count("selected") == 1
    asks = select.partition("<option")[2].partition("</option>")[0]
    assert asks.strip().startswith('value=""') and "selected" in asks
    assert "“Bàn 7” is no longer offered" in asks
    form = sent(answer.context["form"])
    for said in ("", "Bàn 7"):
        again = client.post("/tournaments/new", {**form, "rules": said})
        assert again.status_code == 422
        select = again.content.decode().partition('name="rules"')[2].partition("</select>")[0]
        assert select.count("selected") == 1 and 'value="" selected' in select
    assert Tournament.objects.count() == 1
    assert client.post("/tournaments/new", {**form, "rules": "vinagames"}).status_code == 303


@pytest.mark.parametrize("asked", ["", "0", "x", "٣", "99", "9" * 40])
def test_there_is_none_like_what_is_not_there(director, asked):
    announced(director)
    assert browser(director).get("/tournaments/new", {"like": asked}).status_code == 404


def test_a_director_changes_day_and_description_by_the_form(director):
    tournament = announced(director, starts_at=day(), description="Tea")
    page = f"/tournaments/{tournament}/describe"
    client = browser(director)
    html = client.get(page).content.decode()
    assert f'value="{timezone.localtime(day()):%Y-%m-%dT%H:%M}"' in html and "Tea" in html
    form = {"starts_at": "", "description": "Cake", "idempotency_key": str(uuid4())}
    for _ in range(2):
        assert client.post(page, form).status_code == 303
    row = Tournament.objects.get()
    assert (row.starts_at, row.description, row.version) == (None, "Cake", 4)
    wrong = {**form, "starts_at": "2001-01-01 10:00", "idempotency_key": str(uuid4())}
    answer = client.post(page, wrong)
    assert answer.status_code == 422 and "Choose a start within the next" in answer.content.decode()
    assert browser(player("an")).post(page, form).status_code == 403


def test_one_like_an_older_one_with_real_cards_proposes_tables_of_three(director):
    first = announced(director, player("an"), cardboard=True, odd="bots")
    for asked in ("like", "again"):
        page = browser(director).get(f"/tournaments/new?{asked}={first}").content.decode()
        assert '<option value="by-cards" selected>' in page
    on_screens = announced(director, odd="bots", name="Screens")
    page = browser(director).get(f"/tournaments/new?like={on_screens}").content.decode()
    assert '<option value="bots" selected>' in page
