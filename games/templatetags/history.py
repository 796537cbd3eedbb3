"""The history of a deal on its page: ``{% load history %}``."""

from __future__ import annotations

from collections.abc import Iterable

from django import template
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from games.presenters.history import HistoryLine

register = template.Library()

_PENALTY = SafeString(' class="is-penalty"')


@register.simple_tag
def history(lines: Iterable[HistoryLine]) -> SafeString:
    """The items of a deal's history: ``{% history felt.history %}``; a loop in the template takes far longer."""
    return format_html_join(
        "",
        "<li{}>{}</li>",
        ((_PENALTY if line.penalty else "", line.words) for line in lines),
    )
