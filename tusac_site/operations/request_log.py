"""Decides what logs and error reports contain of a request: table and deal ids, never a query, form field or card."""

from __future__ import annotations

from collections.abc import Callable, ItemsView
from contextlib import suppress
from types import FrameType
from typing import Any, Final

import structlog
from django.db import DatabaseError, InterfaceError
from django.http import HttpRequest, HttpResponseBase
from django.views.debug import SafeExceptionReporterFilter
from django_htmx.middleware import HtmxDetails
from django_structlog.middlewares import RequestMiddleware

_log = structlog.get_logger("django_structlog.middlewares.request")

MONITORED: Final = frozenset({"/healthz", "/readyz", "/metrics"})
"""What health checks and Prometheus ask for every few seconds."""


class RequestLog(RequestMiddleware):
    """Logs a line at the beginning and at the end of each request."""

    @staticmethod
    def format_request(request: HttpRequest) -> str:
        """Return method and path, without the query: at a table it holds the card that the player has chosen."""
        return f"{request.method} {request.path}"

    def handle_response(self, request: HttpRequest, response: HttpResponseBase) -> None:
        """Log a finished request; only at DEBUG if it was a poll by an open page or a monitor."""
        if _only_looked(request, response) and not hasattr(request, "_raised_exception"):
            said = self.format_request(request)
            _log.debug("request_finished", code=response.status_code, request=said)
            structlog.contextvars.clear_contextvars()
            return
        super().handle_response(request, response)  # type: ignore[arg-type]

    @staticmethod
    def bind_user_id(request: HttpRequest) -> None:
        """Bind the player's id to the log line, unless the database is away."""
        with suppress(DatabaseError, InterfaceError):
            RequestMiddleware.bind_user_id(request)

    def process_view(
        self,
        request: HttpRequest,
        view: Callable[..., HttpResponseBase],
        args: tuple[object, ...],
        kwargs: dict[str, object],
    ) -> None:
        """Add the table's and the deal's id, if the address has them, to the request's log lines."""
        ids = {name: kwargs[f"{name}_id"] for name in ("table", "deal") if f"{name}_id" in kwargs}
        structlog.contextvars.bind_contextvars(**ids)


def _only_looked(request: HttpRequest, response: HttpResponseBase) -> bool:
    """Return whether this was a successful poll, which pages and monitors repeat without anybody doing anything."""
    if request.method not in ("GET", "HEAD") or response.status_code >= 400:
        return False
    return request.path in MONITORED or bool(HtmxDetails(request))


class NoHiddenCards(SafeExceptionReporterFilter):
    """An exception filter that drops every local variable and every posted value.

    A traceback of a running deal has hands and the stock in its frames. They must not reach an error page, a mail or a
    log, not even with DEBUG on.
    """

    def is_active(self, request: HttpRequest | None) -> bool:
        """Return True, so that the filter applies even if DEBUG is on."""
        return True

    def get_traceback_frame_variables(
        self, request: HttpRequest | None, tb_frame: FrameType
    ) -> ItemsView[str, Any]:
        """Return no variables at all."""
        return {}.items()

    def get_post_parameters(self, request: HttpRequest | None) -> dict[str, Any]:
        """Return the names of the posted fields, without their values."""
        if request is None:
            return {}
        return dict.fromkeys(request.POST, self.cleansed_substitute)
