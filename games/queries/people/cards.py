"""Reading: who may log in by a card."""

from __future__ import annotations

from django.contrib.auth.hashers import UNUSABLE_PASSWORD_PREFIX
from django.db.models import Q, QuerySet

from games.models import Player
from games.models.players import DUTIES


def without_password() -> QuerySet[Player]:
    """Return the members who have not chosen a password and have no duty, by name: a card may log them in."""
    given = Q(password_is_given=True) | Q(password__startswith=UNUSABLE_PASSWORD_PREFIX)
    plain = dict.fromkeys((*DUTIES, "is_guest"), False)
    rows = Player.objects.filter(given, is_active=True, **plain)
    return rows.order_by("searched", "pk")


def may_have_card(player: Player) -> bool:
    """Return whether a card may log this member in, or this guest of a director's list."""
    named = player.is_guest and player.is_active and bool(player.display_name)
    return named or without_password().filter(pk=player.pk).exists()
