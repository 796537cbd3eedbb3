"""A guest of a browser is a stranger at every address but those of the table and the lobby; the API knows none."""

import pytest
from django.core.cache import cache
from django.db import transaction
from django.test import Client
from django.test.client import MULTIPART_CONTENT
from django.urls import get_resolver

from games import queries
from games.commands.people import guests
from games.log.models import Event
from games.models import Player
from tests.support import deals
from tests.support.security.addresses import ADDRESSES
from tests.support.security.club import VIEWERS, built
from tests.support.sightseeing import routes
from tusac_site.security.guests import KNOWS_GUESTS, OF_OWN_DEALS

pytestmark = pytest.mark.django_db

OWN = {
    "tables/<int:table_id>/scores", "play/friends", "play/way-back", "tables/<int:table_id>/invitations",
    "", "play", "join/", "welcome/", "accounts/logout/",
    "tables/<int:table_id>/", "stream", "tables/<int:table_id>/sit", "tables/<int:table_id>/swap",
    "tables/<int:table_id>/leave", "tables/<int:table_id>/freed", "tables/<int:table_id>/ready",
    "tables/<int:table_id>/start", "tables/<int:table_id>/again", "tables/<int:table_id>/close",
    "tables/<int:table_id>/pace", "tables/<int:table_id>/qr.svg",
    "tables/<int:table_id>/reveal", "tables/<int:table_id>/move", "tables/<int:table_id>/hold",
    "tables/<int:table_id>/coach", "tables/<int:table_id>/back", "tables/<int:table_id>/pause",
    "tables/<int:table_id>/say", "tables/<int:table_id>/mute", "turns", "account/preferences/",
    "learn/", "learn/first/<int:number>/", "learn/<slug:key>/", "learn/<slug:key>/<int:number>/",
}  # fmt: skip
"""Addresses at which a guest is somebody."""


@pytest.fixture
def club():
    yield built()
    cache.clear()


def asked(club, guest, method, route):
    cache.clear()
    client = Client(REMOTE_ADDR="192.0.2.1")
    before = Event.objects.count()
    with transaction.atomic():
        client.force_login(guest)
        address = club.address(route)
        kind = "application/json" if address.startswith("/api/") else MULTIPART_CONTENT
        form = club.form(route)
        answer = client.get(address) if method == "GET" else client.post(address, form, kind)
        grown = Event.objects.count() > before
        transaction.set_rollback(True)
    return answer.status_code, grown


def test_a_guest_is_answered_as_a_stranger_everywhere_else(club):
    guest = guests.new_guest(now=deals.NOW)
    wrong = []
    for route in sorted(set(ADDRESSES) - OWN):
        for place, method in enumerate(("GET", "POST")):
            status, grown = asked(club, guest, method, route)
            stranger = ADDRESSES[route][place].split()[VIEWERS.index("anonymous")]
            if str(status) not in stranger.split("/") or grown:
                wrong.append(f"{method} {route!r}: {status}")
    assert wrong == []


def test_at_the_tables_of_others_a_guest_does_nothing(club):
    guest = guests.new_guest(now=deals.NOW)
    for route in sorted(route for route in OWN if route.startswith("tables/")):
        status, grown = asked(club, guest, "POST", route)
        assert not grown and (
            status >= 400 or route.endswith(("leave", "freed", "coach", "mute"))
        ), route


@pytest.mark.parametrize("number", [2**63 - 1, 2**63, int("9" * 30)])
def test_a_number_of_no_deal_is_no_error(number):
    client = Client()
    client.force_login(guests.new_guest(now=deals.NOW))
    for rest in ("", "record.txt", "receipt.json"):
        assert client.get(f"/replays/{number}/{rest}").status_code < 500


def test_the_names_that_know_guests_are_names_of_addresses():
    named = {name for name in get_resolver().reverse_dict if isinstance(name, str)}
    assert named >= KNOWS_GUESTS | OF_OWN_DEALS
    assert set(routes()) >= OWN


def test_the_api_logs_no_guest_in(club):
    guest = guests.new_guest(now=deals.NOW)
    client = Client()
    client.force_login(guest)
    assert client.get("/api/v1/tables/").status_code == 401
    said = {"username": guest.username, "password": ""}
    assert client.post("/api/v1/token/", said, content_type="application/json").status_code == 422
    assert Player.objects.get(pk=guest.pk).api_tokens.count() == 0


def test_a_guest_sees_of_the_deal_of_others_what_a_stranger_sees(club):
    guest = guests.new_guest(now=deals.NOW)
    seen, public = queries.see_deal(club.running, guest), queries.see_deal(club.running, None)
    assert (seen.view, seen.moves, seen.events) == (public.view, (), public.events)
