"""Who does not want to be compared."""

from __future__ import annotations

from games.errors import Refused
from games.models import Player


def hide_rating(*, by: Player, hidden: bool) -> None:
    """Show a member's ratings to nobody else, or to all members again. Raises Refused("guest.member-only")."""
    if by.is_guest:
        raise Refused("guest.member-only")
    Player.objects.filter(pk=by.pk).update(hides_rating=hidden)
    by.hides_rating = hidden
