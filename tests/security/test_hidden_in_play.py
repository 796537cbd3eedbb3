"""What leaves the club while people play: refusals, log lines, keys and messages in Redis. None of it tells a card.

`test_hidden_cards.py` asks every address; here moves are sent, bots and clocks play, and a real Redis is read.
"""

import base64
import json
import re
from collections.abc import Callable
from datetime import datetime, timedelta
from random import Random
from unittest import mock

import pytest
import redis
from celery import current_app
from django.test import Client
from kombu.connection import Connection

from games import commands, queries, tasks
from games.engine.cards import CARD_NAMES
from games.engine.deal import legal_moves
from games.engine.moves import Hit
from games.engine.recording.notation import move_text, parse_move
from games.engine.rules import FOURSAC, PRESETS
from games.engine.state import Phase
from games.errors import Refused
from games.infrastructure.broker import breaker
from tests.support import deals, log_lines
from tests.support.security.hidden_cards import LATER, OWN, SITUATIONS, situation
from tests.support.security.tries import answers
from tests.support.worlds import changed_for
from tusac_site.operations.task_schedule import QUEUES

pytestmark = pytest.mark.django_db


def standing(moment: datetime) -> Callable[[], datetime]:
    """Return a clock that stands still."""
    return lambda: moment


# --- refusals -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    [
        "vinagames, in the middle",
        "4sac, in the middle",
        "4sac, claims are open",
        "mien-nam, in the middle",
        *OWN,
    ],
)
def test_no_refusal_tells_what_others_hold(name, club):
    """From both seats by the rules that clubs choose, and by the house's own ten from either in turn."""
    deal = situation(club, name)
    for seat, player in enumerate(club.people):
        if name in OWN and seat != SITUATIONS[name][1] % 2:
            continue
        before = answers(deal, player, seat)
        with changed_for(deal, seat, Random(5)) as changed:
            assert changed
            assert answers(deal, player, seat) == before
        assert len(before) > 50


# --- lines ----------------------------------------------------------------------------------------

CARD = re.compile(rf"(?<![A-Za-z0-9])(?:{'|'.join(CARD_NAMES)})(?![A-Za-z0-9])")
LINES = {
    "move taken": {"deal", "table", "move", "version", "ms"},
    "move refused": {"deal", "table", "move", "code"},
    "moves made": {"deal", "table", "by", "count"},
}
"""Every line that playing writes, and what stands in it."""
ALWAYS = {"event", "level", "logger", "timestamp"}


def play_out(club, deal, random):
    """People move or are late, bots move, a wrong move now and then; to the end, with the money."""
    now = deals.NOW
    for step in range(600):
        now = deals.until_a_person_moves(deal, standing(now))
        state = queries.load_state(deal.pk)
        if state.phase is Phase.OVER:
            break
        seat = next(s for s in range(len(club.people)) if legal_moves(state, s))
        if random.random() < 0.2:
            now += timedelta(minutes=2)
            commands.time_out(deal_id=deal.pk, now=now)
            commands.close_window(deal_id=deal.pk, now=now)
            continue
        for move in (parse_move("discard Kr", seat), random.choice(legal_moves(state, seat))):
            try:
                commands.submit_move(
                    by=club.people[seat],
                    deal_id=deal.pk,
                    move=move,
                    move_id=f"step-{step}-{type(move).__name__}",
                    expected_version=queries.see_deal(deal, club.people[seat]).view.version,
                    now=now,
                )
            except Refused:
                continue
    commands.settle(deal_id=deal.pk)
    commands.close_table(by=club.people[0], table_id=deal.table_id, now=now)
    with mock.patch("games.tasks.timezone.now", return_value=now):
        tasks.sweep()
        tasks.make_checkpoint()
        tasks.verify_log()


@pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS)
def test_every_line_of_a_deal_says_what_it_may_and_no_card(rules, club, caplog, settings, tmp_path):
    settings.VAR_DIR = tmp_path
    formatter, seen = log_lines.formatter(as_json=True, level="DEBUG"), set()
    deal = club.deal(rules, 21)
    caplog.clear()
    play_out(club, deal, Random(21))
    assert queries.load_state(deal.pk).phase is Phase.OVER
    for record in caplog.records:
        if record.name == "celery.utils.functional":
            continue  # how it builds its own tasks, once a process
        if record.name == "games.checks.whole":
            assert re.fullmatch(r"verified tonight: \{[a-z':, \d]+\}, 0 found", record.getMessage())
            continue  # a deal that outlives the night's hour meets it: counts of what there is, and nothing else
        said = json.loads(formatter.format(record))
        keys = LINES[said["event"]]
        assert set(said) - ALWAYS == keys, said
        assert all(
            isinstance(said[key], int) for key in keys & {"deal", "table", "version", "count"}
        )
        assert not CARD.search(json.dumps(said).replace("discard Kr", ""))
        seen.add(said["event"])
    assert seen == set(LINES)


# --- Redis ----------------------------------------------------------------------------------------

_QUEUES = "|".join(QUEUES)
KEYS = re.compile(
    rf"_kombu\.binding(_permanent)?\.({_QUEUES})"
    rf"|{_QUEUES}|unacked|unacked_index|unacked_mutex"
    r"|[\w-]*:1:limit:moves:player:\d+:\d+|[\w-]*:1:login:[\w:-]+"
    r"|[\w-]*:1:thought:\d+:\d+"
)
"""Every key there may be: the queues, counts of requests, and what bots have thought out, encrypted."""


def stored_in(server):
    """All that is there, by key: strings, lists, hashes and sets as text."""
    read = {
        "string": server.get,
        "list": lambda key: server.lrange(key, 0, -1),
        "hash": server.hgetall,
        "set": server.smembers,
        "zset": lambda key: server.zrange(key, 0, -1),
    }
    return {key.decode(): read[server.type(key).decode()](key) for key in server.scan_iter()}


def test_redis_holds_and_carries_ids_alone(
    club, monkeypatch, settings, redis_url, django_capture_on_commit_callbacks
):
    server, broker = redis.Redis.from_url(redis_url), redis_url.replace("unix:", "redis+socket:")
    server.flushall()
    heard = server.pubsub()
    heard.psubscribe("*")
    settings.TUSAC_LIVE = True
    settings.TUSAC_LIMITS = True
    settings.TUSAC_BOT_PAUSE = 0.5
    settings.CACHES = settings.CACHES | {
        "default": {
            "BACKEND": "django.core.cache.backends.redis.RedisCache",
            "LOCATION": redis_url,
        }
    }
    monkeypatch.setattr("games.live.publish._client", server)
    breaker.reset()
    monkeypatch.setattr(current_app, "connection_for_write", lambda **_options: Connection(broker))
    with django_capture_on_commit_callbacks(execute=True):
        deal = club.deal(FOURSAC, 23)
    client = Client()
    client.force_login(club.people[0])
    taken = set()
    with django_capture_on_commit_callbacks(execute=True):
        address = f"/tables/{deal.table_id}/"
        for path in (address, f"/api/v1/deals/{deal.pk}/"):
            assert client.get(path).status_code == 200
    for step in range(1, 60):
        later = LATER + step * timedelta(hours=1)
        state = queries.load_state(deal.pk)
        move = next(iter(legal_moves(state, 0)), Hit(0))
        form = {
            "deal": deal.pk,
            "move": move_text(move),
            "move_id": f"a-move-{step:04}",
            "expected_version": queries.see_deal(deal, club.people[0]).view.version,
        }
        with django_capture_on_commit_callbacks(execute=True):
            taken.add(client.post(f"{address}move", form).status_code)
            commands.play_bots(deal_id=deal.pk, clock=standing(later))
            commands.time_out(deal_id=deal.pk, now=later)
            commands.close_window(deal_id=deal.pk, now=later)
    assert {303, 409} <= taken
    keys = stored_in(server)
    assert [key for key in keys if not KEYS.fullmatch(key)] == []
    assert any("limit:moves" in key for key in keys)
    queued = [json.loads(message) for queue in QUEUES for message in keys.get(queue, [])]
    assert len(queued) > 5
    for message in queued:
        args, kwargs, _embedded = json.loads(base64.b64decode(message["body"]))
        assert all(type(argument) is int for argument in args) and not kwargs
        assert not CARD.search(json.dumps(message["headers"]))
    messages = []
    while (message := heard.get_message(timeout=0.1)) is not None:
        if message["type"] == "pmessage":
            messages.append((message["channel"], message["data"]))
    assert {channel for channel, _ in messages if not channel.startswith(b"/")} == {b"tusac:moved"}
    for channel, data in messages:
        if channel == b"tusac:moved":
            assert re.fullmatch(rb"(table|tournament|account)-\d+|lobby", data)


def test_no_task_leaves_a_result(settings):
    assert current_app.conf.task_ignore_result
    assert current_app.conf.result_backend is None
    assert not current_app.conf.task_send_sent_event
    assert not current_app.conf.worker_send_task_events
