"""Disputes of a discard at a table with real cards, and what referees rule on them (§10.7, §10.8).

The discard is told as a position and judged by §10 as one on screens; the judgement is stored with it. The functions
are as those of `decisions`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Final

from games.engine.cardboard import BadResult, CardboardResult, parse_aside, parse_set
from games.engine.cardboard_discard import Judged, ToldDiscard, judge_discard
from games.engine.cards import CARD_NAMES, Card
from games.engine.errors import BadNotation
from games.engine.notation import parse_card
from games.engine.periods import is_over, rule_by, to_answer
from games.engine.rules import RuleSet
from tournaments.engine.appeal import check_filing, check_open
from tournaments.engine.cardboard import checked, find_paper, result_of
from tournaments.engine.cardboard_events import (
    Discard,
    DiscardAppealed,
    DiscardDisputed,
    DiscardJoined,
    DiscardProposed,
    DiscardRuled,
    DiscardSigned,
    DiscardUnsigned,
    Judgement,
    Lay,
)
from tournaments.engine.decisions import Events, with_prizes
from tournaments.engine.entries import checked_reason, not_over
from tournaments.engine.errors import TournamentRefused
from tournaments.engine.evolve import evolve
from tournaments.engine.paper import Dispute, Paper
from tournaments.engine.participants import SEATS
from tournaments.engine.results import moved_by_ruling
from tournaments.engine.round_state import DealScore
from tournaments.engine.state import Status, TournamentState

OUTCOMES: Final = {
    "yes": {"penalty": True, "shared": False, "void": False},
    "shared": {"penalty": True, "shared": True, "void": False},
    "no": {"penalty": False, "shared": False, "void": False},
    "void": {"penalty": False, "shared": False, "void": True},
}
"""What a referee can decide (§10.8), by the names that forms send, in the order in which they are offered."""


def judge(rules: RuleSet, lay: Lay, discard: Discard) -> Judgement:
    """What §10 says of the discard that completed this result. Raises `TournamentRefused` for what cannot have been."""
    if len(discard.public) != SEATS:
        raise TournamentRefused("tournament.result-malformed")
    try:
        result = CardboardResult(
            lay.winner,
            tuple(map(parse_set, lay.sets)),
            tuple(tuple(map(parse_aside, asides)) for asides in lay.asides),
            lay.offender,
        )
        told = ToldDiscard(
            discard.seat,
            _cards([discard.card])[0],
            _cards(discard.hand),
            tuple(tuple(map(parse_set, one)) for one in discard.public),
            _cards(discard.dead),
        )
        return _stored(judge_discard(rules, result, told))
    except BadResult as bad:
        raise TournamentRefused(bad.code, **bad.facts) from None


def _cards(names: Iterable[str]) -> tuple[Card, ...]:
    try:
        return tuple(sorted(map(parse_card, names)))
    except BadNotation:
        raise BadResult("cardboard.unreadable") from None


def _stored(judged: Judged) -> Judgement:
    return Judgement(
        judged.trash,
        judged.stock,
        tuple((CARD_NAMES[card], useful) for card, useful in judged.verdict.usefulness),
        tuple(CARD_NAMES[card] for card in judged.verdict.worst),
        judged.opening,
        judged.penalty,
    )


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
    """Dispute the penalty of a result, or that there is none, once and as long as there is time to appeal.

    A referee is to rule within the hours of the terms, or else within `house_hours`.
    """
    not_over(state)
    check_filing(state, now=now)
    number, table, score, paper = find_paper(state, deal_id, revision)
    reason = checked_reason(reason)
    if score in state.rounds[number - 1].tables[table - 1].voided:
        raise TournamentRefused("tournament.voided-already", deal=deal_id)
    if paper.dispute is not None:
        raise TournamentRefused("tournament.discard-disputed")
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
    """Object to a discard that another seat disputes already, each seat once, before it is ruled on (§10.7)."""
    not_over(state)
    check_filing(state, now=now)
    number, table, score, paper = find_paper(state, deal_id, revision)
    dispute = paper.dispute
    if dispute is None:
        raise TournamentRefused("tournament.discard-not-open")
    if dispute.rulings:
        raise TournamentRefused("tournament.discard-ruled-already")
    if seat in (dispute.filed.seat, *(one.seat for one in dispute.joined)):
        raise TournamentRefused("tournament.discard-disputed")
    told = checked_reason(reason)
    place = (number, table, score.number, deal_id, revision)
    return (DiscardJoined(*place, seat, player, told),)


def decide_rule(
    state: TournamentState,
    rules: RuleSet,
    *,
    deal_id: int,
    revision: int,
    penalty: bool,
    section: str,
    reason: str,
    referee: int,
    now: datetime,
    ruling: int,
    shared: bool = False,
    void: bool = False,
) -> Events:
    """Rule whether the penalty of a disputed discard is paid, whole or ``shared``, or that the deal is ``void``.

    On appeal that is final. Who filed or joined the dispute, decided the result or gave the first ruling has an
    interest (§10.8). ``ruling`` is the ruling's id. Behind the closing the prizes are corrected, and the first ruling
    can be appealed for as long as the terms say.
    """
    if state.status is Status.CANCELLED:
        raise TournamentRefused("tournament.cancelled")
    number, table, score, paper = find_paper(state, deal_id, revision)
    dispute = paper.dispute
    if dispute is None or not dispute.open:
        raise TournamentRefused("tournament.discard-not-open")
    if has_interest(paper, dispute, referee):
        raise TournamentRefused("tournament.discard-interest")
    if dispute.proposal is not None:
        raise TournamentRefused("tournament.discard-proposed")
    if (shared and not penalty) or (void and penalty):
        raise TournamentRefused("tournament.discard-decide")
    if penalty and dispute.filed.judgement.opening:
        raise TournamentRefused("tournament.discard-opening")
    reason = checked_reason(reason)
    offender = dispute.filed.discard.seat if penalty else None
    # The section is checked though a result without a penalty names none.
    cited = checked(replace(paper.lay, offender=dispute.filed.discard.seat, section=section))
    lay = paper.lay if void else checked(replace(paper.lay, offender=offender, section=section))
    result = result_of(rules, lay, shared=shared)
    south, east, north, west = (0, 0, 0, 0) if void else result.net
    late = state.status is Status.CLOSED and not dispute.rulings
    ruled = DiscardRuled(
        *(number, table, score.number, deal_id, revision + 1, penalty, lay),
        *((south, east, north, west), result.points, cited.section, reason, referee, shared),
        *(void, _answered_until(state, now) if late else None),
    )
    moved = moved_by_ruling(
        state,
        deal_id=deal_id,
        ruling=ruling,
        void=void,
        by=referee,
        section=cited.section,
        reason=reason,
    )
    if moved is None or (void and score.ruled_out):
        return with_prizes(state, ruled, ruling=ruling, deal=deal_id)
    behind = evolve(state, ruled)
    return (ruled, *with_prizes(behind, moved, ruling=ruling, deal=deal_id))


def has_interest(paper: Paper, dispute: Dispute, referee: int) -> bool:
    """Whether somebody objected to this discard, decided the result, or has ruled or signed before (§10.8)."""
    return referee in (*dispute.objectors, *paper.deciders, *dispute.judges)


def decide_propose(state: TournamentState, ruled: Events, *, outcome: str) -> Events:
    """Propose what `decide_rule` would decide, since it moves more than one referee decides (§10.8)."""
    ruling = next(event for event in ruled if isinstance(event, DiscardRuled))
    place = (ruling.round, ruling.table, ruling.deal_number, ruling.deal_id, ruling.revision - 1)
    said = (outcome, ruling.section, ruling.reason, ruling.referee)
    return (DiscardProposed(*place, *said),)


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
    """Sign what another referee has proposed: it is decided, and it is still the first referee's ruling."""
    number, table, score, paper, proposal = _proposed(state, deal_id, revision)
    assert paper.dispute is not None
    if referee == proposal.referee or has_interest(paper, paper.dispute, referee):
        raise TournamentRefused("tournament.discard-interest")
    signed = DiscardSigned(number, table, score.number, deal_id, revision, referee)
    ruled = decide_rule(
        evolve(state, signed),
        rules,
        deal_id=deal_id,
        revision=revision,
        section=proposal.section,
        reason=proposal.reason,
        referee=proposal.referee,
        now=now,
        ruling=ruling,
        **OUTCOMES[proposal.outcome],
    )
    return (signed, *ruled)


def decide_unsign(
    state: TournamentState, *, deal_id: int, revision: int, referee: int, reason: str
) -> Events:
    """Do not sign what is proposed, or take back what one has proposed: the dispute is as before it."""
    number, table, score, paper, proposal = _proposed(state, deal_id, revision)
    assert paper.dispute is not None
    if referee != proposal.referee and has_interest(paper, paper.dispute, referee):
        raise TournamentRefused("tournament.discard-interest")
    told = checked_reason(reason)
    return (DiscardUnsigned(number, table, score.number, deal_id, revision, told, referee),)


def _proposed(
    state: TournamentState, deal_id: int, revision: int
) -> tuple[int, int, DealScore, Paper, DiscardProposed]:
    if state.status is Status.CANCELLED:
        raise TournamentRefused("tournament.cancelled")
    number, table, score, paper = find_paper(state, deal_id, revision)
    if paper.dispute is None or paper.dispute.proposal is None:
        raise TournamentRefused("tournament.discard-not-proposed")
    return number, table, score, paper, paper.dispute.proposal


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
    """Appeal the first ruling on a discard to another referee, as long as there is time to appeal.

    `house_hours` are as in `decide_dispute`.
    """
    number, table, score, paper = find_paper(state, deal_id, revision)
    ruled = paper.dispute.rulings[-1:] if paper.dispute is not None else ()
    if state.status is Status.CLOSED and ruled and ruled[0].until is not None:
        if is_over(ruled[0].until, now):
            raise TournamentRefused("tournament.appeal-over")
    else:
        not_over(state)
        check_open(state, now=now)
    if paper.dispute is None or paper.dispute.open:
        raise TournamentRefused("tournament.discard-no-ruling")
    if len(paper.dispute.rulings) > 1:
        raise TournamentRefused("tournament.cardboard-final")
    told = checked_reason(reason)
    ends = rule_by(now, state.options.ruling_hours or house_hours)
    return (DiscardAppealed(number, table, score.number, deal_id, revision, seat, told, ends),)
