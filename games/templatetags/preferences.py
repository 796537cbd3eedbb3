"""Shows the preferences as a form: ``{% load preferences %}{% preference_fields as fields %}``."""

from django import template
from django.template import Context
from django.utils.functional import Promise

from games.common.dialect import page_language as language
from games.common.preferences import Preferences
from games.presenters.people import preferences as presenter

register = template.Library()


@register.simple_tag(takes_context=True)
def preference_fields(context: Context) -> tuple[presenter.Field, ...]:
    """Return the viewer's preferences, with the choices for each."""
    return presenter.preference_fields(context.get("preferences") or Preferences())


@register.simple_tag
def page_language() -> str:
    """Return the page's language for its `lang` attribute: ``{% page_language as LANGUAGE_CODE %}``."""
    return language()


@register.simple_tag
def sounds() -> dict[str, Promise]:
    """Return what each sound means, by the sound's name: ``{% sounds as heard %}``."""
    return presenter.SOUNDS
