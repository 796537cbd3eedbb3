"""Every kind of event of a deal, and the state that events make: `evolve` never fails and never decides."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

from games.engine import events as ev
from games.engine.disputing import dispute_events
from games.engine.disputing.approval import Approval
from games.engine.disputing.disputes import Decision, Dispute
from games.engine.disputing.outcomes import RULINGS, Outcome, outcome_of
from games.engine.fast_frozen import changed
from games.engine.folds import EVENTS_OF_PLAY, EventKind, blank
from games.engine.state import DealState


def fold(history: Iterable[ev.Event]) -> DealState:
    """Return the state after these events, the first of which must be the DealCommitted."""
    stream = iter(history)
    first = next(stream)
    assert isinstance(first, ev.DealCommitted), "a deal begins with its commitment"
    state = blank(first)
    for event in stream:
        state = _EVOLVE[type(event)](state, event)
    return state


def evolve(state: DealState, event: ev.Event) -> DealState:
    """Return the state after one more event."""
    return _EVOLVE[type(event)](state, event)


class Course:
    """A deal from a state on: each event is folded when it happens, so that the state after it is made once."""

    __slots__ = ("events", "state")

    def __init__(self, state: DealState) -> None:
        self.state = state
        self.events: list[ev.Event] = []

    def happen(self, *events: ev.Event) -> None:
        """Note these events, and what they make of the state."""
        for event in events:
            self.state = _EVOLVE[type(event)](self.state, event)
            self.events.append(event)


def _ending(s: DealState, **changes: Any) -> DealState:
    assert s.ending is not None
    return changed(s, version=s.version + 1, ending=changed(s.ending, **changes))


def _disputed(s: DealState, e: dispute_events.DisputeFiled) -> DealState:
    assert s.ending is not None
    filed = Dispute(e.dispute, e.seat, e.discard, e.reason)
    return _ending(s, disputes=(*s.ending.disputes, filed))


def _ruled(s: DealState, e: dispute_events.RulingGiven) -> DealState:
    assert s.ending is not None
    said = (outcome_of(e), e.referee, e.section, e.reason, s.ending.result)
    return _changed(s, e.dispute, lambda d: d.rule(*said), result=e.result)


def _withdrawn(s: DealState, e: dispute_events.RulingWithdrawn) -> DealState:
    return _changed(s, e.dispute, Dispute.withdraw, result=e.result)


def _joined(s: DealState, e: dispute_events.DisputeJoined) -> DealState:
    return _changed(s, e.dispute, lambda d: d.join(e.seat))


def _answered_dispute(s: DealState, e: dispute_events.DisputeAnswered) -> DealState:
    return _changed(s, e.dispute, Dispute.answer)


def _appealed(s: DealState, e: dispute_events.RulingAppealed) -> DealState:
    # The result stays as it was ruled: only the decision on the appeal moves money again.
    return _changed(s, e.dispute, lambda d: d.appeal(e.seat))


def _proposed(s: DealState, e: dispute_events.RulingProposed) -> DealState:
    decision = Decision(Outcome(e.outcome), e.section, e.reason, e.result)
    return _changed(s, e.dispute, lambda d: d.propose(Approval(decision, e.referee)))


def _proposal_over(
    s: DealState, e: dispute_events.RulingSigned | dispute_events.SignatureRefused
) -> DealState:
    return _changed(s, e.dispute, lambda d: d.propose(None))


def _changed(
    s: DealState, number: int, change: Callable[[Dispute], Dispute], **changes: Any
) -> DealState:
    assert s.ending is not None
    found = tuple(change(d) if d.number == number else d for d in s.ending.disputes)
    return _ending(s, disputes=found, **changes)


def _same(s: DealState, _: dispute_events.DeadlineSet) -> DealState:
    return changed(s, version=s.version + 1)


_EVENTS_OF_DISPUTES: Final[dict[type[Any], EventKind]] = {
    dispute_events.DisputeFiled: EventKind(
        "deal.dispute-filed", _disputed, worded=True, later={"rule_by": 9}
    ),
    **{
        row.event: EventKind(row.name, _ruled, since=row.since, worded=True)
        for row in RULINGS.values()
    },
    dispute_events.RulingWithdrawn: EventKind("deal.ruling-withdrawn", _withdrawn, worded=True),
    dispute_events.DisputeJoined: EventKind("deal.dispute-joined", _joined, since=7, worded=True),
    dispute_events.DisputeAnswered: EventKind(
        "deal.dispute-answered", _answered_dispute, since=10, worded=True
    ),
    dispute_events.DeadlineSet: EventKind("deal.deadline-set", _same, since=7),
    dispute_events.RulingAppealed: EventKind(
        "deal.ruling-appealed", _appealed, since=7, worded=True, later={"rule_by": 9}
    ),
    dispute_events.RulingProposed: EventKind(
        "deal.ruling-proposed", _proposed, since=8, worded=True
    ),
    dispute_events.RulingSigned: EventKind("deal.ruling-signed", _proposal_over, since=8),
    dispute_events.SignatureRefused: EventKind(
        "deal.signature-refused", _proposal_over, since=8, worded=True
    ),
}

EVENTS: Final[dict[type[Any], EventKind]] = {**EVENTS_OF_PLAY, **_EVENTS_OF_DISPUTES}
"""Each event of a deal → its row. What a reader of records must know of a new one is in `reenactment`."""
_EVOLVE: Final = {event: kind.fold for event, kind in EVENTS.items()}
