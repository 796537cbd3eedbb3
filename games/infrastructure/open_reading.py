"""Lets scripts of any site read a view, with ETags so that unchanged responses are not sent again."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Final

from django.http import HttpRequest, HttpResponseBase
from django.middleware.http import ConditionalGetMiddleware
from django.template.response import SimpleTemplateResponse
from django.utils.cache import patch_cache_control, patch_vary_headers

READS: Final = frozenset({"GET", "HEAD", "OPTIONS"})
View = Callable[..., Any]


def open_to_sites(view: View) -> View:
    """Return a view whose responses scripts of any site may read; those to strangers (not logged in) have an ETag.

    Scripts of other sites see no more than a stranger does, since browsers hide responses to requests with cookies
    from them.
    """

    @wraps(view)
    def shown(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        answer: HttpResponseBase = view(request, *args, **kwargs)
        if request.method not in READS:
            return answer
        if isinstance(answer, SimpleTemplateResponse):
            answer.render()  # an ETag is of what is read
        stranger = not request.user.is_authenticated and "Authorization" not in request.headers
        if stranger:
            answer = ConditionalGetMiddleware(view).process_response(request, answer)
        if stranger and answer.status_code in (200, 304):
            patch_cache_control(answer, public=True, no_cache=True)
        patch_vary_headers(answer, ("Authorization", "Cookie"))
        answer["Access-Control-Allow-Origin"] = "*"
        answer["Access-Control-Expose-Headers"] = "ETag, Link"
        return answer

    return shown
