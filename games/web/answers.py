"""What a view answers with where a form was carried out."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

from django.http import HttpRequest, HttpResponseBase, HttpResponseRedirect
from django.shortcuts import redirect
from django.urls import reverse


def see_other(name: str, *args: int | str) -> HttpResponseRedirect:
    """303 to the address of this name: the browser gets it, and loaded again it sends nothing twice."""
    return HttpResponseRedirect(reverse(name, args=args), status=303)


def form_alone(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """A view for a form of every page; its address loaded by itself leads to the lobby, for it shows nothing."""

    @wraps(view)
    def shown(request: HttpRequest) -> HttpResponseBase:
        return redirect("lobby") if request.method in ("GET", "HEAD") else view(request)

    return shown
