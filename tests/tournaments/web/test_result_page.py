"""The result on one page and as a message, and the same evening a week later."""

import re
from datetime import datetime, timedelta
from html import unescape
from typing import Any

import pytest
from django.utils import timezone

from games.models import Player
from tests.support.deals import NOW
from tests.support.play_pages import browser
from tests.support.tournament_pages import announced, player, score, sent
from tournaments import commands
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db
SITE = "http://192.168.1.20:8000"


@pytest.fixture
def people() -> list[Player]:
    return [player(name) for name in ("an", "binh", "chi", "dung")]


def closed(director: Player, people: list[Player], **terms: Any) -> int:
    """Return a tournament of one deal in which the first to be drawn won."""
    made = announced(director, *people, **terms)
    commands.start(by=director, tournament_id=made, now=NOW)
    score(made)
    commands.close(by=director, tournament_id=made, now=NOW)
    return made


def result(tournament: int, viewer: Player | None = None, language: str = "en") -> str:
    client = browser(viewer)
    client.cookies["django_language"] = language
    return client.get(f"/tournaments/{tournament}/result").content.decode()


def message(html: str) -> list[str]:
    """Return the lines of the text to copy."""
    return unescape(html.partition("readonly>\n")[2].partition("</textarea>")[0]).split("\n")


def test_the_page_has_the_day_the_places_the_prizes_and_the_director(director, people, settings):
    settings.TUSAC_SITE = SITE
    tournament = closed(director, people)
    html = result(tournament)
    assert "Final standings" in html and "Director: <bdi>Director</bdi>" in html
    row = Tournament.objects.get(pk=tournament)
    assert row.started_at is not None
    assert f"{timezone.localtime(row.started_at):%Y}" in html.partition("<article")[2][:400]
    lines = message(html)
    assert lines[0].startswith("Giải tháng mười một, ") and lines[1] == "Final standings"
    assert re.fullmatch(r"1\. \w+  \+\d+  \(prize: 40 chips\)", lines[3])
    assert lines[-2:] == ["Director: Director", f"{SITE}/tournaments/{tournament}/"]
    assert [line for line in lines if line[:1].isdigit()] == lines[3:7]
    page = browser().get(f"/tournaments/{tournament}/").content.decode()
    assert f'href="/tournaments/{tournament}/result"' in page


def test_the_message_has_no_link_that_only_this_machine_can_open(director, people, settings):
    settings.TUSAC_SITE = "http://127.0.0.1:8000"
    assert message(result(closed(director, people)))[-1] == "Director: Director"


def test_bots_are_not_on_the_page_and_a_running_tournament_says_how_far_it_is(director, people):
    tournament = announced(director, *people[:3], rounds=2)
    assert "No round has been drawn yet." in result(tournament)
    commands.start(by=director, tournament_id=tournament, now=NOW)
    assert "Standings so far" in result(tournament)
    score(tournament)
    html = result(tournament)
    assert "Standings after round 1 of 2" in html and html.count('<th scope="row">') == 3
    assert "Same again next week" not in result(tournament, director)


@pytest.mark.parametrize("language", ["vi", "fr", "ja"])
def test_the_message_is_in_the_readers_language(director, people, language):
    said = message(result(closed(director, people), None, language))
    assert said[1] and said[1] != "Final standings" and re.match(r"1\. \w+  \+\d+", said[3])


def test_the_printed_result_has_the_clubs_name_at_its_head(director, people):
    head = result(closed(director, people), director).split('<article class="result')[1]
    assert "Tứ Sắc club" in head.split("</header>")[0]


def test_next_week_again_proposes_the_terms_the_hour_and_the_people(director, people):
    now = timezone.localtime().replace(second=0, microsecond=0)
    began = (now - timedelta(days=10)).replace(hour=19, minute=30)
    tournament = closed(director, people, rounds=1, entry_fee=0)
    Tournament.objects.filter(pk=tournament).update(starts_at=began)
    client = browser(director)
    assert f"?again={tournament}" in result(tournament, director)
    assert "?again=" not in result(tournament, people[0])
    answer = client.get(f"/tournaments/new?again={tournament}")
    form = sent(answer.context["form"])
    proposed = datetime.fromisoformat(form["starts_at"].replace("+00:00", ""))
    local = began.replace(tzinfo=None)
    assert proposed.replace(tzinfo=None) - local == timedelta(days=14)
    assert form["name"] == "Giải tháng mười một" and f'value="{tournament}"' in (
        answer.content.decode()
    )
    made = client.post("/tournaments/new", {**form, "again": tournament})
    new = Tournament.objects.order_by("-pk")[0]
    assert made.status_code == 303
    assert made["Location"] == f"/tournaments/{new.pk}/entry-list?again={tournament}"
    page = client.get(made["Location"]).content.decode()
    assert all(one.username in page for one in people)
    assert new.terms == Tournament.objects.get(pk=tournament).terms
    assert new.entrants == 0


@pytest.mark.parametrize("asked", ["", "0", "x", "99"])
def test_what_is_not_there_is_not_played_again(director, asked):
    assert browser(director).get("/tournaments/new", {"again": asked}).status_code == 404
