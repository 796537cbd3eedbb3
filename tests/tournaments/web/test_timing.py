"""Tea and the round's clock on the pages: said in words, counted by a script, and pressed once."""

import re
from datetime import timedelta

import pytest
import time_machine
from django.core.cache import caches
from django.utils import timezone

from games.models import Player, Table
from tests.support.deals import NOW
from tests.support.play_pages import browser
from tests.support.tournament_pages import announced, player
from tournaments import commands, reactions
from tournaments.models import Tournament
from tournaments.presenters.page.clock import clock_end

pytestmark = pytest.mark.django_db

MINUTE = timedelta(minutes=1)


@pytest.fixture(autouse=True)
def nothing_kept() -> None:
    caches["local"].clear()


def started(director: Player, **options: int) -> tuple[int, Player]:
    member = player("an")
    pk = announced(director, member, **options)
    commands.start(by=director, tournament_id=pk, now=timezone.now())
    reactions.follow(timezone.now)
    return pk, member


def text(html: str) -> str:
    return " ".join(re.sub(r"<[^>]*>", " ", html).split())


def shown(who: Player | None, address: str) -> str:
    client = browser(who) if who else browser()
    return client.get(address).content.decode()


def test_one_press_is_tea_and_all_pages_say_since_when_and_by_whom(director: Player) -> None:
    with time_machine.travel(NOW, tick=False):
        pk, member = started(director)
        page = shown(director, f"/tournaments/{pk}/")
        assert "Break: pause all tables" in page and "Break since" not in page
        sent = browser(director).post(f"/tournaments/{pk}/time", {"act": "tea"})
        assert sent.status_code == 422  # a form that is not whole is said to be
        key = re.search(r'name="idempotency_key" value="([^"]+)"', page)
        assert key is not None
        press = {"act": "tea", "idempotency_key": key[1]}
        assert browser(director).post(f"/tournaments/{pk}/time", press).status_code == 303
        reactions.follow(timezone.now)
        table = Table.objects.get()
        for who, address in (
            (member, f"/tournaments/{pk}/"),
            (None, f"/tournaments/{pk}/hall"),
            (member, f"/tables/{table.pk}/"),
            (director, f"/tournaments/{pk}/time"),
        ):
            found = text(shown(who, address))
            assert re.search(r"Break since \d\d:\d\d, called by \W*Director\W*\.", found), address
        assert "paused all tables (break)." in text(shown(None, f"/tournaments/{pk}/log"))
        key = re.search(
            r'name="idempotency_key" value="([^"]+)"', shown(director, f"/tournaments/{pk}/")
        )
        assert key is not None
        press = {"act": "resume", "idempotency_key": key[1]}
        assert browser(director).post(f"/tournaments/{pk}/time", press).status_code == 303
        assert "Break since" not in shown(member, f"/tournaments/{pk}/")


def test_the_countdown_stands_on_the_page_in_the_lobby_and_in_the_hall_and_ticks(
    director: Player,
) -> None:
    with time_machine.travel(NOW, tick=False) as clock:
        pk, member = started(director, wait_minutes=3, deals_per_round=2)
        for who, address in (
            (member, f"/tournaments/{pk}/"),
            (member, "/"),
            (None, f"/tournaments/{pk}/hall"),
        ):
            html = shown(who, address)
            assert re.search(r"Round 1 begins at \d\d:\d\d\. 3:00", text(html)), address
            assert f'data-at="{int(NOW.timestamp() * 1000)}"' in html
            assert "round_clock.js" in html, address
        assert re.search(r"Table 1, \w+", text(shown(member, "/")))
        clock.move_to(NOW + timedelta(seconds=61))
        html = shown(None, f"/tournaments/{pk}/hall")
        assert "1:59" in text(html) and f'data-at="{int(NOW.timestamp() * 1000) + 61000}"' in html
        key = re.search(
            r'name="idempotency_key" value="([^"]+)"', shown(director, f"/tournaments/{pk}/time")
        )
        assert key is not None
        press = {"act": "begin", "minutes": "200", "idempotency_key": key[1]}
        assert browser(director).post(f"/tournaments/{pk}/time", press).status_code == 422
        press["minutes"] = ""
        assert browser(director).post(f"/tournaments/{pk}/time", press).status_code == 303
        assert Tournament.objects.get(pk=pk).rounds_begun == 1


def test_no_round_has_begun_at_the_minute_at_which_it_is_said_to_begin_but_for_its_own_second(
    director: Player,
) -> None:
    start = NOW.replace(minute=25, second=57)
    with time_machine.travel(start, tick=False):
        pk, member = started(director, wait_minutes=3, deals_per_round=2)
        for address in (f"/tournaments/{pk}/", f"/tournaments/{pk}/log"):
            said = re.search(r"Round 1 begins at \d\d:(\d\d)\.", text(shown(member, address)))
            assert said is not None and said[1] == "29", address
    assert clock_end(NOW.replace(minute=28)).endswith(":28")


def test_the_minutes_of_a_round_and_what_they_mean_are_said(director: Player) -> None:
    with time_machine.travel(NOW, tick=False):
        pk, member = started(director, round_minutes=40, deals_per_round=8)
        html = text(shown(member, f"/tournaments/{pk}/"))
        assert re.search(r"No new deal after \d\d:\d\d\. 40:00", html)
        assert "40 min, at most 8 deals" in html and "added up, not averaged" in html
        table = Table.objects.get()
        assert "40:00" in text(shown(member, f"/tables/{table.pk}/"))
        told = browser(member).get(f"/api/v1/tournaments/{pk}/").json()
        assert told["round_minutes"] == 40 and told["clock_until"] and told["paused_at"] is None


def test_members_read_until_when_they_check_in_and_what_they_can_do_afterwards(
    director: Player,
) -> None:
    with time_machine.travel(NOW, tick=False) as clock:
        member = player("an")
        pk = announced(
            director,
            member,
            check_in=True,
            check_in_ends=15,
            late_until=1,
            starts_at=NOW + 60 * MINUTE,
        )
        html = shown(member, f"/tournaments/{pk}/")
        assert "Members check in until" in text(html) and "I am here" in html
        clock.move_to(NOW + 46 * MINUTE)
        html = shown(member, f"/tournaments/{pk}/")
        assert "Check-in closed at" in text(html) and "I am here" not in html
        reactions.follow(timezone.now)
        assert "Check-in closed at" in text(shown(None, f"/tournaments/{pk}/log"))
        assert "Not here: " in text(shown(None, f"/tournaments/{pk}/log"))


def test_only_directors_open_the_page_of_the_time(director: Player) -> None:
    pk, member = started(director)
    assert browser(member).get(f"/tournaments/{pk}/time").status_code == 403
    assert browser(director).get(f"/tournaments/{pk}/time").status_code == 200
    assert browser(director).post(f"/tournaments/{pk}/time", {"act": "nap"}).status_code == 422
    assert browser(director).get("/tournaments/99999/time").status_code == 404


def test_forms_that_stand_on_one_page_have_ids_of_their_own(director: Player) -> None:
    pk, _member = started(director, round_minutes=60)
    ids = re.findall(
        r'<(?:input|select|textarea)[^>]* id="([^"]+)"', shown(director, f"/tournaments/{pk}/time")
    )
    assert len(ids) > 4 and len(ids) == len(set(ids))
