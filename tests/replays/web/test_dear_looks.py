"""What a replay makes the server work for is counted for who has no login; for members, and what is kept, is free."""

import pytest
from django.core.cache import caches
from django.test import Client

from games.infrastructure.throttling import LIMITS, Limit
from replays.commands.opening import let_all_open
from tests.support.play_pages import browser

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def one_look_an_hour(settings, monkeypatch):
    settings.TUSAC_LIMITS = True
    monkeypatch.setitem(LIMITS, "lines", Limit(1, 3600))
    caches["replays"].clear()
    yield
    caches["replays"].clear()


@pytest.fixture
def opened(four, deal):
    """A deal that whoever has the link may open."""
    for player in four:
        let_all_open(by=player, deal_id=deal.pk, may=True)
    return deal


def test_a_stranger_has_the_steps_of_so_many_replays_drawn_and_those_that_are_kept_for_nothing(
    four, opened
):
    stranger, steps = Client(REMOTE_ADDR="192.0.2.1"), f"/replays/{opened.pk}/steps.json"
    assert stranger.get(steps).status_code == 200
    refused = stranger.get(steps, {"as": "public"})
    assert refused.status_code == 429
    assert 0 < int(refused["Retry-After"]) <= 3600
    assert "Too many pages were opened from your network without" in refused.content.decode()
    assert stranger.get(steps).status_code == 200  # it is kept
    assert stranger.get(f"/replays/{opened.pk}/").status_code == 200  # a page of one step
    # Nobody else waits: another network, and who is logged in, from the same one.
    assert Client(REMOTE_ADDR="192.0.2.9").get(steps, {"as": "public"}).status_code == 200
    for eyes in ("0", "1", "2"):
        member = browser(four[0])
        assert member.get(steps, {"as": eyes}, REMOTE_ADDR="192.0.2.1").status_code == 200


def test_a_stranger_looks_at_so_many_analyses(four, opened):
    stranger, page = Client(REMOTE_ADDR="192.0.2.2"), f"/replays/{opened.pk}/analysis/"
    assert [stranger.get(page).status_code for _ in range(2)] == [200, 429]
    assert [browser(four[0]).get(page).status_code for _ in range(2)] == [200, 200]


def test_a_stranger_looks_for_words_in_so_many_casebooks_and_reads_on(four):
    """For a stranger the names are struck out of every reason first."""
    stranger, page = Client(REMOTE_ADDR="192.0.2.4"), "/replays/casebook/"
    assert [stranger.get(page, {"words": "count"}).status_code for _ in range(2)] == [200, 429]
    assert stranger.get(page).status_code == 200
    assert stranger.get(page, {"unlike": "on", "words": " "}).status_code == 200
    found = [browser(four[0]).get(page, {"words": "count"}).status_code for _ in range(2)]
    assert found == [200, 200]


def test_what_a_stranger_may_not_see_counts_nothing(deal):
    stranger = Client(REMOTE_ADDR="192.0.2.3")
    for address in ("steps.json", "analysis/"):
        for _ in range(2):
            assert stranger.get(f"/replays/{deal.pk}/{address}").status_code == 302
