"""The puzzle of the day: a discard of a finished deal that anyone may see, the same for everybody all day."""

from __future__ import annotations

from datetime import date, datetime, time
from hashlib import sha256
from typing import Final

from django.utils import timezone

from games.engine.events import CardDiscarded
from games.errors import Refused
from games.models import Deal
from replays.models import Puzzle
from replays.queries.opened import open_to_all
from replays.queries.puzzles import Posed, discard_at
from replays.queries.replay import get_replay

DEALS: Final = 100
"""Deals from which the day's is drawn, the last to end before it."""


def puzzle_of(day: date) -> Posed | None:
    """Return the puzzle of this day by the club's clock, in no row; None where no deal is open to all.

    Deals that ended that day are left out, so that the choice stays the same until midnight.
    """
    begins = timezone.make_aware(datetime.combine(day, time.min))
    over = Deal.objects.filter(ended_at__lt=begins).select_related("table")
    ended = over.order_by("-ended_at", "-pk")[:DEALS]
    for deal_id in sorted(open_to_all(ended), key=lambda pk: _lot(day, pk)):
        try:
            deal, replay = get_replay(deal_id)
        except Refused:  # sealed by a tournament, or played with real cards
            continue
        asked = [one.version for one in replay.steps if isinstance(one.event, CardDiscarded)]
        for version in sorted(asked, key=lambda at: _lot(day, at)):
            try:
                decision, choices, played = discard_at(replay, version)
            except Refused:  # nothing else could have been discarded
                continue
            puzzle = Puzzle(deal=deal, version=version)
            return Posed(puzzle, deal, replay, decision, choices, played)
    return None


def _lot(day: date, number: int) -> bytes:
    """Return a sort key that shuffles these numbers differently each day."""
    return sha256(f"{day.isoformat()}/{number}".encode()).digest()
