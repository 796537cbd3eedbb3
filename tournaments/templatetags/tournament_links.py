"""Template tags that link from a table of the club to its tournament."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from uuid import uuid4

from django import template
from django.template import Context
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.common.joints import listed
from games.models import Player
from games.presenters.lobby import LobbyEntry
from tournaments import queries
from tournaments.engine.participants import member_label
from tournaments.models import Tournament
from tournaments.presenters.log.agreement_words import waiting_agreements
from tournaments.presenters.page.clock import time_lines
from tournaments.presenters.page.drawn_tables import seat_words

register = template.Library()


@register.simple_tag
def tournament_link(origin: str) -> str:
    """Return a link to the tournament of a table with this origin; empty for tables of no tournament."""
    tournament_id = queries.tournament_of_origin(origin)
    if tournament_id is None:
        return ""
    return format_html(
        '<a class="no-print" href="{}">{}</a>',
        reverse("tournament", args=[tournament_id]),
        _("Back to the tournament"),
    )


@register.simple_tag
def correction_link(deal_id: int, origin: str, viewer: Any) -> str:
    """Return a link to the corrections of a deal's result, for directors and referees; empty for others; no query."""
    place = queries.place_of_origin(origin)
    judges = getattr(viewer, "is_director", False) or getattr(viewer, "is_referee", False)
    if place is None or not judges:
        return ""
    return format_html(
        '<a class="button button--quiet no-print" href="{}">{}</a>',
        reverse("correct-deal", args=[place[0], deal_id]),
        _("Correct this result …"),
    )


@register.simple_tag
def tournament_seats(entries: Iterable[LobbyEntry], viewer: Player) -> str:
    """Return links to the viewer's seats at those tables among `entries` that belong to tournaments; no query is
    made.
    """
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


@register.simple_tag
def tournament_time(origin: str) -> str:
    """Return the breaks and the round's clock in the tournament of a table with this origin."""
    tournament_id = queries.tournament_of_origin(origin) if origin else None
    row = Tournament.objects.filter(pk=tournament_id).first() if tournament_id else None
    return _time(row) if row is not None else ""


@register.simple_tag
def tournament_wait(viewer: Player) -> str:
    """Return the viewer's seat in a round that has yet to begin, and when it begins; empty if there is none."""
    found = queries.waiting_seat(viewer)
    if found is None:
        return ""
    row, table = found
    words = seat_words(table.number, table.holders.index(member_label(viewer.pk)))
    return format_html(
        '<section class="panel" id="waiting-seat"><p><a href="{}"><bdi>{}</bdi></a></p><p><strong>{}</strong></p>{}'
        "</section>",
        reverse("tournament", args=[row.pk]),
        row.name,
        listed((words, _("real cards"))) if table.cardboard else words,
        _time(row),
    )


@register.simple_tag(takes_context=True)
def tournament_agreements(context: Context, viewer: Player) -> str:
    """Return, with buttons, the requests that the viewer can agree to; empty if there are none."""
    rows = Tournament.objects.filter(agreements__gt=0, entries__player=viewer)
    shown = []
    for row in rows.order_by("pk"):
        found = [one for one in waiting_agreements(row.pk, viewer) if one.answers]
        facts = {"agreements": found, "pk": row.pk, "name": row.name, "idempotency_key": uuid4()}
        if found:
            page = "tournaments/_agreements.html"
            shown.append((render_to_string(page, facts, request=context["request"]),))
    return format_html_join("", "{}", shown)


def _time(row: Tournament) -> SafeString:
    lines = time_lines(row, now=timezone.now())
    return render_to_string("tournaments/_time.html", {"lines": lines}) if lines else SafeString()
