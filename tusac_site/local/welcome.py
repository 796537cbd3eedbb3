"""The console's message with the club's addresses for phones, and a code for their cameras."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from io import StringIO

import segno

from games.common.own_address import EVERYWHERE, leads_here_alone


def welcome(site: str, reached: Sequence[str], host: str) -> str:
    """Return the message with the club's own address, and those at which other machines reach it."""
    if leads_here_alone(site):
        if not reached and host == EVERYWHERE:
            return (
                "This computer isn't connected to a network. Connect it to the Wi-Fi of the phones: The club's"
                " settings then show their address.\n"
            )
        if not reached:
            return (
                "Only this computer can open the club. To let phones in the same network join, stop it and start "
                "it with: make run HOST=0.0.0.0\n"
            )
        return (
            f"Phones in the same network reach the club at {_listed(reached)}. Its links and QR codes lead to {site}, "
            "which only this computer can open: an owner chooses one of "
            "those addresses under The club's settings, or set TUSAC_SITE.\n"
        )
    others = [one for one in reached if one != site]
    also = f" (or at {_listed(others)})" if others else ""
    return f"On phones open {site}/{also}, or point a camera here:\n\n{code(site + '/')}"


def code(address: str) -> str:
    """Return a QR code made of characters; empty if the console cannot show them."""
    drawn = StringIO()
    segno.make(address, error="l").terminal(out=drawn, compact=True, border=2)
    try:
        drawn.getvalue().encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return ""
    return drawn.getvalue()


def _listed(addresses: Sequence[str]) -> str:
    return ", ".join(f"{one}/" for one in addresses)
