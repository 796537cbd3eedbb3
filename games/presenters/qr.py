"""Links to share: the address, and a QR code of it."""

from __future__ import annotations

from io import BytesIO
from urllib.parse import urlencode

import segno
from django.urls import reverse

from games.models import Table


def qr_svg(address: str) -> str:
    """Return the QR code of this address as SVG, dark on a white background whatever the page's colours are.

    The SVG declares its namespace, without which browsers don't show it at an address of its own.
    """
    drawn = BytesIO()
    segno.make(address, error="m").save(
        drawn, kind="svg", xmldecl=False, nl=False, omitsize=True, light="#fff", border=4
    )
    return drawn.getvalue().decode()


def way_to(table: Table, *, seats: bool = True) -> str:
    """Return the path of a link to a table: with its host's code if the link `seats` people, else the table's own."""
    if seats and table.code:
        return f"{reverse('join')}?{urlencode({'code': table.code})}"
    return reverse("table", args=[table.pk])
