"""Serves metrics for Prometheus at `/metrics`, to this machine itself and to holders of the token."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

import redis
from django.core.exceptions import PermissionDenied
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, CollectorRegistry, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.metrics_core import Metric
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead
from prometheus_client.registry import Collector
from redis.exceptions import RedisError

from games.club.events import AlarmKind
from games.queries.club.health import health
from games.queries.club.house import open_alarms
from tusac_site.operations.health import HEARD, ask_redis, may_see_figures
from tusac_site.operations.task_schedule import QUEUES

_OF_PROCESS = re.compile(r"gauge_live\w*_(\d+)\.db")


class StateCollector(Collector):
    """Collects the metrics that are the same for all processes, from database and queue, at each request."""

    def collect(self) -> Iterator[Metric]:
        """Yield a metric family for each figure.

        If the database or Redis does not answer, its figures are left out, and `tusac_up` says so.
        """
        up = GaugeMetricFamily("tusac_up", "Whether it answers.", labels=["what"])
        yield from self._database(up)
        try:
            waiting = ask_redis(_waiting)
        except RedisError:
            up.add_metric(["redis"], 0)
        else:
            up.add_metric(["redis"], 1)
            yield _gauge("tusac_queue_depth", "Tasks that wait for a worker.", waiting)
        yield up

    def _database(self, up: GaugeMetricFamily) -> Iterator[Metric]:
        try:
            found = health(timezone.now(), HEARD)
        except DatabaseError:
            up.add_metric(["database"], 0)
            return
        up.add_metric(["database"], 1)
        yield _gauge("tusac_running_deals", "Deals prepared or played.", found.running)
        yield _gauge("tusac_unsettled_deals", "Deals whose money has to move.", found.unsettled)
        yield _gauge("tusac_overdue_seconds", "Age of the oldest passed deadline.", found.overdue)
        yield _gauge(
            "tusac_bots_overdue_seconds", "Age of the oldest bot's turn.", found.bots_overdue
        )
        if found.silence is not None:
            yield _gauge("tusac_sweep_seconds", "Since the last sweep.", found.silence)
        yield _gauge("tusac_unsealed_seconds", "Age of the first unsealed event.", found.unsealed)
        refused = any(one.raised.kind == AlarmKind.SEAL_REFUSED for one in open_alarms())
        yield _gauge("tusac_seal_refused", "Whether the log is not what was signed.", refused)
        yield _gauge("tusac_open_alarms", "Alarms that wait for an owner.", len(open_alarms()))
        lag = GaugeMetricFamily(
            "tusac_follower_lag_seconds", "Age of the first unread event.", labels=["follower"]
        )
        for name, seconds in found.lag.items():
            lag.add_metric([name], seconds)
        yield lag


def _waiting(client: redis.Redis) -> int:
    """Return how many tasks wait in all queues, each of which is a list in Redis."""
    return sum(int(client.llen(queue)) for queue in QUEUES)


def _gauge(name: str, says: str, value: float) -> Metric:
    return GaugeMetricFamily(name, says, value=value)


@never_cache
@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """Return the figures in Prometheus's text form. 403 for strangers."""
    if not may_see_figures(request):
        raise PermissionDenied
    facts = CollectorRegistry()
    facts.register(StateCollector())
    said = generate_latest(_processes()) + generate_latest(facts)
    return HttpResponse(said, content_type=CONTENT_TYPE_LATEST)


def _processes() -> CollectorRegistry:
    """Return the metrics of all processes that share `PROMETHEUS_MULTIPROC_DIR`; without it, of this one alone."""
    place = os.environ.get("PROMETHEUS_MULTIPROC_DIR")
    if not place:
        return REGISTRY
    for file in Path(place).glob("gauge_live*.db"):
        found = _OF_PROCESS.fullmatch(file.name)
        if found and not _lives(int(found[1])):
            mark_process_dead(int(found[1]), place)  # type: ignore[no-untyped-call]
    together = CollectorRegistry()
    MultiProcessCollector(together, place)  # type: ignore[no-untyped-call]
    return together


def _lives(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
