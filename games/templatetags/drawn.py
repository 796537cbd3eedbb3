"""Parts of a page that are drawn once: ``{% load drawn %}``.

Each move sends its table anew, and most of a table is as it was a move ago.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from functools import lru_cache
from typing import TYPE_CHECKING

from django import template
from django.template.loader import render_to_string
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import get_language, override

if TYPE_CHECKING:
    from games.views.telling import HistoryLine

register = template.Library()


@lru_cache(maxsize=4096)
def _drawn(
    template_name: str, values: tuple[tuple[str, Hashable], ...], language: str | None
) -> SafeString:
    with override(language):
        return SafeString(render_to_string(template_name, dict(values)).strip())


@register.simple_tag
def drawn(template_name: str, **values: Hashable) -> SafeString:
    """A template that depends on nothing but these values and the language: ``{% drawn "games/_seat.html" box=box %}``.

    It knows no request and no reader, so it holds no form and says the same to all who may see these values.
    """
    return _drawn(template_name, tuple(values.items()), get_language())


@register.simple_tag
def history(lines: Iterable[HistoryLine]) -> SafeString:
    """The items of a deal's history: ``{% history felt.history %}``."""
    return format_html_join(
        "",
        "<li{}>{}</li>",
        ((_PENALTY if line.penalty else "", line.words) for line in lines),
    )


_PENALTY = SafeString(' class="is-penalty"')
