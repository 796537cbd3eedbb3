"""Whose requests go first: what a browser shows proves nothing until the database has said so."""

import asyncio
from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.db import OperationalError
from django.test import Client, RequestFactory
from django.utils import timezone

from games.commands.people.tokens import issue
from games.models import ApiToken, MemberSession, Player
from games.queries.people.sessions import known_keys, stored_key
from tests.support.threads import on_a_loop
from tusac_site.serving import known_callers
from tusac_site.serving.known_callers import KnownCallers, credential_of
from tusac_site.serving.page_queue import Priority

pytestmark = pytest.mark.django_db


def headers(key: str = "", token: str = "") -> list[tuple[bytes, bytes]]:
    """Return what a browser or a program sends."""
    said = [(b"accept", b"text/html")]
    if key:
        said.append((b"cookie", f"csrftoken=x; {settings.SESSION_COOKIE_NAME}={key}".encode()))
    if token:
        said.append((b"authorization", f"Token {token}".encode()))
    return said


@pytest.fixture
def lan() -> Player:
    return Player.objects.create_user("lan", password="một mật khẩu dài")


@pytest.fixture
def answered(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The requests that the test client's pages have had, each when its answer was there."""
    requests: list[Any] = []
    get_response = Client().handler.__class__.get_response

    def kept(self: Any, request: Any) -> Any:
        response = get_response(self, request)
        requests.append(request)
        return response

    monkeypatch.setattr(Client().handler.__class__, "get_response", kept)
    return requests


def key_of(client: Client) -> str:
    return str(client.cookies[settings.SESSION_COOKIE_NAME].value)


def test_a_forged_cookie_or_token_is_no_members(client: Client, answered: list[Any]) -> None:
    some = KnownCallers(load=None)
    for forged in (headers("a" * 32), headers(token="t" * 43)):
        assert some.priority_of(credential_of(forged)) is Priority.UNKNOWN
    client.cookies[settings.SESSION_COOKIE_NAME] = "a" * 32
    client.get("/")
    client.get("/api/v1/tables/", headers={"Authorization": "Token " + "t" * 43})
    for request, forged in zip(answered, (headers("a" * 32), headers(token="t" * 43)), strict=True):
        some.note(credential_of(forged), request)
        assert some.priority_of(credential_of(forged)) is Priority.UNKNOWN
    assert some.priority_of(credential_of(headers())) is Priority.STRANGER


def test_a_session_counts_from_its_login_until_it_ends(
    client: Client, lan: Player, answered: list[Any]
) -> None:
    some = KnownCallers(load=None)
    client.post("/accounts/login/", {"username": "lan", "password": "một mật khẩu dài"})
    key = key_of(client)
    some.note("", answered[-1])
    assert some.priority_of(credential_of(headers(key))) is Priority.MEMBER
    client.get("/account/")
    some.note(credential_of(headers(key)), answered[-1])
    assert some.priority_of(credential_of(headers(key))) is Priority.MEMBER
    client.post("/accounts/logout/")
    some.note(credential_of(headers(key)), answered[-1])
    assert some.priority_of(credential_of(headers(key))) is Priority.UNKNOWN


def test_a_session_that_was_ended_elsewhere_counts_no_more_at_its_next_request(
    client: Client, lan: Player, answered: list[Any]
) -> None:
    some = KnownCallers(load=None)
    client.force_login(lan)
    shown = credential_of(headers(key_of(client)))
    client.get("/account/")
    some.note(shown, answered[-1])
    assert some.priority_of(shown) is Priority.MEMBER
    MemberSession.objects.all().delete()
    client.get("/account/")
    some.note(shown, answered[-1])
    assert some.priority_of(shown) is Priority.UNKNOWN


def test_a_token_counts_once_it_was_accepted(
    client: Client, lan: Player, answered: list[Any]
) -> None:
    some = KnownCallers(load=None)
    token = issue(lan, name="my program", days=1, now=timezone.now())
    shown = credential_of(headers(token=token))
    assert some.priority_of(shown) is Priority.UNKNOWN
    client.get("/api/v1/tables/", headers={"Authorization": f"Token {token}"})
    some.note(shown, answered[-1])
    assert some.priority_of(shown) is Priority.MEMBER


def test_a_guest_is_a_guest_also_where_pages_know_none(
    client: Client, lan: Player, answered: list[Any]
) -> None:
    some = KnownCallers(load=None)
    Player.objects.update(is_guest=True)
    client.force_login(Player.objects.get())
    shown = credential_of(headers(key_of(client)))
    for page in ("/", "/tournaments/"):
        client.get(page)
        some.note(shown, answered[-1])
        assert some.priority_of(shown) is Priority.GUEST


def test_what_asks_for_nobody_says_nothing() -> None:
    some = KnownCallers(load=None)
    some.note("somebody", RequestFactory().get("/static/x"))
    assert some.priority_of("somebody") is Priority.UNKNOWN


def session_of(player: Player) -> str:
    from tusac_site.security.sessions import SessionStore

    session = SessionStore()
    session[SESSION_KEY] = str(player.pk)
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[-1]
    session[HASH_SESSION_KEY] = player.get_session_auth_hash()
    session.create()
    return stored_key(str(session.session_key))


def test_a_process_that_has_just_started_reads_whose_sessions_and_tokens_hold(lan: Player) -> None:
    """After a restart the whole club would stand behind the strangers."""
    minh = Player.objects.create_user("minh")
    gone = Player.objects.create_user("gone", is_active=False)
    guest = Player.objects.create_user("guest", is_guest=True)
    mine, his, old = session_of(lan), session_of(guest), session_of(minh)
    ended = session_of(gone)
    MemberSession.objects.filter(pk=old).update(expire_date=timezone.now() - timedelta(seconds=1))
    token = issue(lan, name="my program", days=1, now=timezone.now())
    over = issue(minh, name="an old one", days=1, now=timezone.now())
    ApiToken.objects.filter(player=minh).update(expires_at=timezone.now())
    some = KnownCallers(load=None)
    some._load = known_keys
    some._refresh_now()
    ranks = [some.priority_of(key) for key in (mine, his, old, ended)]
    assert ranks == [Priority.MEMBER, Priority.GUEST, Priority.UNKNOWN, Priority.UNKNOWN]
    assert some.priority_of(credential_of(headers(token=token))) is Priority.MEMBER
    assert some.priority_of(credential_of(headers(token=over))) is Priority.UNKNOWN
    assert len(known_keys(1)) <= 2


def test_while_the_database_is_away_everybody_stays_who_they_were() -> None:
    some = KnownCallers(load=lambda most: {"lan": False})
    some._refresh_now()

    def away(most: int) -> dict[str, bool]:
        raise OperationalError("away")

    some._load = away
    some._refresh_now()
    assert some.priority_of("lan") is Priority.MEMBER


def test_it_is_read_once_in_a_while_and_beside_all_else(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[int] = []
    monkeypatch.setattr(known_callers, "EVERY", float("inf"))

    async def ask() -> None:
        def load(most: int) -> dict[str, bool]:
            read.append(most)
            return {"lan": False}

        some = KnownCallers(load=load)
        for _ in range(3):
            some.refresh_if_due()
        while some.priority_of("lan") is not Priority.MEMBER:
            await asyncio.sleep(0.01)

    on_a_loop(ask)
    assert read == [known_callers.MOST]
