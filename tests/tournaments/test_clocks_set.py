"""What a step of the system's clock, or a silence, makes of the time to appeal; a round that is lengthened."""

from datetime import timedelta
from typing import Any

import pytest

from games import commands as club
from games.commands.deal.clock import Steady
from games.errors import Refused
from games.log import read_named
from games.models import ServiceClock
from tests.support.agreements import waiting_acts
from tests.support.deals import NOW
from tests.support.evening import Evening
from tests.support.play_pages import browser
from tournaments import commands, projections
from tournaments.models import Tournament
from tournaments.queries import load_state

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("followers_do_not_wait")]

MINUTE = timedelta(minutes=1)


def beat(now, seconds: float) -> None:
    club.keep_time(now=now, steady=Steady("boot", seconds))


def until(evening: Evening):
    rebuilt = Tournament.objects.get(pk=evening.id)
    projections.rebuild(evening.id)
    again = Tournament.objects.get(pk=evening.id)
    assert (again.appeal_until, again.clock_until) == (rebuilt.appeal_until, rebuilt.clock_until)
    state = load_state(evening.id)
    assert state is not None and state.appeal_until == rebuilt.appeal_until
    return rebuilt.appeal_until


def provisional() -> Evening:
    """Return an evening whose last deal is over; the members have half an hour to appeal."""
    evening = Evening(4, rounds=1, deals_per_round=1, appeal_minutes=30)
    evening.play_all()
    ServiceClock.objects.all().delete()
    beat(evening.now, 0)
    return evening


def test_a_step_forward_takes_nobody_the_time_to_appeal():
    evening = provisional()
    announced = until(evening)
    # Three seconds have passed, and the clock was set an hour forward.
    away = timedelta(hours=1, seconds=3)
    stepped = evening.now + away
    assert commands.end_appeals(lambda: stepped) == 0  # not before the sweep has seen the step
    for _twice in range(2):
        beat(stepped, 3)
    assert until(evening) == announced + away
    (moved,) = read_named(f"tournament-{evening.id}", "tournament.appeal-moved")
    assert moved.payload["seconds"] == 3603
    beat(announced + away, 1803)
    assert commands.end_appeals(lambda: announced + away) == 1
    page = browser(evening.people[0]).get(f"/tournaments/{evening.id}/log").content.decode()
    assert "The time to dispute a result" in page


def test_a_step_back_moves_nothing_and_the_step_forward_behind_it_gives_no_more_than_the_whole():
    evening = provisional()
    announced = until(evening)
    beat(evening.now - 60 * MINUTE + MINUTE, 60)
    assert until(evening) == announced
    beat(evening.now + 2 * MINUTE, 120)
    assert until(evening) == evening.now + 32 * MINUTE


def test_a_silence_of_the_service_is_given_back():
    evening = provisional()
    announced = until(evening)
    late = evening.now + 40 * MINUTE
    assert commands.end_appeals(lambda: late) == 0
    beat(late, 2400)
    assert until(evening) == announced + 40 * MINUTE


def timed() -> Evening:
    return Evening(4, rounds=1, deals_per_round=3, round_minutes=20)


def lengthen(evening: Evening, minutes: int = 10, **said) -> None:
    told = {"by": evening.director, "reason": "The lights went out.", **said}
    commands.lengthen_round(tournament_id=evening.id, minutes=minutes, now=evening.now, **told)


def clock(evening: Evening):
    return Tournament.objects.get(pk=evening.id).clock_until


def test_a_running_round_is_lengthened_by_one_event_for_all_screens():
    evening = timed()
    before = clock(evening)
    assert before == NOW + 20 * MINUTE
    for _twice in range(2):
        lengthen(evening, idempotency_key="once")
    assert clock(evening) == before + 10 * MINUTE
    until(evening)
    (event,) = read_named(f"tournament-{evening.id}", "tournament.round-lengthened")
    assert event.payload["minutes"] == 10
    ms = str(int(clock(evening).timestamp() * 1000))
    for path in (f"/tournaments/{evening.id}/", f"/tournaments/{evening.id}/hall"):
        assert ms in browser(None).get(path).content.decode()
    log = browser(None).get(f"/tournaments/{evening.id}/log").content.decode()
    assert "The lights went out." in log
    evening.now += 25 * MINUTE
    assert commands.timing.follow_clock(lambda: evening.now) == 0
    evening.now += 5 * MINUTE
    assert commands.timing.follow_clock(lambda: evening.now) == 1


def test_a_round_is_lengthened_in_a_pause_too():
    evening = timed()
    at: dict[str, Any] = {"by": evening.director, "tournament_id": evening.id}
    commands.pause_all(reason="Tea", now=evening.now, **at)
    lengthen(evening)
    evening.now += 5 * MINUTE
    commands.resume_all(now=evening.now, **at)
    assert clock(evening) == NOW + 35 * MINUTE


def test_no_round_is_lengthened_that_has_no_clock_is_over_or_by_who_plays_in_it():
    def refused(code, evening, minutes=10, **said):
        with pytest.raises(Refused) as told:
            lengthen(evening, minutes, **said)
        assert told.value.code == code

    evening = timed()
    plays = evening.people[0]
    plays.is_director = True
    plays.save()
    lengthen(evening, 10, by=plays)
    assert waiting_acts(evening.id) == ["lengthen_round"] and clock(evening) == NOW + 20 * MINUTE
    refused("tournament.not-director", evening, by=evening.people[1])
    refused("tournament.reason-missing", evening, reason=" ")
    for minutes in (0, -5, 61):
        refused("tournament.lengthening-out-of-range", evening, minutes)
    evening.now += 21 * MINUTE
    commands.timing.follow_clock(lambda: evening.now)
    refused("tournament.no-running-clock", evening)


def test_the_page_of_time_lengthens_the_round():
    evening = timed()
    visitor, path = browser(evening.director), f"/tournaments/{evening.id}/time"
    assert "Make the round longer" in visitor.get(path).content.decode()
    sent = {
        "act": "longer",
        "minutes": "15",
        "reason": "A power cut.",
        "idempotency_key": "0b3c2f5e-9f0f-4f0a-8a50-3b1a0a0a0a0a",
    }
    assert visitor.post(path, {**sent, "minutes": "x"}).status_code == 422
    for _twice in range(2):
        assert visitor.post(path, sent).status_code == 303
    assert clock(evening) == NOW + 35 * MINUTE
