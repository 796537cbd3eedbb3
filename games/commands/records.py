"""Deal records brought in from elsewhere: looked at, replayed, never paid."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from django.db import transaction

from games import queries
from games.engine.evolve import fold
from games.engine.records import DealRecord
from games.engine.verification import verify
from games.models import Deal, Player

ORIGIN = "import"
"""The origin of the closed tables that hold imported deals."""


class BadRecord(Exception):
    """A record that is not stored; `number` is its place (1, 2, 3 …), `reason` says why not."""

    def __init__(self, number: int, reason: str) -> None:
        """The message is the reason."""
        super().__init__(reason)
        self.number = number
        self.reason = reason


@transaction.atomic
def import_records(*, by: Player, records: Iterable[tuple[int, DealRecord]], now: datetime) -> int:
    """Store these records, each with its number, all of them or none; how many they were.

    Each becomes a finished deal of a closed table. No chips move for it: it was paid where it was
    played, if anywhere. Raises BadRecord for a record that breaks the rules of the game, or whose
    deal this club has played or imported already: a commitment is made for one deal only.
    """
    known = {
        fold(row.event for row in queries.history(pk)).setup.commitment
        for pk in Deal.objects.values_list("pk", flat=True)
    }
    stored = 0
    for number, record in records:
        fault = verify(record)
        if fault is not None:
            raise BadRecord(number, fault)
        state = record.state()
        if state.setup.commitment in known:
            raise BadRecord(number, "a deal with this commitment is already here")
        known.add(state.setup.commitment)
        _store(by, record, state, now)
        stored += 1
    return stored
