"""Duplicates: tables that play the same deals from shared secrets; each deal stays hidden until all have played it.

Equal secrets give equal cards, because the server makes every seat's seed from the secret (`games.engine.shuffle`);
players' own seeds are not used, and the deal's events say so.
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
    """Give a table the secrets (hex) for its planned deals; other tables get the same secrets."""
    table.secrets = [
        encrypt(secret, of=_of(table, number)) for number, secret in enumerate(secrets, 1)
    ]
    table.save(update_fields=["secrets"])


def secret_of_round(table: Table, number: int) -> str | None:
    """Return the shared secret for the table's deal of this number, or None if the table shares none.

    Raises Refused("deal.secret-lost") if the secret cannot be read: another one would deal other cards.
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
    """Make these deals visible like any others. Call it after all tables have played the same cards."""
    for deal in Deal.objects.filter(pk__in=list(deal_ids), sealed=True).select_related("table"):
        Deal.objects.filter(pk=deal.pk).update(sealed=False)
        projections.rebuild(deal.pk)
        publish_table(deal.table)
