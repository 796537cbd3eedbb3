"""The steps of a replay: from the dealing of the cards to the end, each with its kinds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import Flag, auto

from games.engine.events import (
    CardDiscarded,
    ClaimAnswered,
    ClaimsOffered,
    DealStarted,
    Ended,
    Event,
    is_decision,
)
from games.engine.moves import ClaimKind
from games.queries.finished.histories import Row


class StepKind(Flag):
    """The kinds of a step: a plain move, a decision, a mistake."""

    MOVE = 0
    DECISION = auto()
    """A seat could have done otherwise."""
    MISTAKE = auto()
    """A discard that was no worst card (§10.3), the exempt opening one apart (§10.5); or a win declined (§6.6)."""


@dataclass(frozen=True, slots=True)
class ReplayStep:
    """A place in the replay: one event between the dealing of the cards and the end."""

    version: int
    """The number of its event, which the link to the move carries: by the count of who sees it (`sight.numbers`)."""
    logged: int
    """Its version in the deal's stream; the same where all hands are open, and else not to be told."""
    at: datetime
    event: Event
    kind: StepKind = StepKind.MOVE

    @property
    def decided_by(self) -> int | None:
        """Return the seat that decided here, None if nobody did."""
        if StepKind.DECISION not in self.kind:
            return None
        seat: int = getattr(self.event, "seat")  # noqa: B009  # each event of a decision has one
        return seat


def steps_in(rows: Sequence[Row]) -> Iterator[ReplayStep]:
    """Return the steps from the dealing of the cards to the end; other events are not part of the play."""
    steps: list[ReplayStep] = []
    for row in rows:
        if steps or isinstance(row.event, DealStarted):
            steps.append(ReplayStep(row.version, row.version, row.at, row.event))
        if isinstance(row.event, Ended):
            break
    return steps_of(steps)


def steps_of(steps: Sequence[ReplayStep]) -> Iterator[ReplayStep]:
    """Yield these steps with their kinds: plain move, decision or mistake, as the log's events show."""
    offers: tuple[tuple[ClaimKind, ...], ...] = ()
    for step in steps:
        event, kind = step.event, StepKind.MOVE
        if isinstance(event, ClaimsOffered):
            offers = event.offers
        elif is_decision(event):
            kind = StepKind.DECISION
        if isinstance(event, CardDiscarded):
            judged = event.verdict
            if judged is not None and event.card not in judged.worst and not event.opening:
                kind |= StepKind.MISTAKE
        elif isinstance(event, ClaimAnswered) and event.kind is None:
            declined_win = bool(offers) and ClaimKind.WIN in offers[event.seat]
            kind |= StepKind.MISTAKE if declined_win else StepKind.MOVE
        yield replace(step, kind=kind)
