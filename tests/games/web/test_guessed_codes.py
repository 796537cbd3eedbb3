"""Wrong codes of tables: counted for the whole club, from however many addresses, and owners have an alarm."""

from html import unescape

import pytest
import time_machine
from django.core.cache import cache
from django.test import Client

from games.club.events import AlarmKind
from games.commands.table import codes
from games.errors import Refused
from games.infrastructure.throttling import LIMITS
from games.models import Player, Table
from games.presenters.club.alarms import shown_alarms
from games.queries.club.house import open_alarms
from tests.support.deals import NOW
from tests.support.play_pages import browser, member, table_with

pytestmark = pytest.mark.django_db
MOST = LIMITS["wrong-codes"].most


@pytest.fixture(autouse=True)
def counted(settings):
    settings.TUSAC_LIMITS = True
    cache.clear()
    with time_machine.travel(NOW, tick=False):
        yield
    cache.clear()


@pytest.fixture
def code():
    table = table_with(member("an"), chips_per_point=0, admission=Table.Admission.INVITED)
    return codes.make_code(by=table.opened_by, table_id=table.pk)


def tries(code, count, *, begin=0):
    """So many tries by strangers, each from an address of its own."""
    asked = range(begin, begin + count)
    return [
        Client(REMOTE_ADDR=f"192.0.{at // 250}.{at % 250 + 1}")
        .post("/join/", {"code": code})
        .status_code
        for at in asked
    ]


def test_guesses_from_many_addresses_come_to_an_end_for_all_of_them(code):
    """1,200 guesses from 60 addresses went through in 21 seconds."""
    assert tries("BBBBBB", MOST) == [404] * MOST
    assert {*tries("BBBBBB", 40, begin=MOST)} == {429}
    assert tries(code, 1, begin=240) == [429], "the right one is not told apart either"
    assert Player.objects.filter(is_guest=True).count() == 0
    page = Client(REMOTE_ADDR="192.0.2.1").post("/join/", {"code": code})
    assert Refused("code.too-many").sentence in unescape(page.content.decode())
    assert "Try again in" in page.content.decode()


def test_an_owner_has_one_alarm_of_it(code):
    tries("BBBBBB", MOST - 1)
    assert not open_alarms()
    tries("BBBBBB", 30, begin=MOST)
    [alarm] = open_alarms()
    assert alarm.raised.kind == AlarmKind.CODES_GUESSED
    assert alarm.raised.facts == {"wrong": MOST, "minutes": 10}
    assert f"{MOST} wrong table codes were tried within 10 minutes" in shown_alarms()[0].sentence


def test_members_come_in_all_the_same_and_their_own_wrong_ones_count(code):
    own = browser(member("binh"))
    assert own.post("/join/", {"code": "BBBBBB"}).status_code == 404
    assert tries("BBBBBB", MOST)[-2:] == [404, 429]
    assert own.post("/join/", {"code": code}).status_code == 302


def test_right_codes_do_not_count(code):
    assert {*tries(code, MOST + 5)} == {302}
    assert not open_alarms()
