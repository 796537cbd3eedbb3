"""The owners' page of the club's health: the state of everything the software depends on, and what to do about it."""

from __future__ import annotations

import platform
import shutil
import socket
import ssl
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Final, NamedTuple
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.core.cache import caches
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.formats import date_format, number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from redis.exceptions import RedisError

from games.presenters.club.backups import backup_page
from games.presenters.moments import span_words
from games.queries.club.health import Health, health
from games.queries.club.house import open_alarms
from games.web.requests import owner_of
from notices.models import Webhook
from tusac_site.operations.health import HEARD, LATEST, LONGEST_LAG, LONGEST_UNSEALED, ask_redis
from tusac_site.operations.task_schedule import QUEUES

LEAST_DISK: Final = 1 << 30
"""Bytes that must be free."""
MOST_WAITING: Final = 500
"""Tasks that may wait for a worker, as many as a large tournament brings at once."""
SOON: Final = timedelta(days=14)
"""How long before its end a certificate should have been renewed."""
_FAILED_OFTEN: Final = 4
"""Failures in a row of an address that gets the club's news: they take half an hour, as a restart does not."""
_PATIENCE: Final = 2.0
"""Seconds for the club's own address to show its certificate."""
_REMEMBERED: Final = 3600
"""Seconds for which a certificate is remembered; a fault is asked for again each time, since somebody is mending it."""


class HealthLine(NamedTuple):
    """A line of the page: the state of one thing, and what to do about it."""

    name: str
    well: bool
    said: str
    advice: str = ""
    """What to do; empty where all is well."""
    page: str = ""
    """The name of the page where it is done."""


class Certificate(NamedTuple):
    """The certificate at the club's own address: its end, or why browsers refuse it."""

    ends: datetime | None
    fault: str = ""


@login_required
@never_cache
@require_safe
def club_health(request: HttpRequest) -> HttpResponse:
    """Show owners the health of the club."""
    owner_of(request)
    lines = list(health_lines(timezone.now()))
    shown = {"lines": lines, "wrong": sum(not line.well for line in lines)}
    return render(request, "games/club/health.html", shown)


def health_lines(now: datetime) -> Iterator[HealthLine]:
    """Yield a line with the current state of everything that the club depends on."""
    database = "PostgreSQL" if connection.vendor == "postgresql" else "SQLite"
    yield HealthLine(
        _("Version"),
        True,
        f"Tusac {settings.TUSAC_VERSION}, Python {platform.python_version()}, {database}",
    )
    yield _backup(now)
    yield _disk()
    yield from _work(health(now, HEARD))
    yield _waiting_tasks()
    if urlsplit(settings.TUSAC_SITE).scheme == "https":
        yield _certificate(now)
    yield _mail()
    yield from _webhooks()
    number = len(open_alarms())
    yield HealthLine(
        _("Alarms"),
        not number,
        ngettext(
            "%(number)d alarm is waiting for an answer.",
            "%(number)d alarms are waiting for an answer.",
            number,
        )
        % {"number": number}
        if number
        else _("None is waiting for an answer."),
        _("Read them and answer them.") if number else "",
        "alarms",
    )


def _backup(now: datetime) -> HealthLine:
    page = backup_page(now=now)
    if page.last is None:
        said = _("There is no backup yet.")
    else:
        said = _("The last one was made on %(day)s.") % {
            "day": date_format(timezone.localtime(page.last), "DATETIME_FORMAT")
        }
    well = page.last is not None and not page.old
    advice = "" if well else _("Make one now, and keep it somewhere else, not on this computer.")
    return HealthLine(_("Backup"), well, said, advice, "backup")


def _disk() -> HealthLine:
    try:
        free = shutil.disk_usage(settings.VAR_DIR).free
    except OSError as error:
        return HealthLine(
            _("Disk"),
            False,
            str(error),
            _("Is the disk there, and can the club's program read it?"),
        )
    said = _("%(size)s GB are free.") % {"size": number_format(free / 1e9, 1)}
    well = free >= LEAST_DISK
    advice = _("Delete something, or get a larger disk. The club stops when the disk is full.")
    return HealthLine(_("Disk"), well, said, "" if well else advice)


def _on_time(name: str, well: bool, late: str, advice: str, page: str = "") -> HealthLine:
    """Return a line that says "Up to date." if all is `well`, otherwise how late it is and what to do."""
    return HealthLine(name, well, _("Up to date.") if well else late, "" if well else advice, page)


def _span(seconds: float) -> str:
    now = timezone.now()
    return span_words(now - timedelta(seconds=seconds), now)


def _work(found: Health) -> Iterator[HealthLine]:
    late = max(found.overdue, found.bots_overdue, found.silence or 0)
    yield _on_time(
        _("Bots and time limits"),
        found.silence is not None and late <= LATEST,
        _("No task has been finished for %(time)s.") % {"time": _span(late)},
        _("Stop the program and start it again. No deal is lost."),
    )
    behind = max(found.lag.values(), default=0.0)
    yield _on_time(
        _("Results and payments"),
        behind <= LONGEST_LAG and not found.followers_ahead and not found.unsettled,
        _("%(time)s behind; deals not yet paid out: %(number)d.")
        % {"time": _span(behind), "number": found.unsettled},
        _("Wait ten minutes. If that doesn't help, stop the program and start it again."),
    )
    yield _on_time(
        _("Signed log"),
        found.unsealed <= LONGEST_UNSEALED,
        _("Not signed for %(time)s.") % {"time": _span(found.unsealed)},
        _("Look at the log's page. If it gives no reason, start the program again."),
        "log",
    )


def _waiting_tasks() -> HealthLine:
    try:
        number = ask_redis(lambda client: sum(int(client.llen(queue)) for queue in QUEUES))
    except RedisError:
        return HealthLine(
            _("Waiting tasks"),
            False,
            _("Redis does not answer, so bots wait and open pages update only every 15 seconds."),
            _("Stop the program and start it again; on a server, start Redis. No deal is lost."),
        )
    well = number <= MOST_WAITING
    advice = "" if well else _("The computer cannot keep up. Are other programs running on it?")
    return HealthLine(_("Waiting tasks"), well, str(number), advice)


def certificate_of(host: str, port: int) -> Certificate:
    """Return when the certificate of an address ends, or the fault for which browsers refuse it."""
    try:
        with (
            socket.create_connection((host, port), timeout=_PATIENCE) as line,
            ssl.create_default_context().wrap_socket(line, server_hostname=host) as secure,
        ):
            shown = secure.getpeercert() or {}
    except ssl.SSLCertVerificationError as error:
        return Certificate(None, error.verify_message)
    except (OSError, ValueError) as error:
        return Certificate(None, str(error))
    return Certificate(
        datetime.fromtimestamp(ssl.cert_time_to_seconds(str(shown["notAfter"])), UTC)
    )


def _certificate(now: datetime) -> HealthLine:
    own = urlsplit(settings.TUSAC_SITE)
    host, port = own.hostname or "", own.port or 443
    key = f"certificate:{host}:{port}"
    found: Certificate = caches["local"].get(key) or certificate_of(host, port)
    if found.ends is not None:
        caches["local"].set(key, found, _REMEMBERED)
    else:
        said = _("%(address)s has no certificate that browsers accept: %(fault)s.")
        facts = {"address": settings.TUSAC_SITE, "fault": found.fault}
        return HealthLine(
            pgettext("health", "Certificate"), False, said % facts, _("Look at the proxy's log.")
        )
    said = _("Valid until %(day)s.") % {
        "day": date_format(timezone.localtime(found.ends), "DATE_FORMAT")
    }
    well = found.ends - now > SOON
    advice = "" if well else _("The proxy should have renewed it by now. Look at its log.")
    return HealthLine(pgettext("health", "Certificate"), well, said, advice)


def _webhooks() -> Iterator[HealthLine]:
    """Yield the line about webhooks; nothing if none is active."""
    hooks = Webhook.objects.filter(paused=False)
    if not hooks.exists():
        return
    failing = hooks.filter(failures__gte=_FAILED_OFTEN).count()
    said = ngettext(
        "%(number)d address has not taken a message for half an hour.",
        "%(number)d addresses have not taken a message for half an hour.",
        failing,
    )
    yield HealthLine(
        _("News for other programs"),
        not failing,
        said % {"number": failing} if failing else _("All messages have arrived."),
        _("Look at its messages, which say what is wrong.") if failing else "",
        "webhooks",
    )


def _mail() -> HealthLine:
    if not settings.EMAIL_HOST:
        return HealthLine(
            _("Mail"), True, _("The club sends no mail. Notices appear only on its pages.")
        )
    return HealthLine(
        _("Mail"), True, _("Notices are sent through %(host)s.") % {"host": settings.EMAIL_HOST}
    )
