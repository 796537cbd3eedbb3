"""Reads which parts of its table a page holds already, so that they are not sent again (0338)."""

from __future__ import annotations

from typing import Final

from django.http import HttpRequest

from games.queries import SeenTable
from games.templatetags.parts import Parts

PARTS: Final = "Tusac-Parts"
"""The header by which the page says what it holds, and the answer that there are marks in it (`static/js/parts.js`)."""


def parts_held(request: HttpRequest, page: SeenTable) -> Parts | None:
    """Return the parts that the asking page holds; None if its scripts don't put an answer together.

    They count only for the same login, seat and deal: after a change of one everything is sent.
    """
    named = request.headers.get(PARTS)
    if named is None:
        return None
    deal = page.current or page.last
    # A held form has the token of this cookie: with another one it is sent again.
    browser = (request.session.session_key, request.META.get("CSRF_COOKIE"))
    holder = (page.table.pk, browser, page.my_seat, None if deal is None else deal.deal.pk)
    return Parts(named, holder=repr(holder))
