"""The owner's page of the club's health: each line is well or says what to do."""

import re
import shutil
import socket
import ssl
import threading
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace

import pytest
from django.core.cache import caches
from django.test import Client
from django.utils import timezone
from redis.exceptions import RedisError

from games.club.events import AlarmKind
from games.commands.club.club_work import raise_alarm
from games.models import Player
from games.queries.club.health import Health
from notices.models import Webhook
from tests.support.play_pages import browser, member
from tusac_site.operations import health_page
from tusac_site.operations.health_page import Certificate, certificate_of, health_lines

pytestmark = pytest.mark.django_db

WELL = Health(0, 0, 0.0, 0.0, 1.0, 0.0, {"results": 0.0})


@pytest.fixture(autouse=True)
def quiet(monkeypatch):
    """All that this machine could say of itself is well."""
    caches["local"].clear()
    monkeypatch.setattr(health_page, "health", lambda now, hears: WELL)
    monkeypatch.setattr(health_page, "ask_redis", lambda question: 0)
    monkeypatch.setattr(shutil, "disk_usage", lambda place: SimpleNamespace(free=5e9))
    monkeypatch.setattr(
        health_page,
        "backup_page",
        lambda now: SimpleNamespace(last=timezone.now(), old=False),
    )
    yield
    caches["local"].clear()


def lines() -> dict[str, health_page.HealthLine]:
    return {line.name: line for line in health_lines(timezone.now())}


def test_a_club_that_is_well_says_so_and_asks_nothing():
    found = lines()
    assert all(line.well and not line.advice for line in found.values())
    assert {"Version", "Backup", "Disk", "Signed log", "Mail", "Alarms"} <= {*found}
    assert "5.0 GB" in found["Disk"].said


def test_an_address_that_takes_no_news_is_counted_once_it_has_failed_often():
    assert "News for other programs" not in lines()
    now = timezone.now()
    hook = Webhook.objects.create(url="https://example.org/", made_at=now, wait_until=now)
    for failures, well in ((0, True), (3, True), (4, False)):
        Webhook.objects.update(failures=failures)
        line = lines()["News for other programs"]
        assert (line.well, line.page, bool(line.advice)) == (well, "webhooks", not well)
    assert line.said == "1 address has not taken a message for half an hour."
    Webhook.objects.filter(pk=hook.pk).update(paused=True)
    assert "News for other programs" not in lines()


@pytest.mark.parametrize(
    ("health", "name", "said"),
    [
        ({"silence": None}, "Bots and time limits", "0 seconds"),
        ({"silence": 31.0}, "Bots and time limits", "31 seconds"),
        ({"overdue": 45.0}, "Bots and time limits", "45 seconds"),
        ({"lag": {"results": 90.0}}, "Results and payments", "90 seconds behind"),
        ({"unsettled": 2}, "Results and payments", "not yet paid out: 2"),
        ({"followers_ahead": ("results",)}, "Results and payments", "0 seconds behind"),
        ({"unsealed": 7200.0}, "Signed log", "2\xa0hours"),
    ],
)
def test_what_is_late_says_how_much_and_what_to_do(health, name, said, monkeypatch):
    monkeypatch.setattr(health_page, "health", lambda now, hears: replace(WELL, **health))
    line = lines()[name]
    assert not line.well
    assert said in line.said
    assert line.advice.endswith(".")


def test_a_full_disk_an_old_backup_a_silent_redis_and_a_long_queue_are_named(monkeypatch):
    monkeypatch.setattr(shutil, "disk_usage", lambda place: SimpleNamespace(free=5e8))
    monkeypatch.setattr(
        health_page, "backup_page", lambda now: SimpleNamespace(last=None, old=True)
    )

    def silent(question):
        raise RedisError("away")

    monkeypatch.setattr(health_page, "ask_redis", silent)
    found = lines()
    wrong = {name for name, line in found.items() if not line.well}
    assert wrong == {"Disk", "Backup", "Waiting tasks"}
    assert "no backup" in found["Backup"].said
    assert all(found[name].advice for name in wrong)
    monkeypatch.setattr(health_page, "ask_redis", lambda question: 501)
    assert lines()["Waiting tasks"].said == "501"


@pytest.mark.parametrize(("days", "well"), [(60, True), (3, False)])
def test_a_certificate_that_ends_soon_is_named(days, well, monkeypatch, settings):
    settings.TUSAC_SITE = "https://club.example"
    ends = timezone.now() + timedelta(days=days)
    monkeypatch.setattr(health_page, "certificate_of", lambda host, port: Certificate(ends))
    line = lines()["Certificate"]
    assert line.well is well
    assert bool(line.advice) is not well


def test_a_certificate_is_remembered_and_a_fault_is_asked_for_again(monkeypatch, settings):
    settings.TUSAC_SITE = "https://club.example"
    asked = []

    def shown(host, port):
        asked.append(host)
        fault = "expired" if len(asked) == 1 else ""
        return Certificate(None if fault else timezone.now() + timedelta(days=60), fault)

    monkeypatch.setattr(health_page, "certificate_of", shown)
    assert [lines()["Certificate"].well for _ in range(3)] == [False, True, True]
    assert len(asked) == 2


def test_a_disk_that_cannot_be_read_is_named(monkeypatch):
    def unread(place):
        raise FileNotFoundError(2, "No such file or directory", str(place))

    monkeypatch.setattr(shutil, "disk_usage", unread)
    line = lines()["Disk"]
    assert not line.well and "No such file" in line.said and line.advice


def test_an_address_that_shows_no_certificate_says_why():
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]

        def hang_up():
            line, _ = server.accept()
            line.close()

        thread = threading.Thread(target=hang_up)
        thread.start()
        found = certificate_of("127.0.0.1", port)
        thread.join()
    assert found.ends is None and found.fault
    refused = certificate_of("127.0.0.1", port)
    assert refused.ends is None and "refused" in refused.fault


def test_the_end_of_a_certificate_is_read_as_it_is_written(monkeypatch):
    class Secure:
        def __enter__(self):
            return self

        def __exit__(self, *_):
            return None

        def getpeercert(self):
            return {"notAfter": "Jan  5 09:34:43 2028 GMT"}

    monkeypatch.setattr(socket, "create_connection", lambda *a, **k: Secure())
    monkeypatch.setattr(ssl.SSLContext, "wrap_socket", lambda self, line, server_hostname: Secure())
    assert certificate_of("club.example", 443) == Certificate(
        datetime(2028, 1, 5, 9, 34, 43, tzinfo=UTC)
    )


def test_owners_read_it_and_nobody_else():
    player = member("an")
    assert browser(player).get("/club/health/").status_code == 403
    assert Client().get("/club/health/").status_code == 302
    Player.objects.filter(pk=player.pk).update(is_superuser=True, is_staff=True)
    page = browser(Player.objects.get(pk=player.pk)).get("/club/health/")
    assert page.status_code == 200
    assert "All is well." in page.content.decode()


def test_the_owners_menu_leads_to_it_and_it_leads_to_the_alarms_and_the_backups():
    owner = Player.objects.create_superuser("owner")
    page = browser(owner).get("/").content.decode()
    (menu,) = re.findall(r'<nav class="site-nav".*?</nav>', page, re.DOTALL)
    ways = dict(re.findall(r'<a href="([^"]*)"[^>]*>([^<]*)</a>', menu))
    assert ways["/club/health/"] == "Health"
    assert not {"/club/alarms/", "/club/backup/"} & set(ways)
    raise_alarm(AlarmKind.CLOCK_STEPPED, subject="here", now=timezone.now())
    health = browser(owner).get("/club/health/").content.decode()
    assert '<a href="/club/alarms/">' in health and '<a href="/club/backup/">' in health
    assert "1 alarm is waiting for an answer." in health
    member = browser(Player.objects.create_user("an")).get("/").content.decode()
    assert "/club/health/" not in member
