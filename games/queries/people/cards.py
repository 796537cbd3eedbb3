"""Queries for login cards: who can log in with one."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Final

from django.db.models import Q, QuerySet

from games.common.django_internals import UNUSABLE_PASSWORD
from games.models import LoginCard, Player
from games.models.players import DUTIES

MOST_WRONG: Final = 5
"""Wrong tries after which digits no longer work."""


def without_password() -> QuerySet[Player]:
    """Return the members, by name, who may use a card: they have no password of their own and no duty."""
    given = Q(password_is_given=True) | Q(password__startswith=UNUSABLE_PASSWORD)
    plain = dict.fromkeys((*DUTIES, "is_guest"), False)
    rows = Player.objects.filter(given, is_active=True, **plain)
    return rows.order_by("searched", "pk")


def who_may_have_card() -> QuerySet[Player]:
    """Return the members who may log in with a card, then the guests whom a director entered by name."""
    guests = Q(is_written_down=True, is_guest=True, is_active=True, **dict.fromkeys(DUTIES, False))
    rows = Player.objects.filter(Q(pk__in=without_password().order_by().values("pk")) | guests)
    return rows.order_by("is_guest", "searched", "pk")


def may_have_card(player: Player) -> bool:
    """Return whether a card may be made for this person."""
    return who_may_have_card().filter(pk=player.pk).exists()


def went_on_elsewhere(player_id: int) -> bool:
    """Return whether this guest has used their own link to continue in another browser."""
    used = LoginCard.objects.filter(player=player_id, made_by=player_id, used_at__isnull=False)
    return used.filter(player__is_guest=True).exists()


def with_digits(players: Iterable[int], *, now: datetime) -> dict[int, bool]:
    """Return the players whose card has digits for this evening; the value is whether the digits still work.

    Digits stop working after too many wrong tries.
    """
    duties = dict.fromkeys((f"player__{duty}" for duty in DUTIES), False)
    rows = LoginCard.objects.filter(player__in=list(players), digits_until__gt=now, **duties)
    found = rows.filter(player__is_active=True).values_list("player", "wrong")
    return {player: wrong < MOST_WRONG for player, wrong in found}
