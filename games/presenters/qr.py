"""An address as a picture for a phone's camera."""

from __future__ import annotations

from io import BytesIO

import segno


def qr_svg(address: str) -> str:
    """Return the QR code of this address as SVG, dark on its own white ground whatever the page's colours are.

    It names its namespace: without it the picture at an address of its own is no picture.
    """
    drawn = BytesIO()
    segno.make(address, error="m").save(
        drawn, kind="svg", xmldecl=False, nl=False, omitsize=True, light="#fff", border=4
    )
    return drawn.getvalue().decode()
