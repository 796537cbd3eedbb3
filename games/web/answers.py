"""What a view answers with where a form was carried out."""

from __future__ import annotations

from django.http import HttpResponseRedirect
from django.urls import reverse


def see_other(name: str, *args: int | str) -> HttpResponseRedirect:
    """303 to the address of this name: the browser gets it, and loaded again it sends nothing twice."""
    return HttpResponseRedirect(reverse(name, args=args), status=303)
