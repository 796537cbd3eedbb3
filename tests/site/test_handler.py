"""Pages behind the asynchronous server: one thread a request, whole answers, and answers piece by piece."""

import asyncio
import json
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from asgiref.testing import ApplicationCommunicator
from django.core.signals import request_finished, request_started
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.urls import path
from django.utils import translation
from django.utils.html import escape

from games.errors import Refused
from tests.support.threads import on_a_loop
from tusac_site.errors import RETRY_AFTER
from tusac_site.serving import page_queue
from tusac_site.serving.handler import LOGINS, MOST_WAITING, PageHandler
from tusac_site.serving.known_callers import KnownCallers

seen: list[str] = []


def echo(request: HttpRequest) -> HttpResponse:
    """What was sent, with two cookies."""
    seen.append(threading.current_thread().name)
    answer = HttpResponse(request.body or request.GET.get("said", ""), status=201)
    answer.set_cookie("one", "1")
    answer.set_cookie("two", "2")
    return answer


def pieces(request: HttpRequest) -> StreamingHttpResponse:
    """Three pieces."""

    def made() -> Iterator[bytes]:
        for piece in (b"a", b"b", b"c"):
            seen.append(threading.current_thread().name)
            yield piece

    return StreamingHttpResponse(made())


def broken(request: HttpRequest) -> HttpResponse:
    """A view that fails."""
    raise RuntimeError("nothing for a reader")


held = threading.Event()
hashing: list[str] = []


def login(request: HttpRequest) -> HttpResponse:
    """A password that takes for ever to hash."""
    hashing.append(threading.current_thread().name)
    assert held.wait(10)
    return HttpResponse(b"in")


urlpatterns = [
    path("accounts/login/", login),
    path("admin/login/", login),
    path("api/v1/token/", login),
    path("welcome/", login),
    path("readyz", login),
    path("echo", echo),
    path("pieces", pieces),
    path("broken", broken),
]


@pytest.fixture(autouse=True)
def these_views_alone(settings: Any) -> Iterator[None]:
    """Only these views, without what needs a database; and who tidied up after them."""
    settings.ROOT_URLCONF = __name__
    settings.MIDDLEWARE = []
    seen.clear()

    def note(sender: object, **_kwargs: object) -> None:
        seen.append(threading.current_thread().name)

    request_started.connect(note)
    request_finished.connect(note)
    yield
    request_started.disconnect(note)
    request_finished.disconnect(note)


def asked(where: str, *, query: bytes = b"", body: tuple[bytes, ...] = ()) -> list[dict[str, Any]]:
    """Return the messages of the answer to one request."""

    async def ask() -> list[dict[str, Any]]:
        scope = {
            "type": "http",
            "method": "POST" if body else "GET",
            "path": where,
            "query_string": query,
            "headers": [(b"host", b"testserver"), (b"content-type", b"text/plain")],
            "client": ("192.0.2.7", 4000),
            "server": ("testserver", 80),
        }
        talk = ApplicationCommunicator(PageHandler(2), scope)
        for at, piece in enumerate(body or (b"",), start=1):
            await talk.send_input(
                {"type": "http.request", "body": piece, "more_body": at < len(body)}
            )
        said = [await talk.receive_output(5)]
        while said[-1]["type"] != "http.response.body" or said[-1].get("more_body"):
            said.append(await talk.receive_output(5))
        await talk.wait(5)
        return said

    return on_a_loop(ask)


def test_a_page_is_one_answer_from_one_kept_thread() -> None:
    """Beginning, view and end on the same thread: so its database connection can stay there."""
    start, body = asked("/echo", query=b"said=moi")
    assert start["status"] == 201
    assert body["body"] == b"moi"
    assert len(seen) == 3
    assert len(set(seen)) == 1
    assert seen[0].startswith("page")


def test_each_cookie_has_its_header() -> None:
    """A header for both would lose one of them."""
    cookies = [value for name, value in asked("/echo")[0]["headers"] if name == b"Set-Cookie"]
    assert [cookie.partition(b";")[0] for cookie in cookies] == [b"one=1", b"two=2"]


def test_a_body_that_comes_in_pieces_is_read_whole() -> None:
    """As a server hands on what comes over the wire."""
    assert asked("/echo", body=(b"mot ", b"hai ", b"ba"))[1]["body"] == b"mot hai ba"


def test_an_answer_in_pieces_is_made_beside_the_threads_of_pages() -> None:
    """Its page has let go of its thread; who tidies up does so where the pieces were made."""
    said = asked("/pieces")
    assert b"".join(message.get("body", b"") for message in said[1:]) == b"abc"
    page, *made, tidied = seen
    assert page.startswith("page")
    assert {name[:6] for name in (*made, tidied)} == {"export"}


def test_what_fails_is_a_page_that_tells_nothing() -> None:
    """Django's own handling of errors stands between a view and the wire."""
    start, body = asked("/broken")
    assert start["status"] == 500
    assert b"nothing for a reader" not in body["body"]


def test_who_goes_away_before_all_was_sent_is_not_answered() -> None:
    """Nobody is there; no view runs."""

    async def leave() -> bool:
        scope = {
            "type": "http",
            "method": "POST",
            "path": "/echo",
            "query_string": b"",
            "headers": [],
        }
        talk = ApplicationCommunicator(PageHandler(1), scope)
        await talk.send_input({"type": "http.request", "body": b"half", "more_body": True})
        await talk.send_input({"type": "http.disconnect"})
        await talk.wait(5)
        return bool(await talk.receive_nothing())

    assert on_a_loop(leave)
    assert not seen


def scope_of(method: str, where: str) -> dict[str, Any]:
    """Return a request of ASGI."""
    return {
        "type": "http",
        "method": method,
        "path": where,
        "query_string": b"",
        "headers": [(b"host", b"testserver")],
        "client": ("192.0.2.7", 4000),
        "server": ("testserver", 80),
    }


@pytest.mark.parametrize("door", ["/accounts/login/", "/api/v1/token/", "/welcome/"])
def test_however_many_log_in_at_once_the_pages_have_their_threads(door: str) -> None:
    """Fourteen logins held a move up for nine seconds: they had all eight threads."""
    held.clear()
    hashing.clear()
    handler = PageHandler(threads=1)

    async def ask() -> tuple[list[int], list[int]]:
        def talk(method: str, where: str) -> ApplicationCommunicator:
            return ApplicationCommunicator(handler, scope_of(method, where))

        logins = [talk("POST", door) for _ in range(MOST_WAITING)]
        for login in logins:
            await login.send_input({"type": "http.request", "body": b""})
        while len(hashing) < LOGINS:
            await asyncio.sleep(0)
        told = []
        for method, where in (("GET", "/echo"), ("POST", door), ("GET", "/echo")):
            page = talk(method, where)
            await page.send_input({"type": "http.request", "body": b""})
            told.append((await page.receive_output(5))["status"])
            await page.receive_output(5)
            await page.wait(5)
        assert len(hashing) == LOGINS
        held.set()
        answers = []
        for login in logins:
            answers.append((await login.receive_output(5))["status"])
            await login.receive_output(5)
            await login.wait(5)
        late = talk("POST", door)
        await late.send_input({"type": "http.request", "body": b""})
        answers.append((await late.receive_output(5))["status"])
        await late.receive_output(5)
        await late.wait(5)
        return told, answers

    try:
        told, answers = on_a_loop(ask)
    finally:
        held.set()
    assert told == [201, 503, 201]
    assert answers == [200] * (MOST_WAITING + 1)
    assert {name[:5] for name in hashing} == {"login"}


def answers_of(handler: PageHandler, *asked: tuple[str, str]) -> list[tuple[int, str]]:
    """Return the answers to requests that come one after the other; the first ones are answered last, once
    `held` is set.
    """
    held.clear()
    hashing.clear()

    async def ask() -> list[tuple[int, str]]:
        talks = [ApplicationCommunicator(handler, scope_of(*one)) for one in asked]
        for at, talk in enumerate(talks):
            await talk.send_input({"type": "http.request", "body": b""})
            while not at and not hashing:
                await asyncio.sleep(0)
        told = []
        for talk in reversed(talks):
            if talk is talks[0]:
                held.set()
            status = (await talk.receive_output(5))["status"]
            told.append((status, (await talk.receive_output(5))["body"].decode()))
            await talk.wait(5)
        return told

    try:
        return on_a_loop(ask)
    finally:
        held.set()


def refused_with(handler: PageHandler, scope: dict[str, Any]) -> tuple[dict[bytes, bytes], str]:
    """Headers and words of a 503 for a request that comes while strangers fill the line."""

    async def ask() -> tuple[dict[bytes, bytes], str]:
        talk = ApplicationCommunicator(handler, scope)
        await talk.send_input({"type": "http.request", "body": b""})
        start = await talk.receive_output(5)
        assert start["status"] == 503
        said = (await talk.receive_output(5))["body"].decode()
        await talk.wait(5)
        return dict(start["headers"]), said

    return on_a_loop(ask)


def test_who_finds_the_line_full_is_told_so_in_words_of_their_own_language_and_when_to_come_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    handler = PageHandler(1)
    monkeypatch.setitem(page_queue.MOST_WAITING, page_queue.Priority.STRANGER, 0)
    scope = scope_of("GET", "/echo")
    scope["headers"] += [(b"accept", b"text/html,*/*"), (b"accept-language", b"fr")]
    headers, page = refused_with(handler, scope)
    with translation.override("fr"):
        sentence = Refused("service.full").sentence
    assert headers[b"retry-after"] == RETRY_AFTER.encode()
    assert headers[b"content-type"].startswith(b"text/html")
    assert '<html lang="fr">' in page and escape(sentence) in page
    assert "<script" not in page and "style=" not in page

    scope = scope_of("GET", "/echo")
    scope["headers"] += [(b"accept", b"text/html"), (b"hx-request", b"true")]
    assert refused_with(handler, scope)[1] == Refused("service.full").sentence
    assert (
        json.loads(refused_with(handler, scope_of("GET", "/api/v1/"))[1])["code"] == "service.full"
    )


def test_a_full_line_of_strangers_lets_a_member_in_and_tells_the_log_once(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    known = KnownCallers(load=lambda _most: {"f" * 40: False})
    known._refresh_now()
    handler = PageHandler(1, known=known)
    monkeypatch.setattr("tusac_site.serving.known_callers.stored_key", lambda key: key)
    monkeypatch.setitem(page_queue.MOST_WAITING, page_queue.Priority.STRANGER, 0)
    monkeypatch.setitem(page_queue.MOST_WAITING, page_queue.Priority.UNKNOWN, 0)
    for key in ("", "a" * 40):
        for _ in range(3):
            scope = scope_of("GET", "/echo")
            scope["headers"].append((b"cookie", f"sessionid={key}".encode()))
            refused_with(handler, scope)
    assert len([line for line in caplog.messages if "service.full" in line]) == 1

    async def ask() -> int:
        scope = scope_of("GET", "/echo")
        scope["headers"].append((b"cookie", b"sessionid=" + b"f" * 40))
        talk = ApplicationCommunicator(handler, scope)
        await talk.send_input({"type": "http.request", "body": b""})
        return int((await talk.receive_output(5))["status"])

    assert on_a_loop(ask) == 201


def test_health_checks_and_figures_are_answered_however_many_strangers_wait(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Else a crowd of readers would have a proxy take the process for dead."""
    handler = PageHandler(1)
    monkeypatch.setitem(page_queue.MOST_WAITING, page_queue.Priority.STRANGER, 0)
    refused_with(handler, scope_of("GET", "/echo"))
    assert answers_of(handler, ("GET", "/readyz"))[0][0] == 200


def test_a_password_that_hashes_for_longer_than_a_page_may_take_is_answered() -> None:
    """On a loaded machine who logged in read that the club's database does not answer."""
    handler = PageHandler(threads=1, logins=1)
    handler.answer_seconds = 0.05
    page, login = answers_of(handler, ("POST", "/accounts/login/"), ("GET", "/welcome/"))
    assert page[0] == 503 and "took too long to answer" in page[1]
    assert login == (200, "in")


def test_a_login_that_is_given_up_says_so_and_not_that_the_database_hangs() -> None:
    handler = PageHandler(threads=1, logins=1)
    handler.login_seconds = 0.05
    waited, begun = answers_of(handler, ("POST", "/accounts/login/"), ("POST", "/welcome/"))
    assert waited[0] == begun[0] == 503
    assert waited[1] == Refused("login.busy").sentence
    assert begun[1] == Refused("login.slow").sentence
    assert answers_of(PageHandler(1), ("POST", "/welcome/"))[0] == (200, "in")
