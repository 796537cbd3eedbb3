"""What those who run the club ask it: is it ready, what does it count, what does it write into its logs."""

import importlib
import inspect
import json
import logging
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import structlog
import time_machine
from celery import current_app
from celery.app.trace import build_tracer
from django.db import OperationalError
from django.test import Client
from django.utils import timezone
from redis.exceptions import ConnectionError as Disconnected

from games import commands, queries
from games.engine.cards import CARD_NAMES
from games.engine.deal import legal_moves, to_move
from games.engine.rules import VINAGAMES
from games.engine.state import Phase
from games.log import EventData, append
from games.log.models import FollowerPosition
from games.models import Deal, Player, ServiceClock
from games.queries.club.health import health
from games.tasks import play_bots
from tests.support.deals import NOW, running_deal
from tests.support.log_lines import formatter
from tusac_site.operations.health import HEARD

pytestmark = pytest.mark.django_db


@pytest.fixture
def an() -> Player:
    return Player.objects.create_user("an")


@pytest.fixture(autouse=True)
def redis_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tusac_site.operations.health.ask_redis", lambda question: 3)
    monkeypatch.setattr("tusac_site.operations.metrics.ask_redis", lambda question: 3)


def down(question):
    raise Disconnected("connection refused at /secret/place")


def ready():
    answer = Client().get("/readyz")
    said = answer.json()
    assert answer.status_code == (200 if said["ready"] else 503)
    return said


def test_a_club_whose_parts_all_answer_is_ready():
    ServiceClock.objects.create(pk=1, beat_at=datetime.now(UTC))
    said = ready()
    assert said["ready"]
    assert set(said["checks"]) == {
        *(
            "database",
            "redis",
            "followers",
            "deadlines",
            "bots",
            "sweep",
            "clock",
            "alarms",
            "seal",
        ),
    }


def test_a_stranger_is_told_no_figure(an, settings):
    """Ages to the millisecond told when a hidden answer to a claim was given."""
    ServiceClock.objects.create(pk=1, beat_at=datetime.now(UTC))
    running_deal(VINAGAMES, 7, [an])
    strangers: list[dict[str, Any]] = [
        {"REMOTE_ADDR": "192.0.2.1"},
        *({name: "192.0.2.1"} for name in ("HTTP_X_FORWARDED_FOR", "HTTP_X_REAL_IP", "HTTP_VIA")),
    ]
    for stranger in strangers:
        said = Client(**stranger).get("/readyz").json()
        assert set(said) == {"ready", "checks"} and len(said["checks"]) == 9
        for check in said["checks"].values():
            assert set(check) == {"ok"} and check["ok"] in (True, False)
        assert Client(**stranger).get("/metrics").status_code == 403
    settings.TUSAC_METRICS_TOKEN = "a long token"
    assert "lag_seconds" not in Client().get("/readyz").content.decode()
    known = Client(headers={"authorization": "Bearer a long token"})
    assert "lag_seconds" in known.get("/readyz").json()["checks"]["followers"]


def test_without_redis_it_is_not_ready_and_tells_no_more_than_that(monkeypatch):
    ServiceClock.objects.create(pk=1, beat_at=datetime.now(UTC))
    monkeypatch.setattr("tusac_site.operations.health.ask_redis", down)
    said = ready()
    assert not said["ready"]
    assert said["checks"]["redis"] == {"ok": False}


def test_without_its_database_it_says_so(monkeypatch):
    def locked(now, hears):
        raise OperationalError("no such file /secret/place")

    monkeypatch.setattr("tusac_site.operations.health.health", locked)
    assert ready()["checks"] == {"database": {"ok": False}, "redis": {"ok": True}}


def test_before_the_first_sweep_and_after_the_last_it_is_not_ready():
    assert ready()["checks"]["sweep"] == {"ok": False, "seconds_ago": None}
    ServiceClock.objects.create(pk=1, beat_at=datetime.now(UTC) - timedelta(minutes=1))
    assert not ready()["checks"]["sweep"]["ok"]


def test_the_health_names_the_oldest_deadline_bot_and_debt(an):
    running_deal(VINAGAMES, 7, [an])
    Deal.objects.update(
        deadline=NOW - timedelta(seconds=40), bot_due=NOW - timedelta(seconds=50), owed_version=9
    )
    found = health(NOW)
    assert (found.running, found.unsettled) == (1, 1)
    assert (found.overdue, found.bots_overdue) == (40, 50)
    with time_machine.travel(NOW, tick=False):
        checks = ready()["checks"]
    assert checks["deadlines"] == {"ok": False, "oldest_overdue_seconds": 40}


def test_a_follower_is_as_far_behind_as_the_first_event_that_it_has_not_read(an):
    FollowerPosition.objects.create(follower="slow")
    running_deal(VINAGAMES, 7, [an])
    assert set(health(NOW + timedelta(minutes=2)).lag) == {"slow"}


@pytest.mark.usefixtures("followers_do_not_wait")
def test_an_event_that_a_follower_does_not_hear_makes_it_no_later_and_one_that_it_hears_does(an):
    FollowerPosition.objects.create(follower="found-deals")
    append("club", [EventData("club.asked", 1, {})], expected_version=0, now=NOW)
    later = NOW + timedelta(minutes=2)
    assert health(later).lag == {"found-deals": 120}
    assert health(later, HEARD).lag == {"found-deals": 0}
    ended = EventData("deal.exhausted", 1, {})
    append("deal-1", [ended], expected_version=0, now=NOW + timedelta(minutes=1))
    assert health(later, HEARD).lag == {"found-deals": 60}


def test_each_follower_that_hears_some_events_alone_is_known_to_the_health():
    here = Path(__file__).resolve().parents[2]
    found = []
    for app in ("games", "tournaments", "replays", "notices"):
        for path in (here / app).rglob("*.py"):
            if "    return Follower(" in path.read_text(encoding="utf-8"):
                name = ".".join(path.relative_to(here).with_suffix("").parts)
                make = importlib.import_module(name).follower
                found.append(make(timezone.now) if inspect.signature(make).parameters else make())
    assert len(found) >= 5
    assert {one.name for one in found if one.hears is not None} == set(HEARD)


def test_metrics_are_for_this_machine_or_for_the_token(settings):
    assert Client().get("/metrics").status_code == 200
    assert Client(REMOTE_ADDR="192.0.2.1").get("/metrics").status_code == 403
    through_a_proxy = {"X-Forwarded-For": "192.0.2.1"}
    assert Client().get("/metrics", headers=through_a_proxy).status_code == 403
    settings.TUSAC_METRICS_TOKEN = "a long token"
    assert Client().get("/metrics").status_code == 403
    token = {"Authorization": "Bearer a long token"}
    assert Client(REMOTE_ADDR="192.0.2.1").get("/metrics", headers=token).status_code == 200


def test_metrics_count_moves_and_show_queue_lag_and_streams(an, monkeypatch):
    play_one(an)
    said = Client().get("/metrics").text
    for name in (
        'tusac_moves_total{by="player",outcome="taken"}',
        "tusac_move_seconds_bucket",
        "tusac_open_streams",
        "tusac_queue_depth 3.0",
        "tusac_overdue_seconds",
        'tusac_up{what="database"} 1.0',
    ):
        assert name in said
    monkeypatch.setattr("tusac_site.operations.metrics.ask_redis", down)
    assert 'tusac_up{what="redis"} 0.0' in Client().get("/metrics").text


def play_one(an):
    deal = running_deal(VINAGAMES, 8, [an])
    commands.play_bots(deal_id=deal.pk, clock=lambda: NOW)
    state = queries.load_state(deal.pk)
    assert to_move(state) == (0,) and state.phase is not Phase.OVER
    move = legal_moves(state, 0)[0]
    commands.submit_move(
        by=an,
        deal_id=deal.pk,
        move=move,
        move_id="a-move-of-mine",
        expected_version=state.version,
        now=NOW,
    )
    return deal


def test_a_line_about_a_move_names_the_deal_and_the_move_and_no_card(an, caplog):
    with structlog.testing.capture_logs(
        processors=[structlog.contextvars.merge_contextvars]
    ) as lines:
        deal = play_one(an)
    (line,) = [line for line in lines if line["event"] == "move taken"]
    ids = (line["deal"], line["table"], line["move"])
    assert ids == (deal.pk, deal.table_id, "a-move-of-mine")
    words = set(json.dumps(lines, default=str).replace('"', " ").split())
    assert not words & set(CARD_NAMES)


def test_lines_of_requests_name_the_table_and_never_the_card_that_its_reader_has_chosen(an):
    deal = running_deal(VINAGAMES, 8, [an])
    client = Client()
    client.force_login(an)
    with structlog.testing.capture_logs(
        processors=[structlog.contextvars.merge_contextvars]
    ) as lines:
        client.get(f"/tables/{deal.table_id}/", {"cards": "Rr"})
    finished = next(line for line in lines if line["event"] == "request_finished")
    assert finished["table"] == deal.table_id
    assert finished["request"] == f"GET /tables/{deal.table_id}/"
    assert "Rr" not in json.dumps(lines, default=str)


def test_in_production_a_line_is_one_json_object():
    record = logging.LogRecord("games", logging.INFO, __file__, 1, "ván %d", (7,), None)
    with structlog.contextvars.bound_contextvars(deal=7):
        said = json.loads(formatter(as_json=True).format(record))
    assert said["event"] == "ván 7"
    assert (said["deal"], said["level"], said["logger"]) == (7, "info", "games")


def test_a_workers_lines_name_the_request_the_deal_and_the_table(
    an, monkeypatch, django_capture_on_commit_callbacks
):
    """From the message as the broker gets it to the line in the log, by what a worker does with a message."""
    rung = []
    monkeypatch.setattr(
        "games.infrastructure.broker.current_app.send_task",
        lambda name, **options: rung.append((name, options)),
    )
    with (
        structlog.contextvars.bound_contextvars(request_id="the-request"),
        django_capture_on_commit_callbacks(execute=True),
    ):
        deal = running_deal(VINAGAMES, 8, [an])
    name, options = next(call for call in rung if call[0] == "games.tasks.play_bots")
    Deal.objects.update(bot_due=NOW)
    tracer = build_tracer(name, play_bots, app=current_app)
    message = {"id": "an-id", "task": name, **options["headers"]}  # as celery.worker.request has it
    with (
        time_machine.travel(NOW, tick=False),
        structlog.testing.capture_logs(
            processors=[structlog.contextvars.merge_contextvars]
        ) as lines,
    ):
        tracer("an-id", list(options["args"]), {}, message)
    (line,) = [line for line in lines if line["event"] == "moves made"]
    told = (line["request_id"], line["task"], line["deal"], line["table"])
    assert told == ("the-request", name, deal.pk, deal.table_id)
    assert structlog.contextvars.get_contextvars() == {}
