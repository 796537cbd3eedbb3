"""Guests whom a director enters by name alone, for an evening with real cards or on their own phones.

Such a guest is a player's row like that of a browser's guest, with a name. A card (`games.commands.people.cards`) logs
in a phone that plays in this name; an invitation makes a member of it, to whom all its results then belong.
"""

from __future__ import annotations

import secrets
from datetime import datetime

from django.db import connection, transaction

from games.common.names import isolated, name_key, tidied, why_not
from games.errors import Refused
from games.models import Player
from games.queries.people.named import known_guests

LONGEST_NAME = Player._meta.get_field("display_name").max_length or 0


@transaction.atomic
def walk_in(*, name: str, now: datetime) -> Player:
    """Return the guest of this name: the one of an earlier evening, else a new one.

    Raises Refused where it is no name, or looks like that of a member.
    """
    name = tidied(name)
    if not 0 < len(name) <= LONGEST_NAME:
        raise Refused("guest.name")
    if guest := known_guests([name]).get(name):
        return guest
    guest = Player(
        username=f"guest-{secrets.token_hex(8)}",
        is_guest=True,
        is_written_down=True,
        date_joined=now,
    )
    call_guest(guest, name)
    guest.set_unusable_password()
    guest.save()
    return guest


def call_guest(guest: Player, name: str) -> None:
    """Give a guest, unsaved, this name. Raises Refused where it is no name, or looks like that of anybody else.

    Until the end of the transaction nobody else is given a name that looks like it.
    """
    name = tidied(name)
    if not 0 < len(name) <= LONGEST_NAME:
        raise Refused("guest.name")
    if code := why_not(name):
        raise Refused(code, f"({isolated(name)})")
    if connection.vendor == "postgresql":  # SQLite has one writer at a time
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(hashtext(%s))", [name_key(name)])
    if guest.twin_of(name) is not None:
        raise Refused("name.twin", f"({isolated(name)})")
    guest.display_name = name
