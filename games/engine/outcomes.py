"""How a dispute can be decided (§10.8): one row an outcome, which rules it and shows what it would do.

What a referee is shown before signing and what the signature does are the same events. A further outcome is a further
row.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from enum import StrEnum
from typing import Final, NamedTuple

from games.engine.dispute_events import RulingGiven, RulingWithdrawn
from games.engine.ending import disputes_of, give_ruling, share_payment, void_deal, withdraw_ruling
from games.engine.errors import IllegalMove
from games.engine.events import Event
from games.engine.scoring import Result
from games.engine.state import DealState


class Outcome(StrEnum):
    """What a referee can decide; the name that forms send and rows hold."""

    UPHELD = "upheld"
    REVERSED = "reversed"
    SHARED = "shared"
    VOIDED = "voided"
    WITHDRAWN = "withdrawn"
    """The ruling that was given is taken back."""


class Said(NamedTuple):
    """What a decision says of itself."""

    dispute: int
    referee: str
    section: str
    """Empty where a ruling is taken back."""
    reason: str


class Foreseen(NamedTuple):
    """What an outcome would bring: its events, and the deal's result after them."""

    outcome: Outcome
    events: tuple[Event, ...]
    result: Result


def _uphold(state: DealState, said: Said) -> tuple[Event, ...]:
    return give_ruling(state, upheld=True, **said._asdict())


def _reverse(state: DealState, said: Said) -> tuple[Event, ...]:
    return give_ruling(state, upheld=False, **said._asdict())


def _share(state: DealState, said: Said) -> tuple[Event, ...]:
    return share_payment(state, **said._asdict())


def _void(state: DealState, said: Said) -> tuple[Event, ...]:
    return void_deal(state, **said._asdict())


def _withdraw(state: DealState, said: Said) -> tuple[Event, ...]:
    return withdraw_ruling(state, dispute=said.dispute, referee=said.referee, reason=said.reason)


_DECIDED: Final[dict[Outcome, Callable[[DealState, Said], tuple[Event, ...]]]] = {
    Outcome.UPHELD: _uphold,
    Outcome.REVERSED: _reverse,
    Outcome.SHARED: _share,
    Outcome.VOIDED: _void,
    Outcome.WITHDRAWN: _withdraw,
}


def decide(state: DealState, outcome: Outcome, said: Said) -> tuple[Event, ...]:
    """The events of this outcome. Raises `IllegalMove` where the dispute cannot be decided so now."""
    return _DECIDED[outcome](state, said)


def foresee(state: DealState, dispute: int) -> tuple[Foreseen, ...]:
    """What each outcome that the dispute can have now would bring, in the table's order; none where it is final.

    What was proposed and waits for a signature hinders none of them here.
    """
    state = laid_aside(state, dispute)
    said = Said(dispute, "", "", "")
    found = []
    for outcome in _DECIDED:
        try:
            events = decide(state, outcome, said)
        except IllegalMove:
            continue
        found += [
            Foreseen(outcome, events, event.result)
            for event in events
            if isinstance(event, RulingGiven | RulingWithdrawn)
        ]
    return tuple(found)


def at_stake(state: DealState, dispute: int) -> tuple[int, ...]:
    """By seat, the points that it would have to pay back at the most, whichever way the dispute is decided from here.

    A void deal aside, which nobody asked for.
    """
    assert state.ending is not None
    waiting = tuple(
        replace(one, upheld=None, appealed=None, proposal=None) if one.number == dispute else one
        for one in state.ending.disputes
    )
    opened = replace(state, ending=replace(state.ending, disputes=waiting))
    nets = [one.result.net for one in foresee(opened, dispute) if one.outcome is not Outcome.VOIDED]
    return tuple(
        max(0, now - min(found)) for now, *found in zip(state.ending.result.net, *nets, strict=True)
    )


def laid_aside(state: DealState, dispute: int) -> DealState:
    """The deal as if nothing were proposed in this dispute."""
    if state.ending is None or all(one.proposal is None for one in state.ending.disputes):
        return state
    found = tuple(
        replace(one, proposal=None) if one.number == dispute else one
        for one in state.ending.disputes
    )
    return replace(state, ending=replace(state.ending, disputes=found))


def is_lifted(state: DealState) -> bool:
    """Whether a reversal lifts a penalty that fell; else it lays one where none did (§10.8)."""
    return state.ending is not None and state.ending.original.offender is not None


def is_last(state: DealState, dispute: int) -> bool:
    """Whether what is decided of this dispute now is decided on appeal, and so final (§10.8)."""
    return any(
        one.number == dispute and one.appealed is not None and one.upheld is None
        for one in disputes_of(state)
    )
