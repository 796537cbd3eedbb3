"""What every kind of page tells a browser, with the settings of production."""

import json
import os
import re
import secrets
import subprocess
import sys
from pathlib import Path

import pytest
from django.test import Client

from tests.support.running_site import PROJECT
from tests.support.security.club import built
from tests.support.site_settings import production, settings_with

pytestmark = pytest.mark.django_db

NAMES = (
    "SECURE_HSTS_SECONDS",
    "SECURE_HSTS_INCLUDE_SUBDOMAINS",
    "SECURE_HSTS_PRELOAD",
    "SECURE_SSL_REDIRECT",
    "SECURE_REDIRECT_EXEMPT",
    "SECURE_PROXY_SSL_HEADER",
    "SECURE_REFERRER_POLICY",
    "SESSION_COOKIE_SECURE",
    "CSRF_COOKIE_SECURE",
    "LANGUAGE_COOKIE_SECURE",
    "X_FRAME_OPTIONS",
    "CONTENT_SECURITY_POLICY",
)
PRODUCTION = production()
TLS = {"X-Forwarded-Proto": "https"}

# The kinds of pages: our own, a form, a part of a page, the admin's, the API's, its documentation, errors, no page.
PAGES = {
    "/": 200,
    "/accounts/login/": 200,
    "/accounts/password_change/": 200,
    "/account/": 200,
    "/tables/{table}/": 200,
    "/stream": 200,
    "/replays/{finished}/": 200,
    "/replays/{finished}/record.json": 200,
    "/replays/casebook/": 200,
    "/tournaments/": 200,
    "/rules/": 200,
    "/admin/": 200,
    "/admin/games/player/": 200,
    "/admin/games/player/{player}/change/": 200,
    "/admin/replays/dispute/": 200,
    "/admin/nowhere/": 404,
    "/api/v1/deals/{deal}/": 200,
    "/api/v1/deals/0/": 404,
    "/api/schema/": 200,
    "/api/docs/": 200,
    "/api/docs/?script=": 200,
    "/tables/0/": 404,
    "/nowhere": 404,
    "/healthz": 200,
    "/metrics": 403,
}


@pytest.fixture(scope="module")
def of_production():
    said = json.loads(settings_with(*NAMES, **PRODUCTION).stdout)
    said["SECURE_PROXY_SSL_HEADER"] = tuple(said["SECURE_PROXY_SSL_HEADER"])
    return {name: said[name] for name in NAMES}


@pytest.fixture
def ask(settings, of_production):
    for name, value in of_production.items():
        setattr(settings, name, value)
    settings.ALLOWED_HOSTS = ["club.example"]
    club = built()
    client = Client(REMOTE_ADDR="192.0.2.1", SERVER_NAME="club.example")
    owner = club.viewers["owner"]
    assert owner is not None
    owner.is_referee = True
    owner.save()
    client.force_login(owner)
    ids = {
        "table": club.running.table_id,
        "deal": club.running.pk,
        "finished": club.finished.pk,
        "player": owner.pk,
    }
    return lambda page, **headers: client.get(page.format(**ids), headers={**TLS, **headers})


def test_every_kind_of_page_has_the_strict_headers(ask):
    for page, status in PAGES.items():
        answer = ask(page)
        assert answer.status_code == status, page
        policy = answer["Content-Security-Policy"]
        for part in (
            "default-src 'self'",
            "object-src 'none'",
            "base-uri 'none'",
            "form-action 'self'",
            "frame-ancestors 'none'",
        ):
            assert part in policy, page
        assert "unsafe" not in policy and "*" not in policy and "http" not in policy, page
        assert answer["Strict-Transport-Security"] == "max-age=86400", page
        assert answer["X-Content-Type-Options"] == "nosniff", page
        assert answer["X-Frame-Options"] == "DENY", page
        assert answer["Referrer-Policy"] == "same-origin", page
        assert answer["Cross-Origin-Opener-Policy"] == "same-origin", page


def test_no_kind_of_page_holds_what_the_policy_would_block(ask):
    for page in PAGES:
        answer = ask(page)
        if not answer["Content-Type"].startswith("text/html"):
            continue
        html = answer.content.decode()
        assert not re.search(r"<script(?![^>]*\ssrc=)(?![^>]*type=\"application/json\")", html), (
            page
        )
        assert not re.search(
            r"<style|\sstyle=|\son(?:click|load|change|submit)=|javascript:", html
        ), page
        assert not re.search(
            r"(?:src|href)=\"(?:https?:)?//(?!club\.example)[^\"]*\.(?:js|css)", html
        )


def test_without_tls_a_page_leads_to_it_and_a_health_check_does_not(ask):
    answer = ask("/", **{"X-Forwarded-Proto": "http"})
    assert (answer.status_code, answer["Location"]) == (301, "https://club.example/")
    assert ask("/healthz", **{"X-Forwarded-Proto": "http"}).status_code == 200


def test_another_name_than_the_clubs_is_not_answered(ask):
    assert ask("/", Host="evil.example").status_code == 400


def test_cookies_are_for_tls_and_for_no_script_and_no_other_site(ask, settings):
    settings.TUSAC_LIMIT_LOGINS = True
    client = Client(SERVER_NAME="club.example", headers=TLS)
    form = {"username": "owner", "password": "not a secret"}
    client.get("/accounts/login/")
    assert client.post("/accounts/login/", form).status_code == 302
    assert set(client.cookies) == {"csrftoken", "sessionid", "tusac_device"}
    for name, cookie in client.cookies.items():
        assert cookie["secure"], name
        assert cookie["samesite"] == "Lax", name
        assert cookie["httponly"] or name == "csrftoken", name


def test_the_cookie_of_the_language_has_the_flags_of_the_others(ask):
    client = Client(SERVER_NAME="club.example", headers=TLS)
    assert client.post("/i18n/setlang/", {"language": "vi", "next": "/"}).status_code == 302
    cookie = client.cookies["django_language"]
    assert cookie["secure"] and cookie["httponly"] and cookie["samesite"] == "Lax"


def test_the_check_for_deployment_has_nothing_to_say(tmp_path: Path) -> None:
    answer = subprocess.run(
        [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "DEBUG"],
        cwd=PROJECT,
        env={
            "PATH": os.environ["PATH"],
            "TUSAC_VAR": str(tmp_path),
            **PRODUCTION,
            "SECRET_KEY": secrets.token_urlsafe(64),
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert answer.returncode == 0, answer.stderr
    # Other names of the domain and the browsers' list: only where the club asks for them (0256).
    assert "no issues (2 silenced)" in answer.stdout
