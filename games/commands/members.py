"""Members and their tables: a table opened once however often its form is sent, and chips granted by the club."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction

from games.commands.tables import open_table
from games.ledger.commands import post
from games.ledger.queries import transfer_of
from games.models import Player, Table
from games.refusals import Refused
from games.settlement import HOUSE, member_account

FIRST_CHIPS = 1000
"""What the club grants a new member, once."""


@transaction.atomic
def open_table_once(*, by: Player, once: UUID, **options: Any) -> tuple[Table, bool]:
    """`open_table` for a form that may be sent twice: its table, and whether it was opened just now."""
    Player.objects.select_for_update().get(pk=by.pk)
    origin = f"form-{by.pk}-{once.hex}"
    stored = Table.objects.filter(origin=origin).first()
    if stored is not None:
        return stored, False
    return open_table(by=by, origin=origin, **options), True


@transaction.atomic
def grant_first_chips(*, player: Player, now: datetime) -> bool:
    """Grant a new member the first chips out of the house; whether it was done just now, once for each."""
    key = f"grant:{player.pk}"
    if transfer_of(key) is not None:
        return False
    _grant(player, FIRST_CHIPS, key, now)
    return True


@transaction.atomic
def grant_chips(*, by: Player, player: Player, amount: int, once: UUID, now: datetime) -> None:
    """Grant a member chips out of the house; `once` makes a repeated wish harmless. Only a director may."""
    if not by.is_director:
        raise Refused("chips.not-director")
    if not 0 < amount <= 1_000_000:
        raise Refused("chips.amount")
    _grant(player, amount, f"grant:{player.pk}:{once.hex}", now)


def _grant(player: Player, amount: int, key: str, now: datetime) -> None:
    post(
        key=key,
        memo="Chips granted by the club",
        postings={HOUSE: -amount, member_account(player.pk): amount},
        now=now,
    )
