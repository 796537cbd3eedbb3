"""The way from a table of the club to the tournament that it is played for."""

from __future__ import annotations

from collections.abc import Iterable

from django import template
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext as _

from games.models import Player
from games.presenters.lobby import Entry
from tournaments import queries
from tournaments.presenters.page import seat_words

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


@register.simple_tag
def tournament_seats(entries: Iterable[Entry], viewer: Player) -> str:
    """Where the viewer sits at those of these tables that are played for tournaments, with a way to each; no query."""
    seats = (
        (entry.table.pk, seat_words(place[2], seat.number), tournament_link(entry.table.origin))
        for entry in entries
        if (place := queries.place_of_origin(entry.table.origin)) is not None
        for seat in entry.seats
        if seat.player_id == viewer.pk
    )
    line = '<p class="row"><a class="button button--big" id="own-seat-{}" href="{}">{}</a> {}</p>'
    return format_html_join(
        "\n", line, ((pk, reverse("table", args=[pk]), words, link) for pk, words, link in seats)
    )
