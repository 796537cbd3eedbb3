"""Shows facts about a seat that depend on the reader, and the panel for checking the shuffle."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from django import template
from django.template import Context
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from games.common.addresses import whole_address
from games.models import Player, Table
from games.presenters.play.shuffle import Shuffle
from games.presenters.qr import way_to
from games.queries.play import lobby
from games.templatetags.kept import sent

register = template.Library()


@register.simple_tag(takes_context=True)
def may_invite(context: dict[str, Any], table: Table) -> bool:
    """Return whether the reader may give out this table's link and code now."""
    user = context.get("user")
    return isinstance(user, Player) and not lobby.why_not_share(user, table)


@register.simple_tag
def link_that_seats(table: Table) -> str:
    """Return the full address of a table, with its code if it has one; only for those who may give it out."""
    return whole_address(way_to(table))


@register.simple_tag(takes_context=True)
def person(context: dict[str, Any], player: Player) -> SafeString:
    """Return a player's name. Members see it as a link to that member's page: ``{% person seat.player %}``."""
    user = context.get("user")
    if not isinstance(user, Player) or user.is_guest or player.is_guest:
        return format_html("<bdi>{}</bdi>", player)
    address = reverse("member", args=[player.pk])
    return format_html('<a href="{}"><bdi>{}</bdi></a>', address, player)


@register.inclusion_tag("_freed.html", takes_context=True)
def freed_seat(context: dict[str, Any], table: Table) -> dict[str, Any]:
    """Return the context of the message to a reader who lost their seat at this table for being late."""
    user = context.get("user")
    viewer = user if isinstance(user, Player) else None
    return {
        "freed_seats": lobby.freed_seats(viewer, table),
        "csrf_token": context.get("csrf_token"),
        "at_the_table": True,
    }


@register.simple_tag(takes_context=True, name="shuffle")
def shuffle_panel(context: Context, shuffle: Shuffle) -> SafeString:
    """Return the panel for checking a deal's shuffle, cached because moves don't change it: ``{% shuffle one %}``."""
    return sent(context, _shuffle(shuffle, get_language()))


@lru_cache(maxsize=256)
def _shuffle(shuffle: Shuffle, language: str | None) -> SafeString:
    return SafeString(render_to_string("games/_shuffle.html", {"shuffle": shuffle}).strip())
