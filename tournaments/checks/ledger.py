"""Compares the transfers of tournaments with those that their events in the log call for.

`manage.py check_ledger` runs it; `games.checks.ledger` describes what such a module provides.
"""

from __future__ import annotations

from collections.abc import Iterator

from games.ledger.audit import CalledTransfer, differences
from tournaments.models import Tournament
from tournaments.settlement import owed

LEDGER_KEYS = ("tournament:",)
"""Entry fees, refunds, prizes and their corrections."""


def check_ledger() -> Iterator[str]:
    """Return a description of each error in the transfers of tournaments."""
    return differences(_called, *LEDGER_KEYS)


def _called() -> Iterator[CalledTransfer]:
    # Fees and prizes are posted in the transaction of their event: none is ever in transit.
    for tournament_id in Tournament.objects.order_by("pk").values_list("pk", flat=True).iterator():
        for _version, transfer in owed(tournament_id):
            yield CalledTransfer(transfer)
