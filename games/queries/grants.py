"""Reading: the chips that the club has granted to a member by hand, and whether they were taken back."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from games.ledger.accounts import BACK, member_account
from games.ledger.models import Posting
from games.models import Player


@dataclass(frozen=True, slots=True)
class Grant:
    """One grant to a member."""

    key: str
    """The key of its transfer."""
    amount: int
    """In whole chips."""
    memo: str
    at: datetime
    taken_back: bool


def grants_of(player: Player) -> list[Grant]:
    """The grants to a member, the first chips included, the newest first."""
    rows = (
        Posting.objects.filter(
            account__code=member_account(player.pk), transfer__key__startswith="grant:"
        )
        .exclude(transfer__key__endswith=BACK)
        .order_by("-id")
    )
    columns = ("key", "memo", "recorded_at", "countered_by__key")
    return [
        Grant(key, amount, memo, at, taken_back is not None)
        for amount, key, memo, at, taken_back in rows.values_list(
            "amount", *(f"transfer__{column}" for column in columns)
        )
    ]
