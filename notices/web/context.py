"""What `base.html` shows of notices on every page."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from django.http import HttpRequest

from games.models import Player
from games.web.requests import viewer_of
from notices import queries
from notices.presenters.words import shown_count


def unread(request: HttpRequest) -> dict[str, Callable[[], str]]:
    """A context processor: the number of unread notices, asked for where a template shows it, once."""

    @cache
    def unread_notices() -> str:
        viewer: Player | None = viewer_of(request) if hasattr(request, "user") else None
        return "" if viewer is None or viewer.is_guest else shown_count(queries.unread(viewer))

    return {"unread_notices": unread_notices}
