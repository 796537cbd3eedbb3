"""The page of notices, the count on every page, and the API: one's own alone, and cheap."""

import re

import pytest

from games.models import Player
from notices.models import Notice
from tests.support.api_client import client_of
from tests.support.deals import NOW
from tests.support.evening import Evening
from tests.support.notices import tell
from tests.support.play_pages import browser, member

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("followers_do_not_wait")]

ENGLISH = {"Accept-Language": "en"}


@pytest.fixture
def told() -> Player:
    """A member with three notices."""
    evening = Evening(4)
    tell()
    return evening.people[0]


def page(player: Player, address: str = "/notices") -> str:
    return browser(player).get(address, headers=ENGLISH).content.decode()


def test_every_page_counts_what_is_unread_and_the_button_ends_it(told: Player) -> None:
    assert "Notices (3)" in " ".join(page(told, "/rules/").split())
    html = page(told)
    assert html.count("badge--warn") == 3
    assert "you sit at table 1" in html
    (upto,) = re.findall(r'name="upto" value="(\d+)"', html)
    client = browser(told)
    assert client.post("/notices", {"upto": upto}).status_code == 303
    html = client.get("/notices", headers=ENGLISH).content.decode()
    assert "Notices (" not in html and "badge--warn" not in html and 'name="upto"' not in html


def test_the_look_of_every_page_brings_the_count(told: Player) -> None:
    client = browser(told)
    first = client.get("/turns", {"turns": ""}, headers=ENGLISH)
    html = " ".join(first.content.decode().split())
    assert 'hx-swap-oob="true"' in html and "Notices (3)" in html
    (etag,) = re.findall(r'name="turns" value="([^"]*)"', html)
    assert etag.endswith("_3") and 'name="turns" value="_3"' in page(told, "/rules/")
    assert client.get("/turns", {"turns": etag}).status_code == 204
    Notice.objects.filter(player=told).update(read=True)
    last = client.get("/turns", {"turns": etag}, headers=ENGLISH)
    assert last.status_code == 200 and "Notices (" not in last.content.decode()


def test_what_others_are_told_cannot_be_seen_or_marked(told: Player) -> None:
    other = member("other")
    assert "There are no notices." in page(other)
    browser(other).post("/notices", {"upto": str(2**62)})
    assert Notice.objects.filter(player=told, read=False).count() == 3


def test_a_long_list_is_paged_and_costs_the_same(
    told: Player, django_assert_max_num_queries
) -> None:
    Notice.objects.bulk_create(
        Notice(player=told, name="deal.seat-gone", stream=f"deal-{n}", version=1, at=NOW, facts={})
        for n in range(1000, 1120)
    )
    client = browser(told)
    client.get("/notices")
    with django_assert_max_num_queries(6):
        html = client.get("/notices", headers=ENGLISH).content.decode()
    assert html.count('<li class="panel') == 30
    assert "Notices (99+)" in " ".join(html.split())
    (older,) = re.findall(r'rel="next" href="\?before=(\d+)"', html)
    assert client.get("/notices", {"before": older}).status_code == 200
    for odd in ("x", "-1", "9" * 30, ""):
        assert client.get("/notices", {"before": odd}).status_code == 200
        assert client.post("/notices", {"upto": odd}).status_code == 303


def test_the_api_gives_pages_and_marks(told: Player) -> None:
    client = client_of(told)
    answer = client.get("/api/v1/notices/?limit=2")
    newest, second = answer.json()
    assert newest["event"] == "tournament.round-drawn" and newest["read"] is False
    assert newest["link"].startswith("/tournaments/")
    assert f"before={second['id']}" in answer["Link"]
    marked = client.post("/api/v1/notices/read/", {"upto": second["id"]}, format="json")
    assert marked.json() == {"unread": 1}
    for odd, status in (("x", 422), (-1, 422), (None, 422), (10**30, 200)):
        wrong = client.post("/api/v1/notices/read/", {"upto": odd}, format="json")
        assert wrong.status_code == status, odd
