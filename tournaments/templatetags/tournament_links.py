"""The way from a table of the club to the tournament that it is played for."""

from __future__ import annotations

from django import template
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _

from tournaments import queries

register = template.Library()


@register.simple_tag
def tournament_link(origin: str) -> str:
    """A link to the tournament for which a table of this origin was opened; nothing at a table of the lobby."""
    tournament_id = queries.tournament_of_origin(origin)
    if tournament_id is None:
        return ""
    return format_html(
        '<a class="no-print" href="{}">{}</a>',
        reverse("tournament", args=[tournament_id]),
        _("To the tournament"),
    )
