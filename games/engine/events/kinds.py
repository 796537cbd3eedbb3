"""The one row of a kind of event: what the log, the fold, records and viewers ask of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from games.engine.fast_frozen import changed
from games.engine.moves import Move
from games.engine.state import DealState


@dataclass(frozen=True, slots=True)
class EventKind:
    """A kind of event: its one row in the engine."""

    name: str
    """In the log and in records; final."""
    fold: Callable[[DealState, Any], DealState]
    """How it changes the state of a deal. It never fails and never decides."""
    since: int = 1
    """The number of the first record format that has it."""
    public: bool = False
    """Whether everybody may know that it happened before the deal is over; what of it is kept back `sight` says."""
    own: bool = False
    """Whether only its own seat may know of it before the deal is over."""
    aside: bool = False
    """Whether it comes alone and moves no card: a move made before it was seen still answers the table as it is."""
    move: Callable[[Any], Move] | None = None
    """Makes the move that it answers first; None if it is never the first answer to a move."""
    forced: Callable[[Any], bool] = lambda _event: False
    """Whether nobody decided to move so."""
    present: bool = False
    """Whether everybody sees by it that its seat's player is there; a meld may come of a claim (§6.10)."""
    follows: bool = False
    """Whether it only follows from other events. What neither follows nor answers a move is in `reenactment.WISHES`."""
    worded: bool = False
    """Whether its reason is a person's own words, which records without names leave out; others are the service's."""
    later: Mapping[str, int] = field(default_factory=dict)
    """Fields that came later → the first record format that has them; before it they are left out, and mean null."""


def same(s: DealState, _event: Any) -> DealState:
    """Return the state one version later, otherwise unchanged: the fold of events that change no cards."""
    return changed(s, version=s.version + 1)


def put(items: tuple[Any, ...], at: int, item: Any) -> tuple[Any, ...]:
    """Return a copy of `items` with `item` in place of the one at index `at`."""
    others = list(items)
    others[at] = item
    return tuple(others)
