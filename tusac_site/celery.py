"""The Celery app, for bots' moves, timeouts and settlement.

Correctness depends on the database alone; the broker only makes tasks start sooner.
"""

import os
from collections.abc import Sequence

import structlog
from celery import Celery, Task
from celery.signals import task_postrun, task_prerun, worker_init, worker_process_init

from tusac_site.local import embedded
from tusac_site.operations import task_schedule
from tusac_site.operations.celery_classes import SoonBackAMQP
from tusac_site.serving.process import freeze_what_stays

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tusac_site.settings")


@worker_init.connect
def freeze_before_the_fork(**_signal: object) -> None:
    """Exclude what the worker has loaded from garbage collection, so that its child processes share its memory."""
    freeze_what_stays()


@worker_process_init.connect
def follow_the_worker(**_signal: object) -> None:
    """End a pool process with its worker, however the worker ends, if a supervisor runs both."""
    if os.environ.get("TUSAC_SUPERVISED"):
        embedded.die_with_parent()


@task_prerun.connect
def name_the_task(task: Task, args: Sequence[object], **_signal: object) -> None:
    """Add the task's name to its log lines, with its deal and the request that enqueued it, if any."""
    structlog.contextvars.clear_contextvars()
    structlog.contextvars.bind_contextvars(task=task.name)
    asked_by = getattr(task.request, "request_id", None)
    if asked_by is not None:
        structlog.contextvars.bind_contextvars(request_id=asked_by)
    if args and task.name.startswith("games."):
        structlog.contextvars.bind_contextvars(deal=args[0])


@task_prerun.connect
def follow_the_clubs_clock(task: Task, **_signal: object) -> None:
    """Set the club's time zone for the task, as mails and nightly checks do."""
    from games.queries.club.house import shown_settings
    from games.web import club_locale

    club_locale.follow_the_clubs_clock(shown_settings())


@task_postrun.connect
def forget_the_task(**_signal: object) -> None:
    """Clear what `name_the_task` bound, so that later lines belong to no task."""
    structlog.contextvars.clear_contextvars()


app = Celery("tusac_site", amqp=SoonBackAMQP)
app.config_from_object("django.conf:settings", namespace="CELERY")
app.conf.beat_schedule = task_schedule.beat_schedule()
app.autodiscover_tasks()
