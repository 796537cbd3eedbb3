"""Guests whose bare names a director writes down: they play an evening with real cards, or on a phone of their own.

Such a guest is a player's row like that of a browser's guest, with a name. A card (`games.commands.people.cards`) logs
in a phone that plays in this name; an invitation makes a member of it, to whom all its results then belong.
"""

from __future__ import annotations

import secrets
from datetime import datetime

from django.db import transaction
from django.db.models import Q

from games.common.names import are_taken_for_one, isolated, name_key, tidied, why_not
from games.errors import Refused
from games.models import Player

LONGEST_NAME = Player._meta.get_field("display_name").max_length or 0


@transaction.atomic
def walk_in(*, name: str, now: datetime) -> Player:
    """Return the guest of this name: the one of an earlier evening, else a new one.

    Raises Refused where it is no name, or looks like that of a member.
    """
    name = tidied(name)
    if not 0 < len(name) <= LONGEST_NAME:
        raise Refused("guest.name")
    known = Player.objects.filter(is_guest=True, shown_key=name_key(name))
    known = known.filter(Q(is_active=True) | Q(merged_into__is_guest=True))
    for guest in known.exclude(display_name="").order_by("pk"):
        if are_taken_for_one(guest.display_name, name):
            return guest.merged_into or guest
    if code := why_not(name):
        raise Refused(code, f"({isolated(name)})")
    guest = Player(
        username=f"guest-{secrets.token_hex(8)}", display_name=name, is_guest=True, date_joined=now
    )
    if guest.twin_of(name) is not None:
        raise Refused("name.twin", f"({isolated(name)})")
    guest.set_unusable_password()
    guest.save()
    return guest
