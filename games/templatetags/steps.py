"""Lists the last steps of a deal for the scripts that animate them and play their sounds: ``{% load steps %}``."""

from __future__ import annotations

from functools import lru_cache

from django import template
from django.template import Context
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from games.engine.cards import CARD_NAMES
from games.presenters.play.felt_events import MotionStep, steps_of
from games.queries.play.seen import SeenDeal
from games.templatetags.cards import card
from games.templatetags.kept import sent
from games.templatetags.parts import composed
from games.templatetags.sections import sections

register = template.Library()


@register.simple_tag(takes_context=True)
def steps(context: Context, shown: SeenDeal) -> SafeString:
    """Return the last steps of a deal as a list, including all since the viewer's move: ``{% steps felt.shown %}``.

    `static/js/steps.js` plays the new ones.
    """
    language = get_language()
    opening = f'<ol id="steps" data-deal="{shown.deal.pk}">'
    told = [piece for step in steps_of(shown) for piece in _item(step, language)]
    return sent(context, composed((opening, *told, "</ol>")))


@lru_cache(maxsize=8192)
def _item(step: MotionStep, _language: str | None) -> tuple[str, str]:
    """Return a step in two pieces: what is true of it now, and what stays."""
    opening = "<li" if step.missed else "<li hidden"
    # The sentence names the cards that it moves, so these are silent; of a pass it does not.
    silent = step.kind in ("deal", "discard", "draw", "meld")
    rest = format_html(
        ' data-step="{}" data-kind="{}" data-seat="{}"{}{}>{}<p>{}</p>{}</li>',
        step.number,
        step.kind,
        step.seat,
        "" if step.card is None else format_html(' data-code="{}"', CARD_NAMES[step.card]),
        format_html(' data-sound="{}"', step.sound) if step.sound else "",
        SafeString("".join(card(one, "l", silent=silent) for one in step.cards)),
        sections(step.words),
        format_html_join("", '<i data-seat="{}" hidden>{}</i>', step.labels),
    )
    return opening, rest
