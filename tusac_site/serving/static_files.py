"""Static files: what is collected of them, where it lies, and the headers with which ServeStatic hands it out."""

from __future__ import annotations

import re
from typing import Any
from wsgiref.headers import Headers

from django.conf import settings
from django.core.files.base import ContentFile, File
from servestatic.storage import CompressedManifestStaticFilesStorage

_REMARKS = {
    "css": re.compile(r"/\*.*?\*/", re.DOTALL),
    # In a script only where a remark cannot be part of a string: lines of its own, and what no quotation mark follows.
    "js": re.compile(r"^[ \t]*(?:/\*[\s\S]*?\*/|//[^\n]*)$|[ \t]+//[^'\"`\n]*$", re.MULTILINE),
}
_INDENTATION = re.compile(r"^\s+", re.MULTILINE)
_SPACES = re.compile(r"\s*([{};>])\s*|([:,]) +")
"""In a style sheet, beside what parts its rules and selectors; no string of ours holds such a mark (a test looks)."""


def without_remarks(name: str, text: str) -> str:
    """A style sheet or script of the club's own as browsers get it: without remarks and needless space.

    `name` is its path among the static files. What others wrote is left as it is, and so is every other file.
    """
    folder, _, file = name.partition("/")
    remarks = _REMARKS.get(folder) if file.endswith((".css", ".js")) else None
    if remarks is None:
        return text
    bare = _INDENTATION.sub("", remarks.sub("", text))
    return _SPACES.sub(r"\1\2", bare).replace(";}", "}") if folder == "css" else bare


class StaticFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """The collected files of a club: with a hash in each name, compressed, the club's own without remarks."""

    def _save(self, name: str, content: File[Any]) -> str:
        if name.startswith(tuple(f"{folder}/" for folder in _REMARKS)):
            content = ContentFile(without_remarks(name, content.read().decode()).encode())
        return str(super()._save(name, content))


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
        headers["Strict-Transport-Security"] = "; ".join(
            [
                f"max-age={settings.SECURE_HSTS_SECONDS}",
                *["includeSubDomains"] * settings.SECURE_HSTS_INCLUDE_SUBDOMAINS,
                *["preload"] * settings.SECURE_HSTS_PRELOAD,
            ]
        )
