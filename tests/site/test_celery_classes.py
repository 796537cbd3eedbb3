"""Beat does not wait for a system's clock that was set back."""

from datetime import UTC, datetime, timedelta

import time_machine
from celery.beat import Scheduler

from tusac_site.celery import app
from tusac_site.operations import task_schedule


def test_all_is_due_at_the_start_and_the_sweep_again_after_three_seconds_whatever_the_clock_says(
    monkeypatch,
):
    sent: list[str] = []
    scheduler = Scheduler(app=app, lazy=True)
    scheduler.setup_schedule()
    monkeypatch.setattr(scheduler, "apply_async", lambda entry, **_: sent.append(entry.task))

    def ticks() -> None:
        while scheduler.tick() == 0:
            pass

    ticks()
    assert {one.task for one in task_schedule.SUBSCRIPTIONS} <= set(sent)
    later = task_schedule.steady_now() + timedelta(seconds=3.1)
    sent.clear()
    with time_machine.travel(datetime.now(UTC) - timedelta(seconds=90), tick=False):
        monkeypatch.setattr("time.monotonic", _at(later))
        ticks()
    assert "games.tasks.sweep" in sent


def _at(moment: datetime):
    return lambda: (moment - task_schedule._STARTED).total_seconds()
