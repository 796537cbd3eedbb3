"""Chips that the club grants its members, and takes back."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from uuid import UUID

from django.db import transaction

from games.errors import Refused
from games.ledger.accounts import BACK, GRANTED, HOUSE, TAKEN_BACK, member_account
from games.ledger.commands import counter, post
from games.ledger.errors import KeyReused
from games.ledger.queries import transfer_of
from games.models import Player

FIRST_CHIPS = 1000
"""What the club grants a new member, once."""
MOST_GRANTED = 1_000_000
"""Chips that one grant may be."""
REASON_LENGTH = 120
"""Characters that the reason of a grant may have; the member reads it in the statement."""


@transaction.atomic
def grant_first_chips(*, player: Player, now: datetime) -> bool:
    """Grant a new member the first chips out of the house; whether it was done just now, once for each."""
    key = f"grant:{player.pk}"
    if transfer_of(key) is not None:
        return False
    _grant(player, FIRST_CHIPS, key, now)
    return True


@transaction.atomic
def grant_chips(
    *,
    by: Player,
    players: Iterable[Player],
    amount: int,
    idempotency_key: UUID,
    now: datetime,
    reason: str = "",
) -> int:
    """Grant each of these members so many chips out of the house; to how many it was done just now.

    `idempotency_key` makes a repeated wish harmless: all are granted, once, or nobody. Only a director may.
    """
    _require_director(by)
    if not 0 < amount <= MOST_GRANTED:
        raise Refused("chips.amount")
    memo = _reason(reason) if reason else ""
    granted = 0
    for player in players:
        key = f"grant:{player.pk}:{idempotency_key.hex}"
        granted += transfer_of(key) is None
        try:
            _grant(player, amount, key, now, by=by, reason=memo)
        except KeyReused as error:
            raise Refused("chips.form") from error
    return granted


@transaction.atomic
def take_back_grant(*, by: Player, key: str, reason: str, now: datetime) -> bool:
    """Take the chips of the grant `key` back into the house; whether it was done just now. Only a director may.

    The member may have lost them meanwhile, and then owes them.
    """
    _require_director(by)
    memo = _reason(reason)
    if not key.startswith("grant:") or key.endswith(BACK) or transfer_of(key) is None:
        raise Refused("chips.no-grant")
    if transfer_of(key + BACK) is not None:
        return False
    counter(
        key=key + BACK,
        original_key=key,
        memo=f"{TAKEN_BACK}: {memo}",
        now=now,
        metadata={"by": by.pk},
    )
    return True


def _grant(
    player: Player,
    amount: int,
    key: str,
    now: datetime,
    *,
    by: Player | None = None,
    reason: str = "",
) -> None:
    post(
        key=key,
        memo=f"{GRANTED}: {reason}" if reason else GRANTED,
        postings={HOUSE: -amount, member_account(player.pk): amount},
        now=now,
        metadata={} if by is None else {"by": by.pk},
    )


def _require_director(by: Player) -> None:
    if not by.is_director:
        raise Refused("chips.not-director")


def _reason(text: str) -> str:
    text = text.strip()
    # PostgreSQL cannot store NUL in a text, and nobody means to write one.
    if not 0 < len(text) <= REASON_LENGTH or "\0" in text:
        raise Refused("chips.reason")
    return text
