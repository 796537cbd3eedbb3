"""The last steps of a deal, for the scripts that show and sound them: ``{% load steps %}``."""

from __future__ import annotations

from functools import lru_cache

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from games.engine.cards import CARD_NAMES, Card
from games.presenters.play.felt_events import MotionStep, steps_of
from games.queries.play.seen import SeenDeal
from games.templatetags.cards import card

register = template.Library()


@register.simple_tag
def steps(shown: SeenDeal | None) -> SafeString:
    """Return the data for `static/js/steps.js`: ``{% steps felt.shown %}``; it is not shown or read out."""
    if shown is None:
        return SafeString('<ol id="steps" hidden></ol>')
    language = get_language()
    told = "".join([_item(step, language) for step in steps_of(shown)])
    return SafeString(f'<ol id="steps" hidden data-deal="{shown.deal.pk}">{told}</ol>')


@lru_cache(maxsize=8192)
def _item(step: MotionStep, _language: str | None) -> SafeString:
    return format_html(
        '<li data-step="{}" data-kind="{}" data-seat="{}"{}{}</li>',
        step.number,
        step.kind,
        step.seat,
        format_html(' data-sound="{}"', step.sound) if step.sound else "",
        _face(step.card),
    )


def _face(travels: Card | None) -> SafeString:
    if travels is None:
        return SafeString(">")
    return format_html(' data-code="{}">{}', CARD_NAMES[travels], card(travels, "l"))
