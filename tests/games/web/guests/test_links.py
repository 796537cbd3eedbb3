"""Handing on a table's link: at the table too, with who invites, and with the news that it has ended."""

import re

import pytest
from django.core.cache import cache
from django.db import transaction
from django.test import Client
from django.urls import resolve
from django.utils import timezone

from games.commands.deal.deal_work import DealWork
from games.commands.deal.deals import get_ready
from games.commands.people.walk_ins import walk_in
from games.commands.table import friends
from games.engine.events import SeatGone
from games.errors import Refused
from games.infrastructure.throttling import LIMITS
from games.live import publish
from games.models import SeatWait, Table
from tests.support.deals import play_to_the_end
from tests.support.friends import friends_table
from tests.support.play_pages import browser, member
from tusac_site.security.guests import KNOWS_GUESTS

pytestmark = pytest.mark.django_db


def guests_table():
    """A stranger's browser that has opened a table for friends, and the table."""
    client = Client()
    client.post("/play/friends")
    return client, Table.objects.get()


def page(client, table, rest=""):
    return client.get(f"/tables/{table.pk}/{rest}").content.decode()


def sheet(client, table):
    return page(client, table).partition('id="sheet-share"')[2].partition("</section>")[0]


def test_at_the_table_the_host_hands_on_the_link_that_seats_and_others_its_address():
    host, table = guests_table()
    link = f"/join/?code={table.code}"
    assert link in sheet(host, table) and "data-copy" in sheet(host, table)
    guest = Client()
    guest.post("/join/", {"code": table.code})
    assert table.code not in sheet(guest, table) and "sees the table" in sheet(guest, table)
    pictures = [client.get(f"/tables/{table.pk}/qr.svg").content for client in (host, guest)]
    assert pictures[0] != pictures[1]


def test_the_link_says_who_invites_and_who_sits_there():
    an = member("an", display_name="Cô An")
    table = friends_table(an)
    assert table.code is not None
    friends.come_by_link(
        by=member("binh", display_name="Bình"), code=table.code, now=timezone.now()
    )
    said = Client().get(f"/join/?code={table.code}").content.decode()
    assert "Cô An invites you to play" in said and "At the table: Cô An, Bình." in said


def test_a_link_that_has_ended_says_so_at_once_and_counts_as_a_wrong_code(settings):
    settings.TUSAC_LIMITS = True
    cache.clear()
    host, table = guests_table()
    old = table.code
    host.post(f"/tables/{table.pk}/invitations", {"do": "renew"})
    answer = Client().get(f"/join/?code={old}")
    assert answer.status_code == Refused("code.ended").status
    assert Refused("code.ended").sentence in answer.content.decode().replace("&#x27;", "'")
    assert f'value="{old}"' not in answer.content.decode()
    most, _seconds = LIMITS["wrong-codes"]
    asked = [
        Client(REMOTE_ADDR=f"192.0.2.{at}").get(f"/join/?code={old}").status_code
        for at in range(1, most + 1)
    ]
    assert asked[-1] == Refused("code.too-many").status
    cache.clear()


def test_nobody_tries_codes_by_opening_links_more_often_than_by_the_button(settings):
    settings.TUSAC_LIMITS = True
    _host, table = guests_table()
    for client in (Client(REMOTE_ADDR="192.0.2.1"), browser(member("binh"))):
        cache.clear()
        most, _seconds = LIMITS["joins"]
        asked = [client.get("/join/?code=BBBBBB").status_code for _ in range(most + 1)]
        assert asked == [*[404] * most, 429]
        assert client.get(f"/join/?code={table.code}").status_code == 429, "nor is a right one told"
    cache.clear()
    assert {Client().get(f"/join/?code={table.code}").status_code for _ in range(most + 5)} == {200}
    cache.clear()


def test_the_page_of_the_link_tells_the_host_who_has_come_and_leads_to_the_game():
    host, table = guests_table()
    address = f"/tables/{table.pk}/invitations"
    assert 'hx-trigger="every 3s"' in page(host, table, "invitations")
    assert "The game starts in" not in page(host, table, "invitations")
    friends.come_by_link(
        by=member("binh", display_name="Bình"), code=table.code, now=timezone.now()
    )
    shown = page(host, table, "invitations")
    assert ", Bình." in shown and "The game starts in" in shown
    asked = host.get(address, headers={"hx-request": "true"})
    assert asked.status_code == 200 and "HX-Redirect" not in asked.headers
    start = re.search(r'action="([^"]+/start)"', shown)
    assert start is not None and host.post(start[1]).status_code == 303
    assert (
        host.get(address, headers={"hx-request": "true"})["HX-Redirect"] == f"/tables/{table.pk}/"
    )
    # Whoever opens the page during the game stays on it.
    assert "HX-Redirect" not in host.get(address).headers
    assert "every 3s" not in page(host, table, "invitations")


def test_every_form_that_a_guest_finds_at_the_own_table_knows_the_guest():
    host, table = guests_table()
    guest = Client()
    guest.post("/join/", {"code": table.code})
    wrong = set()
    for step in ("waiting", "playing", "over", "closed"):
        if step == "playing":
            host.post(f"/tables/{table.pk}/start")
        if step == "over":
            deal = table.deals.get(ended_at=None)
            for seat in table.seats.exclude(player=None):
                get_ready(by=seat.player, deal_id=deal.pk, now=timezone.now())
            play_to_the_end(deal)
        if step == "closed":
            assert host.post(f"/tables/{table.pk}/close").status_code == 303
            table.refresh_from_db()
            assert table.closed_at is not None
        for client in (host, guest):
            for action in re.findall(r'<form[^>]* action="([^"]+)"', page(client, table)):
                name = resolve(action.partition("?")[0]).view_name
                if name not in KNOWS_GUESTS | {"set_language", "turn-seen"}:
                    wrong.add((step, name))
    assert wrong == set()


def test_guests_find_their_link_for_another_phone_in_the_tables_menu():
    host, table = guests_table()
    assert "/play/way-back" in page(host, table)
    binh = member("binh")
    friends.come_by_link(by=binh, code=table.code, now=timezone.now())
    assert "/play/way-back" not in page(browser(binh), table)
    walked = walk_in(name="Út", now=timezone.now())
    assert "/play/way-back" not in page(browser(walked), table)


def test_the_menu_of_a_friends_table_speaks_of_no_tournament():
    host, table = guests_table()
    assert "tournament points" not in page(host, table)
    assert "without stakes" in page(host, table)


def test_a_guest_who_waits_and_is_removed_is_told(monkeypatch, django_capture_on_commit_callbacks):
    host, table = guests_table()
    host.post(f"/tables/{table.pk}/start")
    deal = table.deals.get(ended_at=None)
    get_ready(by=table.opened_by, deal_id=deal.pk, now=timezone.now())
    Client().post("/join/", {"code": table.code})
    (waiting,) = SeatWait.objects.filter(table=table)
    told: list[str] = []
    monkeypatch.setattr(publish, "_send", told.append)
    with django_capture_on_commit_callbacks(execute=True):
        friends.remove_guest(
            by=table.opened_by, table_id=table.pk, guest=waiting.player, now=timezone.now()
        )
    assert any(str(table.pk) in topic for topic in told)


def test_a_guest_who_hosts_reads_no_members_name_by_a_number():
    client = Client()
    client.post("/play/friends")
    table = Table.objects.get()
    binh = member("binh", display_name="Thầy Bình")
    for do in ("", "take back"):
        asked = {"do": do, "player": str(binh.pk)}
        answer = client.post(f"/tables/{table.pk}/invitations", asked, follow=True)
        assert answer.status_code == 422 and "Thầy Bình" not in answer.content.decode()
    assert not table.invited.filter(pk=binh.pk).exists()


def test_a_refused_name_leaves_the_invitation_as_it_was():
    _host, table = guests_table()
    Client().post("/join/", {"code": table.code, "name": "Tí"})
    stranger = Client()
    answer = stranger.post("/join/", {"code": table.code, "name": "Tí"})
    page = answer.content.decode()
    assert answer.status_code == 422 and "invites you to play" in page
    assert "looks like someone else" in page and 'type="hidden" name="code"' in page
    assert 'aria-describedby="name-help join-wrong"' in page and 'value="Tí"' in page
    wrong = stranger.post("/join/", {"code": "ZZZZZZ", "name": "Tí"}).content.decode()
    assert "invites you to play" not in wrong and 'id="code"' in wrong


def test_a_guest_who_opens_their_own_link_is_no_longer_played_for():
    _host, table = guests_table()
    guest = Client()
    guest.post("/join/", {"code": table.code})
    friends.start_now(by=table.opened_by, table_id=table.pk, now=timezone.now())
    deal = table.deals.get(ended_at=None)
    players = [seat.player for seat in table.seats.exclude(player=None).order_by("number")]
    for one in players:
        get_ready(by=one, deal_id=deal.pk, now=timezone.now())
    with transaction.atomic():
        work = DealWork.on(deal.pk, now=timezone.now, by=None)
        work.add((SeatGone(1),))
        work.save()
    assert 'id="move-back"' in page(guest, table)
    way = guest.get("/play/way-back").content.decode()
    assert f'href="/tables/{table.pk}/"' in way, "it leads back to the table"
    (key,) = set(re.findall(r"key=([\w-]+)", guest.post("/play/way-back").content.decode()))
    other = Client()
    other.get(f"/card/?key={key}")
    assert 'id="move-back"' in page(guest, table), "looking at the link brings nobody back"
    assert other.post("/card/", {"key": key})["Location"] == f"/tables/{table.pk}/"
    assert 'id="move-back"' not in page(other, table) and 'id="hand"' in page(other, table)
