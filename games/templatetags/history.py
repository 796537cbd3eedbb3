"""Draws the history of a deal on its page: ``{% load history %}``."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from django import template
from django.template import Context
from django.utils.safestring import SafeString

from games.presenters.play.history import HistoryLine
from games.templatetags.kept import sent
from games.templatetags.parts import composed
from games.templatetags.sections import sections

register = template.Library()


_CHUNK: Final = 8
"""Lines that are one part once there are so many: all but the newest stay as they are."""


@register.simple_tag(takes_context=True)
def history(context: Context, lines: Sequence[HistoryLine]) -> SafeString:
    """Return a deal's history as list items, the newest first: ``{% history felt.history %}``."""
    items = [_item(line.words, line.penalty) for line in lines]
    new = len(items) % _CHUNK
    old = ("".join(items[at : at + _CHUNK]) for at in range(new, len(items), _CHUNK))
    return sent(context, composed((*items[:new], *old)))


@lru_cache(maxsize=8192)
def _item(words: str, penalty: bool) -> str:
    opening = '<li class="is-penalty">' if penalty else "<li>"
    return f"{opening}{sections(words)}</li>"
