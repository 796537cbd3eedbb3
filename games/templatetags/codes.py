"""Shows the club's own addresses on a page, for phones and other sites: ``{% load codes %}``."""

from typing import Final

from django import template

from games.common.addresses import only_this_machine, own_name, whole_address
from games.common.dialect import page_language
from games.errors import Refused

register = template.Library()

LOCALES: Final = {"en": "en_US", "vi": "vi_VN", "fr": "fr_FR", "ja": "ja_JP"}
"""Languages as Open Graph writes them: never without a country."""


@register.simple_tag
def why_no_code() -> str:
    """Return why the page shows no QR code; empty if it shows one: ``{% why_no_code as without %}``."""
    return Refused("link.only-here").sentence if only_this_machine() else ""


@register.simple_tag
def club_address() -> str:
    """Return the address that people type to reach the club: ``{% club_address %}``."""
    return own_name()


@register.simple_tag
def address_of(path: str) -> str:
    """Return the full address of a page or file, for use on other sites: ``{% address_of request.path %}``."""
    return whole_address(path)


@register.simple_tag
def og_locale() -> str:
    """Return the language of the page as Open Graph writes it: ``{% og_locale %}``."""
    language = page_language()
    return LOCALES.get(language, language)
