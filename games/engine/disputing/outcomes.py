"""The possible outcomes of a dispute (§10.8), one row for each, on screens and with real cards alike.

Code that handles rulings looks up the row and never tests the class of an event. The words for people are in
`games.presenters.outcomes`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from operator import not_
from typing import Final

from games.engine.scoring import Result


class Outcome(StrEnum):
    """The possible decisions of a referee; forms send the value and rows store it."""

    UPHELD = "upheld"
    REVERSED = "reversed"
    SHARED = "shared"
    VOIDED = "voided"
    WITHDRAWN = "withdrawn"
    """The ruling that was given is taken back, which is no ruling: it has no row in `RULINGS`."""


@dataclass(frozen=True, slots=True)
class RulingGiven:
    """A referee settled a dispute: `upheld` leaves the engine's penalty as it was, otherwise it is reversed.

    `result` is what everybody pays after the ruling; `section` is the section of the rulebook that the ruling cites.
    """

    dispute: int
    referee: str
    upheld: bool
    section: str
    reason: str
    result: Result


@dataclass(frozen=True, slots=True)
class RulingShared(RulingGiven):
    """A referee shared the payment (§10.8).

    Every other loser pays half of A, the amount due to the winner (§9.3); the offender pays the rest. `upheld` is
    false.
    """


@dataclass(frozen=True, slots=True)
class RulingVoided(RulingGiven):
    """A referee declared the deal void (§10.8): nobody has won it and nobody pays anything. `upheld` is false."""


RulingAct = RulingGiven | RulingShared | RulingVoided
"""Every event of a ruling: a payment that is shared and a deal that is void are rulings too."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruling:
    """How an outcome changes the payment, and how a deal's log stores it."""

    event: type[RulingGiven]
    """What says it; where two outcomes have one event, its `upheld` tells them apart."""
    name: str
    """The event's stored name, which is final."""
    since: int = 1
    """The first format of deal records that knows the event."""
    upheld: bool = False
    """Whether the payment stays as the engine judged."""
    penalty: Callable[[bool], bool]
    """Whether the discarder pays a penalty after it, by whether the engine judged one."""
    shared: bool = False
    """Whether each other loser pays half of A, and the discarder the rest."""
    void: bool = False
    """Whether nobody has won and nobody pays, so that the deal is not rated; a party never asks for it."""


def _never(_judged: bool) -> bool:
    return False


def _always(_judged: bool) -> bool:
    return True


RULINGS: Final[dict[Outcome, Ruling]] = {
    Outcome.UPHELD: Ruling(event=RulingGiven, name="deal.ruling-given", upheld=True, penalty=bool),
    Outcome.REVERSED: Ruling(event=RulingGiven, name="deal.ruling-given", penalty=not_),
    Outcome.SHARED: Ruling(
        event=RulingShared, name="deal.ruling-shared", since=7, penalty=_always, shared=True
    ),
    Outcome.VOIDED: Ruling(
        event=RulingVoided, name="deal.ruling-voided", since=8, penalty=_never, void=True
    ),
}
"""The outcomes that are rulings, in the order in which they are offered."""
RULING_NAMES: Final = tuple(dict.fromkeys(row.name for row in RULINGS.values()))
"""The stored names of all rulings."""
PAYING_NAMES: Final = frozenset({*RULING_NAMES, "deal.ruling-withdrawn"})
"""The stored names of what changes a payment after the end of a deal."""
_BY_EVENT: Final = {(row.event, row.upheld): outcome for outcome, row in RULINGS.items()}


def outcome_of(event: RulingGiven) -> Outcome:
    """Return the outcome that a ruling event stands for."""
    return _BY_EVENT.get((type(event), event.upheld)) or _BY_EVENT[type(event), False]


def was_judged(event: RulingGiven) -> bool:
    """Return whether the engine had called a penalty before this ruling, inferred from the ruling's result.

    This cannot be inferred if the ruling shared the payment or voided the deal.
    """
    return (event.result.offender is not None) == event.upheld
