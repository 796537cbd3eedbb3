"""Shows what the signs on the table mean: ``{% load signs %}``."""

from __future__ import annotations

from functools import lru_cache

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from games.presenters.signs import SIGNS

register = template.Library()


@register.simple_tag
def sign_says(name: str) -> str:
    """Return the meaning of a sign: ``{% sign_says "gone" %}``."""
    return str(SIGNS[name].says)


@register.simple_tag
def sign_legend() -> SafeString:
    """Return all signs with their meanings: ``{% sign_legend %}``."""
    return _legend(get_language())


@lru_cache(maxsize=8)
def _legend(_language: str | None) -> SafeString:
    rows = ((name, sign.mark, sign.says) for name, sign in SIGNS.items())
    row = '<div data-means="{}"><dt>{}</dt><dd>{}</dd></div>'
    return format_html('<dl class="legend">{}</dl>', format_html_join("", row, rows))
