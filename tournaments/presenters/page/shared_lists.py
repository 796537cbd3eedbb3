"""Renders the parts of a tournament's page that all viewers share, once, and caches them briefly.

Four hundred members may request the page of their tournament within seconds of each result. The cache is in this
process, so that no page depends on another service; a changed or erased name disappears from it within a minute.
"""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock
from typing import Final, TypeVar

from django.core.cache import caches
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from tournaments.presenters.page.overview import TournamentPage

T = TypeVar("T")
SECONDS: Final = 60.0
"""How long a part is kept."""
_lock = Lock()


def made_once(key: str, make: Callable[[], T]) -> T:
    """Return the result of `make`, cached under this key; concurrent callers wait for the one that computes it."""
    with _lock:
        kept: T | None = caches["local"].get_or_set(key, make, SECONDS)
    assert kept is not None
    return kept


class Shared:
    """The long lists of a page, rendered when the template reads one; in a large tournament they are cached."""

    def __init__(self, page: TournamentPage) -> None:
        self._page = page

    @property
    def lines(self) -> SafeString:
        """Return the lines of the standings as HTML."""
        return self._part("lines")

    @property
    def tables(self) -> SafeString:
        """Return the tables of the shown round as HTML."""
        return self._part("round")

    def _part(self, name: str) -> SafeString:
        page = self._page
        if not page.large:  # the viewer's own lines are marked in it
            return mark_safe(_rendered(name, page))  # noqa: S308 - rendered by a template that escapes
        key = f"{name}:{page.row.pk}:{page.etag}:{page.shown_round}:{get_language()}"
        return SafeString(made_once(key, lambda: _rendered(name, page)))  # as above


def _rendered(name: str, page: TournamentPage) -> str:
    return render_to_string(f"tournaments/tournament.html#{name}", {"page": page})
