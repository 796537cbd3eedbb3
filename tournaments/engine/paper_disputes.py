"""Disputes of a discard at a table with real cards, and what referees rule on them (§10.7, §10.8).

The discard is told as a position and judged by §10 as one on screens; the judgement is stored with it. The functions
are as those of `decisions`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime

from games.engine.cardboard import BadResult, CardboardResult, parse_aside, parse_set
from games.engine.cardboard_discard import Judged, ToldDiscard, judge_discard
from games.engine.cards import CARD_NAMES, Card
from games.engine.errors import BadNotation
from games.engine.notation import parse_card
from games.engine.rules import RuleSet
from tournaments.engine.appeal import check_open
from tournaments.engine.cardboard import checked, find_paper, result_of
from tournaments.engine.cardboard_events import (
    Discard,
    DiscardAppealed,
    DiscardDisputed,
    DiscardJoined,
    DiscardRuled,
    Judgement,
    Lay,
)
from tournaments.engine.decisions import Events, with_prizes
from tournaments.engine.entries import checked_reason, not_over
from tournaments.engine.errors import TournamentRefused
from tournaments.engine.participants import SEATS
from tournaments.engine.state import TournamentState


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
) -> Events:
    """Dispute the penalty of a result, or that there is none, once and as long as there is time to appeal."""
    not_over(state)
    check_open(state, now=now)
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
    check_open(state, now=now)
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
    shared: bool = False,
) -> Events:
    """Rule whether the penalty of a disputed discard is paid, whole or ``shared``; on appeal that is final.

    Who filed or joined the dispute, decided the result or gave the first ruling has an interest (§10.8).
    """
    not_over(state)
    number, table, score, paper = find_paper(state, deal_id, revision)
    dispute = paper.dispute
    if dispute is None or not dispute.open:
        raise TournamentRefused("tournament.discard-not-open")
    if referee in (
        *dispute.objectors,
        *paper.deciders,
        *(one.referee for one in dispute.rulings),
    ):
        raise TournamentRefused("tournament.discard-interest")
    if shared and not penalty:
        raise TournamentRefused("tournament.discard-decide")
    if penalty and dispute.filed.judgement.opening:
        raise TournamentRefused("tournament.discard-opening")
    reason = checked_reason(reason)
    offender = dispute.filed.discard.seat if penalty else None
    # The section is checked though a result without a penalty names none.
    cited = checked(replace(paper.lay, offender=dispute.filed.discard.seat, section=section))
    lay = checked(replace(paper.lay, offender=offender, section=section))
    result = result_of(rules, lay, shared=shared)
    south, east, north, west = result.net
    ruled = DiscardRuled(
        *(number, table, score.number, deal_id, revision + 1, penalty, lay),
        *((south, east, north, west), result.points, cited.section, reason, referee, shared),
    )
    return with_prizes(state, ruled)


def decide_appeal(
    state: TournamentState, *, deal_id: int, revision: int, seat: int, reason: str, now: datetime
) -> Events:
    """Appeal the first ruling on a discard to another referee, as long as there is time to appeal."""
    not_over(state)
    check_open(state, now=now)
    number, table, score, paper = find_paper(state, deal_id, revision)
    if paper.dispute is None or paper.dispute.open:
        raise TournamentRefused("tournament.discard-no-ruling")
    if len(paper.dispute.rulings) > 1:
        raise TournamentRefused("tournament.cardboard-final")
    told = checked_reason(reason)
    return (DiscardAppealed(number, table, score.number, deal_id, revision, seat, told),)
