"""The door to write: every change to a tournament is one of these use cases, each one transaction.

Authority first, then the decision, then its events with the rows, the chips and the club's tables that follow. All
raise `games.refusals.Refused` with nothing changed. A `command_id` is a form's: sent twice it is carried out once.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection
from datetime import datetime
from typing import Final
from uuid import UUID

from django.db import transaction

from games.bots import BOTS
from games.engine.rules import PRESETS
from games.ledger.queries import balance
from games.log.store import WrongVersion, append, version_of_command
from games.models import Player
from games.settlement import member_account
from games.stream import moved
from tournaments import clubtables, decisions, queries, settlement
from tournaments.events import (
    Net,
    RoundClosed,
    RoundDrawn,
    TournamentCreated,
    TournamentEvent,
)
from tournaments.models import Tournament
from tournaments.participants import SEATS
from tournaments.projections import new_row, project, project_standings
from tournaments.refusals import for_people, refusal
from tournaments.schema import stream_of, to_stored
from tournaments.state import Status, TournamentState, evolve, fold

RULES: Final = tuple(key for key, rules in PRESETS.items() if SEATS in rules.seats)
"""The keys of the rule sets that a tournament can be played by."""
FILLERS: Final = tuple(f"bot:{name}" for name in BOTS)
"""The labels of the bots that can fill its tables."""


@transaction.atomic
def create(
    *,
    by: Player,
    name: str,
    rules: str,
    rounds: int,
    deals_per_round: int,
    entry_fee: int,
    prize_shares: Collection[int],
    seconds_per_move: int,
    filler: str,
    now: datetime,
    once: UUID | None = None,
) -> Tournament:
    """Announce a tournament. Only a director may; `once` is the form's, which may be sent twice."""
    _require_director(by)
    if once is not None:
        queries.lock_player(by.pk)
        made = queries.tournament_of_form(once)
        if made is not None:
            return made
    with for_people():
        events = decisions.decide_create(
            name=name,
            rules=rules,
            rounds=rounds,
            deals_per_round=deals_per_round,
            entry_fee=entry_fee,
            prize_shares=prize_shares,
            seconds_per_move=seconds_per_move,
            director=by.pk,
            filler=filler,
            known_rules=RULES,
            known_fillers=FILLERS,
        )
    created = events[0]
    assert isinstance(created, TournamentCreated)
    row = new_row(created, now=now, once=once)
    append(
        stream_of(row.pk),
        [to_stored(event) for event in events],
        expected_version=0,
        now=now,
        metadata={"by": by.pk},
    )
    row = project(row.pk, events, version=len(events), now=now)
    project_standings(row.pk, fold(events))
    return row


@transaction.atomic
def enter(*, by: Player, tournament_id: int, now: datetime, command_id: str | None = None) -> int:
    """Enter as a member and pay the fee into the pot; the stream's version. Refused to who holds too few chips."""
    state = _locked(tournament_id)
    if (answered := _answered(tournament_id, command_id)) is not None:
        return answered
    with for_people():
        events = decisions.decide_enter(state, player=by.pk)
    queries.lock_player(by.pk)
    held, fee = balance(member_account(by.pk)), state.options.entry_fee
    if held < fee:
        raise refusal("tournament.too-few-chips", fee=fee, balance=held)
    return _save(tournament_id, state, events, by=by, now=now, command_id=command_id)


@transaction.atomic
def withdraw(
    *, by: Player, tournament_id: int, now: datetime, command_id: str | None = None
) -> int:
    """Withdraw before the start and get the fee back; the stream's version."""
    state = _locked(tournament_id)
    if (answered := _answered(tournament_id, command_id)) is not None:
        return answered
    with for_people():
        events = decisions.decide_withdraw(state, player=by.pk)
    return _save(tournament_id, state, events, by=by, now=now, command_id=command_id)


@transaction.atomic
def start(*, by: Player, tournament_id: int, now: datetime, command_id: str | None = None) -> int:
    """Close the entries, draw the first round and open its tables. Only a director may."""
    _require_director(by)
    state = _locked(tournament_id)
    if (answered := _answered(tournament_id, command_id)) is not None:
        return answered
    with for_people():
        events = decisions.decide_start(state, seed=secrets.randbelow(decisions.SEEDS[1] + 1))
    return _save(tournament_id, state, events, by=by, now=now, command_id=command_id)


@transaction.atomic
def close(*, by: Player, tournament_id: int, now: datetime, command_id: str | None = None) -> int:
    """Make the standings final and pay the prizes out of the pot. Only a director may."""
    _require_director(by)
    state = _locked(tournament_id)
    if (answered := _answered(tournament_id, command_id)) is not None:
        return answered
    with for_people():
        events = decisions.decide_close(state)
    return _save(tournament_id, state, events, by=by, now=now, command_id=command_id)


@transaction.atomic
def cancel(
    *,
    by: Player,
    tournament_id: int,
    reason: str,
    now: datetime,
    command_id: str | None = None,
) -> int:
    """Call the tournament off, give every fee back and close its tables. Only a director may.

    A deal whose cards are dealt is played to its end; its table is closed then.
    """
    _require_director(by)
    state = _locked(tournament_id)
    if (answered := _answered(tournament_id, command_id)) is not None:
        return answered
    with for_people():
        events = decisions.decide_cancel(state, reason=reason)
    return _save(tournament_id, state, events, by=by, now=now, command_id=command_id)


@transaction.atomic
def record_deal(
    *,
    tournament_id: int,
    round_number: int,
    table: int,
    deal_number: int,
    deal_id: int,
    net: Net,
    winner: int | None,
    points: int,
    penalised: int | None,
    now: datetime,
) -> int:
    """Count a finished deal, and whatever follows by itself: the round closed, the next one drawn, its tables opened.

    The service's own. The same deal told twice changes nothing.
    """
    state = _locked(tournament_id)
    with for_people():
        scored = decisions.decide_score_deal(
            state,
            round_number=round_number,
            table=table,
            deal_number=deal_number,
            deal_id=deal_id,
            net=net,
            winner=winner,
            points=points,
            penalised=penalised,
        )
    then = state
    for event in scored:
        then = evolve(then, event)
    return _save(tournament_id, state, (*scored, *decisions.decide_advance(then)), by=None, now=now)


@transaction.atomic
def rescore(
    *,
    tournament_id: int,
    deal_id: int,
    net: Net,
    penalised: int | None,
    ruling: int,
    now: datetime,
) -> int:
    """Count a deal anew after a ruling; once the tournament is closed, the prizes are corrected too.

    The service's own. The same ruling told twice changes nothing.
    """
    state = _locked(tournament_id)
    if state.status is Status.CANCELLED and state.find_deal(deal_id) is None:
        return state.version  # the deal ended after the cancelling and never counted
    with for_people():
        events = decisions.decide_rescore_deal(
            state, deal_id=deal_id, net=net, penalised=penalised, ruling=ruling
        )
    return _save(tournament_id, state, events, by=None, now=now)


def _require_director(by: Player) -> None:
    if not by.is_director:
        raise refusal("tournament.not-director")


def _locked(tournament_id: int) -> TournamentState:
    """The tournament's state, its row locked to the end of the transaction."""
    state = queries.load_state(tournament_id) if queries.lock(tournament_id) else None
    if state is None:
        raise refusal("tournament.unknown")
    return state


def _answered(tournament_id: int, command_id: str | None) -> int | None:
    """The version to which this form led when it was sent before, else None."""
    return version_of_command(stream_of(tournament_id), command_id) if command_id else None


def _save(
    tournament_id: int,
    before: TournamentState,
    events: tuple[TournamentEvent, ...],
    *,
    by: Player | None,
    now: datetime,
    command_id: str | None = None,
) -> int:
    """Append, project, pay, and open or close the club's tables; the stream's version."""
    state = before
    if events:
        for event in events:
            state = evolve(state, event)
        try:
            append(
                stream_of(tournament_id),
                [to_stored(event) for event in events],
                expected_version=before.version,
                now=now,
                metadata={} if by is None else {"by": by.pk},
                command_id=command_id,
            )
        except WrongVersion as error:
            raise refusal("tournament.stale") from error
        project(tournament_id, events, version=state.version, now=now)
        project_standings(tournament_id, state)
        if state.options.entry_fee and any(isinstance(event, settlement.PAYS) for event in events):
            settlement.settle(tournament_id, after=before.version, now=now)
        moved(stream_of(tournament_id))
    if any(isinstance(event, RoundDrawn) for event in events):
        clubtables.open_all(tournament_id, state, now=now)
    if state.status is Status.CANCELLED:
        clubtables.close_all(tournament_id, up_to_round=len(state.rounds), now=now)
    for event in events:
        if isinstance(event, RoundClosed):
            clubtables.close_all(tournament_id, up_to_round=event.number, now=now)
    return state.version
