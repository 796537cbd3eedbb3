"""The door to write: every change to a tournament is one of these use cases, each one transaction.

Authority first, then the decision, then its events with the rows and the chips that follow; the club's tables are set
by the workers (`clubtables`). All raise `games.refusals.Refused` with nothing changed. A `command_id` is a form's: sent
twice it is carried out once.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection, Iterable, Sequence
from datetime import datetime
from typing import Final
from uuid import UUID

from django.db import transaction

from games.bell import ask
from games.bots import BOTS
from games.engine.rules import PRESETS
from games.ledger.queries import balance
from games.log.store import WrongVersion, append, version_of_command
from games.models import Player
from games.refusals import Refused
from games.settlement import Owed, member_account
from games.stream import moved
from tournaments import decisions, queries, settlement
from tournaments.events import (
    RoundClosed,
    RoundDrawn,
    TournamentCancelled,
    TournamentCreated,
    TournamentEvent,
)
from tournaments.models import Tournament
from tournaments.participants import SEATS
from tournaments.projections import new_row, project, project_standings
from tournaments.queries import Told
from tournaments.refusals import for_people, refusal
from tournaments.results import DealResult, RuledResult
from tournaments.schema import stream_of, to_stored
from tournaments.state import evolve, fold

RULES: Final = tuple(key for key, rules in PRESETS.items() if SEATS in rules.seats)
"""The keys of the rule sets that a tournament can be played by."""
FILLERS: Final = tuple(f"bot:{name}" for name in BOTS)
"""The labels of the bots that can fill its tables."""
_SETS_TABLES: Final = (RoundDrawn, RoundClosed, TournamentCancelled)
"""The events after which `clubtables` has tables to open or to close."""


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
    fill_to: int = 0,
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
            fill_to=fill_to,
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
    told = _locked(tournament_id)
    if (answered := _answered(tournament_id, command_id)) is not None:
        return answered
    with for_people():
        events = decisions.decide_enter(told.state, player=by.pk)
    queries.lock_player(by.pk)
    held, fee = balance(member_account(by.pk)), told.state.options.entry_fee
    if fee and held < fee:  # who owes the club may still play for nothing
        raise refusal("tournament.too-few-chips", fee=fee, balance=held)
    return _save(tournament_id, told, events, by=by, now=now, command_id=command_id)


@transaction.atomic
def withdraw(
    *, by: Player, tournament_id: int, now: datetime, command_id: str | None = None
) -> int:
    """Withdraw before the start and get the fee back; the stream's version."""
    told = _locked(tournament_id)
    if (answered := _answered(tournament_id, command_id)) is not None:
        return answered
    with for_people():
        events = decisions.decide_withdraw(told.state, player=by.pk)
    return _save(tournament_id, told, events, by=by, now=now, command_id=command_id)


@transaction.atomic
def start(*, by: Player, tournament_id: int, now: datetime, command_id: str | None = None) -> int:
    """Close the entries and draw the first round; the workers open its tables. Only a director may."""
    _require_director(by)
    told = _locked(tournament_id)
    if (answered := _answered(tournament_id, command_id)) is not None:
        return answered
    with for_people():
        events = decisions.decide_start(told.state, seed=secrets.randbelow(decisions.SEEDS[1] + 1))
    return _save(tournament_id, told, events, by=by, now=now, command_id=command_id)


@transaction.atomic
def close(*, by: Player, tournament_id: int, now: datetime, command_id: str | None = None) -> int:
    """Make the standings final and pay the prizes out of the pot. Only a director may."""
    _require_director(by)
    told = _locked(tournament_id)
    if (answered := _answered(tournament_id, command_id)) is not None:
        return answered
    with for_people():
        events = decisions.decide_close(told.state)
    return _save(tournament_id, told, events, by=by, now=now, command_id=command_id)


@transaction.atomic
def cancel(
    *,
    by: Player,
    tournament_id: int,
    reason: str,
    now: datetime,
    command_id: str | None = None,
) -> int:
    """Call the tournament off and give every fee back; the workers close its tables. Only a director may.

    A deal whose cards are dealt is played to its end; its table is closed then.
    """
    _require_director(by)
    told = _locked(tournament_id)
    if (answered := _answered(tournament_id, command_id)) is not None:
        return answered
    with for_people():
        events = decisions.decide_cancel(told.state, reason=reason)
    return _save(tournament_id, told, events, by=by, now=now, command_id=command_id)


@transaction.atomic
def count(
    *, tournament_id: int, results: Iterable[DealResult | RuledResult], now: datetime
) -> list[Refused]:
    """Count what deals have brought, and whatever follows by itself: a round closed and the next one drawn, or prizes
    corrected. Their refusals are returned: one result that fits nowhere keeps no other one waiting.

    The service's own. What is told twice changes nothing.
    """
    told = _locked(tournament_id)
    state = told.state
    refusals: list[Refused] = []
    events: list[TournamentEvent] = []

    def then(following: Iterable[TournamentEvent]) -> None:
        nonlocal state
        for event in following:
            events.append(event)
            state = evolve(state, event)

    for result in results:
        try:
            with for_people():
                then(result.decide(state))
        except Refused as refused:
            refusals.append(refused)
    then(decisions.decide_advance(state))
    _save(tournament_id, told, events, by=None, now=now)
    return refusals


def _require_director(by: Player) -> None:
    if not by.is_director:
        raise refusal("tournament.not-director")


def _locked(tournament_id: int) -> Told:
    """The tournament as it stands, its row locked to the end of the transaction."""
    told = queries.current(tournament_id) if queries.lock(tournament_id) else None
    if told is None:
        raise refusal("tournament.unknown")
    return told


def _answered(tournament_id: int, command_id: str | None) -> int | None:
    """The version to which this form led when it was sent before, else None."""
    return version_of_command(stream_of(tournament_id), command_id) if command_id else None


def _save(
    tournament_id: int,
    before: Told,
    events: Sequence[TournamentEvent],
    *,
    by: Player | None,
    now: datetime,
    command_id: str | None = None,
) -> int:
    """Append, project, pay, and ring for what is left to the workers; the stream's version."""
    if not events:
        return before.state.version
    state, books = before.state, before.books
    owed: list[Owed] = []
    for event in events:
        state = evolve(state, event)
        books, called = books.follow(event, state.version)
        owed += called
    try:
        append(
            stream_of(tournament_id),
            [to_stored(event) for event in events],
            expected_version=before.state.version,
            now=now,
            metadata={} if by is None else {"by": by.pk},
            command_id=command_id,
        )
    except WrongVersion as error:
        raise refusal("tournament.stale") from error
    project(tournament_id, events, version=state.version, now=now)
    project_standings(tournament_id, state)
    settlement.pay(owed, now=now)
    moved(stream_of(tournament_id))
    if any(isinstance(event, _SETS_TABLES) for event in events):
        ask("tournaments.tasks.follow")
    return state.version
