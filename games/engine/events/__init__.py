"""The events of a deal, in the past tense: the facts from which `evolve.fold` rebuilds every state.

Each module defines the classes of some events and how each changes the state. A table at its end has one `EventKind`
for each class.
"""

from __future__ import annotations

from typing import Any, Final, get_args

from games.engine.events.disputing import *
from games.engine.events.disputing import DISPUTE_EVENTS, DisputeEvent
from games.engine.events.endings import *
from games.engine.events.endings import ENDING_EVENTS, Ended, EndingEvent
from games.engine.events.kinds import EventKind
from games.engine.events.playing import *
from games.engine.events.playing import PLAYING_EVENTS, PlayingEvent
from games.engine.events.preparing import *
from games.engine.events.preparing import PREPARING_EVENTS, PreparingEvent
from games.engine.events.timing import *
from games.engine.events.timing import TIMING_EVENTS, TimingEvent
from games.engine.moves import Move

Event = PreparingEvent | PlayingEvent | TimingEvent | EndingEvent | DisputeEvent
"""Everything that can happen to a deal."""

EVENTS: Final[dict[type[Any], EventKind]] = {
    **PREPARING_EVENTS,
    **PLAYING_EVENTS,
    **TIMING_EVENTS,
    **ENDING_EVENTS,
    **DISPUTE_EVENTS,
}
"""Each event of a deal → its row.

That claims were open at all, or declined, is not public: it tells of a pair or a khap somewhere. Nor is who would let
pairs go.
"""
ASIDE: Final = tuple(event for event, kind in EVENTS.items() if kind.aside)
"""What comes alone and moves no card."""
UNSEEN: Final = tuple(event for event in ASIDE if EVENTS[event].own)
"""What comes alone and only its own seat knows of: no clock and no version may tell the others."""
PRESENT: Final = tuple(event for event, kind in EVENTS.items() if kind.present)
"""What shows everybody that a seat's player is there."""
ENDS: Final = frozenset(EVENTS[event].name for event in get_args(Ended))
"""The stored names of the ends of deals that count: `deal.stopped` is none of them."""


def is_decision(event: Event) -> bool:
    """Return whether somebody chose the move that led to this event.

    Nobody chooses a forced meld or the end of the stock.
    """
    kind = EVENTS[type(event)]
    return kind.move is not None and not kind.forced(event)


def move_behind(event: Event) -> Move | None:
    """Return the move that led to this event; None if the event is never the first result of a move."""
    move = EVENTS[type(event)].move
    return None if move is None else move(event)
