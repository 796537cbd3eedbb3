"""What happens to a deal after its end: disputes of a discard, rulings, appeals, second signatures (§10.7, §10.8)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from games.engine.scoring import Result


@dataclass(frozen=True, slots=True)
class DisputeFiled:
    """A seat (None: the director) disputes the discard at `discard`, the version of that event in the deal.

    A referee is to rule by `rule_by` (ISO 8601), which decides nothing; None where nothing says when.
    """

    dispute: int
    seat: int | None
    discard: int
    reason: str
    rule_by: str | None = None


@dataclass(frozen=True, slots=True)
class RulingGiven:
    """A referee settled a dispute: `upheld` leaves the engine's penalty as it was, otherwise it is reversed.

    `result` is what everybody pays after it; `section` the section of the rulebook that it rests on.
    """

    dispute: int
    referee: str
    upheld: bool
    section: str
    reason: str
    result: Result


@dataclass(frozen=True, slots=True)
class RulingShared(RulingGiven):
    """A referee shared the payment (§10.8): each other loser pays half of A, the offender the rest.

    `upheld` is false.
    """


@dataclass(frozen=True, slots=True)
class RulingVoided(RulingGiven):
    """A referee declared the deal void (§10.8): nobody has won it and nobody pays anything. `upheld` is false."""


@dataclass(frozen=True, slots=True)
class RulingWithdrawn:
    """A referee took a ruling back; the dispute is open again and `result` is what held before it."""

    dispute: int
    referee: str
    reason: str
    result: Result


@dataclass(frozen=True, slots=True)
class DisputeJoined:
    """One more seat (None: the director) objects to the disputed discard, with words of its own (§10.7)."""

    dispute: int
    seat: int | None
    reason: str


@dataclass(frozen=True, slots=True)
class DisputeAnswered:
    """The seat whose discard is disputed gave its answer, once and before the ruling (§10.7)."""

    dispute: int
    seat: int
    reason: str


@dataclass(frozen=True, slots=True)
class DeadlineSet:
    """Until when (ISO 8601) seats may file or join this dispute, or appeal the ruling that was just given (§10.8)."""

    dispute: int
    step: Literal["dispute", "appeal"]
    until: str


@dataclass(frozen=True, slots=True)
class RulingAppealed:
    """A seat appeals a ruling; what it changed stays until another referee decides, which is final (§10.8).

    `rule_by` is as in `DisputeFiled`.
    """

    dispute: int
    seat: int
    reason: str
    rule_by: str | None = None


@dataclass(frozen=True, slots=True)
class RulingProposed:
    """A referee's decision that moves more than one may decide alone; nothing changes before a second one signs it.

    `outcome` is one of `outcomes.Outcome`; `section` is empty where a ruling is to be withdrawn; `result` is what
    everybody would pay.
    """

    dispute: int
    referee: str
    outcome: Literal["upheld", "reversed", "shared", "voided", "withdrawn"]
    section: str
    reason: str
    result: Result


@dataclass(frozen=True, slots=True)
class RulingSigned:
    """A second referee signed the proposal; its author's decision follows immediately."""

    dispute: int
    referee: str


@dataclass(frozen=True, slots=True)
class SignatureRefused:
    """What was proposed is off, for this reason: a second referee does not sign it, or the first takes it back."""

    dispute: int
    referee: str
    reason: str


DisputeAct = (
    DisputeJoined
    | DisputeAnswered
    | RulingGiven
    | RulingShared
    | RulingVoided
    | RulingWithdrawn
    | RulingAppealed
    | RulingProposed
    | RulingSigned
    | SignatureRefused
)
"""What somebody does about a filed dispute; a payment that is shared and a deal that is void are rulings too."""

DisputeEvent = DisputeFiled | DeadlineSet | DisputeAct
"""All events of disputes."""
