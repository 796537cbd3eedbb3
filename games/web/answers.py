"""Builds the responses of views after a form was submitted."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

from django.forms import Form
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.shortcuts import redirect
from django.urls import reverse

from games.common.addresses import only_this_machine, whole_address
from games.errors import Refused
from games.presenters.qr import qr_svg


def see_other(name: str, *args: int | str) -> HttpResponseRedirect:
    """Return a 303 redirect to the URL of this name, so that reloading the page doesn't send the form again."""
    return HttpResponseRedirect(reverse(name, args=args), status=303)


def carry_out(form: Form, act: Callable[[], object]) -> int:
    """Run `act` if the form is valid, and return 303.

    Return an error's status, with the error in the form, if it is invalid or `act` is refused.
    """
    if not form.is_valid():
        return 422
    try:
        act()
    except Refused as refused:
        form.add_error(None, refused.sentence)
        return refused.status
    return 303


def qr_picture(path: str) -> HttpResponse:
    """Return a page's address as a QR code. Raises Refused("link.only-here") if phones cannot open the address."""
    if only_this_machine():
        raise Refused("link.only-here")
    return HttpResponse(qr_svg(whole_address(path)), content_type="image/svg+xml")


def form_alone(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """Return a view for a form that every page contains: opened as a page, it redirects to the lobby."""

    @wraps(view)
    def shown(request: HttpRequest) -> HttpResponseBase:
        return redirect("lobby") if request.method in ("GET", "HEAD") else view(request)

    return shown
