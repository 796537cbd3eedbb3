"""Duplicates: tables that play the same deals, from secrets that they share, and the seal on a deal until all have.

Equal secrets bring equal cards, since the server keeps every seat's seed, and makes it from the secret
(`games.engine.shuffle`). So no seat's own seed enters: the deal's events say of each that it is kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from django.db import transaction

from games import projections
from games.errors import Refused
from games.infrastructure.encryption import decrypt, encrypt
from games.live.publish import publish_table
from games.models import Deal, Table


def share_secrets(table: Table, secrets: Sequence[str]) -> None:
    """Let a table play its planned deals from these secrets, in hex, of which the other tables have the same."""
    table.secrets = [
        encrypt(secret, of=_of(table, number)) for number, secret in enumerate(secrets, 1)
    ]
    table.save(update_fields=["secrets"])


def secret_of_round(table: Table, number: int) -> str | None:
    """Return the secret that a table shares for its deal of this number, None where it shares none.

    Raises Refused("deal.secret-lost") where it cannot be read: another one would deal other cards.
    """
    if not table.duplicate:
        return None
    secret = decrypt(table.secrets[number - 1], of=_of(table, number))
    if secret is None:
        raise Refused("deal.secret-lost")
    return secret


def _of(table: Table, number: int) -> str:
    return f"deal {number} of table-{table.pk}"


@transaction.atomic
def unseal(*, deal_ids: Iterable[int]) -> None:
    """Let these deals be seen like any others: no table plays their cards any more."""
    for deal in Deal.objects.filter(pk__in=list(deal_ids), sealed=True).select_related("table"):
        Deal.objects.filter(pk=deal.pk).update(sealed=False)
        projections.rebuild(deal.pk)
        publish_table(deal.table)
