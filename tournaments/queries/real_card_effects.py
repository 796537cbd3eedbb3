"""Computes, before the ruling, what each outcome of a dispute at a table with real cards would change (§10.8).

The effects follow from the events that the ruling would write, as for deals on screens (`games.queries.effects`).
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from games.engine.disputing.outcomes import RULINGS, Outcome
from games.engine.scoring import Result
from games.models import Player
from games.queries.club.house import house_rules, rules_named
from games.queries.effects import Effects, OutcomeEffect
from tournaments.engine.decisions import Events
from tournaments.engine.errors import TournamentRefused
from tournaments.engine.evolve import evolve
from tournaments.engine.people.seats import holders_of
from tournaments.engine.real_cards.deciding import result_of
from tournaments.engine.real_cards.disputes import decide_outcome, has_interest
from tournaments.engine.real_cards.entered_results import DiscardDispute
from tournaments.engine.real_cards.events import DiscardRuled, DiscardUnsigned, DiscardWithdrawn
from tournaments.engine.real_cards.outcome_names import outcome_of
from tournaments.engine.round_state import DealScore
from tournaments.engine.state import Status, TournamentState
from tournaments.queries.effects import followed, standings_of
from tournaments.queries.histories import LoadedTournament, current
from tournaments.schema import ruling_id


def effects_of_real_cards(tournament_id: int, deal_id: int, *, now: datetime) -> Effects | None:
    """Return the effects of each possible outcome of the dispute; None without a dispute or an outcome."""
    loaded = current(tournament_id)
    found = loaded.state.find_deal(deal_id)
    if found is None:
        return None
    round_number, table, score = found
    paper = score.paper
    if paper is None or paper.dispute is None:
        return None
    loaded = _laid_aside(loaded, round_number, table, score)
    state = loaded.state
    outcomes = []
    for outcome in Outcome:
        events = _events(state, score, outcome, now)
        decided = _decided(events)
        if decided is not None:
            after, transfers = followed(tournament_id, loaded, events, now)
            result = _result(state, score, decided)
            outcomes.append(OutcomeEffect(outcome, result, standings_of(after), transfers))
    if not outcomes:
        return None
    drawn = state.rounds[round_number - 1].tables[table - 1]
    return Effects(
        version=paper.dispute.said,
        players=tuple(holders_of(drawn, score.number)),
        result=_result(state, score, None),
        discarder=paper.dispute.filed.discard.seat,
        lifts=paper.dispute.judged,
        chips_per_point=0,
        tournament=state.options.name,
        paid=state.status is Status.CLOSED,
        standings=standings_of(state),
        outcomes=tuple(outcomes),
    )


def _laid_aside(
    loaded: LoadedTournament, round_number: int, table: int, score: DealScore
) -> LoadedTournament:
    """Return the tournament without the proposed ruling on this deal, if there is one.

    Removing it takes one event, as signing does. So a ruling gets the version that it would have after a signature.
    """
    assert score.paper is not None and score.paper.dispute is not None
    if score.paper.dispute.proposal is None:
        return loaded
    place = (round_number, table, score.number, score.deal_id, score.paper.revision)
    return replace(loaded, state=evolve(loaded.state, DiscardUnsigned(*place, "–", 0)))


def stake_of_real_cards(tournament_id: int, deal_id: int, *, now: datetime) -> int:
    """Return how many points, at most, a single seat's result differs between the possible outcomes of a dispute.

    It is 0 without a dispute. Voiding the deal is not considered, as on screens, since nobody asked for that
    (`replays.queries.effects.Stake`).
    """
    loaded = current(tournament_id)
    found = loaded.state.find_deal(deal_id)
    if found is None or found[2].paper is None or found[2].paper.dispute is None:
        return 0
    score = found[2]
    state = _laid_aside(loaded, *found).state
    nets: list[tuple[int, ...]] = [score.net]
    for outcome in Outcome:
        row = RULINGS.get(outcome)
        void = row is not None and row.void
        decided = None if void else _decided(_events(state, score, outcome, now))
        if decided is not None:
            nets.append(decided.net)
    most: int = max(max(seat) - min(seat) for seat in zip(*nets, strict=True))
    return most


def _decided(events: Events) -> DiscardRuled | DiscardWithdrawn | None:
    return next((one for one in events if isinstance(one, DiscardRuled | DiscardWithdrawn)), None)


def needs_second(tournament_id: int, deal_id: int, sent: str, *, now: datetime) -> bool:
    """Return whether this outcome needs a second signature (§10.8).

    It does if it moves more chips than one referee may decide, or if its effects cannot be computed.
    """
    limit = house_rules().second_signature_chips
    if not limit:
        return False
    dispute = dispute_of_real_cards(tournament_id, deal_id)
    effects = effects_of_real_cards(tournament_id, deal_id, now=now)
    # Where it cannot be computed, two decide.
    if effects is None or dispute is None:
        return True
    outcome = outcome_of(sent, dispute.judged)
    return any(effects.chips(one) > limit for one in effects.outcomes if one.outcome is outcome)


def dispute_of_real_cards(tournament_id: int, deal_id: int) -> DiscardDispute | None:
    """Return the dispute of this deal's discard; None if none is filed."""
    found = current(tournament_id).state.find_deal(deal_id)
    paper = None if found is None else found[2].paper
    return None if paper is None else paper.dispute


def is_proposed(tournament_id: int, deal_id: int) -> bool:
    """Return whether a ruling on this deal awaits a second referee's signature."""
    dispute = dispute_of_real_cards(tournament_id, deal_id)
    return dispute is not None and dispute.proposal is not None


def free_to_sign(tournament_id: int, deal_id: int) -> list[Player]:
    """Return the referees who can rule on this dispute or sign its proposal; empty without a dispute.

    They have no known interest, and did not make themselves referees.
    """
    state = current(tournament_id).state
    found = state.find_deal(deal_id)
    if found is None or found[2].paper is None or not found[2].paper.dispute:
        return []
    paper, dispute = found[2].paper, found[2].paper.dispute
    rows = Player.objects.filter(is_referee=True, is_active=True).order_by("pk")
    return [
        one
        for one in rows
        if one.referee_by_id != one.pk
        and not state.interested(one.pk)
        and not has_interest(paper, dispute, one.pk)
    ]


def _events(state: TournamentState, score: DealScore, outcome: Outcome, now: datetime) -> Events:
    """Return the events that this outcome would write; empty if it is not possible.

    Referee and reason are placeholders, as they change no chip.
    """
    assert score.paper is not None
    revision = score.paper.revision
    try:
        return decide_outcome(
            state,
            rules_named(state.options.rules),
            deal_id=score.deal_id,
            revision=revision,
            outcome=outcome,
            section="§10.3",
            reason="–",
            referee=0,
            now=now,
            ruling=ruling_id(score.deal_id, revision + 1),
        )
    except TournamentRefused:
        return ()


def _result(
    state: TournamentState, score: DealScore, decided: DiscardRuled | DiscardWithdrawn | None
) -> Result:
    """Return the deal's result as decided by the ruling `decided`; if that is None, the current result."""
    assert score.paper is not None
    lay = score.paper.lay if decided is None else decided.lay
    shared = score.paper.shared if decided is None else getattr(decided, "shared", False)
    whole = result_of(rules_named(state.options.rules), lay, shared=shared)
    return replace(whole, net=score.net if decided is None else decided.net)
