"""What a table waits for has a queue and a worker of its own, which nothing else can fill."""

import re
from pathlib import Path

import pytest
import redis
import yaml
from celery import current_app
from django.test import Client
from kombu.connection import Connection

from games.infrastructure import outbox
from tusac_site.local.club import worker_commands
from tusac_site.operations.task_schedule import (
    CLOCK,
    LATER,
    MONEY,
    PLAY,
    QUEUE_OF,
    QUEUES,
    SUBSCRIPTIONS,
    TABLES,
    beat_schedule,
    good_for,
)

PROJECT = Path(__file__).resolve().parents[2]


def queue_of(task: str) -> str:
    """Return where Celery sends it, by the club's settings."""
    return str(current_app.amqp.router.route({}, task)["queue"].name)


def test_the_sweep_waits_behind_nothing_but_itself() -> None:
    alone = [task for task, queue in QUEUE_OF.items() if queue == CLOCK]
    assert alone == ["games.tasks.sweep"]


def test_what_a_deals_row_calls_for_is_in_a_queue_of_play() -> None:
    assert {queue_of(entry.task) for entry in outbox.OUTBOX} == {TABLES, MONEY}


def test_every_named_task_exists_and_all_others_can_wait() -> None:
    current_app.loader.import_default_modules()
    ours = {task for task in current_app.tasks if not task.startswith("celery.")}
    assert set(QUEUE_OF) <= ours
    assert {queue_of(task) for task in ours - set(QUEUE_OF)} == {LATER}
    for task in (
        "replays.tasks.analyse",
        "replays.tasks.analyse_tournament",
        "notices.tasks.send_mail",
    ):
        assert queue_of(task) == LATER


def test_a_message_of_the_clock_is_good_for_longer_than_until_the_next_one() -> None:
    sent = {line["task"]: line["options"]["expires"] for line in beat_schedule().values()}
    assert sent == {one.task: good_for(one) for one in SUBSCRIPTIONS}
    for one in SUBSCRIPTIONS:
        assert good_for(one) >= 5 * one.every
        if queue_of(one.task) == LATER:
            assert good_for(one) >= 60


@pytest.mark.django_db
def test_the_figures_count_what_waits_in_every_queue(redis_url, settings) -> None:
    settings.REDIS_URL = redis_url
    redis.Redis.from_url(redis_url).flushall()
    waiting = [next(task for task, its in QUEUE_OF.items() if its == queue) for queue in PLAY]
    with Connection(redis_url.replace("unix:", "redis+socket:")) as broker:
        for task in (*waiting, "notices.tasks.send_mail"):
            current_app.send_task(task, connection=broker)
    assert f"tusac_queue_depth {len(QUEUES)}.0" in Client().get("/metrics").text


def served_by_the_supervisor() -> list[str]:
    return [" ".join(command) for _name, command in worker_commands("2")]


def served_by_compose() -> list[str]:
    services = yaml.safe_load((PROJECT / "deploy/compose.yaml").read_text())["services"].values()
    return [" ".join(one["command"]) for one in services if "worker" in one.get("command", ())]


def served_by_systemd() -> list[str]:
    units = sorted((PROJECT / "deploy/systemd").glob("tusac-worker*.service"))
    return [unit.read_text().replace("\\\n", " ") for unit in units]


@pytest.mark.parametrize("served", [served_by_the_supervisor, served_by_compose, served_by_systemd])
def test_each_way_to_run_the_club_has_a_worker_for_play_and_one_for_the_rest(served) -> None:
    queues = [
        named.split(",") for one in served() for named in re.findall(r"--queues[= ](\S+)", one)
    ]
    assert sorted(queues) == sorted([list(PLAY), [LATER]])
    assert {name for one in queues for name in one} == set(QUEUES)
