"""Rounds by minutes and the check-in, by the club's clock: silences, tea between, whatever order workers run in."""

from datetime import datetime
from typing import Any

import pytest

from games import commands as club
from games.commands.deal.clock import Steady
from games.errors import Refused
from games.models import Player, Table
from tests.support.deals import NOW, play_on
from tests.support.evening import Evening
from tests.support.tea import (
    MINUTE,
    SECOND,
    dealt,
    pause,
    rebuilt_alike,
    resume,
    row,
    running,
    state_of,
    up,
    work,
)
from tests.support.tournament_pages import create
from tournaments import commands, reactions
from tournaments.commands import timing
from tournaments.models import RoundTable, Standing, Tournament

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_round_by_minutes_finishes_the_deals_that_run_and_begins_no_other() -> None:
    evening = Evening(8, rounds=2, deals_per_round=8, round_minutes=30)
    began = evening.now
    assert row(evening).clock_until == began + 30 * MINUTE
    first, second = dealt(evening)
    play_on(first.pk, now=evening.now)
    evening.finish_deal(first.pk)  # the next one is prepared, and not dealt
    evening.now = began + 30 * MINUTE
    up(evening)
    work(evening)
    assert row(evening).time_up and row(evening).clock_until is None
    work(evening)
    assert [deal.pk for deal in running()] == [second.pk]
    assert list(RoundTable.objects.values_list("stopped", flat=True)) == [1, None]
    assert row(evening).rounds_closed == 0
    rebuilt_alike(evening)
    play_on(second.pk, now=evening.now)
    evening.finish_deal(second.pk)
    work(evening)
    work(evening)
    assert (row(evening).rounds_closed, row(evening).rounds_drawn) == (1, 2)
    assert row(evening).clock_until == evening.now + 30 * MINUTE
    assert not row(evening).time_up
    assert set(Standing.objects.values_list("deals", flat=True)) == {1}
    assert len(running()) == 2
    rebuilt_alike(evening)


def test_tea_stands_between_a_round_and_its_end_and_may_outlast_it() -> None:
    evening = Evening(4, rounds=1, deals_per_round=8, round_minutes=30)
    [deal] = dealt(evening)
    pause(evening)
    work(evening)
    evening.now += 60 * MINUTE
    up(evening)
    work(evening)
    assert not row(evening).time_up
    resume(evening)
    work(evening)
    evening.now += 30 * MINUTE
    up(evening)
    work(evening)
    assert row(evening).time_up
    pause(evening)
    work(evening)
    assert running()[0].paused_at
    resume(evening)
    work(evening)
    play_on(deal.pk, now=evening.now)
    evening.finish_deal(deal.pk)
    work(evening)
    assert not running() and row(evening).rounds_closed == 1
    evening.close()


def test_tables_open_when_the_round_begins_and_the_director_hurries_it() -> None:
    evening = Evening(4, wait_minutes=3)
    assert not Table.objects.exists() and row(evening).waits
    work(evening)
    assert not Table.objects.exists()
    evening.now += 3 * MINUTE
    up(evening)
    work(evening)
    assert Table.objects.count() == 1 and not row(evening).waits
    while evening.play():
        work(evening)
        if row(evening).waits:
            break
    assert row(evening).clock_until == evening.now + 3 * MINUTE
    commands.set_beginning(
        by=evening.director, tournament_id=evening.id, minutes=10, now=evening.now
    )
    assert row(evening).clock_until == evening.now + 10 * MINUTE
    commands.set_beginning(
        by=evening.director, tournament_id=evening.id, minutes=0, now=evening.now
    )
    work(evening)
    assert Table.objects.filter(closed_at=None).count() == 1
    rebuilt_alike(evening)


def beat(now: datetime, seconds: float) -> None:
    club.keep_time(now=now, steady=Steady("boot", seconds))


def test_the_clock_of_a_round_gets_back_a_silence_and_does_not_leap_with_the_systems() -> None:
    evening = Evening(4, deals_per_round=8, round_minutes=30)
    until = NOW + 30 * MINUTE
    beat(NOW, 0)
    beat(NOW + 600 * SECOND, 600)  # the service was away
    assert row(evening).clock_until == until + 600 * SECOND
    beat(NOW + 600 * SECOND, 600)
    beat(NOW + 603 * SECOND, 603)
    assert row(evening).clock_until == until + 600 * SECOND
    ahead = 3600 * SECOND
    beat(NOW + 606 * SECOND + ahead, 606)  # the clock was set forward
    after = row(evening).clock_until
    assert after is not None
    assert abs(after - (until + 600 * SECOND + ahead)) <= 5 * SECOND
    beat(NOW + 609 * SECOND, 609)  # and back
    back = row(evening).clock_until
    assert back is not None and back - (NOW + 609 * SECOND) <= 30 * MINUTE + 5 * SECOND
    open_round = state_of(evening.id).open_round
    assert open_round is not None and open_round.clock == back


def test_nothing_is_over_before_a_silence_was_given_back() -> None:
    evening = Evening(4, deals_per_round=8, round_minutes=30)
    beat(NOW, 0)
    assert timing.follow_clock(lambda: NOW + 40 * MINUTE) == 0
    beat(NOW + 40 * MINUTE, 2400)
    assert timing.follow_clock(lambda: NOW + 40 * MINUTE) == 0
    assert row(evening).clock_until == NOW + 70 * MINUTE


def test_the_check_in_ends_by_the_clock_and_a_director_lets_others_in() -> None:
    director = Player.objects.create_user("director", is_director=True)
    early, late, later = (Player.objects.create_user(f"member{i}") for i in range(3))
    terms: dict[str, Any] = {
        "name": "Friday",
        "rules": "vinagames",
        "rounds": 2,
        "deals_per_round": 2,
        "entry_fee": 0,
        "prize_shares": (100,),
        "seconds_per_move": 30,
        "filler": "bot:greedy",
        "now": NOW,
        "check_in": True,
        "check_in_ends": 15,
        "late_until": 2,
    }
    with pytest.raises(Refused, match="day and time"):
        create(by=director, **terms)
    pk = create(by=director, starts_at=NOW + 60 * MINUTE, **terms).pk
    for player in (early, late):
        commands.enter(by=player, tournament_id=pk, now=NOW)
    commands.check_in(by=early, tournament_id=pk, player=early.pk, now=NOW + 44 * MINUTE)
    end = NOW + 45 * MINUTE
    with pytest.raises(Refused, match="Check-in is over"):
        commands.check_in(by=late, tournament_id=pk, player=late.pk, now=end)
    with pytest.raises(Refused, match="Check-in is over"):
        commands.enter(by=later, tournament_id=pk, now=end)
    club.keep_time(now=end)
    reactions.follow(lambda: end)
    reactions.follow(lambda: end)
    found = Tournament.objects.get(pk=pk)
    assert found.check_in_closed and found.check_in_until == end
    version = found.version
    commands.start(by=director, tournament_id=pk, now=end)
    assert state_of(pk).entrants == (early.pk,)
    assert found.version == version
    commands.enter(by=late, tournament_id=pk, now=end + MINUTE)
    assert state_of(pk).late == {late.pk: 2}
    assert commands.enter(by=later, tournament_id=pk, now=end + MINUTE)


def test_a_director_who_does_not_play_checks_in_who_is_late() -> None:
    evening_director = Player.objects.create_user("director", is_director=True)
    late = Player.objects.create_user("late")
    pk = create(
        by=evening_director,
        name="Friday",
        rules="vinagames",
        rounds=1,
        deals_per_round=1,
        entry_fee=0,
        prize_shares=(100,),
        seconds_per_move=30,
        filler="bot:greedy",
        now=NOW,
        check_in=True,
        check_in_ends=0,
        starts_at=NOW + MINUTE,
    ).pk
    commands.enter(by=late, tournament_id=pk, now=NOW)
    after = NOW + 2 * MINUTE
    commands.check_in(by=evening_director, tournament_id=pk, player=late.pk, now=after)
    assert not state_of(pk).not_here
