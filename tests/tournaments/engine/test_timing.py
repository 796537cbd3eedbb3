"""Tea, the beginning and the minutes of a round, and the end of the check-in."""

from datetime import timedelta
from typing import Any

import pytest

from tests.support.deals import NOW
from tests.support.tournaments import NOBODY, V1, Told, deal_id
from tournaments.engine import announcing, decisions
from tournaments.engine.clock import timing
from tournaments.engine.clock.timing_events import (
    CheckInClosed,
    ClockMoved,
    RoundBegan,
    RoundTimed,
    RoundTimeUp,
    TableStopped,
    TournamentPaused,
    TournamentResumed,
)
from tournaments.engine.correcting import corrections
from tournaments.engine.draw_events import RoundDrawn
from tournaments.engine.errors import TournamentRefused
from tournaments.engine.events import RoundClosed
from tournaments.engine.people.entries import decide_check_in

MINUTE = timedelta(minutes=1)


def refused(code: str, decide: Any, *args: Any, **kwargs: Any) -> None:
    with pytest.raises(TournamentRefused) as caught:
        decide(*args, **kwargs)
    assert caught.value.code == code


def begun(players: range = range(8), **options: Any) -> Told:
    """Return a tournament whose first round is drawn at NOW, with what follows by the clock."""
    told = Told(players, **options)
    told.then(timing.with_clock(told.state, decisions.decide_start(told.state, seed=7), now=NOW))
    return told


def tick(told: Told, now: Any) -> Any:
    return told.then(timing.decide_by_clock(told.state, now=now))


def pause(told: Told, now: Any) -> None:
    [paused] = told.then(timing.decide_pause(told.state, director=99, reason=" tea ", now=now))
    assert paused == TournamentPaused(99, "tea", now)


def resume(told: Told, now: Any) -> Any:
    return told.then(timing.decide_resume(told.state, director=99, now=now))


def test_without_terms_of_time_rounds_begin_as_they_are_drawn_and_nothing_is_timed():
    told = begun()
    assert not any(isinstance(event, RoundBegan | RoundTimed) for event in told.events)
    assert told.state.open_round is not None and told.state.open_round.begun
    assert tick(told, NOW + 1000 * MINUTE) == ()


def test_tea_is_once_has_a_reason_and_gives_the_round_back_what_it_had():
    told = begun(round_minutes=40)
    assert told.events[-1] == RoundBegan(1, NOW + 40 * MINUTE, None)
    refused(
        "tournament.reason-missing",
        timing.decide_pause,
        told.state,
        director=99,
        reason=" ",
        now=NOW,
    )
    pause(told, NOW + 10 * MINUTE)
    assert timing.decide_pause(told.state, director=98, reason="again", now=NOW) == ()
    assert tick(told, NOW + 90 * MINUTE) == ()
    assert resume(told, NOW + 25 * MINUTE) == (TournamentResumed(99, NOW + 55 * MINUTE),)
    assert resume(told, NOW + 26 * MINUTE) == ()
    assert tick(told, NOW + 55 * MINUTE - timedelta(seconds=1)) == ()
    assert tick(told, NOW + 55 * MINUTE) == (RoundTimeUp(1),)


def test_tea_in_which_the_clock_was_set_back_gives_back_what_was_left_by_the_clock_it_goes_on_by():
    told = begun(round_minutes=40)
    pause(told, NOW + 10 * MINUTE)
    resume(told, NOW - 60 * MINUTE)
    assert told.state.open_round is not None
    assert told.state.open_round.clock == NOW - 30 * MINUTE


def test_a_director_who_plays_has_tea_too_and_is_named():
    told = begun()
    (paused,) = timing.decide_pause(told.state, director=3, reason="tea", now=NOW)
    assert getattr(paused, "director", None) == 3  # who is in for the tournament


def test_tea_ends_with_the_tournament():
    told = begun()
    pause(told, NOW)
    told.then(decisions.decide_cancel(told.state, reason="The lights went out."))
    assert told.state.pause is None
    refused("tournament.cancelled", timing.decide_resume, told.state, director=99, now=NOW)


def test_a_round_waits_for_its_beginning_which_the_director_hurries_and_delays():
    told = begun(wait_minutes=3, round_minutes=40)
    assert told.events[-1] == RoundTimed(1, NOW + 3 * MINUTE, None)
    assert tick(told, NOW + 2 * MINUTE) == ()

    def set_(minutes: int, now: Any = NOW + MINUTE) -> Any:
        return told.then(
            timing.decide_set_beginning(told.state, minutes=minutes, director=99, now=now)
        )

    assert set_(10) == (RoundTimed(1, NOW + 11 * MINUTE, 99),)
    assert set_(10) == ()
    pause(told, NOW + 5 * MINUTE)
    refused("tournament.paused", set_, 1)
    resume(told, NOW + 15 * MINUTE)
    assert tick(told, NOW + 20 * MINUTE) == ()
    for minutes in (-1, 121, True):
        refused("tournament.wait-out-of-range", set_, minutes)
    assert set_(0, NOW + 20 * MINUTE) == (RoundBegan(1, NOW + 60 * MINUTE, 99),)
    refused("tournament.round-begun", set_, 5)


def test_a_round_begins_by_itself_when_it_is_time():
    told = begun(wait_minutes=3)
    assert tick(told, NOW + 3 * MINUTE) == (RoundBegan(1, None, None),)
    assert tick(told, NOW + 1000 * MINUTE) == ()


def test_the_start_may_wait_longer_or_shorter_than_the_terms_say():
    for terms, wait, expected in ((0, 5, 5), (3, 5, 5), (3, 0, 0)):
        told = Told(range(4), wait_minutes=terms)
        told.then(
            timing.with_clock(
                told.state, decisions.decide_start(told.state, seed=7), now=NOW, wait=wait
            )
        )
        last = (
            RoundTimed(1, NOW + expected * MINUTE, None) if expected else RoundBegan(1, None, None)
        )
        assert told.events[-1] == last
    told = Told(range(4))
    start = decisions.decide_start(told.state, seed=7)
    refused("tournament.wait-out-of-range", timing.with_clock, told.state, start, now=NOW, wait=500)


def test_when_the_minutes_are_up_running_deals_are_finished_and_the_round_is_over_behind_them():
    told = begun(range(8), round_minutes=40, deals_per_round=8)
    told.score(V1, table=1, deal=1)
    told.score(V1, table=1, deal=2)
    told.score(NOBODY, table=2, deal=1, winner=None)
    assert timing.decide_stop_table(told.state, round_number=1, table=1, deals=2) == ()
    assert tick(told, NOW + 40 * MINUTE) == (RoundTimeUp(1),)
    assert tick(told, NOW + 41 * MINUTE) == ()
    assert decisions.decide_advance(told.state) == ()

    def stop(table: int, deals: int) -> Any:
        return told.then(
            timing.decide_stop_table(told.state, round_number=1, table=table, deals=deals)
        )

    assert stop(1, 3) == (TableStopped(1, 1, 3),)
    assert stop(1, 3) == ()
    assert stop(2, 1) == (TableStopped(1, 2, 1),)
    assert told.state.outstanding() == 1
    assert decisions.decide_advance(told.state) == ()
    told.score(V1, table=1, deal=3)
    events = told.then(
        timing.with_clock(told.state, decisions.decide_advance(told.state), now=NOW + 50 * MINUTE)
    )
    assert [type(event) for event in events] == [RoundClosed, RoundDrawn, RoundBegan]
    assert events[-1] == RoundBegan(2, NOW + 90 * MINUTE, None)
    # A deal counts the same, however many its table has played.
    assert sum(row.points for row in told.state.standings()) == 0
    assert {row.deals for row in told.state.standings()} == {1, 3}


def test_a_replay_opens_its_timed_round_again_with_the_clock_that_it_had():
    told = begun(range(1, 5), rounds=1, deals_per_round=1, round_minutes=30, appeal_minutes=10)
    told.score(V1)
    told.then(decisions.decide_advance(told.state))
    assert told.state.rounds[0].closed
    told.then(
        corrections.decide_void(
            told.state,
            deal_id=deal_id(1, 1, 1),
            reason="Torn.",
            section="",
            replay=True,
            director=99,
        )
    )
    (reopened,) = told.state.rounds
    assert (reopened.closed, reopened.clock) == (False, NOW + 30 * MINUTE)


def test_a_table_that_played_all_its_deals_needs_no_stop():
    told = begun(range(4), round_minutes=40, deals_per_round=1)
    tick(told, NOW + 40 * MINUTE)
    assert timing.decide_stop_table(told.state, round_number=1, table=1, deals=1) == ()
    told.score(V1)
    assert told.state.outstanding() == 0


def test_a_clock_is_moved_where_time_was_lost_and_only_where_one_runs():
    told = begun(round_minutes=40)
    later = NOW + 50 * MINUTE
    moved = ClockMoved(1, later, 600, "the service was away")
    said: dict[str, Any] = {"clock": later, "seconds": 600, "reason": "the service was away"}
    assert told.then(timing.decide_move_clock(told.state, **said)) == (moved,)
    assert tick(told, NOW + 49 * MINUTE) == ()
    assert timing.decide_move_clock(begun().state, **said) == ()


def test_the_check_in_ends_before_the_announced_start_and_says_who_is_missing():
    told = Told(range(1, 6), check_in=True, check_in_ends=15)
    assert timing.check_in_until(told.state) is None
    told.then(
        announcing.decide_describe(
            told.state, starts_at=NOW + 60 * MINUTE, description="", director=99, now=NOW
        )
    )
    end = NOW + 45 * MINUTE
    assert timing.check_in_until(told.state) == end
    assert tick(told, end - MINUTE) == ()
    told.then(decide_check_in(told.state, player=2))
    assert timing.may_check_in(told.state, now=end - MINUTE)
    assert not timing.may_check_in(told.state, now=end)
    assert tick(told, end) == (CheckInClosed(end, (1, 3, 4, 5)),)
    assert tick(told, end + MINUTE) == ()
    # An earlier reading of the clock opens it no more, a later start does.
    assert not timing.may_check_in(told.state, now=NOW)
    refused("tournament.entries-after-check-in", timing.check_entry_time, told.state, now=NOW)
    told.then(
        announcing.decide_describe(
            told.state, starts_at=NOW + 120 * MINUTE, description="", director=99, now=end
        )
    )
    assert timing.may_check_in(told.state, now=end)


def test_terms_of_time_are_in_range():
    for code, terms in (
        ("minutes-out-of-range", {"round_minutes": 241}),
        ("minutes-out-of-range", {"round_minutes": -1}),
        ("minutes-too-few", {"round_minutes": 4}),
        ("wait-out-of-range", {"wait_minutes": 121}),
        ("check-in-out-of-range", {"check_in": True, "check_in_ends": 241}),
    ):
        refused(f"tournament.{code}", Told, **terms)
