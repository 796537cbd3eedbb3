"""The broker: tasks are enqueued after the commit, and no request waits for a broker that does not answer."""

import socket
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from celery import current_app
from django.db import transaction
from kombu.connection import Connection

from games.infrastructure import broker
from games.infrastructure.broker import CircuitBreaker
from games.live import publish
from games.models import Table

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(publish, "_client", None)
    for module in (broker, publish):
        monkeypatch.setattr(module, "breaker", CircuitBreaker(600.0))  # no machine is so slow


@pytest.fixture
def hanging() -> Iterator[str]:
    """The path of a socket on which connections are taken and never answered."""
    with (
        TemporaryDirectory(prefix="tusac-", dir="/tmp") as place,
        socket.socket(socket.AF_UNIX) as s,
    ):
        path = str(Path(place) / "broker.sock")
        s.bind(path)
        s.listen(16)
        yield path


class Post:
    """Celery's app as the broker uses it, with a broker elsewhere; it counts what is sent."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.sent = 0

    def connection_for_write(self, **options: Any) -> Any:
        return Connection(self.url, **options)

    def send_task(self, *args: Any, **options: Any) -> None:
        self.sent += 1
        current_app.send_task(*args, **options)


@pytest.mark.parametrize("place", ["hanging", "/nowhere/broker.sock"])
def test_a_broker_that_hangs_or_is_gone_is_noted_once_and_left_alone(
    place: str, hanging: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    # A message that waited for the answer would never come back here.
    post = Post(f"redis+socket://{hanging if place == 'hanging' else place}")
    monkeypatch.setattr(broker, "current_app", post)
    for _ in range(3):
        broker.enqueue("games.tasks.play_bots", 1)
    assert post.sent == 1
    assert [
        record.getMessage()[:38]
        for record in caplog.records
        if record.name == "games.infrastructure.broker"
    ] == ["the broker did not take games.tasks.pl"]


def test_a_redis_that_hangs_keeps_no_page_from_its_answer(
    hanging: str, settings: Any, caplog: pytest.LogCaptureFixture
) -> None:
    settings.TUSAC_LIVE, settings.REDIS_URL = True, f"unix://{hanging}"
    for _ in range(3):
        publish.publish_table(Table(pk=1))
    assert len([record for record in caplog.records if record.name == "games.live.publish"]) == 1


def test_nothing_is_enqueued_for_what_was_rolled_back(monkeypatch: pytest.MonkeyPatch) -> None:
    post = Post("memory://")
    monkeypatch.setattr(broker, "current_app", post)
    with transaction.atomic():
        broker.enqueue("games.tasks.play_bots", 1)
        assert post.sent == 0
        transaction.set_rollback(True)
    assert post.sent == 0
    with transaction.atomic():
        broker.enqueue("games.tasks.play_bots", 1)
    assert post.sent == 1
