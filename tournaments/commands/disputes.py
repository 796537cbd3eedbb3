"""Disputes of a discard at a table with real cards: filing one, ruling on it, appealing the ruling (§10.7, §10.8).

Each use case is one transaction, authority first.
"""

from __future__ import annotations

from games.common.rulebook import about_penalties, section_of
from games.engine.disputing.outcomes import Outcome
from games.errors import Refused
from games.models import Player
from games.queries.club.house import house_rules, rules_named
from games.queries.interests import require_proposer
from tournaments import queries
from tournaments.commands.cardboard import follow_up, seat_of
from tournaments.commands.unit_of_work import Ask, Decide, command
from tournaments.engine.decisions import Events
from tournaments.engine.errors import TournamentRefused
from tournaments.engine.real_cards.disputes import (
    decide_answer,
    decide_appeal,
    decide_dispute,
    decide_join,
    decide_outcome,
    decide_propose,
    decide_sign,
    decide_unsign,
)
from tournaments.engine.real_cards.entered_results import DiscardDispute
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
)
from tournaments.engine.real_cards.outcome_names import NAMES, outcome_of
from tournaments.engine.state import TournamentState
from tournaments.errors import refusal
from tournaments.schema import ruling_id


@command(DiscardDisputed, then=follow_up)
def dispute_discard(
    ask: Ask,
    *,
    deal_id: int,
    revision: int,
    discard: Discard,
    reason: str,
    as_director: bool = True,
) -> Decide:
    """Dispute a penalty in a result, or the lack of one, as a seat of the table.

    With `as_director` a director or referee who does not play in the tournament may do this too.
    """

    def decide(state: TournamentState) -> Events:
        seat = _seat(state, ask.by, deal_id, duty=as_director)
        return decide_dispute(
            state,
            rules_named(state.options.rules),
            deal_id=deal_id,
            revision=revision,
            discard=discard,
            seat=seat,
            player=ask.by.pk,
            reason=reason,
            now=ask.now,
            house_hours=house_rules().ruling_hours,
        )

    return decide


@command(DiscardJoined, then=follow_up)
def join_discard(ask: Ask, *, deal_id: int, revision: int, reason: str) -> Decide:
    """Join the dispute that another seat has filed, in your own words (§10.7). Only a seat of the table may."""

    def decide(state: TournamentState) -> Events:
        seat = _seat(state, ask.by, deal_id, duty=False)
        assert seat is not None  # else it is refused
        return decide_join(
            state,
            deal_id=deal_id,
            revision=revision,
            seat=seat,
            player=ask.by.pk,
            reason=reason,
            now=ask.now,
        )

    return decide


@command(DiscardAnswered, then=follow_up)
def answer_discard(ask: Ask, *, deal_id: int, revision: int, reason: str) -> Decide:
    """Answer as the seat that made the disputed discard, once and before the ruling (§10.7)."""

    def decide(state: TournamentState) -> Events:
        seat = _seat(state, ask.by, deal_id, duty=False)
        assert seat is not None  # else it is refused
        return decide_answer(
            state, deal_id=deal_id, revision=revision, seat=seat, player=ask.by.pk, reason=reason
        )

    return decide


@command(DiscardRuled, DiscardWithdrawn, DiscardProposed, then=follow_up)
def rule_on_discard(
    ask: Ask,
    *,
    deal_id: int,
    revision: int,
    outcome: str,
    section: str,
    reason: str,
    seen: int | None = None,
) -> Decide:
    """Rule on a dispute by the name of an outcome (`outcome_of`), or withdraw the ruling (§10.8).

    Only a referee without an interest may. A ruling that moves more chips than the club lets one referee decide is
    only proposed, and a second referee signs it. `seen` is the value of `DiscardDispute.said` that the referee saw;
    refused if it has changed.
    """
    _judge(ask.by)
    if outcome not in NAMES:
        raise refusal("tournament.discard-decide")
    cited = "" if outcome == Outcome.WITHDRAWN else section_of(section)
    if cited is None:
        raise refusal("tournament.cardboard-section")
    if cited and not about_penalties(cited):
        raise Refused("ruling.section-beside")

    def decide(state: TournamentState) -> Events:
        if state.interested(ask.by.pk):
            raise TournamentRefused("tournament.own-interest")
        _as_seen(state, deal_id, seen)
        dispute = _dispute(state, deal_id)
        decided = decide_outcome(
            state,
            rules_named(state.options.rules),
            deal_id=deal_id,
            revision=revision,
            outcome=outcome_of(outcome, dispute is not None and dispute.judged),
            section=cited,
            reason=reason,
            referee=ask.by.pk,
            now=ask.now,
            ruling=ruling_id(deal_id, revision + 1),
        )
        if not queries.needs_second(ask.tournament_id, deal_id, outcome, now=ask.now):
            return decided
        return decide_propose(decided, outcome=outcome, revision=revision)

    return decide


@command(DiscardSigned, then=follow_up)
def sign_on_discard(ask: Ask, *, deal_id: int, revision: int, seen: int | None = None) -> Decide:
    """Sign another referee's proposal (§10.8).

    Refused to everyone who may not rule on the dispute, and to the referee who made the proposal. Also refused if
    that referee is no longer a referee or now has an interest.
    """
    _judge(ask.by)

    def decide(state: TournamentState) -> Events:
        if state.interested(ask.by.pk):
            raise TournamentRefused("tournament.own-interest")
        _as_seen(state, deal_id, seen)
        _require_proposer(state, deal_id)
        return decide_sign(
            state,
            rules_named(state.options.rules),
            deal_id=deal_id,
            revision=revision,
            referee=ask.by.pk,
            now=ask.now,
            ruling=ruling_id(deal_id, revision + 1),
        )

    return decide


@command(DiscardUnsigned, then=follow_up)
def unsign_discard(
    ask: Ask, *, deal_id: int, revision: int, reason: str, seen: int | None = None
) -> Decide:
    """Reject another referee's proposal, or take back your own, with a reason (§10.8).

    Refused to referees with an interest, except for their own proposal: taking it back decides nothing.
    """
    _require_referee(ask.by)

    def decide(state: TournamentState) -> Events:
        own = _proposer(state, deal_id) == ask.by.pk
        if not own:
            _judge(ask.by)
        if state.interested(ask.by.pk) and not own:
            raise TournamentRefused("tournament.own-interest")
        _as_seen(state, deal_id, seen)
        return decide_unsign(
            state, deal_id=deal_id, revision=revision, referee=ask.by.pk, reason=reason
        )

    return decide


def _require_referee(by: Player) -> None:
    if not (by.is_active and by.is_referee):
        raise Refused("ruling.not-referee")


def _judge(by: Player) -> None:
    """Raise Refused unless the caller is a referee appointed by somebody else."""
    _require_referee(by)
    if by.referee_by_id == by.pk:
        raise Refused("ruling.own-duty")


@command(DiscardAppealed, then=follow_up)
def appeal_ruling(ask: Ask, *, deal_id: int, revision: int, reason: str) -> Decide:
    """Appeal a ruling to another referee, as a seat of the table."""

    def decide(state: TournamentState) -> Events:
        seat = _seat(state, ask.by, deal_id, duty=False)
        assert seat is not None  # else it is refused
        return decide_appeal(
            state,
            deal_id=deal_id,
            revision=revision,
            seat=seat,
            reason=reason,
            now=ask.now,
            house_hours=house_rules().ruling_hours,
        )

    return decide


def _as_seen(state: TournamentState, deal_id: int, seen: int | None) -> None:
    """Raise Refused if the dispute has had another event since the referee looked.

    ``seen`` is the number of events that the referee saw; if it is None, nothing is checked. Changes of the result
    are recognised by its revision instead.
    """
    dispute = _dispute(state, deal_id)
    if seen is not None and dispute is not None and seen != dispute.said:
        raise Refused("ruling.moved-on")


def _dispute(state: TournamentState, deal_id: int) -> DiscardDispute | None:
    found = state.find_deal(deal_id)
    paper = None if found is None else found[2].paper
    return None if paper is None else paper.dispute


def _proposer(state: TournamentState, deal_id: int) -> int | None:
    """Return the id of the referee whose ruling on this deal awaits a signature, None if there is none."""
    dispute = _dispute(state, deal_id)
    if dispute is None or dispute.proposal is None:
        return None
    return int(dispute.proposal.by.removeprefix("player:"))


def _require_proposer(state: TournamentState, deal_id: int) -> None:
    def interest(proposer: Player) -> str | None:
        return "tournament.own-interest" if state.interested(proposer.pk) else None

    if (proposer := _proposer(state, deal_id)) is not None:
        require_proposer(proposer, interest)


def _seat(state: TournamentState, by: Player, deal_id: int, *, duty: bool) -> int | None:
    found = state.find_deal(deal_id)
    if found is None:
        raise TournamentRefused("tournament.no-such-deal")
    return seat_of(
        state, by, found[0], found[1], as_director=duty, referee=duty, deal=found[2].number
    )
