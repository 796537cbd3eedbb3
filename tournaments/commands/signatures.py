"""A second person's approval: signatures on large corrections, and agreement to acts of directors who play.

Corrections after the closing need a signature if they move more chips than the club's limit (0248); `corrections` and
`cardboard` propose them through `with_second`. Directors who play need a member's agreement (0293); `unit_of_work`
asks for it.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db import transaction

from games.errors import Refused
from games.models import LoginCard, Player
from games.queries.club.house import house_rules, rules_named
from tournaments import queries
from tournaments.commands.authority import check_no_interest, check_no_part, require_judge
from tournaments.commands.unit_of_work import ADVANTAGES, Ask, Decide, TournamentWork, command
from tournaments.engine.correcting import agreements, corrections
from tournaments.engine.correcting.agreement_events import AgreementAsked, AgreementEnded, Ending
from tournaments.engine.correcting.correction_events import (
    CorrectionProposed,
    CorrectionSigned,
    CorrectionUnsigned,
)
from tournaments.engine.correcting.signatures import (
    chips_moved,
    decide_propose,
    decide_sign,
    decide_unsign,
    moved_alone,
)
from tournaments.engine.decisions import Events
from tournaments.engine.errors import TournamentRefused
from tournaments.engine.real_cards.deciding import decide_correct_result, find_paper
from tournaments.engine.state import TournamentState
from tournaments.errors import refusal, translate_refusals


def with_second(ask: Ask, state: TournamentState, corrected: Events) -> Events:
    """Return the correction, or a proposal of it if one person may not move that many prize chips alone.

    The same person's earlier corrections of this tournament count too: several small ones are added up.
    """
    limit, moved = house_rules().second_signature_chips, chips_moved(corrected)
    if not limit or not moved:
        return corrected
    before = moved_alone(queries.corrections_of_prizes(ask.tournament_id), ask.by.pk)
    return corrected if before + moved <= limit else decide_propose(state, corrected)


@command(CorrectionSigned)
def sign_correction(ask: Ask, *, number: int) -> Decide:
    """Sign another person's proposal: the correction is decided in the current state, as the proposer's act.

    Refused to the proposer, and to everyone who could not make the correction themselves. Also refused if the
    proposer no longer has the duty (director or referee), or now has an interest.
    """
    require_judge(ask.by)

    def decide(state: TournamentState) -> Events:
        _require_may(ask.by, state, number)
        if number in state.waiting:
            _require_duty(ask.by, state, state.waiting[number].wish)
        return decide_sign(state, number=number, director=ask.by.pk, decide=_decided)

    return decide


@command(CorrectionUnsigned)
def decline_correction(ask: Ask, *, number: int, reason: str) -> Decide:
    """Reject another person's proposal, or take back your own; nothing changes.

    Refused to people with an interest, except for their own proposal: taking it back decides nothing.
    """
    require_judge(ask.by)

    def decide(state: TournamentState) -> Events:
        proposal = state.waiting.get(number)
        if proposal is None or proposal.by != ask.by.pk:
            _require_may(ask.by, state, number)
        return decide_unsign(state, number=number, director=ask.by.pk, reason=reason)

    return decide


def _require_may(by: Player, state: TournamentState, number: int) -> None:
    """Raise if the caller has an interest in the tournament, or took part in the deal's dispute (§10.8)."""
    check_no_interest(by, state)
    proposal = state.waiting.get(number)
    if proposal is not None and proposal.wish.deal_id:
        check_no_part(by, state, proposal.wish.deal_id)


def _require_duty(player: Player, state: TournamentState, proposal: CorrectionProposed) -> None:
    """Raise unless the person may make the proposed correction.

    A result needs a director or, on appeal, also a referee; on appeal nobody who decided the result before. Other
    corrections need a director or a referee appointed by another person.
    """
    if proposal.what != "result":
        require_judge(player)
        return
    paper = find_paper(state, proposal.deal_id, proposal.about)[3]
    if not (player.is_director or (paper.appealed and player.is_referee)):
        raise TournamentRefused("tournament.not-director")
    if paper.appealed and player.pk in paper.deciders:
        raise TournamentRefused("tournament.cardboard-own-decision")


def _decided(state: TournamentState, proposal: CorrectionProposed) -> Events:
    """Return the events of the proposed correction, decided in the current state as the proposer's act.

    Raises `TournamentRefused` if the proposer may no longer make the correction.
    """
    proposer = Player.objects.filter(pk=proposal.director, is_active=True).first()
    try:
        if proposer is None:
            raise TournamentRefused("tournament.correction-proposer")
        _require_duty(proposer, state, proposal)
        check_no_interest(proposer, state)
    except (Refused, TournamentRefused) as refused:
        raise TournamentRefused("tournament.correction-proposer") from refused
    reason, director = proposal.reason, proposal.director
    match proposal.what:
        case "void":
            return corrections.decide_void(
                state,
                deal_id=proposal.deal_id,
                section=proposal.section,
                replay=False,
                reason=reason,
                director=director,
            )
        case "take-back":
            # The prizes are paid, so a replay would already have been played.
            return corrections.decide_take_voiding_back(
                state,
                deal_id=proposal.deal_id,
                replay_begun=True,
                reason=reason,
                director=director,
            )
        case "points":
            return corrections.decide_adjust(
                state,
                player=proposal.player,
                points=proposal.points,
                section=proposal.section,
                reason=reason,
                director=director,
            )
        case "adjustment":
            return corrections.decide_take_adjustment_back(
                state,
                number=proposal.about,
                reason=reason,
                director=director,
            )
        case _:
            assert proposal.lay is not None
            return decide_correct_result(
                state,
                rules_named(state.options.rules),
                deal_id=proposal.deal_id,
                revision=proposal.about,
                lay=proposal.lay,
                reason=reason,
                director=director,
            )


@transaction.atomic
def answer_agreement(
    *,
    by: Player,
    tournament_id: int,
    number: int,
    agrees: bool,
    now: datetime,
    idempotency_key: str | None = None,
) -> int:
    """Answer a director's request for agreement; return the stream's version after the answer.

    If the answer is yes, the act is carried out. Members of the tournament without an interest may answer, and staff
    who do not play. The director who asked may only answer no, which withdraws the request. If the act is no longer
    possible as requested, the request lapses.
    """
    work = TournamentWork.on(tournament_id, now=now, by=by)
    version = work.answered(idempotency_key, brings=(AgreementEnded,))
    if version is not None:
        return version
    with translate_refusals():
        waits = agreements.find(work.state, number)
        has_duty = by.is_director or by.may_rule
        takes_back = by.pk == waits.by and not agrees
        if not takes_back and not agreements.may_answer(
            work.state, waits, by.pk, has_duty=has_duty
        ):
            raise TournamentRefused("tournament.agreement-own")
        if not takes_back:
            _require_own_voice(by, waits.wish.director, tournament_id)
        work.add(agreements.decide_answer(work.state, number=number, agrees=agrees, player=by.pk))
    try:
        with transaction.atomic():
            version = work.save(idempotency_key=idempotency_key)
            if agrees:
                _do(waits.wish, tournament_id, now)
    except Refused:
        lapsed = TournamentWork.on(tournament_id, now=now, by=by)
        end = AgreementEnded(number, Ending.LAPSED.value, by.pk, waits.by)
        lapsed.add((end,))
        version = lapsed.save(idempotency_key=idempotency_key)
    return version


def _require_own_voice(by: Player, director: int, tournament_id: int) -> None:
    """Raise `TournamentRefused` for a guest, and for an account that the asking director could be using.

    These are accounts that got a login card from the director, or that the director entered, since the start.
    """
    row = queries.get_tournament(tournament_id)
    since = row.started_at
    if by.is_guest:
        raise TournamentRefused("tournament.agreement-own")
    if since is None:
        return
    carded = LoginCard.objects.filter(player=by, made_by=director, made_at__gt=since)
    entered = row.entries.filter(player=by, entered_by=director, entered_at__gt=since)
    if carded.exists() or entered.exists():
        raise TournamentRefused("tournament.agreement-by-asker")


def _do(asked: AgreementAsked, tournament_id: int, now: datetime) -> None:
    """Carry out what was agreed to, as the director's act. Raises Refused if it can no longer be done."""
    with translate_refusals():
        agreements.check_current(queries.current(tournament_id).state, asked)
    director = Player.objects.get(pk=asked.director)
    if not (director.is_active and director.is_director):
        raise refusal("tournament.not-director")
    told: dict[str, Any] = {key: _frozen(said) for key, said in asked.arguments.items()}
    if asked.lay is not None:
        told["lay"] = asked.lay
    if asked.reason:
        told["reason"] = asked.reason
    ADVANTAGES[asked.act](Ask(director, tournament_id, now, agreed=True), **told)


def _frozen(said: Any) -> Any:
    """Return a JSON value of the log with all lists, also nested ones, as the tuples that commands take."""
    if isinstance(said, list | tuple):
        return tuple(map(_frozen, said))
    return {key: _frozen(one) for key, one in said.items()} if isinstance(said, dict) else said
