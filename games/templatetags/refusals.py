"""Shows refusals' sentences on pages that warn before anything is refused: ``{% load refusals %}``."""

from __future__ import annotations

from django import template

from games.errors.refusal import Refused

register = template.Library()


@register.simple_tag
def refusal(code: str) -> str:
    """Return the sentence of the refusal with this code, in the reader's language."""
    return Refused(code).sentence
