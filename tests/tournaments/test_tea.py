"""Tea at the club's tables: each clock gets back what it had, in whatever order workers run."""

from datetime import datetime, timedelta
from typing import Any

import pytest

from games import commands as club
from games.engine.events import DealPaused, DealResumed
from games.errors import Refused
from games.models import Deal, Table
from games.queries import current
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
    work,
)
from tests.support.threads import at_once
from tournaments import commands
from tournaments.commands import club_tables
from tournaments.models import Standing

pytestmark = pytest.mark.django_db(transaction=True)


def left(deal: Deal, now: datetime) -> tuple[timedelta | None, timedelta | None]:
    return tuple(None if at is None else at - now for at in (deal.deadline, deal.bot_due))  # type: ignore[return-value]


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
        club_tables.keep_still(lambda: evening.now, between=broken)
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
