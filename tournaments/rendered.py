"""Parts of a tournament's page that are the same for everybody, rendered once and kept for a little while.

Four hundred members ask for the page of their tournament within seconds of each result. What is kept is kept in this
process, so that no page depends on another service; a name that was changed or erased is gone from it within a minute.
"""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock
from time import monotonic
from typing import Final

from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from tournaments.pages import TournamentPage

SECONDS: Final = 60.0
"""How long a part is kept."""
_MOST: Final = 32
_kept: OrderedDict[tuple[object, ...], tuple[float, str]] = OrderedDict()
_lock = Lock()


class Shared:
    """The long lists of a page: the template asks for the one that it needs."""

    def __init__(self, page: TournamentPage) -> None:
        self._page = page

    @property
    def lines(self) -> SafeString:
        """The lines of the standings."""
        return self._part("lines")

    @property
    def tables(self) -> SafeString:
        """The tables of the shown round."""
        return self._part("round")

    def _part(self, name: str) -> SafeString:
        page = self._page
        if not page.large:  # the viewer's own lines are marked in it
            return mark_safe(_rendered(name, page))  # noqa: S308 - rendered by a template that escapes
        key = (name, page.row.pk, page.mark, page.shown_round, get_language())
        # Whoever comes while it is rendered waits for it instead of rendering it too.
        with _lock:
            since, text = _kept.get(key, (0.0, ""))
            if not text or monotonic() - since > SECONDS:
                text = _rendered(name, page)
                _kept[key] = (monotonic(), text)
            _kept.move_to_end(key)
            while len(_kept) > _MOST:
                _kept.popitem(last=False)
        return mark_safe(text)  # noqa: S308 - as above


def forget() -> None:
    """Keep nothing any more."""
    with _lock:
        _kept.clear()


def _rendered(name: str, page: TournamentPage) -> str:
    return render_to_string(f"tournaments/tournament.html#{name}", {"page": page})
