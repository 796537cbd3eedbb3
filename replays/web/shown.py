"""To whom a page of a replay is shown, in which language, and what becomes of a refusal."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache

from games.errors import Refused
from games.queries.play.deals import get_deal
from games.web.requests import HtmxHttpRequest, viewer_of
from replays import queries
from replays.web.looking import speak

View = Callable[..., HttpResponse]


def _shown_to(*, all_who_may: bool) -> Callable[[View], View]:
    """For members, and with `all_who_may` for whoever the deal is open to; a refusal becomes a page with its status."""

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
