"""Guests whom a director enters by name, to play with real cards or on their own phones.

Such a guest is a row of `Player` with a name, like a guest in a browser. A card (`games.commands.people.cards`) logs
in a phone that plays in this name; an invitation turns the guest into a member, who keeps all results.
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
    """Return the guest with this name from an earlier evening, or a new one.

    Raises Refused if the name is not allowed or looks like a member's.
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
    """Set the name of an unsaved guest. Raises Refused if it is not allowed, or looks like anybody else's name.

    Until the transaction ends nobody else can be given a similar name.
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
