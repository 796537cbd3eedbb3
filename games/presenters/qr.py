"""Makes addresses to share, and QR codes of them."""

from __future__ import annotations

from io import BytesIO
from urllib.parse import urlencode

import segno
from django.urls import reverse

from games.models import Table


def qr_svg(address: str) -> str:
    """Return the QR code of this address as SVG, always dark on white whatever the page's colours.

    The SVG declares its namespace; without it, browsers don't show the picture when it is opened on its own.
    """
    drawn = BytesIO()
    segno.make(address, error="m").save(
        drawn, kind="svg", xmldecl=False, nl=False, omitsize=True, light="#fff", border=4
    )
    return drawn.getvalue().decode()


def way_to(table: Table, *, seats: bool = True) -> str:
    """Return the path of a link to a table.

    With `seats` it includes the table's code, if any, so that people can sit down.
    """
    if seats and table.code:
        return f"{reverse('join')}?{urlencode({'code': table.code})}"
    return reverse("table", args=[table.pk])
