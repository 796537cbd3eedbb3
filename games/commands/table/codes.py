"""Table codes: six letters that a host gives out; anyone with the code can join.

A code is an invitation: only the player who opened the table, or a director, can make it and take it back.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Final

from django.db import transaction

from games.club.events import AlarmKind
from games.commands.club.club_work import raise_alarm
from games.commands.table.tables import locked_table
from games.errors import Refused
from games.infrastructure.throttling import LIMITS, note, require_left
from games.models import Player, Table
from games.queries.play.lobby import why_not_share

LETTERS: Final = "BCDFGHJKLMNPQRSTVWXZ"
"""Without vowels there are no words, and nothing is taken for a 0 or a 1."""
LENGTH: Final = 6
"""64 million codes; `games.infrastructure.throttling` lets nobody try many."""
_CLUB: Final = "club"
"""The name under which wrong codes from all addresses are counted together."""


@transaction.atomic
def make_code(*, by: Player, table_id: int) -> str:
    """Return the table's code; make one if it has none."""
    table = _shared_by(by, table_id)
    while not table.code:
        code = "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
        if not Table.objects.filter(code=code).exists():
            table.code = code
            table.save(update_fields=["code"])
    return table.code


@transaction.atomic
def take_code_back(*, by: Player, table_id: int) -> None:
    """Disable the code. Players who joined with it stay. Repeating it changes nothing."""
    table = _shared_by(by, table_id)
    table.code = None
    table.save(update_fields=["code"])


@contextmanager
def wrong_codes_counted(*, by: Player | None, now: datetime) -> Iterator[None]:
    """Context manager for trying a code: counts wrong codes for the whole club, from whatever address.

    After too many, strangers and guests cannot use any code for a while, and an alarm tells the owners. Members still
    can, since they have names and limits of their own. Raises Refused("code.too-many").
    """
    if by is None or by.is_guest:
        require_left("wrong-codes", _CLUB)
    try:
        yield
    except Refused as refusal:
        if refusal.code == "code.unknown":
            most, seconds = LIMITS["wrong-codes"]
            if note("wrong-codes", _CLUB) == most:
                facts: dict[str, int | str] = {"wrong": most, "minutes": seconds // 60}
                raise_alarm(AlarmKind.CODES_GUESSED, facts=facts, now=now)
        raise


@transaction.atomic
def join_by_code(*, by: Player, code: str) -> Table:
    """Admit a player to the table with this code and return it; the player can then take a free seat.

    Repeating it changes nothing.
    """
    table = table_of_code(code)
    if by.is_guest and table.chips_per_point:
        raise Refused("guest.member-only")
    if by.is_guest or table.admission == Table.Admission.INVITED:
        table.invited.add(by)
    return table


def table_of_code(code: str) -> Table:
    """Return the open table with this code, in any spelling. Raises Refused("code.unknown")."""
    letters = "".join(filter(str.isalpha, code[:40])).upper()
    table = None
    if len(letters) == LENGTH and letters.isascii():
        table = Table.objects.filter(code=letters, closed_at__isnull=True).first()
    if table is None:
        raise Refused("code.unknown")
    return table


def _shared_by(by: Player, table_id: int) -> Table:
    table = locked_table(table_id)
    if refusal := why_not_share(by, table):
        raise Refused(refusal)
    return table
