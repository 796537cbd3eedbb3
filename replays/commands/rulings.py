"""Files disputes, and records the rulings of referees on them (§10.7, §10.8).

Each filing, answer, ruling, withdrawal or appeal is an event of the disputed deal. `games.settlement` derives the
payments from these events; no stored event is edited.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Literal

from django.db import transaction

from games import commands, queries
from games.common.rulebook import about_penalties, section_of
from games.engine.disputing import rulings as engine
from games.engine.disputing.outcomes import Outcome
from games.engine.disputing.periods import is_over
from games.engine.errors import IllegalMove
from games.engine.events import DeadlineSet, Event
from games.engine.state import DealState
from games.errors import Refused
from games.models import Deal, Player
from games.queries.interests import require_proposer
from replays import projections
from replays.models import Dispute
from replays.queries.signatures import has_proposed, interest_of, needs_second

REASON_LENGTH = 1000
"""Characters that a reason may have."""


@transaction.atomic
def file_dispute(*, by: Player, deal_id: int, discard: int, reason: str, now: datetime) -> Dispute:
    """Dispute the discard at version `discard` of a finished deal, as one of its seats or as a director.

    If this discard is disputed already, the caller joins that dispute (§10.7). If Refused is raised, nothing has
    changed.
    """
    queries.require_open(queries.get_deal(deal_id))
    seat = queries.seat_of(deal_id, by)
    if not may_speak(by, deal_id, seat):
        raise Refused("dispute.not-seated")
    reason = checked_reason(reason, "dispute.reason")
    deal = queries.get_deal(deal_id)

    def decide(state: DealState) -> tuple[Event, ...]:
        until = None if state.ending is None else queries.dispute_until(deal)
        if is_over(until, now):
            raise Refused("dispute.over")
        found = () if state.ending is None else state.ending.disputes
        if found and found[-1].discard == discard:
            return engine.join_dispute(state, dispute=found[-1].number, seat=seat, reason=reason)
        filed = engine.file_dispute(
            state, seat=seat, discard=discard, reason=reason, rule_by=_rule_by(deal, now)
        )
        return (*filed, *deadline(len(found) + 1, "dispute", until))

    state = append(by, deal_id, decide, now)
    assert state.ending is not None
    return Dispute.objects.get(deal_id=deal_id, number=state.ending.disputes[-1].number)


@transaction.atomic
def answer_dispute(*, by: Player, dispute_id: int, reason: str, now: datetime) -> Dispute:
    """Answer as the member who made the disputed discard: once, before the ruling (§10.7).

    If it raises Refused, nothing has changed.
    """
    dispute = Dispute.objects.filter(pk=dispute_id).first()
    if dispute is None:
        raise Refused("dispute.unknown")
    queries.require_open(queries.get_deal(dispute.deal_id))
    seat = queries.seat_of(dispute.deal_id, by)
    if seat is None:
        raise Refused("dispute.not-accused")
    reason = checked_reason(reason, "dispute.reason")

    def decide(state: DealState) -> tuple[Event, ...]:
        return engine.answer_dispute(state, dispute=dispute.number, seat=seat, reason=reason)

    append(by, dispute.deal_id, decide, now)
    return Dispute.objects.get(pk=dispute_id)


@transaction.atomic
def give_ruling(
    *,
    by: Player,
    dispute_id: int,
    outcome: str,
    section: str,
    reason: str,
    now: datetime,
    seen: int | None = None,
) -> Dispute:
    """Decide a dispute by an `Outcome` that is a ruling (§10.8).

    A ruling above the club's limit is only proposed; it is decided when a second referee signs it (`sign_ruling`).
    `section` is a section of the rulebook (`§10.3`). `seen` is the version of the deal's stream that the referee saw,
    None if unknown. If it raises Refused, nothing has changed.
    """
    dispute = ruled_by(by, dispute_id)
    reason = checked_reason(reason, "ruling.reason")
    cited = section_of(section)
    if cited is None:
        raise Refused("ruling.section")
    if not about_penalties(cited):
        raise Refused("ruling.section-beside")
    said = engine.Said(dispute.number, f"player:{by.pk}", cited, reason)
    return _decide(by, dispute, Outcome(outcome), said, now=now, seen=seen)


@transaction.atomic
def withdraw_ruling(
    *, by: Player, dispute_id: int, reason: str, now: datetime, seen: int | None = None
) -> Dispute:
    """Withdraw a ruling: the dispute is open again, and the earlier payments apply.

    `seen` is as in `give_ruling`. If it raises Refused, nothing has changed.
    """
    dispute = ruled_by(by, dispute_id)
    reason = checked_reason(reason, "ruling.reason")
    said = engine.Said(dispute.number, f"player:{by.pk}", "", reason)
    return _decide(by, dispute, Outcome.WITHDRAWN, said, now=now, seen=seen)


def _decide(
    by: Player,
    dispute: Dispute,
    outcome: Outcome,
    said: engine.Said,
    *,
    now: datetime,
    seen: int | None,
) -> Dispute:
    """Decide the dispute, or only propose the decision if it moves more chips than one referee may decide."""

    def decide(state: DealState) -> tuple[Event, ...]:
        decided = engine.decide(state, outcome, said)
        _check_withdrawn(outcome, dispute.pk, now)
        as_seen(state, seen)
        ruled_by(by, dispute.pk)  # another referee may have ruled during the wait for the deal
        if needs_second(dispute.deal, dispute.number, outcome, now=now):
            return engine.propose(state, outcome, said)
        return (*decided, *_appeal_ends(state, dispute, outcome, now))

    append(by, dispute.deal_id, decide, now)
    return Dispute.objects.get(pk=dispute.pk)


def _check_withdrawn(outcome: Outcome, dispute_id: int, now: datetime) -> None:
    if outcome is Outcome.WITHDRAWN and is_settled(Dispute.objects.get(pk=dispute_id), now):
        raise Refused("ruling.final")


def _appeal_ends(
    state: DealState, dispute: Dispute, outcome: Outcome, now: datetime
) -> tuple[Event, ...]:
    """Return a tuple with the event that sets the end of the time to appeal this ruling.

    The tuple is empty for a ruling on appeal, which is final, and for a withdrawal.
    """
    if outcome is Outcome.WITHDRAWN or engine.dispute_in(state, dispute.number).on_appeal:
        return ()
    return deadline(dispute.number, "appeal", queries.appeal_until(dispute.deal, now))


@transaction.atomic
def sign_ruling(*, by: Player, dispute_id: int, now: datetime, seen: int | None = None) -> Dispute:
    """Sign the ruling that another referee has proposed, which puts it into effect.

    Those who may not rule on the dispute may not sign either, nor may the proposer. The proposer must still be a
    referee without an interest in the dispute. `seen` is as in `give_ruling`. If Refused is raised, nothing has
    changed.
    """
    dispute = ruled_by(by, dispute_id)

    def decide(state: DealState) -> tuple[Event, ...]:
        proposal = engine.dispute_in(state, dispute.number).proposed()
        first = int(proposal.by.removeprefix("player:"))
        require_proposer(first, lambda one: interest_of(one, dispute))
        _check_withdrawn(proposal.wish.outcome, dispute_id, now)
        signed = engine.sign(state, dispute=dispute.number, referee=f"player:{by.pk}")
        as_seen(state, seen)
        ruled_by(by, dispute_id)  # another referee may have ruled during the wait for the deal
        return (*signed, *_appeal_ends(state, dispute, proposal.wish.outcome, now))

    append(by, dispute.deal_id, decide, now)
    return Dispute.objects.get(pk=dispute_id)


@transaction.atomic
def refuse_signature(
    *, by: Player, dispute_id: int, reason: str, now: datetime, seen: int | None = None
) -> Dispute:
    """Reject another referee's proposal, or take back your own; the dispute is then as it was before.

    Referees with an interest may only take back their own proposal: that decides nothing, and lets another referee
    rule sooner. If it raises Refused, nothing has changed.
    """
    dispute = dispute_for(by, dispute_id)
    if not has_proposed(by, dispute) and (refusal := why_not(by, dispute)) is not None:
        raise refusal
    reason = checked_reason(reason, "ruling.reason")

    def decide(state: DealState) -> tuple[Event, ...]:
        refused = engine.refuse(
            state, dispute=dispute.number, referee=f"player:{by.pk}", reason=reason
        )
        as_seen(state, seen)
        return refused

    append(by, dispute.deal_id, decide, now)
    return Dispute.objects.get(pk=dispute_id)


@transaction.atomic
def appeal_ruling(*, by: Player, dispute_id: int, reason: str, now: datetime) -> Dispute:
    """Appeal a ruling to another referee, once, as a seat of the deal, while the time to appeal lasts (§10.8).

    If it raises Refused, nothing has changed.
    """
    dispute = Dispute.objects.filter(pk=dispute_id).first()
    if dispute is None:
        raise Refused("dispute.unknown")
    seat = queries.seat_of(dispute.deal_id, by)
    if seat is None:
        raise Refused("ruling.appeal-not-seated")
    reason = checked_reason(reason, "dispute.reason")

    def decide(state: DealState) -> tuple[Event, ...]:
        appealed = engine.appeal_ruling(
            state,
            dispute=dispute.number,
            seat=seat,
            reason=reason,
            rule_by=_rule_by(dispute.deal, now),
        )
        if is_settled(Dispute.objects.get(pk=dispute_id), now):
            raise Refused("ruling.appeal-over")
        return appealed

    append(by, dispute.deal_id, decide, now)
    return Dispute.objects.get(pk=dispute_id)


def _rule_by(deal: Deal, now: datetime) -> str | None:
    """Return the time by which a referee must rule on a dispute of this deal, as ISO text; None if there is none."""
    until = queries.rule_until(deal, now)
    return None if until is None else until.isoformat()


def may_speak(by: Player, deal_id: int, seat: int | None) -> bool:
    """Return whether this member may dispute the deal: as one of its seats, or as a director who is not involved."""
    return seat is not None or (by.is_director and not queries.plays_beside(deal_id, by))


def may_join(by: Player | None, dispute: Dispute, *, now: datetime) -> bool:
    """Return whether this member, as a seat or a director, can still join this dispute, which awaits a ruling."""
    if by is None or dispute.status != Dispute.OPEN or dispute.appealed:
        return False
    seat = queries.seat_of(dispute.deal_id, by)
    if not may_speak(by, dispute.deal_id, seat):
        return False
    return seat not in (dispute.seat, *dispute.joined) and not is_over(
        queries.dispute_until(dispute.deal), now
    )


def may_answer(by: Player | None, deal_id: int, state: DealState) -> bool:
    """Return whether this member made the disputed discard of a finished deal, and may answer now."""
    if by is None or state.ending is None or not state.ending.disputes:
        return False
    seat = queries.seat_of(deal_id, by)
    if seat is None:
        return False
    newest = state.ending.disputes[-1].number
    try:
        engine.answer_dispute(state, dispute=newest, seat=seat, reason="")
    except IllegalMove:
        return False
    return True


def may_appeal(by: Player | None, dispute: Dispute, *, now: datetime) -> bool:
    """Return whether this member may appeal the ruling of the dispute now."""
    return (
        by is not None
        and dispute.status != Dispute.OPEN
        and not is_settled(dispute, now)
        and queries.seat_of(dispute.deal_id, by) is not None
    )


def is_settled(dispute: Dispute, now: datetime) -> bool:
    """Return whether the ruling of a dispute is final: it can be neither appealed nor withdrawn (§10.8).

    A ruling without a time to appeal was made on appeal, or before appeals existed; it is final.
    """
    return dispute.until is None or is_over(dispute.until, now)


def deadline(
    dispute: int, step: Literal["dispute", "appeal"], until: datetime | None
) -> tuple[Event, ...]:
    """Return the event that sets the deadline of this step, as a tuple; empty if `until` is None."""
    if until is None:
        return ()
    return (DeadlineSet(dispute, step, until.astimezone(UTC).isoformat()),)


def why_not(by: Player, dispute: Dispute) -> Refused | None:
    """Return why this player may not rule on a dispute: not a referee, or an interest (§10.8); None if they may."""
    if not (by.is_active and by.is_referee):
        return Refused("ruling.not-referee")
    code = interest_of(by, dispute)
    return None if code is None else Refused(code)


def dispute_for(by: Player, dispute_id: int) -> Dispute:
    """Return the dispute with this id to a referee. Raises Refused for anyone else, or if there is none.

    `why_not` tells whether the referee may rule on it.
    """
    if not (by.is_active and by.is_referee):
        raise Refused("ruling.not-referee")
    dispute = Dispute.objects.filter(pk=dispute_id).first()
    if dispute is None:
        raise Refused("dispute.unknown")
    return dispute


def ruled_by(by: Player, dispute_id: int) -> Dispute:
    """Return the dispute if this player may rule on it. Raises Refused otherwise."""
    dispute = dispute_for(by, dispute_id)
    refusal = why_not(by, dispute)
    if refusal is not None:
        raise refusal
    return dispute


def as_seen(state: DealState, seen: int | None) -> None:
    """Raise Refused if the deal's stream has grown beyond version `seen`, which may change what a ruling does."""
    if seen is not None and seen != state.version:
        raise Refused("ruling.moved-on")


def checked_reason(text: str, code: str) -> str:
    """Return the reason, without surrounding white space. Raises Refused(code) if it is empty or too long."""
    text = text.strip()
    # PostgreSQL cannot store NUL in a text, and nobody means to type one.
    if not 0 < len(text) <= REASON_LENGTH or "\0" in text:
        raise Refused(code)
    return text


def append(
    by: Player, deal_id: int, decide: Callable[[DealState], tuple[Event, ...]], now: datetime
) -> DealState:
    """Append the events that `decide` returns to the deal's stream, and return the deal's new state.

    The rows of the deal's disputes are updated too.
    """
    _, state = commands.append_afterwards(by=by, deal_id=deal_id, decide=decide, now=now)
    projections.project(deal_id)
    return state
