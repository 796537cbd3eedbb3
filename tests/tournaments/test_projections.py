"""Rows: what the events say, however often they are applied, and the same after a rebuild."""

from datetime import UTC, datetime
from random import Random
from typing import Any

import pytest

from games.log.appending import append
from games.models import Player
from tests.support.tournaments import V2, V7, Told, deal_id
from tournaments.engine import decisions
from tournaments.engine.evolve import fold
from tournaments.engine.scoring.tie_breaks import TieBreak
from tournaments.engine.state import Status
from tournaments.models import Entry, RoundTable, Standing, Tournament
from tournaments.projections import new_row, project, rebuild
from tournaments.projections.standings import project_standings
from tournaments.queries import load_state
from tournaments.schema import stream_of, to_stored

pytestmark = pytest.mark.django_db

LINE = ("line", "place", "participant", "points", "prize", "settled_by")
NOW = datetime(2026, 11, 20, 19, 0, tzinfo=UTC)


def members(count: int) -> list[int]:
    return [Player.objects.create(username=f"member{i}").pk for i in range(count)]


def stored(told: Told) -> int:
    """Return the id of a tournament whose events are in the log and in the rows."""
    created = told.state.options
    row = new_row(created, now=NOW)
    append(
        stream_of(row.pk),
        [to_stored(event) for event in told.events],
        expected_version=0,
        now=NOW,
    )
    project(row.pk, None, told.state, told.events, now=NOW)
    project_standings(row.pk, told.state)
    return row.pk


def rows(tournament: int) -> list[Any]:
    return [
        list(Tournament.objects.filter(pk=tournament).values()),
        list(Entry.objects.filter(tournament=tournament).values_list("player_id", "entered_at")),
        list(RoundTable.objects.filter(tournament=tournament).values()),
        list(Standing.objects.filter(tournament=tournament).values_list(*LINE)),
    ]


def played(count: int = 5) -> Told:
    players = members(count)
    told = Told(players, director=players[0])
    told.then(decisions.decide_withdraw(told.state, player=players[-1]))
    told.then(decisions.decide_enter(told.state, player=players[-1]))
    return told.start().play_all().close()


def test_the_rows_say_what_the_state_says():
    told = played()
    tournament = stored(told)
    row = Tournament.objects.get(pk=tournament)
    assert (row.status, row.version, row.entrants) == ("closed", told.state.version, 5)
    assert (row.pot, row.rounds_drawn, row.rounds_closed) == (75, 2, 2)
    assert tuple(Entry.objects.values_list("player_id", flat=True)) == told.state.entrants
    tables = RoundTable.objects.all()
    assert [tuple(t.seats) for t in tables] == [
        t.seats for r in told.state.rounds for t in r.tables
    ]
    assert {table.deals_done for table in tables} == {2}
    lines = Standing.objects.values_list("place", "participant", "points", "prize")
    assert list(lines) == [
        (one.standing.place, one.standing.participant, one.standing.points, one.prize)
        for one in told.state.final
    ]
    assert load_state(tournament) == told.state


def test_events_that_are_projected_again_change_nothing():
    told = played()
    tournament = stored(told)
    before = rows(tournament)
    project(tournament, fold(told.events[:-3]), told.state, told.events[-3:], now=NOW)
    assert project_standings(tournament, told.state) == 0
    assert rows(tournament) == before


def test_a_rebuild_from_the_log_makes_the_same_rows():
    told = played()
    tournament = stored(told)
    RoundTable.objects.filter(number=1, round=1).update(games_table_id=44)
    before = rows(tournament)
    Standing.objects.update(points=0)
    RoundTable.objects.update(deals_done=0)
    Tournament.objects.update(status="open", entrants=99)
    rebuild(tournament)
    assert rows(tournament) == before


def test_a_late_ruling_rewrites_the_standings_that_it_touches():
    players = members(4)
    told = Told(players, director=players[0], rounds=1, deals_per_round=1).start()
    told.score(V7, penalised=3)
    told.then(decisions.decide_advance(told.state))
    told.close()
    tournament = stored(told)
    before = told.state
    events = told.then(
        decisions.decide_rescore_deal(
            told.state, deal_id=deal_id(1, 1, 1), net=V2, penalised=None, ruling=1
        )
    )
    project(tournament, before, told.state, events, now=NOW)
    assert project_standings(tournament, told.state) == 3
    assert list(Standing.objects.values_list("place", "prize")) == [
        (1, 30),
        (2, 10),
        (2, 10),
        (2, 10),
    ]


def test_a_cancelled_tournament_says_why():
    players = members(1)
    told = Told(players, director=players[0])
    told.then(decisions.decide_cancel(told.state, reason="The lights went out."))
    row = Tournament.objects.get(pk=stored(told))
    assert (row.status, row.end_reason, row.ended_at) == ("cancelled", "The lights went out.", NOW)


def test_rows_and_states_use_the_same_words():
    assert set(Tournament.Status.values) == {status.value for status in Status}
    assert set(Standing.SettledBy.values) == {one.value for one in TieBreak}


def test_the_standings_of_a_round_under_way_are_written_line_by_line():
    players = members(4)
    told = Told(players, director=players[0]).start()
    tournament = stored(told)
    before, rng = told.state, Random(3)
    told.play_round(rng)
    project(tournament, before, told.state, told.events[before.version :], now=NOW)
    project_standings(tournament, told.state)
    assert tuple(Standing.objects.values_list("participant", "points", "settled_by")) == tuple(
        (row.participant, row.points, row.settled_by) for row in told.state.standings()
    )
