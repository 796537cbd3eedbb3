"""Moves are limited, and whoever is over the limit is told so in a sentence; logins: `test_logins.py`."""

from datetime import timedelta

import pytest
import time_machine
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from games.infrastructure.throttling import LIMITS, Limit
from games.log.models import Event
from games.models import Player
from tests.support.play_pages import browser, dealt, member

pytestmark = pytest.mark.django_db

TOO_MANY = "You sent too many moves within a minute."


@pytest.fixture(autouse=True)
def nobody_was_counted():
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def three_a_minute(monkeypatch, settings):
    settings.TUSAC_LIMITS = True
    monkeypatch.setitem(LIMITS, "moves", Limit(3, 60))
    with time_machine.travel(timezone.now(), tick=False):  # within one window
        yield


@pytest.fixture
def deal():
    return dealt(member("an"), member("binh"))


def send(client: Client, deal, **headers):
    form = {
        "deal": deal.pk,
        "move": "dance",
        "move_id": "00000000-0000-4000-8000-000000000001",
        "expected_version": "1",
    }
    return client.post(f"/tables/{deal.table_id}/move", form, headers=headers)


def test_too_many_moves_by_page_get_a_readable_page(deal, three_a_minute):
    an = browser(Player.objects.get(username="an"))
    before = Event.objects.count()
    answers = [send(an, deal) for _ in range(4)]
    assert [answer.status_code for answer in answers] == [422, 422, 422, 429]
    page = answers[-1].content.decode()
    assert TOO_MANY in page
    assert "<html" in page  # with the table as it stands
    assert 0 < int(answers[-1]["Retry-After"]) <= 60
    assert Event.objects.count() == before
    # Looking is free, and another member has a count of its own.
    assert an.get(f"/tables/{deal.table_id}/").status_code == 200
    assert send(browser(Player.objects.get(username="binh")), deal).status_code == 422


def test_too_many_moves_in_an_open_page_get_a_sentence_and_the_state(deal, three_a_minute):
    an = browser(Player.objects.get(username="an"))
    answers = [send(an, deal, **{"HX-Request": "true"}) for _ in range(4)]
    assert answers[-1].status_code == 429
    assert answers[-1]["HX-Retarget"] == "#table"
    assert 0 < int(answers[-1]["Retry-After"]) <= 60
    part = answers[-1].content.decode()
    assert TOO_MANY in part
    assert "<html" not in part


def test_pages_and_the_api_count_together(deal, three_a_minute):
    an = browser(Player.objects.get(username="an"))
    for _ in range(3):
        send(an, deal)
    body = {"move": "hit", "move_id": "a-move-by-api", "expected_version": 1}
    answer = an.post(f"/api/v1/deals/{deal.pk}/moves/", body, content_type="application/json")
    assert answer.status_code == 429


def test_after_a_minute_moves_are_taken_again(deal, three_a_minute):
    an = browser(Player.objects.get(username="an"))
    with time_machine.travel(timezone.now(), tick=False) as clock:
        for _ in range(4):
            send(an, deal)
        clock.shift(timedelta(seconds=61))
        assert send(an, deal).status_code == 422


@pytest.mark.parametrize("way", ["add", "incr"])
def test_a_cache_that_is_down_lets_moves_pass(way, deal, three_a_minute, monkeypatch):
    def gone(*args, **kwargs):
        raise ConnectionRefusedError("no cache")

    monkeypatch.setattr(f"django.core.cache.backends.locmem.LocMemCache.{way}", gone)
    an = browser(Player.objects.get(username="an"))
    assert [send(an, deal).status_code for _ in range(5)] == [422] * 5


def test_the_api_says_with_each_write_what_the_limit_is_and_what_is_left(deal, three_a_minute):
    an = browser(Player.objects.get(username="an"))
    move = {"move": "dance", "move_id": "00000000-0000-4000-8000-000000000001", "version": 1}
    answers = [
        an.post(f"/api/v1/deals/{deal.pk}/moves/", move, content_type="application/json")
        for _ in range(4)
    ]
    assert [answer["RateLimit-Limit"] for answer in answers] == ["3"] * 4
    assert [answer["RateLimit-Remaining"] for answer in answers] == ["2", "1", "0", "0"]
    assert answers[-1].status_code == 429
    assert answers[-1]["RateLimit-Reset"] == answers[-1]["Retry-After"]
    looked = an.get(f"/api/v1/deals/{deal.pk}/")
    assert looked.status_code == 200
    assert "RateLimit-Limit" not in looked  # looking is free
