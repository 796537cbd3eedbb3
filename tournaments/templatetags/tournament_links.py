"""The way from a table of the club to the tournament that it is played for."""

from __future__ import annotations

from django import template

from tournaments import queries

register = template.Library()


@register.inclusion_tag("tournaments/_link.html")
def tournament_link(origin: str) -> dict[str, int | None]:
    """A link to the tournament for which a table of this origin was opened; nothing at a table of the lobby."""
    return {"tournament_id": queries.tournament_of_origin(origin)}
