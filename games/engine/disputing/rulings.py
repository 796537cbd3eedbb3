"""Disputes of the discard that a deal was won with: filing, ruling, appeal and second signature (§10.7, §10.8).

`disputes.Dispute` says which steps are possible, and `outcomes.RULINGS` how an outcome changes the payment. A preview
shown before signing is made of the same events as the signature. How much one referee may decide alone is no rule of
the game: the club sets it, and the caller that proposes checks it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from games.engine.disputing.disputes import Dispute
from games.engine.disputing.outcomes import RULINGS, Outcome, RulingGiven, outcome_of
from games.engine.ending import is_exempt, result_with
from games.engine.errors import IllegalMove
from games.engine.events import (
    DisputeAct,
    DisputeAnswered,
    DisputeFiled,
    DisputeJoined,
    Event,
    PaymentChange,
    RulingAppealed,
    RulingProposed,
    RulingSigned,
    RulingWithdrawn,
    SignatureRefused,
)
from games.engine.scoring import Result, no_winner
from games.engine.state import DealState, Ending


class Said(NamedTuple):
    """The content of a decision: the dispute, the referee, the cited section and the reason."""

    dispute: int
    referee: str
    section: str
    """Empty where a ruling is taken back."""
    reason: str


class Foreseen(NamedTuple):
    """A possible outcome, with its events and the deal's result after them."""

    outcome: Outcome
    events: tuple[Event, ...]
    result: Result


def file_dispute(
    state: DealState, *, seat: int | None, discard: int, reason: str, rule_by: str | None = None
) -> tuple[Event, ...]:
    """Dispute the discard at version `discard` of this deal; `seat` is None for the director. Raises `IllegalMove`.

    `rule_by` is the time (ISO 8601) by which a referee has to rule, if there is one. Only the discard that completed
    the winner's hand can carry a penalty (§10.5), so only that one can be disputed.
    """
    ending = _ending(state)
    _check_seat(state, seat)
    if not state.rules.judges:
        raise IllegalMove("dispute.no-penalty-rule")
    taken = ending.taken
    if taken is None or taken.version != discard or taken.drawn:
        raise IllegalMove("dispute.completed-nothing")
    if is_exempt(taken, state.seats):
        raise IllegalMove("dispute.exempt")
    if ending.disputes:
        raise IllegalMove("dispute.filed")
    return (DisputeFiled(len(ending.disputes) + 1, seat, discard, reason, rule_by),)


def join_dispute(
    state: DealState, *, dispute: int, seat: int | None, reason: str
) -> tuple[Event, ...]:
    """Object to a discard that is already disputed; once per seat, and before the ruling (§10.7)."""
    found = dispute_in(state, dispute)
    _check_seat(state, seat)
    found.check_join(seat)
    return (DisputeJoined(dispute, seat, reason),)


def answer_dispute(state: DealState, *, dispute: int, seat: int, reason: str) -> tuple[Event, ...]:
    """Answer a dispute as the seat that made the discard; once, and before the ruling (§10.7).

    Answering is not objecting. A seat that disputes its own discard has given its reasons there, and cannot answer as
    well.
    """
    found, taken = dispute_in(state, dispute), _ending(state).taken
    found.check_answer(seat, None if taken is None else taken.seat)
    return (DisputeAnswered(dispute, seat, reason),)


def appeal_ruling(
    state: DealState, *, dispute: int, seat: int, reason: str, rule_by: str | None = None
) -> tuple[Event, ...]:
    """Ask another referee to review a ruling; once (§10.8). The payments stay until that referee decides.

    `rule_by` is as in `file_dispute`.
    """
    found = dispute_in(state, dispute)
    _check_seat(state, seat)
    found.check_appeal()
    return (RulingAppealed(dispute, seat, reason, rule_by),)


def decide(state: DealState, outcome: Outcome, said: Said) -> tuple[Event, ...]:
    """Return the events by which a dispute gets this outcome. Raises `IllegalMove` if it cannot have it now
    (§10.8).
    """
    if outcome is Outcome.WITHDRAWN:
        return withdraw_ruling(
            state, dispute=said.dispute, referee=said.referee, reason=said.reason
        )
    found, ending, row = dispute_in(state, said.dispute), _ending(state), RULINGS[outcome]
    found.check_rule()
    assert ending.taken is not None and ending.original.winner is not None
    judged = ending.original.offender is not None
    if row.upheld:
        result = ending.original
    elif row.void:
        result = no_winner(state.seats)
    else:
        offender = ending.taken.seat if row.penalty(judged) else None
        result = result_with(state, ending.original.winner, offender, shared=row.shared)
    return (row.event(said.dispute, said.referee, row.upheld, said.section, said.reason, result),)


def withdraw_ruling(
    state: DealState, *, dispute: int, referee: str, reason: str
) -> tuple[Event, ...]:
    """Withdraw a ruling: the dispute is open again, and the payments are those from before the ruling."""
    found = dispute_in(state, dispute)
    found.check_withdraw()
    assert found.result_before is not None
    return (RulingWithdrawn(dispute, referee, reason, found.result_before),)


def propose(state: DealState, outcome: Outcome, said: Said) -> tuple[Event, ...]:
    """Propose an outcome. Raises `IllegalMove` if the dispute cannot have it now, or if another proposal waits."""
    result = _result_of(decide(state, outcome, said))
    return (
        RulingProposed(
            said.dispute, said.referee, outcome.value, said.section, said.reason, result
        ),
    )


def sign(state: DealState, *, dispute: int, referee: str) -> tuple[Event, ...]:
    """Return the signature and the proposed decision, which remains that of the referee who proposed it."""
    proposal = dispute_in(state, dispute).check_sign(referee)
    said = Said(dispute, proposal.by, proposal.wish.section, proposal.wish.reason)
    decided = decide(without_proposal(state, dispute), proposal.wish.outcome, said)
    return (RulingSigned(dispute, referee), *decided)


def refuse(state: DealState, *, dispute: int, referee: str, reason: str) -> tuple[Event, ...]:
    """Refuse to sign a proposal, or withdraw your own: the dispute is as it was before."""
    dispute_in(state, dispute).proposed()
    return (SignatureRefused(dispute, referee, reason),)


def repeat(state: DealState, event: DisputeFiled | DisputeAct) -> tuple[Event, ...]:
    """Return the events that the rules give for the request that led to a recorded event.

    Raises `IllegalMove` if the rules refuse the request.
    """
    match event:
        case DisputeFiled():
            return file_dispute(
                state,
                seat=event.seat,
                discard=event.discard,
                reason=event.reason,
                rule_by=event.rule_by,
            )
        case DisputeJoined():
            return join_dispute(state, dispute=event.dispute, seat=event.seat, reason=event.reason)
        case DisputeAnswered():
            return answer_dispute(
                state, dispute=event.dispute, seat=event.seat, reason=event.reason
            )
        case RulingGiven():
            said = Said(event.dispute, event.referee, event.section, event.reason)
            return decide(state, outcome_of(event), said)
        case RulingWithdrawn():
            return withdraw_ruling(
                state, dispute=event.dispute, referee=event.referee, reason=event.reason
            )
        case RulingAppealed():
            return appeal_ruling(
                state,
                dispute=event.dispute,
                seat=event.seat,
                reason=event.reason,
                rule_by=event.rule_by,
            )
        case RulingProposed():
            said = Said(event.dispute, event.referee, event.section, event.reason)
            return propose(state, Outcome(event.outcome), said)
        case RulingSigned():
            return sign(state, dispute=event.dispute, referee=event.referee)
        case SignatureRefused():
            return refuse(state, dispute=event.dispute, referee=event.referee, reason=event.reason)


def preview_outcomes(state: DealState, dispute: int) -> tuple[Foreseen, ...]:
    """Return the outcomes that the dispute can have now, each with its result; empty once the dispute is final.

    A proposal that waits for a signature is ignored.
    """
    state, said = without_proposal(state, dispute), Said(dispute, "", "", "")
    found = []
    for outcome in Outcome:
        try:
            events = decide(state, outcome, said)
        except IllegalMove:
            continue
        found.append(Foreseen(outcome, events, _result_of(events)))
    return tuple(found)


def at_stake(state: DealState, dispute: int) -> tuple[int, ...]:
    """Return for each seat the most points that it would have to pay back, over all possible rulings.

    A void deal is left out, since no party ever asks for one.
    """
    opened = _changed(state, dispute_in(state, dispute).withdraw())
    rulings = (one for one in preview_outcomes(opened, dispute) if one.outcome in RULINGS)
    nets = [one.result.net for one in rulings if not RULINGS[one.outcome].void]
    now = _ending(state).result.net
    return tuple(max(0, here - min(found)) for here, *found in zip(now, *nets, strict=True))


def without_proposal(state: DealState, dispute: int) -> DealState:
    """Return the deal's state without the proposal that waits in this dispute."""
    found = dispute_in(state, dispute)
    return state if found.proposal is None else _changed(state, found.propose(None))


def is_lifted(state: DealState) -> bool:
    """Return whether the engine called a penalty, which reversing its judgement would lift (§10.8)."""
    return state.ending is not None and state.ending.original.offender is not None


def disputes_of(state: DealState) -> tuple[Dispute, ...]:
    """Return the disputes of a deal, in the order in which they were filed."""
    return _ending(state).disputes


def dispute_in(state: DealState, number: int) -> Dispute:
    """Return a dispute of a finished deal. Raises `IllegalMove` where there is none of this number."""
    for dispute in _ending(state).disputes:
        if dispute.number == number:
            return dispute
    raise IllegalMove("dispute.unknown")


def _result_of(events: tuple[Event, ...]) -> Result:
    return next(one.result for one in events if isinstance(one, PaymentChange))


def _check_seat(state: DealState, seat: int | None) -> None:
    if seat is not None and not 0 <= seat < state.seats:
        raise IllegalMove("seat.unknown")


def _changed(state: DealState, changed: Dispute) -> DealState:
    ending = _ending(state)
    found = tuple(changed if one.number == changed.number else one for one in ending.disputes)
    return replace(state, ending=replace(ending, disputes=found))


def _ending(state: DealState) -> Ending:
    if state.ending is None:
        raise IllegalMove("deal.not-over")
    return state.ending
