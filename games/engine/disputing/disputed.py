"""Checks the disputes, rulings and deadlines in the record of a deal by deciding each request again."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from games.engine import events as ev
from games.engine.disputing.outcomes import RulingGiven
from games.engine.disputing.rulings import repeat
from games.engine.errors import Fault
from games.engine.recording.records import YEARS
from games.engine.state import DealState


def decide_again(
    state: DealState, history: Sequence[ev.Event], at: int, event: ev.DisputeEvent
) -> tuple[ev.Event, ...]:
    """Return the events that the rules give for the request which led to the event at this place of the history.

    Raises `IllegalMove` if the rules refuse it, and `Fault` for an impossible time.
    """
    if isinstance(event, ev.DeadlineSet):
        _check_deadline(history, at, event)
        return (event,)
    if isinstance(event, ev.DisputeFiled | ev.RulingAppealed):
        _check_rule_by(at, event.rule_by)
    return repeat(state, event)


def _check_deadline(history: Sequence[ev.Event], at: int, event: ev.DeadlineSet) -> None:
    """Check that a deadline directly follows its dispute or ruling, and is a time with a UTC offset."""
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
    """Return whether a text is an ISO 8601 time with an offset, in a year possible for events or the year after.

    Times at the ends of the calendar cannot be converted to other zones, so no page could show them.
    """
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return False
    return moment.tzinfo is not None and YEARS[0] <= moment.year <= YEARS[-1] + 1
