"""What a table shows as motion and lets hear: the last steps of a deal that everybody saw."""

from __future__ import annotations

from typing import Final, NamedTuple

from games.engine import events as ev
from games.engine.cards import Card
from games.queries.play.seen import SeenDeal

MOST: Final = 6
"""Steps that a page is told of: more than one look brings while the page is awake."""

_TOLD: Final[dict[type, tuple[str, str, str]]] = {
    ev.DealStarted: ("deal", "starter", ""),
    ev.CardDiscarded: ("discard", "seat", "card"),
    ev.CardDrawn: ("draw", "seat", "card"),
    ev.CardMelded: ("meld", "seat", "active"),
    ev.TripleCompleted: ("meld", "seat", "card"),
    ev.TurnPassed: ("pass", "seat", ""),
    ev.KingDied: ("dead", "seat", ""),
    ev.DealWon: ("won", "seat", ""),
    ev.DealExhausted: ("exhausted", "due", ""),
    ev.DealStopped: ("exhausted", "due", ""),
}
"""The kind of each event's step, and where the event has its seat and its card.

Claims are none of them: that somebody was asked is private (§6.10), and what was taken shows as a meld.
"""


class Step(NamedTuple):
    """One step, with the card that travels face up, where one does."""

    number: int
    """Counted through the deal from 1, the same for every viewer, before the end and after it."""
    kind: str
    seat: int
    card: Card | None


def steps_of(shown: SeenDeal) -> list[Step]:
    """The last steps of a deal as this viewer may see it, in order."""
    told = [row.event for row in shown.events if type(row.event) in _TOLD]
    first = max(0, len(told) - MOST)
    return [_step(number, event) for number, event in enumerate(told[first:], start=first + 1)]


def _step(number: int, event: ev.Event) -> Step:
    kind, seat, card = _TOLD[type(event)]
    return Step(number, kind, getattr(event, seat), getattr(event, card) if card else None)
