"""Codes for phones on a page: ``{% load codes %}``."""

from django import template

from games.common.addresses import only_this_machine, own_name
from games.errors import Refused

register = template.Library()


@register.simple_tag
def why_no_code() -> str:
    """Return in words why the page shows no QR code, nothing where it shows one: ``{% why_no_code as without %}``."""
    return Refused("link.only-here").sentence if only_this_machine() else ""


@register.simple_tag
def club_address() -> str:
    """Return what people type to reach the club: ``{% club_address %}``."""
    return own_name()
