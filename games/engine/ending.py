"""How a deal ends (§7-§10.5), and what a dispute about its penalty changes afterwards."""

from __future__ import annotations

from games.engine.dispute_events import (
    DisputeAnswered,
    DisputeFiled,
    DisputeJoined,
    RulingAppealed,
    RulingGiven,
    RulingShared,
    RulingVoided,
    RulingWithdrawn,
)
from games.engine.errors import IllegalMove
from games.engine.events import DealWon, Event
from games.engine.hand import grouping, khaps
from games.engine.scoring import FOUR_OF_A_KIND, Result, no_winner, score
from games.engine.state import Active, DealState, Dispute, Ending


def win(state: DealState, seat: int) -> DealWon:
    """The end of a deal that this seat has won, with every payment (§9)."""
    return DealWon(seat, _result(state, seat, offender_of(state, state.last)))


def offender_of(state: DealState, taken: Active | None) -> int | None:
    """The seat that pays the penalty when this card completed the winner's hand (§10.5), None if nobody does."""
    if (
        taken is None
        or _exempt(taken, state.seats)
        or taken.verdict is None
        or taken.card in taken.verdict.worst
    ):
        return None
    return taken.seat


def can_be_disputed(ending: Ending, seats: int) -> bool:
    """Whether a penalty can hang on the card that completed the winner's hand, so that it can be disputed (§10.7)."""
    taken = ending.taken
    return taken is not None and taken.verdict is not None and not _exempt(taken, seats)


def _exempt(taken: Active, seats: int) -> bool:
    """No penalty can hang on this card: it was drawn, opened the deal, or only two sit at the table (§10.5)."""
    return taken.drawn or taken.opening or seats == 2


def _result(state: DealState, winner: int, offender: int | None, *, shared: bool = False) -> Result:
    sets, _ = grouping(state.blocks[winner])
    return score(
        state.rules,
        winner=winner,
        sets=(*state.public[winner], *sets),
        kongs=[
            [shown.kind for shown in public if shown.kind in FOUR_OF_A_KIND]
            for public in state.public
        ],
        khaps=[len(khaps(block)) for block in state.blocks],
        offender=offender,
        shared=shared,
    )


def file_dispute(
    state: DealState,
    *,
    seat: int | None,
    discard: int,
    reason: str,
    rule_by: str | None = None,
) -> tuple[Event, ...]:
    """Dispute the discard at version `discard` of this deal; `seat` None speaks for the director.

    `rule_by` is the moment (ISO 8601) by which a referee is to rule, where there is one.

    Only the discard that completed the winner's hand can carry a penalty (§10.5), so only it can be disputed.
    """
    ending = _ending(state)
    if seat is not None and not 0 <= seat < state.seats:
        raise IllegalMove("seat.unknown")
    if not state.rules.penalty:
        raise IllegalMove("dispute.no-penalty-rule")
    taken = ending.taken
    if taken is None or taken.version != discard or taken.drawn:
        raise IllegalMove("dispute.completed-nothing")
    if _exempt(taken, state.seats):
        raise IllegalMove("dispute.exempt")
    if ending.disputes:
        raise IllegalMove("dispute.filed")
    return (DisputeFiled(len(ending.disputes) + 1, seat, discard, reason, rule_by),)


def join_dispute(
    state: DealState, *, dispute: int, seat: int | None, reason: str
) -> tuple[Event, ...]:
    """Object to a discard that another seat disputes already, once each, before the ruling (§10.7)."""
    found = _dispute(_ending(state), dispute)
    if seat is not None and not 0 <= seat < state.seats:
        raise IllegalMove("seat.unknown")
    if seat in (found.seat, *found.joined):
        raise IllegalMove("dispute.filed")
    if found.upheld is not None or found.appealed is not None:
        raise IllegalMove("dispute.ruled")
    return (DisputeJoined(dispute, seat, reason),)


def answer_dispute(state: DealState, *, dispute: int, seat: int, reason: str) -> tuple[Event, ...]:
    """Say as the seat that let the disputed card go what is so about it: once, before the ruling (§10.7).

    It objects to nothing by that. A seat that disputes its own discard has said its words there.
    """
    ending = _ending(state)
    found = _dispute(ending, dispute)
    if ending.taken is None or seat != ending.taken.seat:
        raise IllegalMove("dispute.not-accused")
    if found.answered or seat in (found.seat, *found.joined):
        raise IllegalMove("dispute.answered")
    if found.upheld is not None or found.appealed is not None:
        raise IllegalMove("dispute.ruled")
    return (DisputeAnswered(dispute, seat, reason),)


def appeal_ruling(
    state: DealState, *, dispute: int, seat: int, reason: str, rule_by: str | None = None
) -> tuple[Event, ...]:
    """Ask another referee to decide what was ruled, once (§10.8). The payments stay until then.

    `rule_by` is as in `file_dispute`.
    """
    found = _dispute(_ending(state), dispute)
    if not 0 <= seat < state.seats:
        raise IllegalMove("seat.unknown")
    if found.appealed is not None:
        raise IllegalMove("ruling.appealed")
    if found.upheld is None:
        raise IllegalMove("ruling.no-appeal")
    return (RulingAppealed(dispute, seat, reason, rule_by),)


def give_ruling(
    state: DealState, *, dispute: int, referee: str, upheld: bool, section: str, reason: str
) -> tuple[Event, ...]:
    """Settle a dispute: uphold the engine's judgement of the discard, or reverse it (§10.8).

    Reversing lifts a penalty that fell, or lays one where none fell; payments follow §9.1 or §9.3.
    """
    original, discarder, winner = _to_rule(state, dispute)
    result = original
    if not upheld:
        offender = discarder if original.offender is None else None
        result = _result(state, winner, offender)
    return (RulingGiven(dispute, referee, upheld, section, reason, result),)


def share_payment(
    state: DealState, *, dispute: int, referee: str, section: str, reason: str
) -> tuple[Event, ...]:
    """Settle a dispute by sharing the payment among the losers, whether a penalty fell or not (§10.8)."""
    _original, discarder, winner = _to_rule(state, dispute)
    result = _result(state, winner, discarder, shared=True)
    return (RulingShared(dispute, referee, False, section, reason, result),)


def void_deal(
    state: DealState, *, dispute: int, referee: str, section: str, reason: str
) -> tuple[Event, ...]:
    """Settle a dispute by declaring the deal void: nobody has won it, and nobody pays anything (§10.8)."""
    _to_rule(state, dispute)
    result = no_winner(state.seats)
    return (RulingVoided(dispute, referee, False, section, reason, result),)


def _to_rule(state: DealState, dispute: int) -> tuple[Result, int, int]:
    """What the engine judged of a dispute that waits, who discarded and who won."""
    ending = _ending(state)
    found = _dispute(ending, dispute)
    if found.final:
        raise IllegalMove("ruling.final")
    if found.proposal is not None:
        raise IllegalMove("ruling.proposed")
    if found.upheld is not None:
        raise IllegalMove("ruling.given")
    assert ending.taken is not None and ending.original.winner is not None
    return ending.original, ending.taken.seat, ending.original.winner


def withdraw_ruling(
    state: DealState, *, dispute: int, referee: str, reason: str
) -> tuple[Event, ...]:
    """Take a ruling back: the dispute is open again, and the payments are those from before it."""
    ending = _ending(state)
    found = _dispute(ending, dispute)
    if found.final:
        raise IllegalMove("ruling.final")
    if found.proposal is not None:
        raise IllegalMove("ruling.proposed")
    if found.upheld is None or found.result_before is None:
        raise IllegalMove("ruling.none")
    return (RulingWithdrawn(dispute, referee, reason, found.result_before),)


def disputes_of(state: DealState) -> tuple[Dispute, ...]:
    """The disputes of a deal, in the order in which they were filed."""
    return _ending(state).disputes


def _ending(state: DealState) -> Ending:
    if state.ending is None:
        raise IllegalMove("deal.not-over")
    return state.ending


def _dispute(ending: Ending, number: int) -> Dispute:
    for dispute in ending.disputes:
        if dispute.number == number:
            return dispute
    raise IllegalMove("dispute.unknown")
