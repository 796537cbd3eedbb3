"""Counting: what deals have brought, and whatever follows from it by itself. The service's own."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from django.db import transaction

from games.errors import Refused
from tournaments.commands.unit_of_work import TournamentWork
from tournaments.engine import decisions
from tournaments.engine.results import DealResult, RuledResult
from tournaments.errors import for_people


@transaction.atomic
def count(
    *, tournament_id: int, results: Iterable[DealResult | RuledResult], now: datetime
) -> list[Refused]:
    """Count what deals have brought; then close the round and draw the next one, or correct the prizes, if it is time.

    The refusals are returned: one result that fits nowhere keeps no other one waiting. The same result counts once.
    """
    work = TournamentWork.on(tournament_id, now=now)
    refusals: list[Refused] = []
    for result in results:
        try:
            with for_people():
                work.add(result.decide(work.state))
        except Refused as refused:
            refusals.append(refused)
    work.add(decisions.decide_advance(work.state))
    work.save()
    return refusals
