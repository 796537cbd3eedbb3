"""How many guests there is room for, and who of them makes it."""

from datetime import timedelta

import pytest
import time_machine
from django.test import Client, override_settings
from django.utils import timezone

from games import commands
from games.commands.people import guests
from games.engine.rules import VINAGAMES
from games.errors import Refused
from games.models import Deal, MemberSession, Player, Table
from tests.support.deals import NOW, get_ready
from tests.support.guests import played
from tests.support.play_pages import browser, member, table_with
from tests.support.tables import opened_table

pytestmark = pytest.mark.django_db


@override_settings(TUSAC_LIMITS=True)
def test_one_address_makes_a_few_guests_and_no_more():
    codes = [Client(REMOTE_ADDR="192.0.2.7").post("/play").status_code for _ in range(31)]
    assert set(codes[:30]) == {302} and codes[30] == 429
    assert Player.objects.filter(is_guest=True).count() == 30
    assert Client(REMOTE_ADDR="192.0.2.8").post("/play").status_code == 302


@override_settings(TUSAC_LIMITS=True)
@pytest.mark.parametrize(("address", "most"), [("/join/", 20), ("/welcome/", 30)])
def test_guests_of_one_address_guess_no_more_than_one_of_them(address, most):
    browsers = [browser(guests.new_guest(now=timezone.now())) for _ in range(3)]
    with time_machine.travel(NOW, tick=False):
        codes = [browsers[n % 3].post(address, {"code": "BBBBBB"}) for n in range(most + 1)]
    assert [answer.status_code == 429 for answer in codes] == [False] * most + [True]


@override_settings(TUSAC_LIMITS=True)
def test_the_club_has_room_for_so_many_guests(monkeypatch):
    monkeypatch.setattr(guests, "MOST_GUESTS", 1)
    assert Client(REMOTE_ADDR="192.0.2.7").post("/play").status_code == 302
    assert Client(REMOTE_ADDR="192.0.2.8").post("/play").status_code == 503
    assert Player.objects.count() == Table.objects.count() == 1


def test_who_goes_away_makes_room_and_who_has_played_is_kept_for_a_while():
    now = timezone.now()
    here, gone, idle = (guests.new_guest(now=now - timedelta(hours=3)) for _ in range(3))
    player = guests.new_guest(now=now - timedelta(hours=3))
    played(player, now=now - timedelta(hours=3))
    browser(here)
    guests.play_now(by=gone, rules=VINAGAMES, now=now - timedelta(hours=3))
    table = Table.objects.get(opened_by=gone)
    assert guests.tidy_guests(now=now) == 1
    assert not Player.objects.filter(pk=idle.pk).exists()
    left = Player.objects.in_bulk()
    assert [left[one.pk].is_active for one in (here, gone, player)] == [True, True, True]
    table.refresh_from_db()
    assert table.closed_at is None  # the careful bot plays the deal to its end first
    play_by_the_clock(table.deals.get())
    assert guests.tidy_guests(now=now) == 1
    assert Table.objects.filter(pk=table.pk, closed_at__isnull=False).exists()
    assert not Player.objects.get(pk=gone.pk).is_active
    assert guests.tidy_guests(now=now + guests.GUEST_KEPT) == 2
    assert not MemberSession.objects.filter(player=here).exists()


def play_by_the_clock(deal):
    """The deal to its end, with nobody there."""
    clock = deal.changed_at
    while deal.ended_at is None:
        clock = max([clock, *filter(None, (deal.deadline, deal.bot_due))])
        commands.time_out(deal_id=deal.pk, now=clock)
        commands.play_bots(deal_id=deal.pk, clock=lambda: clock)  # noqa: B023 - called at once
        deal.refresh_from_db()


def test_who_never_moved_has_played_no_deal_though_bots_finished_it():
    now = timezone.now()
    idle, player = (guests.new_guest(now=now - timedelta(hours=5)) for _ in range(2))
    table = guests.play_now(by=idle, rules=VINAGAMES, now=now - timedelta(hours=5))
    play_by_the_clock(table.deals.get())
    played(player, now=now - timedelta(hours=5))
    assert guests.tidy_guests(now=now) == 1
    idle.refresh_from_db()
    player.refresh_from_db()
    assert (idle.is_active, player.is_active) == (False, True)


@override_settings(TUSAC_LIMITS=True)
def test_in_a_full_club_the_guest_longest_unseen_gives_way_who_plays_no_deal(monkeypatch):
    monkeypatch.setattr(guests, "MOST_GUESTS", 4)
    now = timezone.now()
    playing, older, newer = (guests.new_guest(now=now - timedelta(hours=n)) for n in (3, 2, 1))
    here = guests.new_guest(now=now)
    guests.play_now(by=playing, rules=VINAGAMES, now=now - timedelta(hours=3))
    for left in ([playing, newer, here], [playing, here]):
        guests.new_guest(now=now)
        awake = set(Player.objects.filter(is_active=True))
        assert awake & {playing, older, newer, here} == set(left)
    with pytest.raises(Refused) as refused:
        guests.new_guest(now=now)
    assert refused.value.code == "guest.full"


@override_settings(TUSAC_LIMITS=True)
def test_in_a_full_club_guests_who_only_keep_a_page_open_give_way_the_oldest_first(monkeypatch):
    monkeypatch.setattr(guests, "MOST_GUESTS", 4)
    now = timezone.now()
    hours = [now - timedelta(hours=n) for n in (4, 3, 2)]
    kept = [guests.new_guest(now=at) for at in hours]
    playing = guests.new_guest(now=hours[0])
    guests.play_now(by=playing, rules=VINAGAMES, now=hours[0])
    # The oldest of them sat down last: its deal was over and the next one prepared an hour ago.
    table = guests.play_now(by=kept[0], rules=VINAGAMES, now=hours[0])
    play_by_the_clock(table.deals.get())
    commands.prepare_deal(table_id=table.pk, now=now - timedelta(hours=1))
    for guest in (*kept, playing):
        browser(guest).get("/")
    assert MemberSession.objects.filter(seen_at__gt=now - timedelta(minutes=1)).count() == 4
    for away in (kept[1], kept[2], kept[0]):
        guests.new_guest(now=now)
        away.refresh_from_db()
        assert not away.is_active and not MemberSession.objects.filter(player=away).exists()
    with pytest.raises(Refused, match="The club has no room for more guests right now"):
        guests.new_guest(now=now)
    playing.refresh_from_db()
    assert playing.is_active


def test_a_guest_who_logs_out_or_stays_away_in_a_deal_stays_until_it_is_over():
    now = timezone.now()
    guest, an = guests.new_guest(now=now - timedelta(hours=3)), member("an")
    table = table_with(an, seats=2, filler="", chips_per_point=0)
    table.invited.add(guest)
    commands.sit_down(by=guest, table_id=table.pk, seat=1, now=now)
    deal = table.deals.get()
    get_ready(deal, [an, guest], ["one", "two"], now=now)
    browser(guest).post("/accounts/logout/")
    assert guests.tidy_guests(now=now) == 0
    deal.refresh_from_db()
    play_by_the_clock(deal)
    assert guests.tidy_guests(now=now) == 1
    guest.refresh_from_db()
    assert not guest.is_active and not table.seats.filter(player=guest).exists()
    table.refresh_from_db()
    assert table.closed_at is None


def test_the_table_of_a_guest_at_rest_is_closed_when_its_deal_is_over():
    now = timezone.now()
    guest = guests.new_guest(now=now)
    table = guests.play_now(by=guest, rules=VINAGAMES, now=now)
    Player.objects.filter(pk=guest.pk).update(is_active=False)
    guests.tidy_guests(now=now)
    play_by_the_clock(table.deals.get())
    guests.tidy_guests(now=now)
    table.refresh_from_db()
    assert table.closed_at is not None


def test_the_table_of_a_guest_who_does_nothing_is_closed_between_two_deals():
    now = timezone.now()
    guest = guests.new_guest(now=now - timedelta(hours=2))
    table = opened_table(
        by=guest,
        name="Bàn",
        rules=VINAGAMES,
        seats=4,
        chips_per_point=0,
        admission=Table.Admission.INVITED,
        now=now - timedelta(hours=2),
    )
    commands.sit_down(by=guest, table_id=table.pk, seat=0, now=now - timedelta(hours=2))
    guests.tidy_guests(now=now)
    table.refresh_from_db()
    assert table.closed_at is not None and Deal.objects.get().cancelled


@override_settings(TUSAC_LIMITS=True)
def test_in_a_full_club_a_guest_whose_deal_is_paused_for_long_gives_way(monkeypatch):
    monkeypatch.setattr(guests, "MOST_GUESTS", 1)
    before = timezone.now() - timedelta(minutes=25)
    resting = guests.new_guest(now=before)
    table = guests.play_now(by=resting, rules=VINAGAMES, now=before)
    deal = table.deals.get(ended_at=None)
    assert commands.ask_pause(by=resting, deal_id=deal.pk, resume=False, now=before)
    with pytest.raises(Refused, match="The club has no room for more guests right now"):
        guests.new_guest(now=before + timedelta(minutes=5))
    guests.new_guest(now=timezone.now())
    resting.refresh_from_db()
    assert not resting.is_active
