"""Whoever loses a seat for not being ready in time is told so afterwards, until they know."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import AnonymousUser
from django.template import engines
from django.utils import timezone

from games import commands
from games.models import Deal, DealSeat
from tests.support.play_pages import browser, member, table_with

pytestmark = pytest.mark.django_db

TOLD = "You lost your seat at Bàn 1"


@pytest.fixture
def an():
    return member("an")


@pytest.fixture
def binh():
    return member("binh")


@pytest.fixture
def table(an, binh):
    """A table at which An was ready and Bình was not, until his time was up."""
    table = table_with(an, binh)
    late(table, an)
    return table


def late(table, *there):
    """Let the time to get ready pass with only these players there."""
    deal = table.deals.get(ended_at=None)
    for player in there:
        commands.get_ready(by=player, deal_id=deal.pk, now=timezone.now())
    deal.refresh_from_db()
    commands.start_deal(deal_id=deal.pk, now=deal.deadline + timedelta(seconds=1))


def lobby(player):
    return browser(player).get("/").content.decode()


def test_the_one_who_was_late_is_told_in_the_lobby_however_often_they_look(an, binh, table):
    assert not table.seats.filter(player=binh).exists()
    for _ in range(3):
        html = lobby(binh)
        assert TOLD in html and "It cost you nothing" in html
        assert f'href="/tables/{table.pk}/"' in html
    assert TOLD not in lobby(an) and TOLD not in lobby(None)


def test_it_is_gone_when_they_sit_down_there_again_and_not_before(binh, table):
    other = table_with(member("chi"))
    commands.sit_down(by=binh, table_id=other.pk, seat=2, now=timezone.now())
    assert TOLD in lobby(binh)
    assert browser(binh).post(f"/tables/{table.pk}/sit", {"seat": 1}).status_code == 303
    assert TOLD not in lobby(binh)


def test_it_is_gone_when_they_have_read_it(an, binh, table):
    assert browser(an).post(f"/tables/{table.pk}/freed").status_code == 302
    assert TOLD in lobby(binh), "another member reads it for nobody but themselves"
    for _ in range(2):
        assert browser(binh).post(f"/tables/{table.pk}/freed")["Location"] == "/"
        assert TOLD not in lobby(binh)
    back = browser(binh).post(f"/tables/{table.pk}/freed", {"back": "table"})
    assert back["Location"] == f"/tables/{table.pk}/"
    assert browser(None).post(f"/tables/{table.pk}/freed").status_code == 403
    assert browser(binh).get(f"/tables/{table.pk}/freed").status_code == 302
    assert browser(binh).post("/tables/999/freed").status_code == 404


def test_being_late_again_is_told_again_and_once(an, binh, table):
    browser(binh).post(f"/tables/{table.pk}/sit", {"seat": 1})
    late(table, an)
    assert lobby(binh).count(TOLD) == 1


def test_it_is_told_of_a_closed_table_without_the_way_there(an, binh, table):
    commands.close_table(by=an, table_id=table.pk, now=timezone.now())
    html = lobby(binh)
    assert TOLD in html and f'href="/tables/{table.pk}/"' not in html


def test_a_page_of_the_table_tells_it_to_the_one_who_was_late_alone(an, binh, table):
    page = engines["django"].from_string("{% load seats %}{% freed_seat table %}")

    def told(player):
        return page.render({"table": table, "user": player or AnonymousUser(), "csrf_token": "x"})

    assert TOLD in told(binh) and 'name="back" value="table"' in told(binh)
    assert TOLD not in told(an) and TOLD not in told(None)
    commands.note_freed_seat(by=binh, table_id=table.pk)
    assert TOLD not in told(binh)


def test_who_leaves_or_is_called_off_loses_no_seat_by_lateness(an, binh):
    table = table_with(an, binh)
    commands.leave_table(by=binh, table_id=table.pk, now=timezone.now())
    assert Deal.objects.filter(cancelled=True).exists()
    assert not DealSeat.objects.filter(freed_at__isnull=False).exists()
    assert "You lost your seat" not in lobby(binh)
