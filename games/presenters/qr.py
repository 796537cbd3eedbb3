"""An address as a picture for a phone's camera."""

from __future__ import annotations

import segno


def qr_svg(address: str) -> str:
    """The QR code of this address as SVG, dark on its own white ground whatever the page's colours are."""
    drawn: str = segno.make(address, error="m").svg_inline(omitsize=True, light="#fff", border=4)
    return drawn
