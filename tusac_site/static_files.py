"""Static files: where the collected ones lie, and the headers with which ServeStatic hands them out."""

from typing import Any
from wsgiref.headers import Headers

from django.conf import settings


def static_files() -> dict[str, Any]:
    """Where the collected files lie and how they are served, for ServeStatic under WSGI and ASGI."""
    return {
        "root": settings.STATIC_ROOT,
        "prefix": settings.STATIC_URL,
        "allow_all_origins": False,
        "add_headers_function": _add_headers,
    }


def _add_headers(headers: Headers, path: str, url: str) -> None:
    # Django's middleware, which does this for pages, does not see these files.
    headers["X-Content-Type-Options"] = "nosniff"
    if settings.SECURE_HSTS_SECONDS:
        headers["Strict-Transport-Security"] = (
            f"max-age={settings.SECURE_HSTS_SECONDS}; includeSubDomains; preload"
        )
