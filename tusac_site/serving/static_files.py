"""Static files: which are collected, where they are stored, and the headers with which ServeStatic sends them."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Final
from wsgiref.headers import Headers

from django.conf import settings
from django.core.files.base import ContentFile, File
from rcssmin import cssmin
from rjsmin import jsmin
from servestatic import ServeStaticASGI
from servestatic.asgi import FileServerASGI
from servestatic.responders import NotARegularFileError
from servestatic.storage import CompressedManifestStaticFilesStorage


def _small(css: str) -> str:
    # Older browsers take an empty value, as of a switch of colours (css/tokens.css), only with a space in it.
    return re.sub(r"(--[a-z]+:)(?=[;}])", r"\1 ", cssmin(css))


_MINIFIED: Final[dict[str, Callable[[str], str]]] = {"css": _small, "js": jsmin}
"""What is minified, by the folder that the club's own files of this kind are in."""


def minified(name: str, text: str) -> str:
    """Return a style sheet or script of the club as sent to browsers, without comments and needless space.

    `name` is its path among the static files. Third-party and all other files are returned unchanged.
    """
    folder, _, file = name.partition("/")
    minify = _MINIFIED.get(folder) if file.endswith((".css", ".js")) else None
    return text if minify is None else minify(text)


class StaticFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """The collected files of a club: with a hash in each name, compressed, the club's own minified."""

    stamp: Final = ".fingerprint"
    """The file among them that is written when all of them are there."""

    def _save(self, name: str, content: File[Any]) -> str:
        if name.startswith(tuple(f"{folder}/" for folder in _MINIFIED)):
            content.seek(0)  # Django hands over the same file for each of its names
            content = ContentFile(minified(name, content.read().decode()).encode())
        return str(super()._save(name, content))


def static_files() -> dict[str, Any]:
    """Return the arguments for ServeStatic, under WSGI and ASGI: where the files are, and how to serve them."""
    return {
        "root": settings.STATIC_ROOT,
        "prefix": settings.STATIC_URL,
        "allow_all_origins": False,
        "add_headers_function": _add_headers,
    }


class StaticFilesOfEachVersion(ServeStaticASGI):  # type: ignore[misc]
    """Serves the collected files, also those that the next version has collected since this process started.

    During an upgrade under play, a proxy asks processes of both versions for the files of a page of the newer one. The
    hash in a name identifies the file, whichever version collected it.
    """

    def add_files(self, root: Any, prefix: str | None = None) -> None:
        """Read the files in the directory, and remember it for files added later."""
        super().add_files(root, prefix)
        self.insert_directory(root, prefix or "/")
        self._stamp = Path(root) / StaticFiles.stamp
        self._collected = _time_of(self._stamp)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer with a file, or let the application answer."""
        if scope["type"] == "http" and self._may_be_newer(scope["path"]):
            found = await asyncio.to_thread(self._newer_file, scope["path"])
            if found is not None:
                await FileServerASGI(found)(scope, receive, send)
                return
        await super().__call__(scope, receive, send)

    def _newer_file(self, path: str) -> Any:
        # Browsers keep it for years, so none is sent that is still being written.
        if _time_of(self._stamp) == self._collected:
            return None
        with suppress(NotARegularFileError):
            return self.find_file(path)

    def _may_be_newer(self, path: str) -> bool:
        return (
            any(path.startswith(prefix) for _, prefix in self.directories)
            and path not in self.files
            and self.immutable_file_test(path, path)
        )


def _time_of(stamp: Path) -> int:
    try:
        return stamp.stat().st_mtime_ns
    except FileNotFoundError:
        return 0


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
