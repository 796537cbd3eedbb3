"""Applies results to the state: deals scored, entered, ruled on, voided or restored.

The events of real cards are registered here, since the module of their classes does not import the tournament's
state.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from tournaments.engine.people.seats import behind_deal, sat_in
from tournaments.engine.real_cards.entered_results import EnteredResult
from tournaments.engine.real_cards.events import (
    DiscardAnswered,
    DiscardAppealed,
    DiscardDisputed,
    DiscardJoined,
    DiscardProposed,
    DiscardRuled,
    DiscardSigned,
    DiscardUnsigned,
    DiscardWithdrawn,
    PhotographAdded,
    PhotographRemoved,
    PhysicalTablesSet,
    ResultConfirmed,
    ResultContradicted,
    ResultCorrected,
    ResultEntered,
    ResultEvent,
    with_counted,
    with_yellow_kings,
)
from tournaments.engine.real_cards.outcome_names import outcome_said
from tournaments.engine.round_state import DealScore
from tournaments.engine.state import Registered, TournamentState

if TYPE_CHECKING:  # they are registered with these folds
    from tournaments.engine.events import DealRescored, TableDealScored


def with_score(state: TournamentState, event: TableDealScored) -> TournamentState:
    """Return the state with the score of a deal played on screens."""
    score = DealScore(
        event.deal_number,
        event.deal_id,
        event.net,
        event.winner,
        event.points,
        event.penalised,
        event.played_for,
        event.sat_in,
    )
    return _scored(state, event, score)


def _entered(state: TournamentState, event: ResultEntered) -> TournamentState:
    """Apply a result entered at a table with real cards."""
    lay = event.lay
    paper = EnteredResult(lay, confirmed_by=() if event.seat is None else (event.seat,))
    if event.plays:
        paper = replace(paper, typed=True)
    elif event.seat is None:
        deciders = () if event.decider is None else (event.decider,)
        paper = replace(paper, decided=True, deciders=deciders)
    score = DealScore(
        event.deal_number,
        event.deal_id,
        event.net,
        lay.winner,
        event.points,
        lay.offender,
        paper=paper,
        sat_in=sat_in(state.rounds[event.round - 1].tables[event.table - 1]),
    )
    return _scored(state, event, score)


def _scored(
    state: TournamentState, event: TableDealScored | ResultEntered, score: DealScore
) -> TournamentState:
    table = state.rounds[event.round - 1].tables[event.table - 1]
    scores = sorted((*table.scores, score), key=lambda one: one.number)
    if state.pause is not None:
        entered = state.pause.entered | {(event.round, event.table)}
        state = replace(state, pause=replace(state.pause, entered=entered))
    table = replace(table, scores=tuple(scores), given=behind_deal(state, table, score))
    return state.with_table(event.round, event.table, table)


def _with_outcome(payload: dict[str, Any]) -> dict[str, Any]:
    """Return the payload of a ruling from before format 4, with its three flags replaced by an outcome."""
    flags = {flag: payload[flag] for flag in ("penalty", "shared", "void")}
    kept = {name: value for name, value in payload.items() if name not in flags}
    return {**kept, "outcome": outcome_said(**flags)}


def _followed(state: TournamentState, event: ResultEvent) -> TournamentState:
    """Return the state after an event on an entered result, such as a confirmation, correction or ruling."""

    def followed(scores: tuple[DealScore, ...]) -> tuple[DealScore, ...]:
        return tuple(
            _after(score, event) if score.number == event.deal_number else score for score in scores
        )

    table = state.rounds[event.round - 1].tables[event.table - 1]
    table = replace(table, scores=followed(table.scores), voided=followed(table.voided))
    return state.with_table(event.round, event.table, table)


def _after(score: DealScore, event: ResultEvent) -> DealScore:
    assert score.paper is not None
    score = replace(score, paper=score.paper.follow(event))
    if not isinstance(event, ResultCorrected | DiscardRuled | DiscardWithdrawn):
        return score
    lay = event.lay
    void = isinstance(event, DiscardRuled) and event.void
    return replace(
        score,
        net=event.net,
        winner=lay.winner,
        points=event.points,
        penalised=None if void else lay.offender,
        # A ruling that voids it is followed by the voiding.
        ruled_out=score.ruled_out and (void or isinstance(event, ResultCorrected)),
    )


def with_ruling(state: TournamentState, event: DealRescored) -> TournamentState:
    """Return the state after a ruling on a deal played on screens (§10.8)."""

    def ruled(scores: tuple[DealScore, ...]) -> tuple[DealScore, ...]:
        return tuple(
            replace(
                score,
                net=event.net,
                penalised=event.penalised,
                rulings=(*score.rulings, event.ruling),
                before=(*score.before, score.net),
                ruled_out=False,  # a ruling that voids it is followed by the voiding
            )
            if score.number == event.deal_number
            else score
            for score in scores
        )

    table = state.rounds[event.round - 1].tables[event.table - 1]
    table = replace(table, scores=ruled(table.scores), voided=ruled(table.voided))
    return state.with_table(event.round, event.table, table)


def moved(
    state: TournamentState,
    round_number: int,
    table_number: int,
    deal: int,
    *,
    voided: bool,
    ruled: bool = False,
) -> TournamentState:
    """Return the state with a deal voided or restored; restoring a deal cancels its replay."""
    table = state.rounds[round_number - 1].tables[table_number - 1]
    every = [
        replace(score, ruled_out=ruled, called_off=voided and (score.called_off or not ruled))
        if score.number == deal
        else score
        for score in sorted((*table.scores, *table.voided), key=lambda one: one.number)
    ]
    before = {score.number for score in table.voided}
    out = before | {deal} if voided else before - {deal}
    table = replace(
        table,
        scores=tuple(score for score in every if score.number not in out),
        voided=tuple(score for score in every if score.number in out),
        replays=tuple(one for one in table.replays if voided or one != deal),
    )
    return state.with_table(round_number, table_number, table)


CARDBOARD_EVENTS: Final = (
    Registered(
        PhysicalTablesSet,
        "tournament.tables-marked",
        lambda state, event: replace(state, marks=(*state.marks, event)),
    ),
    Registered(
        ResultEntered,
        "tournament.result-entered",
        _entered,
        older=(
            lambda payload: {**payload, "decider": None},
            with_counted,
            lambda payload: {**payload, "plays": False},
            with_yellow_kings,
        ),
    ),
    Registered(
        ResultConfirmed,
        "tournament.result-confirmed",
        _followed,
        older=(
            lambda payload: {**payload, "decider": None},
            lambda payload: {**payload, "digits_on": None, "on_playing_directors_device": False},
        ),
    ),
    Registered(ResultContradicted, "tournament.result-contradicted", _followed),
    Registered(
        ResultCorrected,
        "tournament.result-corrected",
        lambda state, event: _followed(state, event).judged_by(event.director),
        older=(with_counted, with_yellow_kings),
    ),
    Registered(
        DiscardDisputed,
        "tournament.discard-disputed",
        _followed,
        older=(lambda payload: {**payload, "rule_by": None},),
    ),
    Registered(DiscardJoined, "tournament.discard-joined", _followed),
    Registered(DiscardAnswered, "tournament.discard-answered", _followed),
    Registered(
        DiscardWithdrawn,
        "tournament.discard-withdrawn",
        lambda state, event: _followed(state, event).judged_by(event.referee),
        older=(with_counted, with_yellow_kings),
    ),
    Registered(
        DiscardRuled,
        "tournament.discard-ruled",
        lambda state, event: _followed(state, event).judged_by(event.referee),
        older=(
            lambda payload: {**payload, "shared": False},
            lambda payload: {**payload, "void": False, "until": None},
            _with_outcome,
            with_counted,
            with_yellow_kings,
        ),
    ),
    Registered(
        DiscardAppealed,
        "tournament.discard-appealed",
        _followed,
        older=(lambda payload: {**payload, "rule_by": None},),
    ),
    Registered(DiscardProposed, "tournament.discard-proposed", _followed),
    Registered(
        DiscardSigned,
        "tournament.discard-signed",
        lambda state, event: _followed(state, event).judged_by(event.referee),
    ),
    Registered(DiscardUnsigned, "tournament.discard-unsigned", _followed),
    Registered(PhotographAdded, "tournament.photograph-added", _followed),
    Registered(PhotographRemoved, "tournament.photograph-removed", _followed),
)
"""The events of tables with real cards, each with its stored name and how it changes the state."""
