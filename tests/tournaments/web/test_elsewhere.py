"""What a club's own website reads of its tournaments: a feed, a calendar, and the standings in a frame."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from games.models import Player
from tests.support.evening import Evening
from tests.support.play_pages import browser
from tests.support.tournament_pages import announced, player
from tournaments import commands

pytestmark = pytest.mark.django_db

HERE = "http://testserver"


@pytest.fixture
def director() -> Player:
    return player("director", is_director=True)


def described(director: Player, **said: object) -> int:
    row = announced(director)
    day = timezone.now() + timedelta(days=30)
    told = {"starts_at": day, "description": "Bring tea.", **said}
    commands.describe(by=director, tournament_id=row, now=timezone.now(), **told)  # type: ignore[arg-type]
    return row


def test_the_feed_has_an_item_for_each_tournament_and_the_result_of_a_closed_one(director):
    first, second = described(director), announced(director)
    commands.cancel(by=director, tournament_id=second, reason="Rain.", now=timezone.now())
    answer = Client().get("/tournaments/feed.json")
    assert answer["Content-Type"] == "application/feed+json"
    told = answer.json()
    assert told["version"] == "https://jsonfeed.org/version/1.1"
    assert told["feed_url"] == f"{HERE}/tournaments/feed.json"
    last, before = told["items"]
    assert (last["url"], before["url"]) == tuple(
        f"{HERE}/tournaments/{one}/" for one in (second, first)
    )
    assert last["_tusac"]["status"] == "cancelled"
    assert before["content_text"].endswith("Bring tea.") and before["_tusac"]["starts_at"]


@pytest.mark.usefixtures("followers_do_not_wait")
def test_a_closed_tournament_says_its_result_in_the_feed():
    evening = Evening(4, rounds=1, deals_per_round=1)
    evening.play_all()
    evening.close()
    (item,) = Client().get("/tournaments/feed.json").json()["items"]
    assert "Final standings" in item["content_text"] and "1. " in item["content_text"]


def test_the_calendar_has_every_tournament_with_a_day_and_no_other(director):
    rows = [described(director) for _ in range(2)]
    announced(director)
    answer = Client().get("/tournaments/calendar.ics")
    assert answer["Content-Type"].startswith("text/calendar")
    text = answer.content.decode()
    assert text.count("BEGIN:VEVENT") == 2 and text.count("BEGIN:VCALENDAR") == 1
    for row in rows:
        assert f"UID:tournament-{row}@" in text


def test_the_standings_may_be_framed_anywhere_and_nobody_is_known_there():
    evening = Evening(4, rounds=1, deals_per_round=1)
    evening.play_all()
    page = f"/embed/tournaments/{evening.id}/"
    answer = Client().get(page)
    html = answer.content.decode()
    assert "X-Frame-Options" not in answer
    assert "frame-ancestors *" in answer["Content-Security-Policy"]
    assert "<script" not in html and "<form" not in html
    assert not answer.cookies
    assert html.count("<tr>") == 5 and "member0" in html
    for one in (evening.people[0], evening.director):
        there = browser(one).get(page)
        assert there.content == answer.content and not there.cookies
    assert 'lang="vi"' in Client().get(f"{page}?lang=vi").content.decode()
    assert Client().get("/embed/tournaments/4711/").status_code == 404


def test_a_director_copies_the_frame_from_the_page_of_the_result():
    evening = Evening(4, rounds=1, deals_per_round=1)
    evening.play_all()
    frame = f"{HERE}/embed/tournaments/{evening.id}/"
    result = f"/tournaments/{evening.id}/result"
    assert frame in browser(evening.director).get(result).content.decode()
    assert frame not in Client().get(result).content.decode()


OPEN = (
    *("/tournaments/feed.json", "/tournaments/calendar.ics", "/embed/tournaments/{}/"),
    *("/tournaments/{}/calendar.ics", "/api/v1/tournaments/", "/api/v1/tournaments/{}/"),
    *("/api/v1/tournaments/{}/standings/", "/api/v1/tournaments/{}/log/"),
)


@pytest.mark.parametrize("where", OPEN)
def test_a_stranger_anywhere_reads_it_again_only_where_it_has_changed(where, director):
    row = described(director)
    address = where.format(row)
    answer = Client().get(address)
    assert answer.status_code == 200
    assert answer["Access-Control-Allow-Origin"] == "*"
    assert "public" in answer["Cache-Control"] and "no-cache" in answer["Cache-Control"]
    known = {"If-None-Match": answer["ETag"]}
    again = Client().get(address, headers=known)
    assert (again.status_code, again.content) == (304, b"")
    assert again["Access-Control-Allow-Origin"] == "*"
    if "embed" in where:
        assert "frame-ancestors *" in again["Content-Security-Policy"]
        assert "X-Frame-Options" not in again
    if "standings" not in where:
        commands.correct_settings(
            by=director,
            tournament_id=row,
            settings={"name": "Saturday"},
            reason="Rain.",
            now=timezone.now(),
        )
        assert Client().get(address, headers=known).status_code == 200


def test_what_is_shown_to_who_is_logged_in_is_kept_by_no_cache(director):
    row = described(director)
    for where in ("/api/v1/tournaments/{}/", "/tournaments/feed.json"):
        answer = browser(director).get(where.format(row))
        assert "public" not in answer.get("Cache-Control", "")
        assert "ETag" not in answer
        assert {"Cookie", "Authorization"} <= set(answer["Vary"].split(", "))
