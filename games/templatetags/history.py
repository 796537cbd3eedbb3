"""Draws the history of a deal on its page: ``{% load history %}``."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from django import template
from django.utils.safestring import SafeString

from games.presenters.play.history import HistoryLine
from games.templatetags.sections import sections

register = template.Library()


@register.simple_tag
def history(lines: Iterable[HistoryLine]) -> SafeString:
    """Return a deal's history as list items, faster than a template loop: ``{% history felt.history %}``."""
    return SafeString("".join([_item(line.words, line.penalty) for line in lines]))


@lru_cache(maxsize=8192)
def _item(words: str, penalty: bool) -> str:
    opening = '<li class="is-penalty">' if penalty else "<li>"
    return f"{opening}{sections(words)}</li>"
