"""Turns errors into answers for people: a refused command or a busy database becomes a page or a message."""

from __future__ import annotations

import logging
import re
import sys
from typing import Final

from django.contrib import messages
from django.db import DatabaseError, Error, InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import render
from django.utils.deprecation import MiddlewareMixin
from django.utils.translation import ngettext
from django.views.defaults import server_error
from django_htmx.http import reswap

from games.api.serializers import problem
from games.errors import Refused
from games.log.store import NewerEvent
from games.web.requests import HtmxHttpRequest

_log = logging.getLogger(__name__)

_WAITED_IN_VAIN = frozenset({"55P03", "57014", "40P01", "40001"})
"""PostgreSQL's codes for a lock that did not come in time, a statement that took too long, a deadlock, and a
transaction that another one was faster than."""
_MISSING = frozenset({"42P01", "42703", "0A000"})
"""PostgreSQL's codes for a table and a column that are not there, and for a statement prepared before a migration."""
_MISSING_IN_SQLITE: Final = re.compile(r"no such (table|column)|table \S+ has no column")
RETRY_AFTER = "2"
"""Seconds after which a browser or a client may ask again."""


class ErrorsMiddleware(MiddlewareMixin):
    """The only place that turns exceptions of commands into HTTP responses for pages."""

    def process_exception(
        self, request: HtmxHttpRequest, exception: Exception
    ) -> HttpResponseBase | None:
        """Return the answer to a known error; None leaves the error to Django."""
        if isinstance(exception, Refused):
            return answer(request, exception)
        if (refusal := of_database(exception)) is not None:
            # Nothing is half-written: it rolled back.
            _log.warning("the database could not answer %s: %s", request.path, exception)
            return answer(request, refusal)
        return None


def failed(request: HttpRequest) -> HttpResponseBase:
    """Answer an error that no view raised, such as an unreadable session while the database is away.

    Called while the exception is handled. Unknown errors are answered with the page for internal errors.
    """
    refusal = of_database(sys.exc_info()[1])
    return server_error(request) if refusal is None else _plainly(request, refusal)


def of_database(error: BaseException | None) -> Refused | None:
    """Return the refusal for an error of a database that is busy, unreachable, or of another release.

    None for other errors. During an upgrade both releases run, so each may meet data that only the other knows; the
    proxy or the page then asks again.
    """
    if isinstance(error, NewerEvent):
        return Refused("service.upgraded")
    if not isinstance(error, Error):
        return None
    cause = error.__cause__
    code = getattr(cause, "sqlstate", None)
    if code in _MISSING or _MISSING_IN_SQLITE.match(str(error)):
        _log.error("This database is of another version. Migrate first: python manage.py migrate.")
        return Refused("service.upgraded")
    if not isinstance(error, OperationalError | InterfaceError):
        return None
    busy = (
        code in _WAITED_IN_VAIN
        or getattr(cause, "sqlite_errorname", "").startswith(("SQLITE_BUSY", "SQLITE_LOCKED"))
        or "database is locked" in str(error)
    )
    return Refused("deal.busy" if busy else "service.away")


def answer(request: HtmxHttpRequest, refusal: Refused) -> HttpResponse:
    """Return a refusal as a whole page; for htmx as a message only; for the API as JSON."""
    if request.path_info.startswith("/api/"):
        said: HttpResponse = JsonResponse(problem(refusal), status=refusal.status)
    elif request.htmx:
        try:
            messages.error(request, refusal.sentence)
            said = render(request, "_messages.html", {"oob": True}, status=refusal.status)
            reswap(said, "none")
        except DatabaseError:
            said = _plain(refusal)
    else:
        try:
            said = render(request, "refused.html", {"refusal": refusal}, status=refusal.status)
        except DatabaseError:
            # Even the head of the page asks the database who is logged in.
            said = _plain(refusal)
    if refusal.status == 503:
        said["Retry-After"] = RETRY_AFTER
    elif refusal.wait is not None:
        said["Retry-After"] = str(refusal.wait)
    return said


def _plainly(request: HttpRequest, refusal: Refused) -> HttpResponse:
    """Return a refusal as plain text, or as JSON for the API.

    A full page would need the database, to learn who is logged in.
    """
    said: HttpResponse = _plain(refusal)
    if request.path_info.startswith("/api/"):
        said = JsonResponse(problem(refusal), status=refusal.status)
    said["Retry-After"] = RETRY_AFTER
    return said


def _plain(refusal: Refused) -> HttpResponse:
    return HttpResponse(
        refusal.sentence, status=refusal.status, content_type="text/plain; charset=utf-8"
    )


def too_many_logins(request: HttpRequest, seconds: int) -> HttpResponse:
    """Return the answer to a login after too many wrong passwords; the member must wait this many seconds."""
    minutes = -(-seconds // 60)
    if request.path.startswith("/api/"):
        detail = ngettext(
            "Too many wrong passwords. Try again in %(minutes)d minute.",
            "Too many wrong passwords. Try again in %(minutes)d minutes.",
            minutes,
        ) % {"minutes": minutes}
        said: HttpResponse = JsonResponse(
            {"code": "request.too-many", "section": "", "detail": detail}, status=429
        )
    else:
        said = render(request, "429.html", {"minutes": minutes}, status=429)
    said["Retry-After"] = str(seconds)
    return said
