"""What happens to a deal after its end: disputes of a discard, rulings, appeals, second signatures (§10.7, §10.8)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, Literal

from games.engine.disputing.approval import Approval
from games.engine.disputing.disputes import Decision, Dispute
from games.engine.disputing.outcomes import RULINGS, Outcome, RulingAct, RulingGiven, outcome_of
from games.engine.events.kinds import EventKind, same
from games.engine.fast_frozen import changed
from games.engine.scoring import Result
from games.engine.state import DealState


@dataclass(frozen=True, slots=True)
class DisputeFiled:
    """A seat (None: the director) disputes the discard at `discard`, the version of that event in the deal.

    `rule_by` is the time by which a referee should rule (ISO 8601), None if there is no such time. Nothing happens
    automatically when it passes.
    """

    dispute: int
    seat: int | None
    discard: int
    reason: str
    rule_by: str | None = None


@dataclass(frozen=True, slots=True)
class RulingWithdrawn:
    """A referee withdrew a ruling, so the dispute is open again.

    `result` is the deal's result from before that ruling, which counts again.
    """

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
    """A deadline (`until`, ISO 8601) was set for filing or joining a dispute, or for appealing its last ruling
    (§10.8).

    `step` says for which.
    """

    dispute: int
    step: Literal["dispute", "appeal"]
    until: str


@dataclass(frozen=True, slots=True)
class RulingAppealed:
    """A seat appeals a ruling to another referee, whose decision is final (§10.8).

    Until that decision everything that the ruling changed stays changed. `rule_by` is as in `DisputeFiled`.
    """

    dispute: int
    seat: int
    reason: str
    rule_by: str | None = None


@dataclass(frozen=True, slots=True)
class RulingProposed:
    """A ruling that moves more than one referee may decide alone, proposed for a second one to sign.

    Nothing changes before it is signed. `outcome` is one of `outcomes.Outcome`; `section` is empty if the proposal is
    to withdraw a ruling; `result` is what everybody would pay.
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
    """A proposed ruling is dropped, for this `reason`.

    Either a second referee refuses to sign the proposal, or the referee who made it takes it back.
    """

    dispute: int
    referee: str
    reason: str


def _ending(s: DealState, **changes: Any) -> DealState:
    assert s.ending is not None
    return changed(s, version=s.version + 1, ending=changed(s.ending, **changes))


def _changed(
    s: DealState, number: int, change: Callable[[Dispute], Dispute], **changes: Any
) -> DealState:
    assert s.ending is not None
    found = tuple(change(d) if d.number == number else d for d in s.ending.disputes)
    return _ending(s, disputes=found, **changes)


def _disputed(s: DealState, e: DisputeFiled) -> DealState:
    assert s.ending is not None
    filed = Dispute(e.dispute, e.seat, e.discard, e.reason)
    return _ending(s, disputes=(*s.ending.disputes, filed))


def _joined(s: DealState, e: DisputeJoined) -> DealState:
    return _changed(s, e.dispute, lambda d: d.join(e.seat))


def _answered_dispute(s: DealState, e: DisputeAnswered) -> DealState:
    return _changed(s, e.dispute, Dispute.answer)


def _ruled(s: DealState, e: RulingAct) -> DealState:
    assert s.ending is not None
    said = (outcome_of(e), e.referee, e.section, e.reason, s.ending.result)
    return _changed(s, e.dispute, lambda d: d.rule(*said), result=e.result)


def _withdrawn(s: DealState, e: RulingWithdrawn) -> DealState:
    return _changed(s, e.dispute, Dispute.withdraw, result=e.result)


def _appealed(s: DealState, e: RulingAppealed) -> DealState:
    # The result stays as it was ruled: only the decision on the appeal moves money again.
    return _changed(s, e.dispute, lambda d: d.appeal(e.seat))


def _deadline_set(s: DealState, e: DeadlineSet) -> DealState:
    if e.step == "dispute":
        return same(s, e)
    return _changed(s, e.dispute, lambda d: d.open_to_appeal(e.until))


def _proposed(s: DealState, e: RulingProposed) -> DealState:
    decision = Decision(Outcome(e.outcome), e.section, e.reason, e.result)
    return _changed(s, e.dispute, lambda d: d.propose(Approval(decision, e.referee)))


def _proposal_over(s: DealState, e: ProposalOver) -> DealState:
    return _changed(s, e.dispute, lambda d: d.propose(None))


Objection = DisputeFiled | DisputeJoined | RulingAppealed
"""Somebody objects to a discard, or to the ruling on it."""
PaymentChange = RulingGiven | RulingWithdrawn
"""What changes a payment after the end of a deal: its `result` is what everybody pays from then on."""
ProposalOver = RulingSigned | SignatureRefused
"""Nothing waits for a second signature any more."""

DisputeAct = (
    DisputeJoined
    | DisputeAnswered
    | RulingAct
    | RulingWithdrawn
    | RulingAppealed
    | RulingProposed
    | RulingSigned
    | SignatureRefused
)
"""What somebody does about a filed dispute; a payment that is shared and a deal that is void are rulings too."""

DisputeEvent = DisputeFiled | DeadlineSet | DisputeAct
"""All events of disputes."""
DISPUTE_EVENTS: Final[dict[type[Any], EventKind]] = {
    DisputeFiled: EventKind("deal.dispute-filed", _disputed, worded=True, later={"rule_by": 9}),
    **{
        row.event: EventKind(row.name, _ruled, since=row.since, worded=True)
        for row in RULINGS.values()
    },
    RulingWithdrawn: EventKind("deal.ruling-withdrawn", _withdrawn, worded=True),
    DisputeJoined: EventKind("deal.dispute-joined", _joined, since=7, worded=True),
    DisputeAnswered: EventKind("deal.dispute-answered", _answered_dispute, since=10, worded=True),
    DeadlineSet: EventKind("deal.deadline-set", _deadline_set, since=7),
    RulingAppealed: EventKind(
        "deal.ruling-appealed", _appealed, since=7, worded=True, later={"rule_by": 9}
    ),
    RulingProposed: EventKind("deal.ruling-proposed", _proposed, since=8, worded=True),
    RulingSigned: EventKind("deal.ruling-signed", _proposal_over, since=8),
    SignatureRefused: EventKind("deal.signature-refused", _proposal_over, since=8, worded=True),
}
