"""Decides which deals are rated, and reads their results from their streams.

Deals of tournaments are rated, and deals at club tables where points are worth chips and the coach is not available.

Some deals are never rated: duplicates, whose results nobody may know before all tables have played; deals for honour,
which include guests' deals and "Play now"; imported deals; deals that were called off or voided; and deals among bots
of a single kind. If the careful bot made every move of a seat, the bot is rated and not the player.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from games.engine import events as ev
from games.engine.attendance import AWAY, played_for
from games.engine.disputing.outcomes import PAYING_NAMES
from games.engine.recording.notation import NAMES
from games.engine.scoring import Result
from games.log import read_facts
from games.models import Deal, RatedDeal
from games.schema import from_text, stream_of

VOIDINGS: Final = {"tournament.deal-voided": True, "tournament.voiding-taken-back": False}
"""What a director says of a deal of a tournament (`deal_id`), and whether it is void then. Names are final."""
_AWAY: Final = frozenset(NAMES[kind] for kind in AWAY)
_COMMITTED: Final = NAMES[ev.DealCommitted]
_OF_NOW: Final = {"bot:greedy": "bot:club", "bot:safe": "bot:careful"}
"""Bots by their former names are the same players."""
_STAND_IN: Final = "bot:careful"


def counting(deal_ids: Iterable[int]) -> list[int]:
    """Return the ids of those deals that count for ratings, in the same order."""
    listed = list(deal_ids)
    deals = Deal.objects.filter(pk__in=listed, cancelled=False).select_related("table")
    rated = {
        deal.pk
        for deal in deals.only(
            "table__origin", "table__chips_per_point", "table__coach", "table__secrets"
        )
        if not deal.table.duplicate
        if deal.table.origin.startswith("tournament-")
        or (deal.table.chips_per_point and not deal.table.has_coach)
    }
    return [deal_id for deal_id in listed if deal_id in rated]


def rated_deal(deal_id: int) -> RatedDeal | None:
    """Return a deal's result after every ruling, as an unsaved row; None if it rates nobody."""
    facts = read_facts(stream_of(deal_id))
    names = {fact.name for fact in facts}
    paying = [fact for fact in facts if fact.name in ev.ENDS or fact.name in PAYING_NAMES]
    if _COMMITTED not in names or not paying:
        return None
    setup, last = from_text(*facts[0]), from_text(*paying[-1])
    assert isinstance(setup, ev.DealCommitted)
    result: Result = last.result  # type: ignore[union-attr]  # each of them has one
    away = played_for(from_text(*fact) for fact in facts) if names & _AWAY else ()
    players = [
        _STAND_IN if seat in away else _OF_NOW.get(label, label)
        for seat, label in enumerate(setup.players)
    ]
    if len(set(players)) < 2:
        return None
    # A deal that ended without a winner is rated; one that a ruling left without one is void (§10.8).
    void = paying[-1].name in PAYING_NAMES and result.winner is None
    return RatedDeal(
        deal_id=deal_id,
        rules=setup.rules.key,
        players=players,
        net=list(result.net),
        voided=void,
    )
