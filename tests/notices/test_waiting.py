"""The tables that wait for a member stand above the notices, and in the API: as they are now, stored nowhere."""

import re
from datetime import datetime

import pytest

from games import commands
from notices.models import Notice
from tests.support.api_client import client_of
from tests.support.play_pages import browser, dealt, member, table_with

pytestmark = pytest.mark.django_db

ENGLISH = {"Accept-Language": "en"}


def page(player, address="/notices"):
    return browser(player).get(address, headers=ENGLISH).content.decode()


def turns(player):
    return client_of(player).get("/api/v1/notices/turns/").json()


def test_a_move_of_mine_is_said_with_its_table_and_since_when_and_nothing_else():
    an = member("an")
    deal = dealt(an)
    commands.play_bots(deal_id=deal.pk, clock=lambda: deal.changed_at)
    deal.refresh_from_db()
    (one,) = turns(an)
    assert set(one) == {"table", "since", "words", "link"}
    assert (one["table"], one["link"]) == (deal.table_id, f"/tables/{deal.table_id}/")
    assert datetime.fromisoformat(one["since"]) == deal.changed_at
    html = page(an)
    assert "Waiting for you" in html and f'<li><a href="/tables/{deal.table_id}/">' in html
    assert html.index("Waiting for you") < html.index("By email")
    assert not Notice.objects.exists()


def test_it_is_nobody_elses_and_gone_when_nothing_waits():
    an, binh = member("an"), member("binh")
    table_with(an, binh)
    others = member("chi")
    assert len(turns(an)) == len(turns(binh)) == 1
    assert turns(others) == [] and "Waiting for you" not in page(others)


def test_who_may_claim_is_told_nothing_that_others_do_not_see(monkeypatch):
    """In a claim window who is asked is known to nobody else (§6.10): the list is what every page says."""
    an = member("an")
    deal = dealt(an)
    monkeypatch.setattr("games.queries.play.turns._to_move", lambda _deal, _player: False)
    assert turns(an) == [] and "Waiting for you" not in page(an)
    assert deal.ended_at is None


def test_the_page_that_lists_them_is_brought_no_second_list_of_the_same():
    an = member("an")
    deal = dealt(an)
    commands.play_bots(deal_id=deal.pk, clock=lambda: deal.changed_at)
    (known,) = re.findall(r'name="turns" value="([^"]*)"', page(an))
    client = browser(an)
    assert client.get("/turns", {"turns": known}, headers=ENGLISH).status_code == 204
    (elsewhere,) = re.findall(r'name="turns" value="([^"]*)"', page(an, "/rules/"))
    brought = client.get("/turns", {"turns": elsewhere}, headers=ENGLISH)
    assert b"turns__notice" in brought.content
    other = dealt(an, name="Another")
    commands.play_bots(deal_id=other.pk, clock=lambda: other.changed_at)
    assert client.get("/turns", {"turns": known}, headers=ENGLISH).status_code == 200


def test_older_pages_do_not_repeat_it():
    an = member("an")
    deal = dealt(an)
    commands.play_bots(deal_id=deal.pk, clock=lambda: deal.changed_at)
    assert "Waiting for you" in page(an)
    assert "Waiting for you" not in page(an, "/notices?before=5")
