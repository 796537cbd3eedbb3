"""Decides disputes of a discard at a table with real cards, and their rulings (§10.7, §10.8).

A seat reports the position before the discard. The engine judges it by §10, like a discard on screens, and the
judgement is stored with it. The functions work like those in `decisions`.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Final, TypeAlias

from games.engine.disputing.outcomes import RULINGS, Outcome
from games.engine.disputing.periods import is_over, rule_by, to_answer
from games.engine.errors import IllegalMove
from games.engine.rules import RuleSet
from tournaments.engine.clock.appeal import check_filing, check_open
from tournaments.engine.correcting.correction_events import DealVoided
from tournaments.engine.decisions import Events, with_prizes
from tournaments.engine.errors import TournamentRefused
from tournaments.engine.evolve import evolve
from tournaments.engine.participants import Net
from tournaments.engine.people.entries import checked_reason, not_over
from tournaments.engine.real_cards.deciding import checked, find_paper, of_seats, result_of
from tournaments.engine.real_cards.entered_results import DiscardDispute, EnteredResult, person
from tournaments.engine.real_cards.events import (
    Discard,
    DiscardAnswered,
    DiscardAppealed,
    DiscardDisputed,
    DiscardJoined,
    DiscardProposed,
    DiscardRuled,
    DiscardSigned,
    DiscardUnsigned,
    DiscardWithdrawn,
    Lay,
)
from tournaments.engine.real_cards.judging import judge
from tournaments.engine.real_cards.outcome_names import name_of_outcome
from tournaments.engine.results import moved_by_ruling
from tournaments.engine.round_state import DealScore
from tournaments.engine.state import Status, TournamentState

Place: TypeAlias = tuple[int, int, int, int, int]
"""Round, table, number of the deal, its id and the revision of its result."""
_CODES: Final = {
    "dispute.filed": "tournament.discard-disputed",
    "dispute.ruled": "tournament.discard-ruled-already",
    "dispute.not-accused": "tournament.discard-not-accused",
    "dispute.answered": "tournament.discard-answered",
    "ruling.final": "tournament.discard-not-open",
    "ruling.given": "tournament.discard-not-open",
    "ruling.none": "tournament.discard-no-ruling",
    "ruling.proposed": "tournament.discard-proposed",
    "ruling.not-proposed": "tournament.discard-not-proposed",
    "ruling.own-signature": "tournament.discard-interest",
    "ruling.appealed": "tournament.cardboard-final",
    "ruling.no-appeal": "tournament.discard-no-ruling",
}
"""What a dispute on screens refuses → what the same refusal is called here."""


@contextmanager
def _refused_here() -> Iterator[None]:
    try:
        yield
    except IllegalMove as illegal:
        raise TournamentRefused(_CODES[illegal.code]) from None


def decide_dispute(
    state: TournamentState,
    rules: RuleSet,
    *,
    deal_id: int,
    revision: int,
    discard: Discard,
    seat: int | None,
    player: int,
    reason: str,
    now: datetime,
    house_hours: int = 0,
) -> Events:
    """Dispute that a result has a penalty, or has none: once, and while there is time to appeal.

    A referee has to rule within the hours of the terms, or within the club's (`house_hours`) if the terms set none.
    """
    not_over(state)
    check_filing(state, now=now)
    number, table, score, paper = find_paper(state, deal_id, revision)
    reason = checked_reason(reason)
    if score in state.rounds[number - 1].tables[table - 1].voided:
        raise TournamentRefused("tournament.voided-already", deal=deal_id)
    if paper.dispute is not None:
        raise TournamentRefused("tournament.discard-disputed")
    if paper.lay.counted is not None:
        raise TournamentRefused("tournament.discard-without-cards")
    seats = len(paper.lay.asides)
    if not 0 <= discard.seat < seats:
        raise TournamentRefused("tournament.result-malformed")
    discard = replace(discard, public=of_seats(discard.public, seats))
    judgement = judge(rules, paper.lay, discard)
    if paper.lay.offender not in (None, discard.seat):
        raise TournamentRefused("tournament.discard-other-offender")
    return (
        DiscardDisputed(
            *(number, table, score.number, deal_id, revision, seat, player),
            *(discard, judgement, reason),
            rule_by(now, state.options.ruling_hours or house_hours),
        ),
    )


def decide_join(
    state: TournamentState,
    *,
    deal_id: int,
    revision: int,
    seat: int,
    player: int,
    reason: str,
    now: datetime,
) -> Events:
    """Join another seat's dispute of a discard before the ruling; each seat once (§10.7)."""
    not_over(state)
    check_filing(state, now=now)
    number, table, score, paper = find_paper(state, deal_id, revision)
    dispute = paper.dispute
    if dispute is None:
        raise TournamentRefused("tournament.discard-not-open")
    with _refused_here():
        dispute.check_join(seat)
    told = checked_reason(reason)
    place = (number, table, score.number, deal_id, revision)
    return (DiscardJoined(*place, seat, player, told),)


def decide_answer(
    state: TournamentState,
    *,
    deal_id: int,
    revision: int,
    seat: int,
    player: int,
    reason: str,
) -> Events:
    """Answer a dispute for the seat that made the discard: once, before the ruling (§10.7)."""
    place, _score, _paper, dispute = _disputed(state, deal_id, revision)
    with _refused_here():
        dispute.check_answer(seat, dispute.filed.discard.seat)
    return (DiscardAnswered(*place, seat, player, checked_reason(reason)),)


def decide_outcome(
    state: TournamentState,
    rules: RuleSet,
    *,
    deal_id: int,
    revision: int,
    outcome: Outcome,
    section: str,
    reason: str,
    referee: int,
    now: datetime,
    ruling: int,
) -> Events:
    """Rule on a disputed discard, or withdraw a ruling; a ruling on appeal is final (§10.8).

    Refused for referees with an interest (`has_interest`). ``ruling`` is the ruling's id. After the closing the
    prizes are corrected, and the first ruling can be appealed or withdrawn for as long as the terms say.
    """
    place, score, paper, dispute = _disputed(state, deal_id, revision)
    given = RULINGS.get(outcome)
    if given is not None and not dispute.open:
        raise TournamentRefused("tournament.discard-not-open")
    if has_interest(paper, dispute, referee):
        raise TournamentRefused("tournament.discard-interest")
    reason = checked_reason(reason)
    event: DiscardRuled | DiscardWithdrawn
    if given is None:
        event = _withdrawal(state, rules, place, paper, reason=reason, referee=referee, now=now)
    else:
        event = _ruling(
            *(state, rules, place, paper, outcome),
            section=section,
            reason=reason,
            referee=referee,
            now=now,
        )
    moved = moved_by_ruling(
        state,
        deal_id=deal_id,
        ruling=ruling,
        void=given is not None and given.void,
        by=referee,
        section=getattr(event, "section", ""),
        reason=reason,
    )
    if moved is None or (isinstance(moved, DealVoided) and score.ruled_out):
        return with_prizes(state, event, ruling=ruling, deal=deal_id)
    behind = evolve(state, event)
    return (event, *with_prizes(behind, moved, ruling=ruling, deal=deal_id))


def _ruling(
    state: TournamentState,
    rules: RuleSet,
    place: Place,
    paper: EnteredResult,
    outcome: Outcome,
    *,
    section: str,
    reason: str,
    referee: int,
    now: datetime,
) -> DiscardRuled:
    dispute = paper.dispute
    assert dispute is not None
    with _refused_here():
        dispute.check_rule()
    given = RULINGS[outcome]
    penalty = given.penalty(dispute.judged)
    if penalty and dispute.filed.judgement.opening:
        raise TournamentRefused("tournament.discard-opening")
    offender = dispute.filed.discard.seat if penalty else None
    # The section is checked even for a result without a penalty.
    cited = checked(replace(paper.lay, offender=dispute.filed.discard.seat, section=section))
    lay = (
        paper.lay if given.void else checked(replace(paper.lay, offender=offender, section=section))
    )
    net, points = _paid(rules, lay, shared=given.shared, void=given.void)
    late = state.status is Status.CLOSED and not dispute.rulings
    until = _answered_until(state, now) if late else None
    return DiscardRuled(
        *place[:4],
        revision=place[4] + 1,
        outcome=name_of_outcome(outcome, dispute.judged),
        lay=lay,
        net=net,
        points=points,
        section=cited.section,
        reason=reason,
        referee=referee,
        until=until,
    )


def _withdrawal(
    state: TournamentState,
    rules: RuleSet,
    place: Place,
    paper: EnteredResult,
    *,
    reason: str,
    referee: int,
    now: datetime,
) -> DiscardWithdrawn:
    dispute = paper.dispute
    assert dispute is not None
    with _refused_here():
        dispute.check_withdraw()
    _check_answerable(state, dispute, now)
    # A director's corrections of the sets since the ruling stay.
    before = dispute.before
    assert before is not None
    lay = replace(paper.lay, offender=before.offender, section=before.section)
    net, points = _paid(rules, lay)
    return DiscardWithdrawn(*place[:4], place[4] + 1, lay, net, points, reason, referee)


def _paid(rules: RuleSet, lay: Lay, *, shared: bool = False, void: bool = False) -> tuple[Net, int]:
    result = result_of(rules, lay, shared=shared)
    return (0,) * len(lay.asides) if void else result.net, result.points


def has_interest(paper: EnteredResult, dispute: DiscardDispute, referee: int) -> bool:
    """Return whether a referee may not rule on a dispute (§10.8).

    That is so if the referee has filed or joined it, has decided the result, or has ruled or signed before.
    """
    return referee in (*dispute.objectors, *paper.deciders, *dispute.judges)


def decide_propose(decided: Events, *, outcome: str, revision: int) -> Events:
    """Turn what `decide_outcome` decided into a proposal, for payments beyond one referee's limit (§10.8)."""
    one = next(event for event in decided if isinstance(event, DiscardRuled | DiscardWithdrawn))
    section = one.section if isinstance(one, DiscardRuled) else ""
    place = (one.round, one.table, one.deal_number, one.deal_id, revision)
    return (DiscardProposed(*place, outcome, section, one.reason, one.referee),)


def decide_sign(
    state: TournamentState,
    rules: RuleSet,
    *,
    deal_id: int,
    revision: int,
    referee: int,
    now: datetime,
    ruling: int,
) -> Events:
    """Sign another referee's proposal: it takes effect as the first referee's ruling."""
    place, _score, paper, dispute = _disputed(state, deal_id, revision)
    with _refused_here():
        proposal = dispute.check_sign(person(referee))
    if has_interest(paper, dispute, referee):
        raise TournamentRefused("tournament.discard-interest")
    signed = DiscardSigned(*place, referee)
    decided = decide_outcome(
        evolve(state, signed),
        rules,
        deal_id=deal_id,
        revision=revision,
        outcome=proposal.wish.outcome,
        section=proposal.wish.section,
        reason=proposal.wish.reason,
        referee=int(proposal.by.removeprefix("player:")),
        now=now,
        ruling=ruling,
    )
    return (signed, *decided)


def decide_unsign(
    state: TournamentState, *, deal_id: int, revision: int, referee: int, reason: str
) -> Events:
    """Reject a proposal or take back your own; the dispute is then open as before."""
    place, _score, paper, dispute = _disputed(state, deal_id, revision)
    with _refused_here():
        proposal = dispute.proposed()
    own = proposal.by == person(referee)
    if not own and has_interest(paper, dispute, referee):
        raise TournamentRefused("tournament.discard-interest")
    return (DiscardUnsigned(*place, checked_reason(reason), referee),)


def _disputed(
    state: TournamentState, deal_id: int, revision: int
) -> tuple[Place, DealScore, EnteredResult, DiscardDispute]:
    """Return the place, score, result and dispute of a deal.

    Raises `TournamentRefused` if there is no dispute, or the tournament was cancelled.
    """
    if state.status is Status.CANCELLED:
        raise TournamentRefused("tournament.cancelled")
    number, table, score, paper = find_paper(state, deal_id, revision)
    if paper.dispute is None:
        raise TournamentRefused("tournament.discard-not-open")
    return (number, table, score.number, deal_id, revision), score, paper, paper.dispute


def _check_answerable(state: TournamentState, dispute: DiscardDispute, now: datetime) -> None:
    """Raise `TournamentRefused` once the time to appeal or withdraw a ruling is over."""
    ruled = dispute.rulings[:1]
    if state.status is Status.CLOSED and ruled and ruled[0].until is not None:
        if is_over(ruled[0].until, now):
            raise TournamentRefused("tournament.appeal-over")
    else:
        not_over(state)
        check_open(state, now=now)


def _answered_until(state: TournamentState, now: datetime) -> datetime:
    return now.astimezone(UTC) + to_answer(timedelta(minutes=state.options.appeal_minutes))


def decide_appeal(
    state: TournamentState,
    *,
    deal_id: int,
    revision: int,
    seat: int,
    reason: str,
    now: datetime,
    house_hours: int = 0,
) -> Events:
    """Appeal the first ruling on a discard, while there is time; another referee will decide.

    `house_hours` are as in `decide_dispute`.
    """
    number, table, score, paper = find_paper(state, deal_id, revision)
    dispute = paper.dispute
    if dispute is None or not dispute.rulings:
        not_over(state)
        check_open(state, now=now)
        raise TournamentRefused("tournament.discard-no-ruling")
    _check_answerable(state, dispute, now)
    if dispute.open:
        raise TournamentRefused("tournament.discard-no-ruling")
    with _refused_here():
        dispute.check_appeal()
    told = checked_reason(reason)
    ends = rule_by(now, state.options.ruling_hours or house_hours)
    return (DiscardAppealed(number, table, score.number, deal_id, revision, seat, told, ends),)
