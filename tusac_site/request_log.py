"""The lines that requests write into the log: with the ids of their table and deal, and never with a query."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Final

import structlog
from django.db import DatabaseError, InterfaceError
from django.http import HttpRequest, HttpResponseBase
from django_htmx.middleware import HtmxDetails
from django_structlog.middlewares import RequestMiddleware

_log = structlog.get_logger("django_structlog.middlewares.request")

MONITORED: Final = frozenset({"/healthz", "/readyz", "/metrics"})
"""What health checks and Prometheus ask for every few seconds."""


class RequestLog(RequestMiddleware):
    """A line at the beginning and one at the end of each request."""

    @staticmethod
    def format_request(request: HttpRequest) -> str:
        """Method and path. The query of a table's page holds the card that its reader has chosen."""
        return f"{request.method} {request.path}"

    def handle_response(self, request: HttpRequest, response: HttpResponseBase) -> None:
        """Write the line of a request that is done: at DEBUG where an open page or a monitor only looked."""
        if _only_looked(request, response) and not hasattr(request, "_raised_exception"):
            said = self.format_request(request)
            _log.debug("request_finished", code=response.status_code, request=said)
            structlog.contextvars.clear_contextvars()
            return
        super().handle_response(request, response)  # type: ignore[arg-type]

    @staticmethod
    def bind_user_id(request: HttpRequest) -> None:
        """Bind who asks, unless the database that knows it is away: the line says the rest."""
        with suppress(DatabaseError, InterfaceError):
            RequestMiddleware.bind_user_id(request)

    def process_view(
        self,
        request: HttpRequest,
        view: Callable[..., HttpResponseBase],
        args: tuple[object, ...],
        kwargs: dict[str, object],
    ) -> None:
        """Bind the ids of the address; they are let go of at the end."""
        ids = {name: kwargs[f"{name}_id"] for name in ("table", "deal") if f"{name}_id" in kwargs}
        structlog.contextvars.bind_contextvars(**ids)


def _only_looked(request: HttpRequest, response: HttpResponseBase) -> bool:
    """Return whether this comes again and again without anybody doing anything, and went well."""
    if request.method not in ("GET", "HEAD") or response.status_code >= 400:
        return False
    return request.path in MONITORED or bool(HtmxDetails(request))
