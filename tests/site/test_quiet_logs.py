"""A club where nobody does anything writes next to nothing into its logs."""

import io
import json
import logging
import logging.config
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import structlog
from celery.app.trace import build_tracer
from celery.beat import Scheduler
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory

from tusac_site.celery import app
from tusac_site.operations import logs
from tusac_site.operations.request_log import RequestLog
from tusac_site.operations.task_schedule import SUBSCRIPTIONS

DAY = 24 * 3600
MOST = 5_000_000
"""Bytes that a quiet day may write."""


@pytest.fixture
def written() -> Iterator[Callable[..., io.StringIO]]:
    """Set up the logs of production at a level, and return where its lines go."""
    app.loader.import_default_modules()  # sets Django up again, its logs too
    before = structlog.get_config()

    def at(level: str) -> io.StringIO:
        said = io.StringIO()
        logging.config.dictConfig(logs.configure(as_json=True, level=level))
        (handler,) = [one for one in logging.root.handlers if type(one) is logging.StreamHandler]
        handler.setStream(said)
        return said

    handlers, level = list(logging.root.handlers), logging.root.level
    try:
        yield at
    finally:
        logging.root.handlers[:] = handlers
        logging.root.setLevel(level)
        for name in (*logs.CHATTER, "django", "django.server"):
            logging.getLogger(name).setLevel(logging.NOTSET)
        structlog.configure(**before)


def run_once(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Send a task by the clock, take it and do it, with the code of Celery that says so; it finds nothing to do."""
    scheduler = Scheduler(app=app, lazy=True)
    entry = scheduler.Entry(name=name, task=name, schedule=60.0, app=app)
    monkeypatch.setattr(scheduler, "apply_async", lambda *_args, **_named: None)
    scheduler.apply_entry(entry, producer=None)
    task = app.tasks[name]
    logging.getLogger("celery.worker.strategy").info("Task %s[%s] received", name, "5f3c")
    monkeypatch.setattr(task, "run", lambda *_args: None)
    tracer = build_tracer(name, task, app=app)
    tracer("5f3c", (), {}, {"delivery_info": {}})


def test_what_the_clock_asks_for_all_day_stays_below_5_mb(
    written: Callable[..., io.StringIO], monkeypatch: pytest.MonkeyPatch
) -> None:
    said = written("INFO")
    total = 0.0
    for one in SUBSCRIPTIONS:
        begun = said.tell()
        run_once(one.task, monkeypatch)
        total += (said.tell() - begun) * DAY / one.every
    assert total < MOST, said.getvalue()


def test_at_debug_each_task_is_told_of(
    written: Callable[..., io.StringIO], monkeypatch: pytest.MonkeyPatch
) -> None:
    said = written("DEBUG")
    run_once("games.tasks.sweep", monkeypatch)
    events = [json.loads(line)["event"] for line in said.getvalue().splitlines()]
    for words in ("Sending due task", "received", "succeeded"):
        assert any(words in event for event in events), words


def test_a_task_that_fails_is_told_of(
    written: Callable[..., io.StringIO], monkeypatch: pytest.MonkeyPatch
) -> None:
    said = written("INFO")
    task = app.tasks["games.tasks.sweep"]

    def fail(*_args: object) -> None:
        raise ValueError("broken")

    monkeypatch.setattr(task, "run", fail)
    build_tracer(task.name, task, app=app)("5f3c", (), {}, {"delivery_info": {}})
    assert "raised unexpected" in said.getvalue()


@pytest.mark.parametrize(
    ("method", "path", "headers", "status", "told"),
    [
        ("GET", "/healthz", {}, 200, False),
        ("GET", "/readyz", {}, 200, False),
        ("GET", "/readyz", {}, 503, True),
        ("GET", "/metrics", {}, 200, False),
        ("GET", "/notices/unread", {"HX-Request": "true"}, 204, False),
        ("GET", "/notices/unread", {"HX-Request": "true"}, 403, True),
        ("GET", "/tables/1/", {}, 200, True),
        ("POST", "/tables/1/sit", {"HX-Request": "true"}, 200, True),
    ],
)
def test_open_pages_and_monitors_that_only_look_write_no_line(
    written: Callable[..., io.StringIO],
    method: str,
    path: str,
    headers: dict[str, str],
    status: int,
    told: bool,
) -> None:
    said = written("INFO")

    def page(_request: HttpRequest) -> HttpResponse:
        return HttpResponse(status=status)

    request: Any = RequestFactory().generic(method, path, headers=headers)
    RequestLog(page)(request)
    assert ("request_finished" in said.getvalue()) is told
