"""The API's tokens: told once, kept as digests, few for a member, and ended with the account."""

import hashlib
import json
import re
from datetime import timedelta

import pytest
import time_machine
from django.db import transaction
from django.test import Client
from django.urls import URLResolver, get_resolver
from django.utils import timezone

from games.api.open_views import OpenView
from games.api.scopes import OpenToRead, Scoped
from games.api.views.account import Account
from games.commands.people import tokens
from games.errors import Refused
from games.models import ApiToken, Player
from tests.support.play_pages import browser, member
from tests.support.security.club import built

pytestmark = pytest.mark.django_db

ASKED = {"username": "an", "password": "not a secret"}


@pytest.fixture
def an():
    return member("an")


def new_token():
    answer = Client().post("/api/v1/token/", ASKED, content_type="application/json")
    return answer.json()["token"]


def asked_with(token):
    return Client(headers={"authorization": f"Token {token}"}).get("/api/v1/account/")


def test_nothing_that_is_kept_opens_the_api(an):
    key = new_token()
    kept = ApiToken.objects.values().get()
    assert key not in str(kept)
    assert kept["digest"] == hashlib.sha256(key.encode()).hexdigest()
    assert len(key) * 6 - len(kept["prefix"]) * 6 >= 160  # bits that nobody can read
    assert asked_with(key).status_code == 200
    for guess in (kept["digest"], kept["prefix"], key[:-1], key + "x", key.swapcase(), "é"):
        answer = asked_with(guess)
        assert (answer.status_code, answer.json()["code"]) == (401, "login.needed"), guess


def test_each_login_gives_another_token_and_the_ten_newest_work(an):
    keys = [new_token() for _ in range(12)]
    other = tokens.issue(member("binh"), now=timezone.now())
    assert len(set(keys)) == 12
    assert [asked_with(key).status_code for key in keys] == [401] * 2 + [200] * 10
    assert asked_with(other).status_code == 200


def test_who_is_no_longer_active_is_not_let_in_by_a_token(an):
    key = new_token()
    an.is_active = False
    an.save()
    refused = asked_with(key)
    assert refused.status_code == 401
    assert refused.json() == asked_with("unknown").json()


# --- what a member decides about a token -----------------------------------------------------------


def made(an, **asked):
    return tokens.issue(an, now=timezone.now(), **asked)


def test_a_token_ends_on_its_day(an):
    with time_machine.travel("2026-11-21 20:00Z", tick=False) as clock:
        key = made(an, days=2)
        clock.shift(timedelta(days=2, seconds=-1))
        assert asked_with(key).status_code == 200
        clock.shift(timedelta(seconds=1))
        assert asked_with(key).status_code == 401


def test_the_last_use_is_written_once_an_hour(an, django_assert_num_queries):
    with time_machine.travel("2026-11-21 20:00Z", tick=False) as clock:
        key = made(an)
        for minutes, queries in ((0, 4), (59, 3), (2, 4)):
            clock.shift(timedelta(minutes=minutes))
            with django_assert_num_queries(queries):
                asked_with(key)
        assert ApiToken.objects.get().last_used_at == timezone.now()


def test_an_account_that_rested_has_lost_its_tokens_and_its_sessions(an):
    for rest in (lambda: an.save(), lambda: Player.objects.update(is_active=False)):
        key, there = made(an), browser(an)
        an.is_active = False
        rest()
        assert asked_with(key).status_code == 401
        an.is_active = True
        an.save()
        assert asked_with(key).status_code == 401
        if rest.__code__.co_names[0] == "save":
            assert there.get("/account/").status_code == 302


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ({"days": 0}, "token.days"),
        ({"days": 366}, "token.days"),
        ({"scopes": []}, "token.scopes"),
        ({"scopes": ["all"]}, "token.scopes"),
        ({"name": "x" * 41}, "token.name"),
        ({"name": "my\u202ebot"}, "name.invisible"),
    ],
)
def test_what_a_token_cannot_be(an, asked, code):
    with pytest.raises(Refused) as refused:
        made(an, **asked)
    assert refused.value.code == code
    assert not ApiToken.objects.exists()


def test_the_page_makes_a_token_shows_its_key_once_and_ends_it(an):
    here = browser(an)
    form = {"name": "my bot", "scopes": ["read"], "days": "7"}
    answer = here.post("/account/tokens/", form)
    key = re.findall(r'<code class="key">([^<]+)</code>', answer.content.decode())[0]
    assert "no-store" in answer["Cache-Control"]
    assert asked_with(key).status_code == 200
    token = an.api_tokens.get()
    listed = here.get("/account/tokens/").content.decode()
    assert key not in listed and "my bot" in listed and token.prefix in listed
    stranger = browser(member("binh"))
    stranger.post("/account/tokens/", {"end": token.pk})
    assert asked_with(key).status_code == 200
    assert here.post("/account/tokens/", {"end": token.pk}).status_code == 303
    assert asked_with(key).status_code == 401
    for wrong in ({"days": "0"}, {"scopes": ["all"]}, {"name": "A\u0410"}):
        assert here.post("/account/tokens/", {**form, **wrong}).status_code == 422
    for odd in ("", "x", "9" * 30, "\0"):
        assert here.post("/account/tokens/", {"end": odd}).status_code == 303


@pytest.mark.parametrize(
    ("agent", "name"),
    [
        ("Python-urllib/3.13", "Python-urllib/3.13"),
        ("Mozilla/5.0 (X11; Linux x86_64)", "Mozilla/5.0"),
        ("x" * 60, "x" * 40),
        ("\u202eevil", "API"),
        ("", "API"),
    ],
)
def test_a_token_without_a_name_is_called_as_its_program_calls_itself(an, agent, name):
    for said in ({}, {"name": ""}, {"name": "  "}):
        answer = Client().post(
            "/api/v1/token/", {**ASKED, **said}, "application/json", headers={"User-Agent": agent}
        )
        assert answer.status_code == 200, answer.content
        assert ApiToken.objects.latest("pk").name == name
    page = browser(an).get("/account/tokens/").content.decode()
    assert page.count(f"<bdi>{name}</bdi>") == 3


def test_a_login_says_what_the_token_is_for(an):
    said = {**ASKED, "name": "reader", "scopes": ["read"], "days": 3}
    answer = Client().post("/api/v1/token/", said, content_type="application/json")
    assert answer["Cache-Control"] == "no-store"
    token = an.api_tokens.get()
    assert (token.name, token.scopes) == ("reader", "read")
    wrongs: tuple[dict[str, object], ...] = (
        {"scopes": ["all"]},
        {"days": 366},
        {"scopes": []},
        {"name": "a\u200bb"},
    )
    for wrong in wrongs:
        answer = Client().post("/api/v1/token/", {**said, **wrong}, content_type="application/json")
        assert answer.status_code == 422, wrong


# --- scopes ----------------------------------------------------------------------------------------


OPEN = {"api/v1/token/", "api/v1/nights/"}
"""Where nobody need log in: the login, and what the nights have compared."""


def views():
    """Every view of the API, by its route, but for those that are open to all and what has no view."""

    def walk(resolver, before):
        for pattern in resolver.url_patterns:
            route = before + str(pattern.pattern)
            if isinstance(pattern, URLResolver):
                yield from walk(pattern, route)
            elif route.startswith("api/v1/") and route not in OPEN:
                yield route, pattern.callback.view_class

    return dict(walk(get_resolver(), ""))


DIRECTED = {
    "api/v1/calls/",
    "api/v1/tables/<int:table_id>/warnings/",
    "api/v1/tournaments/<int:tournament_id>/cash/",
    "api/v1/tournaments/templates/",
    "api/v1/tournaments/templates/<int:template_id>/",
}
"""What only who has a duty may read."""


def test_every_method_of_the_api_says_what_scope_it_takes():
    found = views()
    assert len(found) > 12
    for route, view in found.items():
        methods = {name.upper() for name in view.http_method_names if hasattr(view, name)}
        methods -= {"OPTIONS", "HEAD"}
        assert set(view.scopes) == methods, route
        assert set(view.scopes.values()) <= set(ApiToken.Scope), route
        assert view.scopes.get("GET", "read") == ("direct" if route in DIRECTED else "read"), route
        assert all(scope != "read" for method, scope in view.scopes.items() if method != "GET")
        is_open = issubclass(view, OpenView)  # tests/site/test_api_operations.py names these
        assert list(view.permission_classes) == [OpenToRead if is_open else Scoped], route


def test_a_token_opens_what_its_scopes_name_and_no_more():
    club = built()
    told: dict[str, int] = {}
    chi = club.viewers["member"]
    assert chi is not None
    for scope in ApiToken.Scope.values:
        key = tokens.issue(chi, now=timezone.now(), scopes=[scope])
        client = Client(headers={"authorization": f"Token {key}"})
        for route, view in views().items():
            for method, needed in view.scopes.items():
                with transaction.atomic():
                    answer = client.generic(
                        method,
                        club.address(route),
                        json.dumps(club.form(route)) if method != "GET" else "",
                        content_type="application/json",
                    )
                    transaction.set_rollback(True)
                refused = answer.status_code == 403 and answer.json()["code"] == "token.scope"
                opened = {"read", "play"} if scope == "play" else {scope}  # a move shows the table
                assert refused == (needed not in opened), (scope, method, route)
                told[needed] = told.get(needed, 0) + (not refused)
    assert told["read"] > 8 and told["play"] > 3 and told["direct"] == 80


def test_a_view_that_names_no_scope_is_closed(an, monkeypatch):
    monkeypatch.delattr(Account, "scopes")
    assert asked_with(made(an)).status_code == 403
