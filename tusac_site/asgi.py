"""ASGI entry: `uvicorn tusac_site.asgi:application`. Pages run on a few permanent threads, streams on the event loop.

Django under ASGI gives each request a thread of its own, and with it a database connection of its own. A page is
answered in half the time on threads that stay (`docs/decisions/0041-answer-pages-on-kept-threads.md`), and a stream
needs neither thread nor connection nor session (`docs/decisions/0056-serve-event-streams-outside-django.md`). Static
files are answered before Django: as a middleware they would run every page through a separate event loop.
"""

import asyncio
import os
import re
import signal
import threading
from types import FrameType
from typing import Any, Final

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tusac_site.settings")
django.setup(set_prefix=False)

from django.conf import settings  # noqa: E402 - after Django is set up

from tusac_site.serving.process import limit_page_statements  # noqa: E402

limit_page_statements(settings.DATABASES["default"])

MOST_TOPICS: Final = 150
"""Topics of a stream: with more of them its address is longer than proxies take, and pages look by the clock."""
_TOPIC: Final = r"(?:table-[0-9]{1,18}(?:-[0-9a-f]{32})?|review-[0-9]{1,18})"
_TOPICS: Final = re.compile(f"on=({_TOPIC}(?:,{_TOPIC}){{0,{MOST_TOPICS - 1}}})")

from games.live.account import ADDRESS  # noqa: E402 - after Django is set up
from games.live.hub import hub  # noqa: E402 - after Django is set up
from games.live.publish import topic_of_login  # noqa: E402
from games.live.sse import live  # noqa: E402
from tusac_site.serving.account_streams import AccountStreams  # noqa: E402
from tusac_site.serving.handler import THREADS, PageHandler  # noqa: E402
from tusac_site.serving.known_callers import KnownCallers, login_of  # noqa: E402
from tusac_site.serving.process import freeze_what_stays  # noqa: E402
from tusac_site.serving.static_files import (  # noqa: E402
    StaticFilesOfEachVersion,
    static_files,
)

_pages: Final = PageHandler(THREADS, known=KnownCallers())
_account_streams: Final = AccountStreams(_pages)

_ALIVE: Final = [(b"content-type", b"text/plain"), (b"cache-control", b"no-store")]
_listens_for_the_end = False


async def _routed(scope: Any, receive: Any, send: Any) -> None:
    """Answer streams and `/healthz` on the event loop, and give every other request to a page's thread."""
    topics = _topics(scope) if scope["type"] == "http" and scope["method"] == "GET" else []
    if scope["type"] == "http" and scope["path"] == "/healthz" and scope["method"] == "GET":
        # Whether the process lives must not depend on how many wait for its threads.
        await send({"type": "http.response.start", "status": 200, "headers": _ALIVE})
        await send({"type": "http.response.body", "body": b"ok"})
    elif topics:
        _end_streams_with_the_server()
        login = login_of(scope["headers"])
        await live(topics, scope, receive, send, login=topic_of_login(login) if login else "")
    elif scope["type"] == "http" and scope["path"] == ADDRESS and scope["method"] == "GET":
        _end_streams_with_the_server()
        await _account_streams(scope, receive, send)
    elif scope["type"] == "http":
        await _pages(scope, receive, send)
    # Nothing else is spoken here: no lifespan, no WebSocket.


def _topics(scope: Any) -> list[str]:
    """Return the topics of the requested stream; empty if the request is for something else."""
    asked = scope["path"] == "/stream" and _TOPICS.fullmatch(
        scope["query_string"].decode("latin-1")
    )
    return asked[1].split(",") if asked else []


def _end_streams_with_the_server() -> None:
    """End streams immediately on SIGTERM and SIGINT; the server itself would wait for them, and then cut them off."""
    global _listens_for_the_end
    if _listens_for_the_end or threading.current_thread() is not threading.main_thread():
        return
    _listens_for_the_end = True
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        before = signal.getsignal(number)

        def end(number: int, frame: FrameType | None, before: Any = before) -> None:
            loop.call_soon_threadsafe(hub.close)
            if callable(before):
                before(number, frame)

        signal.signal(number, end)


application: Final[Any] = StaticFilesOfEachVersion(_routed, **static_files())
"""The whole site."""

freeze_what_stays()
