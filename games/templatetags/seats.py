"""Facts about a seat that depend on who reads the page."""

from __future__ import annotations

from typing import Any

from django import template

from games.models import Player, Table
from games.queries import lobby

register = template.Library()


@register.simple_tag(takes_context=True)
def may_invite(context: dict[str, Any], table: Table) -> bool:
    """Whether the reader may invite members to this table now."""
    user = context.get("user")
    return isinstance(user, Player) and not lobby.why_not_invite(user, table)


@register.inclusion_tag("_freed.html", takes_context=True)
def freed_seat(context: dict[str, Any], table: Table) -> dict[str, Any]:
    """Tell a reader who does not sit at this table that they lost their seat there for lateness, if so."""
    user = context.get("user")
    viewer = user if isinstance(user, Player) else None
    return {
        "freed_seats": lobby.freed_seats(viewer, table),
        "csrf_token": context.get("csrf_token"),
        "at_the_table": True,
    }
