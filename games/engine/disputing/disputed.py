"""Disputes in the record of a deal, with their rulings and deadlines: what the rules make of each when asked again."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from games.engine import events as ev
from games.engine.disputing.outcomes import Outcome, RulingGiven, outcome_of
from games.engine.disputing.rulings import (
    Said,
    answer_dispute,
    appeal_ruling,
    decide,
    file_dispute,
    join_dispute,
    propose,
    refuse,
    sign,
    withdraw_ruling,
)
from games.engine.errors import Fault
from games.engine.recording.records import YEARS
from games.engine.state import DealState


def decide_again(
    state: DealState, history: Sequence[ev.Event], at: int, event: ev.DisputeEvent
) -> tuple[ev.Event, ...]:
    """Return what the rules make of the request behind the event at this place.

    Raises `IllegalMove` where they refuse it, and `Fault` for a moment that cannot be.
    """
    match event:
        case ev.DisputeFiled():
            _check_rule_by(at, event.rule_by)
            return file_dispute(
                state,
                seat=event.seat,
                discard=event.discard,
                reason=event.reason,
                rule_by=event.rule_by,
            )
        case ev.DisputeJoined():
            return join_dispute(state, dispute=event.dispute, seat=event.seat, reason=event.reason)
        case ev.DisputeAnswered():
            return answer_dispute(
                state, dispute=event.dispute, seat=event.seat, reason=event.reason
            )
        case ev.DeadlineSet():
            _check_deadline(history, at, event)
            return (event,)
        case RulingGiven():
            said = Said(event.dispute, event.referee, event.section, event.reason)
            return decide(state, outcome_of(event), said)
        case ev.RulingWithdrawn():
            return withdraw_ruling(
                state, dispute=event.dispute, referee=event.referee, reason=event.reason
            )
        case ev.RulingAppealed():
            _check_rule_by(at, event.rule_by)
            return appeal_ruling(
                state,
                dispute=event.dispute,
                seat=event.seat,
                reason=event.reason,
                rule_by=event.rule_by,
            )
        case ev.RulingProposed():
            said = Said(event.dispute, event.referee, event.section, event.reason)
            return propose(state, Outcome(event.outcome), said)
        case ev.RulingSigned():
            return sign(state, dispute=event.dispute, referee=event.referee)
        case ev.SignatureRefused():
            return refuse(state, dispute=event.dispute, referee=event.referee, reason=event.reason)


def _check_deadline(history: Sequence[ev.Event], at: int, event: ev.DeadlineSet) -> None:
    """Check that a deadline directly follows its dispute or ruling, and is a moment with a time zone."""
    behind = history[at - 1]
    about = ev.DisputeFiled if event.step == "dispute" else RulingGiven
    if (
        not isinstance(behind, about)
        or behind.dispute != event.dispute
        or not _is_moment(event.until)
    ):
        raise Fault(f"event {at + 1}: no deadline of a dispute belongs here")


def _check_rule_by(at: int, moment: str | None) -> None:
    if moment is not None and not _is_moment(moment):
        raise Fault(f"event {at + 1}: rule_by: a moment with its zone expected")


def _is_moment(text: str) -> bool:
    """Return whether this is ISO 8601 with an offset, of a year that an event has or the next one.

    At the ends of the calendar a moment has no time in other zones, and no page could show it.
    """
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return False
    return moment.tzinfo is not None and YEARS[0] <= moment.year <= YEARS[-1] + 1
