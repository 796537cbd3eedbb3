"""What a director says about a tournament: another day, another description, and one more like it."""

from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

import pytest

from games.models import Player
from tests.support.play_pages import browser
from tests.support.tournament_pages import announced, player
from tournaments.models import Tournament

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
    "description": "Bring tea, and <cake>",
}


@pytest.fixture
def director() -> Player:
    return player("director", is_director=True)


def day() -> datetime:
    """A day of next year."""
    return datetime(datetime.now(UTC).year + 1, 1, 2, 19, 30, tzinfo=UTC)


def sent(form: Any) -> dict[str, str]:
    """What the form would send as it stands."""
    values = {field.html_name: field.value() for field in form}
    return {name: "" if value is None else str(value) for name, value in values.items()}


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
    terms = {name: getattr(made, name) for name in UNUSUAL}
    assert terms == {**UNUSUAL, "prize_shares": [60, 40]}
    assert made.starts_at is None


def test_a_bot_that_is_offered_no_more_is_not_taken_over(director):
    first = announced(director, filler="bot:greedy")
    form = browser(director).get(f"/tournaments/new?like={first}").context["form"]
    assert sent(form)["filler"] == "bot:club"


@pytest.mark.parametrize("asked", ["", "0", "x", "٣", "99", "9" * 40])
def test_there_is_none_like_what_is_not_there(director, asked):
    announced(director)
    assert browser(director).get("/tournaments/new", {"like": asked}).status_code == 404


def test_a_director_changes_day_and_description_by_the_form(director):
    tournament = announced(director, starts_at=day(), description="Tea")
    page = f"/tournaments/{tournament}/describe"
    client = browser(director)
    html = client.get(page).content.decode()
    assert f'value="{day():%Y-%m-%dT%H:%M}"' in html and "Tea" in html
    form = {"starts_at": "", "description": "Cake", "idempotency_key": str(uuid4())}
    for _ in range(2):
        assert client.post(page, form).status_code == 303
    row = Tournament.objects.get()
    assert (row.starts_at, row.description, row.version) == (None, "Cake", 4)
    wrong = {**form, "starts_at": "2001-01-01 10:00", "idempotency_key": str(uuid4())}
    answer = client.post(page, wrong)
    assert answer.status_code == 422 and "must begin after now" in answer.content.decode()
    assert browser(player("an")).post(page, form).status_code == 403
