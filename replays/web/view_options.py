"""Reads a link's view options of a replay (perspective, step, language), and restricts access to its pages."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.conf import settings
from django.contrib.auth.views import redirect_to_login
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache

from games.errors import Refused
from games.queries.play.deals import get_deal
from games.web.dialect import speak as speak_to
from games.web.requests import HtmxHttpRequest, viewer_of, whole
from replays import queries
from replays.presenters.view_options import By, ViewOptions
from replays.queries.replay import OPEN, PUBLIC

_VERSION = re.compile(r"[0-9]{1,6}")


def speak(request: HtmxHttpRequest) -> None:
    """Answer in the link's language, if it names an available one."""
    language = request.GET.get("lang", "")
    if language in dict(settings.LANGUAGES):
        speak_to(request, language)


def view_options_of(request: HtmxHttpRequest, seats: int) -> ViewOptions:
    """Return the link's view options. Raises Refused("replay.step") for invalid ones."""
    language = request.GET.get("lang", "")
    return ViewOptions(
        perspective_of(request.GET.get("as", OPEN), seats),
        _by(request.GET.get("by", By.MOVE)),
        language if language in dict(settings.LANGUAGES) else "",
        whole(request.GET["review"], "replay.step") if "review" in request.GET else 0,
    )


def perspective_of(said: str, seats: int) -> str:
    """Return the perspective if it exists at a table with this many seats. Raises Refused("replay.step")."""
    if said not in (OPEN, PUBLIC, *map(str, range(seats))):
        raise Refused("replay.step")
    return said


def _by(said: str) -> By:
    if said not in list(By):
        raise Refused("replay.step")
    return By(said)


def version_of(text: str | None) -> int | None:
    """Return the requested step number in this text; None if no step is requested.

    Raises Refused("replay.step") if the text is not a number.
    """
    if text is None:
        return None
    if not _VERSION.fullmatch(text):
        raise Refused("replay.step")
    return int(text)


View = Callable[..., HttpResponse]


def _shown_to(*, all_who_may: bool) -> Callable[[View], View]:
    """Return a decorator that restricts a view to members, or with `all_who_may` to anyone the deal is open to.

    It also answers in the link's language, and shows refusals as a page.
    """

    def wrap(view: View) -> View:
        @never_cache
        @wraps(view)
        def shown(request: HtmxHttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            speak(request)
            if viewer_of(request) is None and not (all_who_may and _is_open(**kwargs)):
                return redirect_to_login(request.get_full_path())
            try:
                return view(request, *args, **kwargs)
            except Refused as error:
                said = render(
                    request, "replays/refused.html", {"refusal": error}, status=error.status
                )
                if error.wait is not None:
                    said["Retry-After"] = str(error.wait)
                return said

        return shown

    return wrap


club_only, by_link = _shown_to(all_who_may=False), _shown_to(all_who_may=True)
"""For members alone; for whoever the deal is open to."""


def _is_open(deal_id: int) -> bool:
    try:
        return queries.is_open_to_all(get_deal(deal_id))
    except Refused:
        return False
