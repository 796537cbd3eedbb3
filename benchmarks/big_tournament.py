"""A tournament as large as they come, made in seconds: its entries, its results, and a deal to be ruled on."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from random import Random
from typing import Any

from django.db import transaction
from django.utils import timezone

from benchmarks.deals import players
from games import commands as club
from games import queries as club_queries
from games.bots import BOTS
from games.commands.deal.deal_work import DealWork
from games.engine.deal import decide, legal_moves, to_move
from games.engine.disputing.rulings import file_dispute, withdraw_ruling
from games.engine.rules import VINAGAMES
from games.engine.sight import see
from games.engine.state import Phase
from games.ledger.commands import post_owed
from games.log import append
from games.models import Deal, Player, Table
from games.schema import rules_to_plain
from tests.support.engine.disputes import give_ruling
from tests.support.tournaments import decide_create, result_of
from tournaments import queries
from tournaments.engine import decisions
from tournaments.engine.draw_events import RoundDrawn
from tournaments.engine.events import TournamentEvent
from tournaments.engine.evolve import evolve, fold
from tournaments.engine.results import DealResult
from tournaments.engine.state import TournamentState
from tournaments.models import RoundTable
from tournaments.projections import new_row, project
from tournaments.projections.standings import project_standings
from tournaments.schema import stream_of, to_stored
from tournaments.settlement import owed

DEALS = 4
"""Deals of a table in a round."""


def entered(members: int, rounds: int, deals: int = DEALS) -> tuple[int, Player]:
    """Return a tournament that all these members have entered and paid for, and its director."""
    now = timezone.now()
    people = players(members)
    director = Player.objects.filter(username="bench-director").first()
    director = director or Player.objects.create_user("bench-director", is_director=True)
    events: list[TournamentEvent] = [
        *decide_create(rounds=rounds, deals_per_round=deals, director=director.pk)
    ]
    state = fold(events)
    for player in people:
        (event,) = decisions.decide_enter(state, player=player.pk)
        events.append(event)
        state = evolve(state, event)
    row = new_row(state.options, now=now)
    _store(row.pk, events, 0)
    project(row.pk, None, state, events, now=now)
    project_standings(row.pk, state)
    post_owed(transfer for _version, transfer in owed(row.pk))
    return row.pk, director


def play(
    tournament_id: int, leave: int, seed: int = 5, last: int | None = None
) -> tuple[Deal, list[DealResult]]:
    """Give the deals of a started tournament results and draw every round; a real deal, and the last results.

    Up to the round ``last``, or the last of all.

    The real one is of the first round, won by a discard, and disputed. Of the others there are the results and the
    rows. The last ``leave`` results are returned and yet to be counted.
    """
    state = queries.load_state(tournament_id)
    assert state is not None
    began, before, rng = state, state.version, Random(seed)
    real = _real_deal(tournament_id)
    events: list[TournamentEvent] = []
    left: list[DealResult] = []
    while state.open_round is not None:
        number, tables = state.open_round.number, len(state.open_round.tables)
        is_last = number == (last or state.options.rounds)
        ids = _rows_of_round(tournament_id, state)
        for deal in range(1, DEALS + 1):
            for table in range(1, tables + 1):
                result = _result(rng)
                deal_id = ids[table - 1][deal - 1]
                if (number, table, deal) == real[0]:
                    deal_id, result = real[1].pk, real[2]
                told = DealResult(number, table, deal, deal_id, **result)
                if is_last and deal == DEALS and table > tables - leave:
                    left.append(told)
                    continue
                (event,) = told.decide(state)
                events.append(event)
                state = evolve(state, event)
        if left:
            break
        for event in decisions.decide_advance(state):
            events.append(event)
            state = evolve(state, event)
    _store(tournament_id, events, before)
    _project(tournament_id, began, state, events)
    return real[1], left


def dispute(deal: Deal) -> bool:
    """File a dispute on the discard by which the deal was won; False where it was won otherwise, or by nobody."""
    ending = club_queries.load_state(deal.pk).ending
    assert ending is not None
    taken = ending.taken
    if taken is None or taken.drawn or taken.opening:
        return False
    club.append_afterwards(
        by=Player.objects.get(username="bench-director"),
        deal_id=deal.pk,
        decide=partial(file_dispute, seat=None, discard=taken.version, reason="Why?"),
        now=timezone.now(),
    )
    return True


def rule(deal: Deal, by: Player) -> None:
    """A referee reverses the judgement of the deal's disputed discard."""
    decide_ruling = partial(
        give_ruling,
        dispute=1,
        referee=f"player:{by.pk}",
        upheld=False,
        section="§10.3",
        reason="So it is.",
    )
    club.append_afterwards(by=by, deal_id=deal.pk, decide=decide_ruling, now=timezone.now())


def take_back(deal: Deal, by: Player) -> None:
    """A referee withdraws that ruling: the deal counts as before."""
    decide_withdrawal = partial(withdraw_ruling, dispute=1, referee=f"player:{by.pk}", reason="No.")
    club.append_afterwards(by=by, deal_id=deal.pk, decide=decide_withdrawal, now=timezone.now())


def _store(tournament_id: int, events: Sequence[TournamentEvent], before: int) -> None:
    append(
        stream_of(tournament_id),
        [to_stored(event) for event in events],
        expected_version=before,
        now=timezone.now(),
    )


def _real_deal(tournament_id: int) -> tuple[tuple[int, int, int], Deal, dict[str, Any]]:
    """Play the first deals of the first round's tables until one is won by a discard, and dispute that."""
    now = timezone.now()
    for table in RoundTable.objects.filter(tournament_id=tournament_id, round=1).order_by("number"):
        deal = Deal.objects.get(table_id=table.games_table_id or 0, number=1)
        Deal.objects.filter(pk=deal.pk).update(deadline=now)
        club.start_deal(deal_id=deal.pk, now=now)
        with transaction.atomic():
            work = DealWork.on(deal.pk, now=now)
            while work.state.phase is not Phase.OVER:
                seat = to_move(work.state)[0]
                seen, legal = see(work.state, seat), legal_moves(work.state, seat)
                work.add(decide(work.state, BOTS["greedy"](seen, legal)))
            work.save()
        if not dispute(deal):
            continue
        ending = club_queries.load_state(deal.pk).ending
        assert ending is not None
        told = ending.result
        result = {
            "net": told.net,
            "winner": told.winner,
            "points": told.points,
            "penalised": told.offender,
        }
        return (1, table.number, 1), deal, result
    raise AssertionError("no deal was won by a discard")


def _result(rng: Random) -> dict[str, Any]:
    winner, points = rng.randrange(4), rng.randrange(1, 20, 2)
    penalised = (winner + 1) % 4 if rng.random() < 0.2 else None
    net = result_of(winner, points, penalised)
    return {"net": net, "winner": winner, "points": points, "penalised": penalised}


def _rows_of_round(tournament_id: int, state: TournamentState) -> list[list[int]]:
    """Return the ids of the deals by table, their rows made where there are none."""
    now = timezone.now()
    drawn = state.open_round
    assert drawn is not None
    rows = RoundTable.objects.filter(tournament_id=tournament_id, round=drawn.number)
    known = {row.number: row.games_table_id for row in rows if row.games_table_id is not None}
    if not known:
        tables = Table.objects.bulk_create(
            Table(
                name=f"Bench R{drawn.number} T{number}",
                rules=rules_to_plain(VINAGAMES),
                seat_count=4,
                admission=Table.Admission.FIXED,
                seconds_per_move=30,
                chips_per_point=0,
                origin=queries.origin_of(tournament_id, drawn.number, number),
                starters=list(drawn.starters),
                opened_by_id=state.options.director,
                opened_at=now,
                used_at=now,
                closed_at=now,
            )
            for number in range(1, len(drawn.tables) + 1)
        )
        known = {number: table.pk for number, table in enumerate(tables, 1)}
    there = {
        (deal.table_id, deal.number): deal
        for deal in Deal.objects.filter(table_id__in=known.values())
    }
    Deal.objects.filter(pk__in=[one.pk for one in there.values() if one.ended_at is None]).update(
        ended_at=now, phase=Phase.OVER, deadline=None, winner=0, points=7
    )
    Table.objects.filter(pk__in=known.values()).update(closed_at=now)
    made = Deal.objects.bulk_create(
        Deal(
            table_id=known[table],
            number=deal,
            phase=Phase.OVER,
            prepared_at=now,
            changed_at=now,
            ended_at=now,
            winner=0,
            points=7,
        )
        for table in known
        for deal in range(1, DEALS + 1)
        if (known[table], deal) not in there
    )
    ids = {(deal.table_id, deal.number): deal.pk for deal in [*there.values(), *made]}
    return [
        [ids[known[table], deal] for deal in range(1, DEALS + 1)]
        for table in range(1, len(known) + 1)
    ]


def _project(
    tournament_id: int,
    began: TournamentState,
    state: TournamentState,
    events: Sequence[TournamentEvent],
) -> None:
    """Write the rows of all that was played, and which of the club's tables each drawn one has."""
    project(tournament_id, began, state, events, now=timezone.now())
    rounds = RoundTable.objects.filter(tournament_id=tournament_id)
    for drawn in (event for event in events if isinstance(event, RoundDrawn)):
        for row in rounds.filter(round=drawn.number):
            origin = queries.origin_of(tournament_id, drawn.number, row.number)
            row.games_table_id = Table.objects.get(origin=origin).pk
            row.save(update_fields=("games_table_id",))
    project_standings(tournament_id, state)
