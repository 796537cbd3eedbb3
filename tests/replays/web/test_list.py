"""The list of replays: which deals are on it, and how it is turned."""

import re
from datetime import timedelta

import pytest
from django.urls import reverse

from games.engine.rules import FOURSAC, VINAGAMES
from games.queries.play.participants import bot_at
from tests.support.deals import NOW, played, running_deal, stored_deal
from tests.support.play_pages import browser
from tests.support.replay_pages import listed_in

pytestmark = pytest.mark.django_db


def test_the_list_shows_all_deals_or_mine_the_newest_first_in_pages(four, stranger, deal):
    other = stored_deal(VINAGAMES, 2, [stranger], name="Bàn của khách")
    listed = browser(stranger).get(reverse("replays")).content.decode()
    assert f'href="/replays/{deal.pk}/"' in listed
    assert f'href="/replays/{other.pk}/"' in listed
    assert "Bàn của khách" in listed
    mine = browser(stranger).get(reverse("replays"), {"whose": "mine"}).content.decode()
    assert f'href="/replays/{deal.pk}/"' not in mine
    assert f'href="/replays/{other.pk}/"' in mine
    for odd in ("0", "99", "x", "-1", "²", "9" * 30):
        for side in ("before", "after"):
            html = browser(stranger).get(reverse("replays"), {side: odd}).content.decode()
            assert f'href="/replays/{deal.pk}/"' in html


@pytest.mark.parametrize("whose", ["all", "mine"])
def test_a_long_list_is_turned_from_deal_to_deal_and_back(four, monkeypatch, whose):
    monkeypatch.setattr("replays.web.views.PAGE", 2)
    same, later = NOW, NOW + timedelta(hours=1)
    ended = [same, same, later, same, same, later, later]
    deals = [
        stored_deal(VINAGAMES, number, four[:1], name=f"Bàn {number}", now=now)
        for number, now in enumerate(ended)
    ]
    stored_deal(VINAGAMES, 9, four[1:2], now=NOW - timedelta(hours=1))
    client = browser(four[0])
    newest_first = sorted(deals, key=lambda deal: (deal.ended_at, deal.pk), reverse=True)
    if whose == "mine":
        newest_first = deals[::-1]

    def turned(html: str, way: str) -> str:
        (link,) = re.findall(rf'rel="{way}" href="([^"]+)"', html)
        return client.get(reverse("replays") + link.replace("&amp;", "&")).content.decode()

    html = client.get(reverse("replays"), {"whose": whose}).content.decode()
    pages = [html]
    while 'rel="next"' in html:
        pages.append(html := turned(html, "next"))
    seen = [number for page in pages for number in listed_in(page)]
    assert seen[:7] == [deal.pk for deal in newest_first]
    assert (len(seen), len(pages)) == ((8, 4) if whose == "all" else (7, 4))
    for before in reversed(pages[:-1]):
        html = turned(html, "prev")
        assert listed_in(html) == listed_in(before)
    assert 'rel="prev"' not in pages[0]


def winner_of(seed: int, people: int) -> int | None:
    ending = played(VINAGAMES, seed, people).state.ending
    return ending.result.winner if ending is not None else None


def test_the_list_tells_bots_of_a_kind_apart_by_their_names(four):
    seed = next(seed for seed in range(100) if winner_of(seed, people=1))
    deal = stored_deal(VINAGAMES, seed, four[:1])
    html = browser(four[0]).get(reverse("replays")).content.decode()
    assert "an, Mai (bot), Huệ (bot), Cúc (bot)" in html
    assert html.count(bot_at(deal.winner or 0)) == 2


def test_the_list_costs_the_same_few_queries_however_long_it_is(
    four, deal, django_assert_max_num_queries
):
    stored_deal(VINAGAMES, 2, four)
    stored_deal(FOURSAC, 3, four)
    client = browser(four[0])
    with django_assert_max_num_queries(8):
        client.get(reverse("replays"))


def test_running_prepared_and_cancelled_deals_are_not_listed(four, stranger):
    running = running_deal(VINAGAMES, 1, four, moves=3)
    html = browser(stranger).get(reverse("replays")).content.decode()
    assert f"/replays/{running.pk}/" not in html
