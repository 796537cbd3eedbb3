"""Tea and rounds by minutes at the club's tables: each clock gets back what it had, in whatever order workers run."""

from datetime import datetime, timedelta
from typing import Any

import pytest

from games import commands as club
from games.commands.clock import Steady
from games.engine.events import DealPaused, DealResumed
from games.errors import Refused
from games.models import Deal, Player, ServiceClock, Table
from games.queries import current
from tests.support.deals import NOW, play_on
from tests.support.evening import Evening
from tests.support.threads import at_once
from tournaments import commands, projections, reactions
from tournaments.commands import holding, timing
from tournaments.engine.state import TournamentState
from tournaments.models import RoundTable, Standing, Tournament
from tournaments.queries import load_state

pytestmark = pytest.mark.django_db(transaction=True)

MINUTE = timedelta(minutes=1)
SECOND = timedelta(seconds=1)


def work(evening: Evening) -> None:
    """A run of the worker at this moment of the evening."""
    reactions.follow(lambda: evening.now)


def up(evening: Evening) -> None:
    """The service has been there all the time."""
    ServiceClock.objects.all().delete()
    club.keep_time(now=evening.now)


def dealt(evening: Evening) -> list[Deal]:
    """Start every prepared deal; the deals that run, by their tables."""
    evening.now += 61 * SECOND
    for deal in Deal.objects.filter(ended_at__isnull=True):
        club.start_deal(deal_id=deal.pk, now=evening.now)
    return running()


def running() -> list[Deal]:
    return list(Deal.objects.filter(ended_at__isnull=True).order_by("table"))


def pause(evening: Evening, **said: Any) -> None:
    commands.pause_all(
        by=evening.director, tournament_id=evening.id, reason="tea", now=evening.now, **said
    )


def resume(evening: Evening) -> None:
    commands.resume_all(by=evening.director, tournament_id=evening.id, now=evening.now)


def row(evening: Evening) -> Tournament:
    return Tournament.objects.get(pk=evening.id)


def state_of(tournament_id: int) -> TournamentState:
    state = load_state(tournament_id)
    assert state is not None
    return state


def left(deal: Deal, now: datetime) -> tuple[timedelta | None, timedelta | None]:
    return tuple(None if at is None else at - now for at in (deal.deadline, deal.bot_due))  # type: ignore[return-value]


def rebuilt_alike(evening: Evening) -> None:
    before = evening.rows()
    projections.rebuild(evening.id)
    assert evening.rows() == before


def test_tea_stops_every_table_and_gives_every_clock_back_exactly_what_it_had() -> None:
    evening = Evening(8)
    had = {deal.pk: left(deal, evening.now) for deal in dealt(evening)}
    pause(evening)
    assert row(evening).paused_at == evening.now
    assert row(evening).paused_by == evening.director
    work(evening)
    work(evening)
    assert len(had) == 2 and all(deal.paused_at for deal in running())
    assert all(one.held for one in Table.objects.all())
    version = {deal.pk: deal.version for deal in running()}
    evening.now += 17 * MINUTE
    work(evening)
    assert {deal.pk: deal.version for deal in running()} == version
    rebuilt_alike(evening)
    resume(evening)
    work(evening)
    work(evening)
    assert {deal.pk: left(deal, evening.now) for deal in running()} == had
    assert not any(deal.paused_at for deal in running())
    assert not any(one.held for one in Table.objects.all())
    for deal in running():
        kinds = [type(one.event) for one in current(deal.pk).rows]
        assert kinds.count(DealPaused) == kinds.count(DealResumed) == 1
    rebuilt_alike(evening)
    evening.play_all()
    assert row(evening).rounds_closed == 2


def test_no_deal_begins_during_tea_and_a_prepared_one_is_called_off() -> None:
    evening = Evening(8)
    first, _second = dealt(evening)
    play_on(first.pk, now=evening.now)
    evening.finish_deal(first.pk)
    assert running()[0].number == 2
    pause(evening)
    work(evening)
    assert [deal.table_id for deal in running()] == [_second.table_id]
    evening.now += 10 * MINUTE
    evening.finish_deal(first.pk)
    assert len(running()) == 1
    resume(evening)
    work(evening)
    assert [deal.number for deal in running()] == [2, 1]
    evening.play_all()
    assert row(evening).rounds_closed == 2
    assert Standing.objects.filter(tournament=evening.id, deals=4).count() == 8


def test_a_worker_that_is_broken_off_begins_anew_where_it_was(monkeypatch: Any) -> None:
    evening = Evening(12)
    dealt(evening)
    pause(evening)
    calls = []

    def broken(*args: Any, **kwargs: Any) -> None:
        calls.append(args)
        if len(calls) == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        holding.keep_still(lambda: evening.now, between=broken)
    assert 0 < sum(deal.paused_at is not None for deal in running()) < 3
    work(evening)
    assert all(deal.paused_at for deal in running())
    for deal in running():
        kinds = [type(one.event) for one in current(deal.pk).rows]
        assert kinds.count(DealPaused) == 1


def test_a_table_that_the_director_paused_alone_stays_so_behind_tea_and_one_let_go_alone_plays() -> (
    None
):
    evening = Evening(8)
    own, other = dealt(evening)
    club.pause_deal(by=evening.director, deal_id=own.pk, resume=False, now=evening.now)
    pause(evening)
    work(evening)
    club.pause_deal(by=evening.director, deal_id=other.pk, resume=True, now=evening.now)
    work(evening)
    assert [deal.paused_at is None for deal in running()] == [False, True]
    resume(evening)
    work(evening)
    assert [deal.paused_at is None for deal in running()] == [False, True]


def test_tea_is_for_directors_and_once_for_each_press() -> None:
    evening = Evening(4)
    member = evening.people[0]
    with pytest.raises(Refused, match="director"):
        commands.pause_all(by=member, tournament_id=evening.id, reason="tea", now=NOW)
    for _press in range(2):
        pause(evening, idempotency_key="one")
    resume(evening)
    version = evening.version
    pause(evening, idempotency_key="one")
    assert evening.version == version


def test_a_cancelled_tournament_lets_its_deals_go_on() -> None:
    evening = Evening(4)
    dealt(evening)
    pause(evening)
    work(evening)
    commands.cancel(by=evening.director, tournament_id=evening.id, reason="Dark.", now=evening.now)
    work(evening)
    assert not any(deal.paused_at for deal in running())
    rebuilt_alike(evening)


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
        commands.create(by=director, **terms)
    pk = commands.create(by=director, starts_at=NOW + 60 * MINUTE, **terms).pk
    for player in (early, late):
        commands.enter(by=player, tournament_id=pk, now=NOW)
    commands.check_in(by=early, tournament_id=pk, player=early.pk, now=NOW + 44 * MINUTE)
    end = NOW + 45 * MINUTE
    with pytest.raises(Refused, match="check-in is over"):
        commands.check_in(by=late, tournament_id=pk, player=late.pk, now=end)
    with pytest.raises(Refused, match="check-in is over"):
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
    pk = commands.create(
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


def test_tea_over_an_open_claim_window_gives_the_window_back() -> None:
    evening = Evening(4, rules="4sac")
    [deal] = dealt(evening)
    until_a_window(deal, evening)
    had = window(deal)
    assert had is not None and had > evening.now
    pause(evening)
    work(evening)
    evening.now += 10 * MINUTE
    assert not club.close_window(deal_id=deal.pk, now=evening.now)
    resume(evening)
    work(evening)
    assert window(deal) == had + 10 * MINUTE
    club.close_window(deal_id=deal.pk, now=had + 10 * MINUTE)
    assert window(deal) != had + 10 * MINUTE


def window(deal: Deal) -> datetime | None:
    return Deal.objects.values_list("window_until", flat=True).get(pk=deal.pk)


def until_a_window(deal: Deal, evening: Evening) -> None:
    """Let time run out until a turned card opens a claim window."""
    for _move in range(40):
        if window(deal) is not None:
            return
        evening.now += 40 * SECOND
        club.time_out(deal_id=deal.pk, now=evening.now)
        club.play_bots(deal_id=deal.pk, clock=lambda: evening.now)
    raise AssertionError("no window opened")


def test_two_workers_at_once_pause_each_deal_once() -> None:
    evening = Evening(12)
    dealt(evening)
    pause(evening)
    at_once(lambda: work(evening), lambda: work(evening))
    for deal in running():
        kinds = [type(one.event) for one in current(deal.pk).rows]
        assert kinds.count(DealPaused) == 1
    resume(evening)
    at_once(lambda: work(evening), lambda: work(evening))
    for deal in running():
        kinds = [type(one.event) for one in current(deal.pk).rows]
        assert kinds.count(DealResumed) == 1
    assert not Table.objects.filter(held=True).exists()


def test_tea_keeps_a_deal_still_whose_call_of_the_referee_ends_meanwhile() -> None:
    evening = Evening(4)
    (deal,) = dealt(evening)
    had = left(deal, evening.now)
    caller = deal.table.seats.exclude(player=None).first()
    assert caller is not None and caller.player is not None
    call = club.call_referee(
        by=caller.player, table_id=deal.table_id, reason="rule", words="", now=evening.now
    )
    evening.now += 5 * SECOND
    pause(evening)
    work(evening)
    club.call_off(by=caller.player, call_id=call.pk, now=evening.now)
    (deal,) = running()
    assert deal.paused_at is not None and deal.paused_until is None
    evening.now += 20 * MINUTE
    assert not club.end_pause(deal_id=deal.pk, now=evening.now)
    resume(evening)
    work(evening)
    (deal,) = running()
    assert deal.paused_at is None and left(deal, evening.now) == had
    evening.play_all()
    assert row(evening).rounds_closed == 2
