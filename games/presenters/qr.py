"""A link to hand on: where it leads, and its address as a picture for a phone's camera."""

from __future__ import annotations

from io import BytesIO
from urllib.parse import urlencode

import segno
from django.urls import reverse

from games.models import Table


def qr_svg(address: str) -> str:
    """Return the QR code of this address as SVG, dark on its own white ground whatever the page's colours are.

    It names its namespace: without it the picture at an address of its own is no picture.
    """
    drawn = BytesIO()
    segno.make(address, error="m").save(
        drawn, kind="svg", xmldecl=False, nl=False, omitsize=True, light="#fff", border=4
    )
    return drawn.getvalue().decode()


def way_to(table: Table, *, seats: bool = True) -> str:
    """Return the path that a link to a table leads to: with its host's code, which `seats`, else the table's own."""
    if seats and table.code:
        return f"{reverse('join')}?{urlencode({'code': table.code})}"
    return reverse("table", args=[table.pk])
