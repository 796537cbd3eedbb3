"""The puzzle of the day: a discard of a finished deal that anyone may see, the same for everybody all day.

If no such deal has ended, as in a new club, bots play a deal for the day. It is not stored: its cards follow from the
date.
"""

from __future__ import annotations

from datetime import date, datetime, time
from functools import lru_cache
from hashlib import sha256
from itertools import count
from typing import Final

from django.utils import timezone

from games.bots.playout import play_deal
from games.engine.events import CardDiscarded
from games.engine.rules import VINAGAMES
from games.errors import Refused
from games.models import Deal
from games.queries.finished.histories import Row
from replays.models import Puzzle
from replays.queries.opened import open_to_all
from replays.queries.puzzles import Posed, discard_at
from replays.queries.replay import Replay, get_replay, replay_of

DEALS: Final = 100
"""Deals from which the day's is drawn, the last to end before it."""


def puzzle_of(day: date) -> Posed:
    """Return the puzzle of this day by the club's clock; it is not stored.

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
        if found := _discard_of(day, deal, replay):
            return found
    tries = (_discard_of(day, None, _bots_deal(day, number)) for number in count())
    return next(found for found in tries if found)


@lru_cache(maxsize=4)
def _bots_deal(day: date, number: int) -> Replay:
    """Return a deal played by bots, always the same for this day and number. Its rules judge discards."""
    secret = sha256(f"puzzle {day.isoformat()}/{number}".encode()).hexdigest()
    played = play_deal(VINAGAMES, ["club"] * 4, secret=secret, seeds=[None] * 4)
    at = timezone.make_aware(datetime.combine(day, time.min))
    return replay_of([Row(place, at, event, None) for place, event in enumerate(played.events, 1)])


def _discard_of(day: date, deal: Deal | None, replay: Replay) -> Posed | None:
    """Return a puzzle about the day's discard of this deal; None if no discard had an alternative."""
    asked = [one.version for one in replay.steps if isinstance(one.event, CardDiscarded)]
    for version in sorted(asked, key=lambda at: _lot(day, at)):
        try:
            decision, choices, played = discard_at(replay, version)
        except Refused:
            continue
        puzzle = Puzzle(deal=deal, version=version)
        return Posed(puzzle, deal, replay, decision, choices, played)
    return None


def _lot(day: date, number: int) -> bytes:
    """Return a sort key that shuffles these numbers differently each day."""
    return sha256(f"{day.isoformat()}/{number}".encode()).digest()
