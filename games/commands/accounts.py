"""Accounts that somebody of the staff changes: names, addresses, opening and closing; the member reads it."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from django.db import transaction

from games.club.accounts import ACCOUNT_FIELDS, AccountSet
from games.commands.chips import checked, locked, record_fact
from games.models import Player


@transaction.atomic
def note_account(
    *, by: Player, player: Player, changed: Collection[str], reason: str, now: datetime
) -> None:
    """Record which of `ACCOUNT_FIELDS` of somebody else's account were changed, in the transaction that stores them.

    Nothing is recorded where none was, or the account is the own one. Raises Refused("account.reason"), so that nothing
    is stored.
    """
    named = tuple(field for field in ACCOUNT_FIELDS if field in changed)
    if not named or by.pk == player.pk:
        return
    said = checked(reason, "account.reason")
    locked(player)
    record_fact(player, AccountSet(named, player.is_active, said), now=now, by=by)
