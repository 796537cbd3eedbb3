"""A page is its reader's: a look of a page of before is refused, and no browser keeps a page of a member."""

from __future__ import annotations

from html import unescape

import pytest
from django.test import Client

from games.engine.rules import VINAGAMES
from games.errors import Refused
from games.models import Player
from tests.support.deals import penalty_seed, stored_deal
from tests.support.play_pages import browser, dealt, member
from tusac_site.security.same_member import mark_of

pytestmark = pytest.mark.django_db


def look(client: Client, address: str, mark: str) -> tuple[int, str]:
    answer = client.get(address, headers={"HX-Request": "true", "X-Member": mark})
    return answer.status_code, answer.content.decode()


def test_a_page_says_whose_it_is_and_a_strangers_says_nothing() -> None:
    player = member("an")
    mark = mark_of(player)
    assert len(mark) == 16 and mark != mark_of(member("binh"))
    page = browser(player).get("/").content.decode()
    assert f'data-member="{mark}"' in page and f'"X-Member": "{mark}"' in page
    assert 'data-member=""' in browser().get("/").content.decode()


def test_looks_of_a_page_are_answered_for_its_reader_alone() -> None:
    an, binh = member("an"), member("binh")
    deal = dealt(an, binh, spectators=False)
    address, mark = f"/tables/{deal.table_id}/", mark_of(an)
    client = browser(an)
    status, html = look(client, address, mark)
    assert status == 200 and 'id="hand"' in html
    client.force_login(binh)  # who also sits here, and would be shown another hand under an's name
    for where in (address, "/turns", "/", "/tournaments/"):
        status, html = look(client, where, mark)
        assert (where, status) == (where, 403)
        assert Refused("login.other").sentence in unescape(html)
        assert 'id="hand"' not in html
    client.logout()
    for where in (address, "/turns", "/"):
        status, html = look(client, where, mark)
        assert (where, status) == (where, 403)
        assert Refused("login.ended").sentence in unescape(html)


def test_a_press_of_a_page_of_before_does_nothing() -> None:
    an, binh = member("an"), member("binh")
    deal = dealt(an, binh)
    client = browser(binh)
    headers = {"HX-Request": "true", "X-Member": mark_of(an)}
    answer = client.post(f"/tables/{deal.table_id}/say", {"phrase": "hello"}, headers=headers)
    assert answer.status_code == 403
    assert not deal.table.seats.exclude(said="").exists()


def test_no_browser_keeps_a_page_of_a_member() -> None:
    an, binh = member("an"), member("binh")
    deal = dealt(an, binh)
    over = stored_deal(VINAGAMES, penalty_seed(), [an, binh])
    client = browser(an)
    for address in (
        *("/", "/rules/", "/fairness/", "/account/", "/tournaments/", "/learn/", "/notices"),
        *(f"/tables/{deal.table_id}/", f"/replays/{over.pk}/", f"/replays/{over.pk}/steps.json"),
    ):
        answer = client.get(address)
        assert answer.status_code == 200, address
        assert "no-store" in answer["Cache-Control"], address
    assert not browser().get("/rules/").has_header("Cache-Control")  # of a stranger's, as before


def test_a_guest_is_known_at_addresses_that_know_no_guests() -> None:
    guest = Player.objects.create_user("khach", is_guest=True)
    client = browser(guest)
    page = client.get("/rules/").content.decode()
    assert f'data-member="{mark_of(guest)}"' in page
    assert look(client, "/rules/", mark_of(guest))[0] == 200
