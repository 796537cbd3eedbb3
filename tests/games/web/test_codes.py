"""A table's code and picture: what they open, and what stays closed without them."""

import pytest
from django.core.cache import cache
from django.test import Client, override_settings
from django.utils import timezone

from games import commands
from games.commands.people import guests
from games.commands.table import codes
from games.errors import Refused
from games.models import Player, Table
from tests.support.play_pages import browser, member, table_with

pytestmark = pytest.mark.django_db


@pytest.fixture
def an():
    return member("an", display_name="Cô An")


@pytest.fixture
def binh():
    return member("binh")


@pytest.fixture
def closed_table(an):
    return table_with(an, admission=Table.Admission.INVITED, chips_per_point=0)


def code_of(table):
    return codes.make_code(by=table.opened_by, table_id=table.pk)


def test_the_host_makes_a_code_that_is_short_plain_and_stays(an, closed_table):
    asked = f"/tables/{closed_table.pk}/invitations"
    for _ in range(2):
        browser(an).post(asked, {"do": "make code"})
        closed_table.refresh_from_db()
    code = closed_table.code
    assert len(code) == codes.LENGTH and set(code) <= set(codes.LETTERS)
    assert code == code_of(closed_table)
    html = browser(an).get(asked).content.decode()
    assert code in html and f"/join/?code={code}" in html


def test_without_a_code_a_closed_table_is_opened_by_nothing(binh, closed_table):
    assert closed_table.code is None
    for typed in ("", "None", "ABCDEF", str(closed_table.pk)):
        assert browser(binh).post("/join/", {"code": typed}).status_code == 404
    assert not closed_table.invited.filter(pk=binh.pk).exists()


@pytest.mark.parametrize("typed", ["{0}", "  {0} ", "{1} {2}", "{1}-{2}"])
def test_whoever_has_the_code_comes_in_however_they_type_it(binh, closed_table, typed):
    code = code_of(closed_table)
    answer = browser(binh).post("/join/", {"code": typed.format(code.lower(), code[:3], code[3:])})
    assert (answer.status_code, answer["Location"]) == (302, f"/tables/{closed_table.pk}/")
    sat = browser(binh).post(f"/tables/{closed_table.pk}/sit", {"seat": "1"})
    assert sat.status_code == 303


def test_a_link_alone_lets_nobody_in_and_tells_who_invites(binh, closed_table):
    code = code_of(closed_table)
    shown = browser(binh).get("/join/", {"code": code})
    other = browser(binh).get("/join/", {"code": "ZZZZZZ"})
    assert (shown.status_code, other.status_code) == (200, 404)
    assert "Cô An invites you to play" in shown.content.decode()
    assert not closed_table.invited.filter(pk=binh.pk).exists()


def test_a_code_taken_back_leads_nowhere_and_who_came_by_it_stays(an, binh, closed_table):
    code = code_of(closed_table)
    browser(binh).post("/join/", {"code": code})
    browser(an).post(f"/tables/{closed_table.pk}/invitations", {"do": "take code back"})
    assert browser(member("chi")).post("/join/", {"code": code}).status_code == 404
    assert browser(binh).post(f"/tables/{closed_table.pk}/sit", {"seat": "1"}).status_code == 303


def test_the_code_of_a_closed_table_leads_nowhere(an, binh, closed_table):
    code = code_of(closed_table)
    commands.close_table(by=an, table_id=closed_table.pk, now=timezone.now())
    assert browser(binh).post("/join/", {"code": code}).status_code == 404


def test_nobody_but_the_host_and_a_director_makes_a_code(binh, closed_table):
    with pytest.raises(Refused, check=lambda error: error.code == "table.not-yours"):
        codes.make_code(by=binh, table_id=closed_table.pk)
    assert browser(binh).get(f"/tables/{closed_table.pk}/invitations").status_code == 403
    director = member("director", is_director=True)
    assert codes.make_code(by=director, table_id=closed_table.pk)


def test_the_code_is_shown_to_nobody_at_the_table_but_its_host(an, binh, closed_table):
    code = code_of(closed_table)
    for viewer in (None, binh):
        for address in ("/", f"/tables/{closed_table.pk}/", f"/tables/{closed_table.pk}/qr.svg"):
            assert code not in browser(viewer).get(address).content.decode()


def test_a_stranger_with_the_code_joins_as_a_guest_where_no_chips_are_played(closed_table):
    client = Client()
    answer = client.post("/join/", {"code": code_of(closed_table)})
    assert answer["Location"] == f"/tables/{closed_table.pk}/"
    assert client.post(f"/tables/{closed_table.pk}/sit", {"seat": "1"}).status_code == 303
    assert closed_table.seats.get(number=1).player.is_guest


def test_no_code_brings_a_guest_to_a_table_for_chips(an):
    table = table_with(an, chips_per_point=2)
    client = Client()
    assert client.post("/join/", {"code": code_of(table)}).status_code == 403
    assert not Player.objects.filter(is_guest=True).exists()
    guest = guests.new_guest(now=timezone.now())
    assert browser(guest).post("/join/", {"code": code_of(table)}).status_code == 403
    assert not table.invited.filter(pk=guest.pk).exists()


@override_settings(TUSAC_LIMITS=True)
def test_codes_are_not_to_be_tried_out(closed_table):
    cache.clear()
    code_of(closed_table)
    asked = [Client().post("/join/", {"code": "BBBBBB"}).status_code for _ in range(21)]
    assert set(asked[:20]) == {404} and asked[20] == 429
    cache.clear()


def test_the_picture_of_a_table_is_its_public_address_alone(closed_table):
    answer = Client().get(f"/tables/{closed_table.pk}/qr.svg")
    assert answer["Content-Type"] == "image/svg+xml" and b"viewBox" in answer.content
    assert b'xmlns="http://www.w3.org/2000/svg"' in answer.content
    assert Client().get("/tables/999/qr.svg").status_code == 404


def test_an_unwatched_table_is_seen_by_who_may_sit_until_the_cards_are_dealt(an, binh):
    table = table_with(an, seats=2, chips_per_point=0, filler="")
    commands.allow_company(
        by=member("judge", is_director=True),
        table_id=table.pk,
        spectators=False,
        delay=0,
        phrases=True,
    )
    joined = browser(binh).post("/join/", {"code": code_of(table)}, follow=True)
    assert joined.status_code == 200 and table.seats.filter(player=binh).exists()
    bots = table_with(an, chips_per_point=0, filler="club")  # its deal is prepared beside them
    Table.objects.filter(pk=bots.pk).update(spectators=False)
    assert bots.deals.get(ended_at=None).phase == "seeds"
    page = browser(binh).get(f"/tables/{bots.pk}/")
    assert page.status_code == 200 and f"/tables/{bots.pk}/sit" in page.content.decode()
    deal = bots.deals.get(ended_at=None)
    commands.get_ready(by=an, deal_id=deal.pk, now=timezone.now())
    deal.refresh_from_db()
    assert deal.started_at is not None
    assert browser(binh).get(f"/tables/{bots.pk}/").status_code == 403
    assert browser(an).get(f"/tables/{bots.pk}/").status_code == 200
