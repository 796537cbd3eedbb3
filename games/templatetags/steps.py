"""Lists the last steps of a deal for the scripts that animate them and play their sounds: ``{% load steps %}``."""

from __future__ import annotations

from functools import lru_cache

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from games.engine.cards import CARD_NAMES
from games.presenters.play.felt_events import MotionStep, steps_of
from games.queries.play.seen import SeenDeal
from games.templatetags.cards import card
from games.templatetags.sections import sections

register = template.Library()


@register.simple_tag
def steps(shown: SeenDeal) -> SafeString:
    """Return the last steps of a deal as a list, including all since the viewer's move: ``{% steps felt.shown %}``.

    `static/js/steps.js` plays the new ones.
    """
    language = get_language()
    told = "".join([_item(step, language) for step in steps_of(shown)])
    return SafeString(f'<ol id="steps" data-deal="{shown.deal.pk}">{told}</ol>')


@lru_cache(maxsize=8192)
def _item(step: MotionStep, _language: str | None) -> SafeString:
    # The sentence names the cards that it moves, so these are silent; of a pass it does not.
    silent = step.kind in ("deal", "discard", "draw", "meld")
    return format_html(
        '<li data-step="{}" data-kind="{}" data-seat="{}"{}{}{}>{}<p>{}</p>{}</li>',
        step.number,
        step.kind,
        step.seat,
        "" if step.card is None else format_html(' data-code="{}"', CARD_NAMES[step.card]),
        format_html(' data-sound="{}"', step.sound) if step.sound else "",
        "" if step.missed else SafeString(" hidden"),
        SafeString("".join(card(one, "l", silent=silent) for one in step.cards)),
        sections(step.words),
        format_html_join("", '<i data-seat="{}" hidden>{}</i>', step.labels),
    )
