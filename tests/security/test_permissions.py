"""Who may do what: every address of the site, asked by everybody, in one table.

An address without a row fails the tests, and so does a row without an address: whoever adds one has to say who may
use it. The refusals of the game itself (whose turn it is, who already sits) show in the table as well: 409.
"""

import pytest
from django.core.cache import cache
from django.db import transaction

from games.log.models import Event
from tests.support.security.addresses import ADDRESSES
from tests.support.security.club import VIEWERS, built
from tests.support.sightseeing import routes

pytestmark = pytest.mark.django_db

STRANGER = "192.0.2.1"
"""An address from outside: this machine itself may ask for more."""


@pytest.fixture
def club():
    yield built()
    cache.clear()


def asked(club, client, method, route):
    """What the viewer is answered there, and whether the log has grown; nothing of it stays."""
    cache.clear()
    before = Event.objects.count()
    with transaction.atomic():
        address = club.address(route)
        if method == "GET":
            answer = client.get(address)
        elif address.startswith("/api/"):
            answer = client.post(address, club.form(route), content_type="application/json")
        else:
            answer = client.post(address, club.form(route))
        grown = Event.objects.count() > before
        transaction.set_rollback(True)
    return answer.status_code, grown


def expected(method, route, viewer):
    """The statuses that the table allows."""
    row = ADDRESSES[route][("GET", "POST").index(method)].split()
    assert len(row) == len(VIEWERS), route
    return {int(status) for status in row[VIEWERS.index(viewer)].split("/")}


def test_every_address_has_its_row_and_every_row_its_address():
    there = set(routes())
    assert sorted(there - set(ADDRESSES)) == [], (
        "say in tests/support/security/addresses.py who may"
    )
    assert sorted(set(ADDRESSES) - there) == []


@pytest.mark.parametrize("viewer", VIEWERS)
def test_everybody_may_do_what_the_table_says_and_no_more(viewer, club, client_of):
    wrong = []
    for route in ADDRESSES:
        for method in ("GET", "POST"):
            status, grown = asked(club, client_of(viewer, REMOTE_ADDR=STRANGER), method, route)
            if status not in expected(method, route, viewer):
                wrong.append(f"{method} {route!r}: {status}")
            if grown and (method == "GET" or status >= 400):
                wrong.append(f"{method} {route!r}: {status}, and yet the log has grown")
    assert wrong == []


@pytest.mark.parametrize("viewer", ["seat", "director"])
def test_nothing_is_done_for_another_sites_form(viewer, club, client_of):
    """A logged-in member's browser may be sent here from elsewhere: without the token nothing is carried out."""
    done = []
    for route in ADDRESSES:
        if not all(status < 400 for status in expected("POST", route, viewer)):
            continue
        stranger = client_of(viewer, REMOTE_ADDR=STRANGER, enforce_csrf_checks=True)
        status, grown = asked(club, stranger, "POST", route)
        if status != 403 or grown:
            done.append(f"{route!r}: {status}")
    assert done == []
