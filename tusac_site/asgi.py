"""ASGI entry: `uvicorn tusac_site.asgi:application`. Pages on a few kept threads, live streams on the event loop.

Django under ASGI gives each request a thread of its own, and with it a database connection of its own. A page is
answered in half the time on threads that stay (`docs/decisions/0041-pages-on-kept-threads.md`).
"""

import os
import re
from typing import Any, Final, cast

from a2wsgi import WSGIMiddleware
from django.core.asgi import get_asgi_application
from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tusac_site.settings")

THREADS: Final = 8
"""Pages that a process answers at a time; the database has one writer and the processor one interpreter lock."""

_STREAM: Final = re.compile(r"/tables/\d+/stream")
_streams: Final = get_asgi_application()
_pages: Final[Any] = WSGIMiddleware(cast("Any", get_wsgi_application()), workers=THREADS)


async def application(scope: Any, receive: Any, send: Any) -> None:
    """A request for a table's stream stays on the event loop; every other one goes to a thread."""
    if scope["type"] == "http" and not _STREAM.fullmatch(scope["path"]):
        await _pages(scope, receive, send)
    else:
        await _streams(scope, receive, send)
