"""Celery: bots' moves, timeouts, settlement. The broker is a doorbell; the database remembers."""

import os
from collections.abc import Sequence
from typing import Any, Final

import structlog
from celery import Celery, Task
from celery.signals import task_postrun, task_prerun, task_success, worker_process_init

from tusac_site import embedded

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tusac_site.settings")

BEAT_SCHEDULE: Final[dict[str, dict[str, Any]]] = {
    # Finds what the broker lost and what fell due: see games.tasks.
    "games-sweep": {
        "task": "games.tasks.sweep",
        "schedule": 3.0,
        # A sweep that no worker took in time is worth nothing: the next one sees the same rows.
        "options": {"expires": 3.0},
    },
    # Lets tournaments count what deals have brought: see tournaments.tasks.
    "tournaments-follow": {
        "task": "tournaments.tasks.follow",
        "schedule": 2.0,
        "options": {"expires": 2.0},
    },
    # Disputes in imported deals: see replays.tasks. Those of this club are there at once.
    "replays-follow": {
        "task": "replays.tasks.follow",
        "schedule": 15.0,
        "options": {"expires": 15.0},
    },
    # Spares balances the long way from an account's first posting: see games.ledger.subtotals.
    "ledger-subtotals": {
        "task": "games.ledger.tasks.make_subtotals",
        "schedule": 60.0,
        "options": {"expires": 60.0},
    },
    # Asked for every hour and made once a day, so that a club which is not always up gets its own too.
    "games-daily-checkpoint": {
        "task": "games.tasks.daily_checkpoint",
        "schedule": 3600.0,
        "options": {"expires": 3600.0},
    },
}
"""Everything that happens by the clock; seconds between two runs."""


@worker_process_init.connect
def follow_the_worker(**_signal: object) -> None:
    """Under the supervisor a pool process ends with its worker, however that one ends."""
    if os.environ.get("TUSAC_SUPERVISED"):
        embedded.die_with_parent()


@task_prerun.connect
def name_the_task(task: Task, args: Sequence[object], **_signal: object) -> None:
    """Every line of a task names the task, its deal (tasks take an id and nothing else) and the request that rang."""
    structlog.contextvars.clear_contextvars()
    structlog.contextvars.bind_contextvars(task=task.name)
    asked_by = getattr(task.request, "request_id", None)
    if asked_by is not None:
        structlog.contextvars.bind_contextvars(request_id=asked_by)
    if args and task.name.startswith("games."):
        structlog.contextvars.bind_contextvars(deal=args[0])


@task_postrun.connect
def forget_the_task(**_signal: object) -> None:
    """What comes after belongs to no task."""
    structlog.contextvars.clear_contextvars()


@task_success.connect
def tell_the_followers(sender: Task, **_signal: object) -> None:
    """A deal is settled: whoever counts deals need not wait for the beat. Games know nothing of tournaments."""
    if sender.name == "games.tasks.finish_deal":
        from games import bell  # the apps are loaded by now

        bell.ask("tournaments.tasks.follow")


app = Celery("tusac_site")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.conf.beat_schedule = BEAT_SCHEDULE
app.autodiscover_tasks()
