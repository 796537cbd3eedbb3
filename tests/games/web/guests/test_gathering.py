"""A table for friends waits for them: a countdown, the host's early start, and no press more than sitting down."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games import commands, tasks
from games.commands.deal.clock import LONGEST_SILENCE
from games.commands.deal.waiting import COUNTDOWN
from games.commands.table import friends
from games.errors import Refused
from games.models import Deal, ServiceClock
from tests.support.deals import play_to_the_end
from tests.support.friends import friends_table
from tests.support.play_pages import browser, member, table_with

pytestmark = pytest.mark.django_db


@pytest.fixture
def now():
    return timezone.now()


@pytest.fixture
def an():
    return member("an", display_name="Cô An")


@pytest.fixture
def table(an, now):
    return friends_table(an, now=now)


def come(table, name, now):
    """A member who opens the link and sits down."""
    player = member(name)
    friends.come_by_link(by=player, code=table.code, now=now)
    table.refresh_from_db()
    return player


def page_of(player, table):
    return browser(player).get(f"/tables/{table.pk}/").content.decode()


def deal_of(table):
    return Deal.objects.get(table=table, ended_at=None)


def sitting(table):
    return [seat.player for seat in table.seats.order_by("number").select_related("player")]


def test_nothing_runs_down_while_the_host_is_alone(an, table):
    assert table.waits_for_friends and table.starts_at is None
    assert not Deal.objects.exists()
    page = page_of(an, table)
    assert "Waiting for friends." in page and "Start now" in page and "data-deadline" not in page
    assert f"/tables/{table.pk}/invitations" in page


def test_the_first_friend_starts_a_countdown_that_the_second_does_not_prolong(an, table, now):
    binh = come(table, "binh", now)
    assert table.starts_at == now + COUNTDOWN
    come(table, "chi", now + timedelta(seconds=30))
    assert table.starts_at == now + COUNTDOWN and not Deal.objects.exists()
    page = page_of(binh, table)
    deadline = int(table.starts_at.timestamp() * 1000)
    assert f'data-deadline="{deadline}"' in page and "Bots take the free seats" in page
    assert "Start now" not in page and "Start now" in page_of(an, table)


def test_alone_again_the_host_waits_as_long_as_they_like(an, table, now):
    binh = come(table, "binh", now)
    commands.leave_table(by=binh, table_id=table.pk, now=now)
    table.refresh_from_db()
    assert table.waits_for_friends and table.starts_at is None


def test_friends_whose_host_left_do_not_wait_for_ever(an, table, now):
    come(table, "binh", now)
    commands.leave_table(by=an, table_id=table.pk, now=now)
    table.refresh_from_db()
    assert table.waits_for_friends and table.starts_at == now + COUNTDOWN


def test_the_host_starts_early_and_each_page_is_ready_by_itself(an, table, now):
    binh = come(table, "binh", now)
    start = f"/tables/{table.pk}/start"
    assert browser(binh).post(start).status_code == 403
    for _ in range(2):
        assert browser(an).post(start).status_code == 303
    deal = deal_of(table)
    for one in (an, binh):
        page = page_of(one, table)
        assert f'data-ready-itself="{deal.pk}"' in page and "starts in a moment" in page
        browser(one).post(f"/tables/{table.pk}/ready", {"deal": deal.pk})
    deal.refresh_from_db()
    assert deal.started_at is not None
    assert [seat.bot for seat in deal.seats.order_by("number")] == ["", "", "club", "club"]
    assert not table.seats.filter(ready=True).exists()  # the next deal asks again


def test_a_host_alone_starts_against_bots(an, table):
    browser(an).post(f"/tables/{table.pk}/start")
    assert deal_of(table).seats.exclude(player=None).get().player == an


@pytest.mark.usefixtures("eager")
def test_the_worker_starts_it_and_deals_where_no_page_is_open(an, table, now):
    binh = come(table, "binh", now - COUNTDOWN)
    table.refresh_from_db()
    tasks.sweep()
    deal = deal_of(table)
    assert deal.deadline is not None
    commands.start_deal(deal_id=deal.pk, now=deal.deadline)
    deal.refresh_from_db()
    assert deal.started_at is not None
    assert sitting(table)[:2] == [an, binh]  # nobody lost a seat


def test_the_worker_leaves_a_table_alone_whose_time_is_not_up(an, table, now):
    come(table, "binh", now)
    tasks.sweep()
    assert not Deal.objects.exists()


def test_the_last_friend_starts_it(an, table, now):
    for name in ("binh", "chi", "dung"):
        assert not Deal.objects.exists()
        come(table, name, now)
    assert not table.waits_for_friends and deal_of(table).seats.filter(player=None).count() == 0


def test_those_who_sit_read_who_is_awaited_by_name(an, table, now):
    binh, chi = member("binh", display_name="Bình"), come(table, "chi", now)
    browser(an).post(f"/tables/{table.pk}/invitations", {"player": str(binh.pk)})
    for one in (an, chi):
        assert "Not here yet: Bình." in page_of(one, table)
    assert "Bình" not in browser().get(f"/tables/{table.pk}/").content.decode()
    friends.come_by_link(by=binh, code=table.code, now=now)
    assert "Not here yet" not in page_of(an, table)


def after_a_deal(an, binh, table, now):
    """Play the first deal to its end; return the next one, for which An alone is ready."""
    friends.start_now(by=an, table_id=table.pk, now=now)
    first = deal_of(table)
    for one in (an, binh):
        commands.get_ready(by=one, deal_id=first.pk, now=now)
    play_to_the_end(first, now=now)
    commands.prepare_deal(table_id=table.pk, now=now)
    second = deal_of(table)
    commands.get_ready(by=an, deal_id=second.pk, now=now)
    return second


def test_who_was_ready_need_not_say_so_again_when_somebody_sits_down(an, table, now):
    binh = come(table, "binh", now)
    second = after_a_deal(an, binh, table, now)
    chi = come(table, "chi", now)
    third = deal_of(table)
    assert third.pk != second.pk
    ready = {one: "data-ready-itself" in page_of(one, table) for one in (an, binh, chi)}
    assert ready == {an: True, binh: False, chi: True}
    # Pressed as it was called off: no refusal.
    commands.get_ready(by=an, deal_id=second.pk, now=now)
    with pytest.raises(Refused) as refused:
        commands.get_ready(by=binh, deal_id=second.pk, now=now)
    assert refused.value.code == "deal.called-off"


def test_who_was_not_there_loses_the_seat_and_the_others_are_dealt_cards_without_a_press(
    an, table, now
):
    second = after_a_deal(an, come(table, "binh", now), table, now)
    second.refresh_from_db()
    commands.start_deal(deal_id=second.pk, now=second.deadline)
    assert sitting(table) == [an, None, None, None]
    third = deal_of(table)
    commands.start_deal(deal_id=third.pk, now=third.deadline)
    third.refresh_from_db()
    assert third.started_at is not None and sitting(table)[0] == an


def test_at_a_table_for_chips_each_says_that_they_are_ready(an, now):
    table = table_with(an, member("binh"), chips_per_point=1)
    commands.get_ready(by=an, deal_id=deal_of(table).pk, now=now)
    commands.sit_down(by=member("chi"), table_id=table.pk, seat=2, now=now)
    assert not table.seats.filter(ready=True).exists()
    assert "data-ready-itself" not in page_of(an, table)


def test_after_the_service_was_away_the_countdown_starts_again(an, table, now):
    come(table, "binh", now)
    ServiceClock.objects.create(pk=1, beat_at=now)
    later = now + LONGEST_SILENCE + COUNTDOWN
    commands.keep_time(now=later)
    table.refresh_from_db()
    assert table.starts_at == later + COUNTDOWN
