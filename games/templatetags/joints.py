"""Joins words on a page with commas, colons and brackets, as the reader's language writes them."""

from __future__ import annotations

from collections.abc import Iterable

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from games.common import joints

register = template.Library()

register.simple_tag(joints.comma, name="comma")
register.simple_tag(joints.colon, name="colon")


@register.filter
def listed(words: Iterable[object]) -> str:
    """Return several things as a list with commas: ``Lan, Minh``."""
    return joints.listed(map(str, words))


@register.filter
def bracketed(words: object) -> SafeString:
    """Return words in brackets, with a space before them: `` (§9.3)``. Safe HTML is not escaped."""
    return format_html(joints.in_brackets(), words=words)
