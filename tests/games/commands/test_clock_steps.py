"""The system's clock is set back or forward: deals go on, nobody loses time, and an owner is told."""

from datetime import datetime, timedelta
from functools import partial

import pytest
from django.test import Client

from games import commands, queries
from games.checks.log import differing_deals
from games.commands.deal import clock
from games.commands.deal.clock import STEPPED, Steady
from games.engine.attendance import GRACE, PAUSE_LASTS, PAUSE_LONGER
from games.engine.deal import legal_moves, to_move
from games.engine.events import ClockExtended
from games.engine.recording.verification import verify
from games.engine.rules import VINAGAMES
from games.engine.state import Phase
from games.infrastructure import outbox
from games.log import read
from games.models import Deal, Player, ServiceClock
from games.presenters import sentences
from games.presenters.club.alarms import shown_alarms
from games.projections import rebuild
from games.queries.club.house import open_alarms
from games.queries.play import rows
from tests.support.deals import NOW, prepared_deal, running_deal

pytestmark = pytest.mark.django_db

THREE = timedelta(seconds=3)
STEPS = [
    timedelta(seconds=90),
    timedelta(seconds=10),
    timedelta(days=1),
    timedelta(days=4000),
]


class Machine:
    """A machine on which sweeps run every three seconds, and whose clock can be set."""

    def __init__(self) -> None:
        self.now, self.steady = NOW, 1000.0
        commands.keep_time(now=self.now, steady=Steady("one", self.steady))

    def goes_on(self, passed: timedelta = THREE) -> None:
        """Time passes, and a sweep runs."""
        self.now += passed
        self.steady += passed.total_seconds()
        self.sweep()

    def is_set(self, step: timedelta) -> None:
        """The clock is set; nothing runs meanwhile."""
        self.now += step

    def sweep(self) -> None:
        commands.keep_time(now=self.now, steady=Steady("one", self.steady))


@pytest.fixture
def an() -> Player:
    return Player.objects.create_user("an", preferences={"pace": "quick"})


@pytest.fixture
def machine() -> Machine:
    return Machine()


@pytest.fixture
def paused(settings):
    settings.TUSAC_BOT_PAUSE = 0.7


def waiting_deal(an: Player) -> Deal:
    """Return a deal that waits for its person, with a clock that runs from NOW."""
    deal = running_deal(VINAGAMES, 7, [an])
    commands.play_bots(deal_id=deal.pk, clock=lambda: NOW)
    deal.refresh_from_db()
    assert to_move(queries.load_state(deal.pk)) == (0,)
    return deal


def fresh(deal: Deal) -> Deal:
    deal.refresh_from_db()
    return deal


def steps_told() -> list[int]:
    return [row.payload["seconds"] for row in read("club") if row.name == "club.clock-stepped"]


def due(entry: outbox.OutboxEntry, now: datetime) -> bool:
    return Deal.objects.filter(entry.due(now)).exists()


@pytest.mark.parametrize("step", STEPS)
def test_a_bot_moves_at_the_next_sweep_after_a_step_back(an, machine, paused, step):
    deals = (running_deal(VINAGAMES, seed, [an]) for seed in range(1, 30))
    deal = next(deal for deal in deals if fresh(deal).bot_due is not None)
    version = deal.version
    machine.is_set(-step)
    machine.goes_on()
    assert due(outbox.PLAY_BOTS, machine.now)
    assert commands.play_bots(deal_id=deal.pk, clock=lambda: machine.now) == 1
    assert fresh(deal).version > version
    if (
        deal.bot_due is not None
    ):  # the next bot waits for its pause, and not for the old time to come again
        assert deal.bot_due == machine.now + timedelta(seconds=0.7)


def test_a_bots_move_under_way_while_the_clock_is_set_makes_nobody_late(an, machine, monkeypatch):
    """It was timed before the step, and is committed when the sweep has its turn at the deal's lock."""
    deals = (running_deal(VINAGAMES, seed, [an]) for seed in range(1, 30))
    deal = next(deal for deal in deals if fresh(deal).bot_due is not None)
    before, first = machine.now, rows.LOCKED.first

    def behind_the_bots(deal_id: int) -> Deal | None:
        monkeypatch.setattr(rows.LOCKED, "first", first)
        commands.play_bots(deal_id=deal.pk, clock=lambda: before)
        return first(deal_id)

    machine.is_set(timedelta(days=1))
    machine.now += THREE
    machine.steady += 3
    monkeypatch.setattr(rows.LOCKED, "first", behind_the_bots)
    machine.sweep()
    assert rows.LOCKED.first is first
    assert to_move(queries.load_state(deal.pk)) == (0,)
    assert fresh(deal).deadline >= machine.now
    assert commands.time_out(deal_id=deal.pk, now=machine.now) == 0


@pytest.mark.parametrize("step", STEPS)
def test_nobody_waits_longer_than_the_whole_after_a_step_back(an, machine, step):
    deal = waiting_deal(an)
    machine.goes_on()
    machine.is_set(-step)
    machine.goes_on()
    whole = machine.now + timedelta(seconds=deal.table.seconds_per_move) + GRACE
    assert machine.now < fresh(deal).deadline <= whole
    assert commands.time_out(deal_id=deal.pk, now=whole) == 1


@pytest.mark.parametrize("step", STEPS)
def test_nobody_is_late_by_a_step_forward(an, machine, step):
    deal = waiting_deal(an)
    before = fresh(deal).deadline - machine.now
    machine.is_set(step)
    machine.sweep()
    assert fresh(deal).deadline - machine.now >= before
    assert commands.time_out(deal_id=deal.pk, now=machine.now) == 0
    (event,) = [row for row in read(deal.stream) if row.name == "deal.clock-extended"]
    assert event.payload == {"seconds": step.total_seconds(), "reason": STEPPED}
    said = sentences.event_words(ClockExtended(90, STEPPED), ["An"] * 4)
    assert "The clock of the club's computer was changed" in said
    assert "90" in said


@pytest.mark.parametrize("step", STEPS)
def test_nobody_is_late_by_a_step_forward_after_moves_that_followed_a_step_back(
    an, machine, paused, step
):
    deal = waiting_deal(an)
    machine.is_set(-step)
    machine.goes_on()
    state = queries.load_state(deal.pk)
    commands.submit_move(
        by=an,
        deal_id=deal.pk,
        move=legal_moves(state, 0)[-1],
        move_id="after-the-step",
        expected_version=state.version,
        now=machine.now,
    )
    while to_move(queries.load_state(deal.pk)) != (0,):
        machine.goes_on()
        commands.play_bots(deal_id=deal.pk, clock=lambda: machine.now)
    before = fresh(deal).deadline - machine.now
    machine.is_set(step)
    machine.goes_on()
    assert fresh(deal).deadline - machine.now >= before - THREE
    assert commands.time_out(deal_id=deal.pk, now=machine.now) == 0


def test_rows_that_are_made_again_behind_a_step_back_make_nobody_late(an, machine, paused):
    deal = waiting_deal(an)
    machine.is_set(-STEPS[0])
    machine.goes_on()
    state = queries.load_state(deal.pk)
    commands.submit_move(
        by=an,
        deal_id=deal.pk,
        move=legal_moves(state, 0)[-1],
        move_id="after-the-step",
        expected_version=state.version,
        now=machine.now,
    )
    changed_at = fresh(deal).changed_at
    assert changed_at == machine.now
    rebuild(deal.pk)
    assert fresh(deal).changed_at == changed_at


@pytest.mark.parametrize("step", [-timedelta(days=1), timedelta(days=1)])
def test_an_agreed_pause_lasts_as_long_whatever_the_clock_is_set_to(an, machine, step):
    deal = waiting_deal(an)
    assert commands.ask_pause(by=an, deal_id=deal.pk, resume=False, now=machine.now)
    machine.goes_on(timedelta(seconds=3))
    machine.is_set(step)
    machine.goes_on()
    left = fresh(deal).paused_until - machine.now
    assert PAUSE_LASTS - timedelta(seconds=6) <= left <= PAUSE_LASTS
    assert not commands.end_pause(deal_id=deal.pk, now=machine.now)
    machine.now += left
    assert commands.end_pause(deal_id=deal.pk, now=machine.now)
    told = [row for row in read(deal.stream) if row.name == "deal.clock-extended"]
    assert [row.payload["reason"] for row in told] == [PAUSE_LONGER] * (step > timedelta(0))
    seconds = sum(row.payload["seconds"] for row in told)
    words = sentences.event_words(ClockExtended(seconds, PAUSE_LONGER), ["An"] * 4)
    assert "The pause lasted" in words
    while queries.load_state(deal.pk).phase is not Phase.OVER:
        machine.now += timedelta(minutes=20)
        commands.time_out(deal_id=deal.pk, now=machine.now)
        commands.play_bots(deal_id=deal.pk, clock=lambda: machine.now)
    assert verify(queries.record_of(deal.pk)) is None


def test_those_who_get_ready_keep_their_time_too(an, machine):
    deal = prepared_deal(VINAGAMES, 7, [an, Player.objects.create_user("binh")])
    commands.get_ready(by=an, deal_id=deal.pk, now=NOW)
    machine.is_set(timedelta(seconds=-90))
    machine.goes_on()
    assert fresh(deal).deadline == machine.now + timedelta(seconds=60)
    machine.is_set(timedelta(seconds=90))
    machine.goes_on()
    assert deal.deadline is not None
    assert fresh(deal).deadline > machine.now


@pytest.mark.parametrize("step", [*STEPS, *(-step for step in STEPS)])
def test_the_step_is_an_event_and_an_alarm_once(machine, step):
    machine.goes_on()
    machine.is_set(step)
    for _ in range(3):
        machine.goes_on()
    assert steps_told() == [round(step.total_seconds())]
    (alarm,) = open_alarms()
    assert alarm.raised.kind == "clock-stepped"
    assert str(round(step.total_seconds())) in shown_alarms()[0].sentence


def test_two_sweeps_that_see_the_same_step_tell_it_once(machine):
    machine.goes_on()
    machine.is_set(timedelta(seconds=-90))
    last = ServiceClock.objects.get()
    machine.goes_on()
    # The second has read the old beat before the first wrote its own.
    steady = Steady("one", machine.steady)
    clock._beat(last, machine.now, steady, timedelta(seconds=-90))
    assert steps_told() == [-90]


def test_a_sweep_that_others_have_overtaken_makes_nobody_late(an, machine, monkeypatch):
    """It saw the clock set back; before it comes to the deal, others have, and the clock is right again."""
    deal = waiting_deal(an)
    machine.goes_on()
    machine.is_set(-timedelta(days=1))
    machine.now, machine.steady = machine.now + THREE, machine.steady + 3
    slow = partial(commands.keep_time, now=machine.now, steady=Steady("one", machine.steady))
    each = clock._each

    def overtaken(*asked):
        monkeypatch.setattr(clock, "_each", each)
        machine.sweep()
        machine.is_set(timedelta(days=1))
        machine.goes_on()
        return each(*asked)

    monkeypatch.setattr(clock, "_each", overtaken)
    slow()
    assert steps_told() == [-86_400, 86_400]
    assert fresh(deal).deadline > machine.now
    assert commands.time_out(deal_id=deal.pk, now=machine.now) == 0


@pytest.mark.parametrize("step", [-timedelta(seconds=90), timedelta(seconds=90)])
@pytest.mark.parametrize("comes", ["after the beat", "during the beat"])
def test_a_sweep_that_read_the_clock_before_a_step_tells_no_other_step(
    an, machine, monkeypatch, step, comes
):
    """It was held up: others have told of the step, and its own reading is of the clock as it was."""
    deal = waiting_deal(an)
    machine.goes_on()
    early = partial(commands.keep_time, now=machine.now, steady=Steady("one", machine.steady))
    given = clock._step

    def overtaken(*asked):
        monkeypatch.setattr(clock, "_step", given)
        found = given(*asked)
        machine.is_set(step)
        machine.goes_on()
        return found

    if comes == "during the beat":
        monkeypatch.setattr(clock, "_step", overtaken)
    else:
        machine.is_set(step)
        machine.goes_on()
    early()
    due = fresh(deal).deadline
    machine.goes_on()
    assert steps_told() == [step.total_seconds()]
    assert fresh(deal).deadline == due  # and gives nobody time for it


@pytest.mark.parametrize("drift", [-1.5, -0.2, 0.2, 1.5])
def test_what_ntp_does_and_an_absence_are_no_steps(an, machine, drift):
    waiting_deal(an)
    machine.is_set(timedelta(seconds=drift))
    machine.goes_on()
    machine.goes_on(timedelta(minutes=10))  # away, and both clocks went on
    assert steps_told() == []
    assert open_alarms() == ()


def test_after_a_reboot_only_a_step_back_can_be_told(an):
    commands.keep_time(now=NOW, steady=Steady("one", 1000.0))
    commands.keep_time(now=NOW + timedelta(hours=1), steady=Steady("two", 10.0))
    assert steps_told() == []
    commands.keep_time(now=NOW - timedelta(hours=1), steady=Steady("three", 10.0))
    assert steps_told() == [-7200]
    assert ServiceClock.objects.get().beat_at == NOW - timedelta(hours=1)


def test_two_machines_whose_clocks_differ_do_not_fill_the_log():
    for beat in range(10):
        now = NOW + timedelta(seconds=3 * beat + (90 if beat % 2 else 0))
        commands.keep_time(now=now, steady=Steady(f"machine {beat % 2}", 3.0 * beat))
    assert len(steps_told()) == 1
    assert len(open_alarms()) == 1


def test_recorded_times_never_go_back_in_a_stream(an, machine):
    deal = waiting_deal(an)
    machine.is_set(timedelta(seconds=-90))
    machine.goes_on()
    now = machine.now
    while queries.load_state(deal.pk).phase is not Phase.OVER:
        now += timedelta(seconds=60)
        commands.time_out(deal_id=deal.pk, now=now)
        commands.play_bots(deal_id=deal.pk, clock=partial(datetime.astimezone, now))
    times = [row.recorded_at for row in read(deal.stream)]
    assert times == sorted(times)
    assert verify(queries.record_of(deal.pk)) is None
    assert list(differing_deals()) == []


def test_readyz_names_a_clock_that_went_back_and_the_alarm_until_it_is_answered(an, machine, db):
    from django.utils import timezone

    ServiceClock.objects.update(beat_at=timezone.now() + timedelta(seconds=90))
    said = Client().get("/readyz").json()
    assert said["checks"]["clock"]["ok"] is False
    assert 80 < said["checks"]["clock"]["back_seconds"] <= 90
    commands.keep_time(now=timezone.now())
    said = Client().get("/readyz").json()
    assert said["checks"]["clock"] == {"ok": True, "back_seconds": 0.0}
    assert "clock-stepped" in str(said["checks"]["alarms"])


def test_a_real_clock_that_nobody_sets_goes_on():
    first, second = Steady.now(), Steady.now()
    assert first.boot == second.boot
    assert second.seconds >= first.seconds
