"""The lines that requests write into the log: with the ids of their table and deal, and never with a query."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

import structlog
from django.db import DatabaseError, InterfaceError
from django.http import HttpRequest, HttpResponseBase
from django_structlog.middlewares import RequestMiddleware


class RequestLog(RequestMiddleware):
    """A line at the beginning and one at the end of each request."""

    @staticmethod
    def format_request(request: HttpRequest) -> str:
        """Method and path. The query of a table's page holds the card that its reader has chosen."""
        return f"{request.method} {request.path}"

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
