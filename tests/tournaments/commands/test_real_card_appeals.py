"""One seat's word closes no round, and a director's decision on a result can be appealed to somebody else."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from games.checks.log import differing_rows
from games.engine.disputing.periods import HELD
from games.log import read
from games.models import Player
from tests.support.agreements import waiting_acts
from tests.support.cardboard import V4, Table
from tests.support.refused import refused
from tests.support.tournament_pages import player
from tournaments import commands
from tournaments.commands import timing
from tournaments.engine.events import RoundClosed
from tournaments.engine.real_cards.entered_results import EnteredResult, ResultStatus
from tournaments.engine.real_cards.events import Lay
from tournaments.models import Tournament
from tournaments.schema import from_stored, stream_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def other() -> Player:
    return player("other", is_director=True)


def stored(table: Table) -> list[tuple[str, int, dict[str, Any]]]:
    return [(row.name, row.schema, row.payload) for row in read(stream_of(table.id))]


def paper_of(table: Table) -> EnteredResult:
    paper = table.score().paper
    assert paper is not None
    return paper


def rounds(table: Table) -> list[bool]:
    """Return whether each drawn round is closed."""
    return [drawn.closed for drawn in table.state.rounds]


def close_round(table: Table, by: Player) -> None:
    commands.close_round(by=by, tournament_id=table.id, now=timezone.now())


def test_a_round_does_not_close_on_one_seats_word(director):
    table = Table(director, deals=2, rounds=2)
    table.enter(table.seats[1])
    table.enter(table.seats[1], Lay(None), deal=2)
    assert rounds(table) == [False]
    table.confirm(table.seats[0])
    assert rounds(table) == [False]
    table.confirm(table.seats[3], 2)
    assert rounds(table) == [True, False]
    assert list(differing_rows()) == []


def test_a_director_who_does_not_play_closes_it_and_the_event_names_what_was_not_confirmed(
    director,
):
    table = Table(director, deals=2)
    table.enter(table.seats[1])
    with refused("tournament.deals-left"):
        close_round(table, director)
    table.enter(table.seats[1], Lay(None), deal=2)
    table.confirm(table.seats[0], 2)
    playing = table.seats[2]
    playing.is_director = True
    playing.save()
    with refused("tournament.not-director"):
        close_round(table, table.seats[1])
    close_round(table, playing)
    assert waiting_acts(table.id) == ["close_round"] and rounds(table) == [False]
    close_round(table, director)
    assert rounds(table) == [True]
    events = (from_stored(*row) for row in stored(table))
    closed = [event for event in events if isinstance(event, RoundClosed)]
    assert closed == [RoundClosed(1, (table.score().deal_id,), director.pk)]
    with refused("tournament.cardboard-unvouched"):  # no prize is paid by it
        commands.close(by=director, tournament_id=table.id, now=timezone.now())


def contradicted(director: Player) -> Table:
    table = Table(director, deals=1, appeal_minutes=10)
    table.enter(table.seats[0])
    table.confirm(table.seats[1])
    table.contradict(table.seats[2])
    return table


def test_what_a_director_decided_is_decided_by_somebody_else_on_appeal(director, other):
    table = contradicted(director)
    table.confirm(director)
    table.contradict(table.seats[2], "The khui was not hers.")
    assert paper_of(table).status is ResultStatus.CONTRADICTED and paper_of(table).appealed
    for decide in (table.confirm, lambda by: table.correct(by, Lay(None))):
        with refused("tournament.cardboard-own-decision"):
            decide(director)
    playing = table.seats[3]
    playing.is_director = True
    playing.save()
    table.correct(playing, Lay(None))
    assert waiting_acts(table.id) == ["correct_result"]
    assert not timing.end_one(table.id, now=timezone.now() + timedelta(hours=1))
    table.correct(other, Lay(None))
    assert table.score().net == (0, 0, 0, 0)
    with refused("tournament.cardboard-final"):
        table.contradict(table.seats[0])
    with refused("tournament.cardboard-final"):
        table.correct(director, V4)
    assert timing.end_one(table.id, now=timezone.now() + timedelta(hours=1))


def test_a_referee_may_decide_an_appeal_and_nothing_before_it(director):
    referee = player("referee", is_referee=True)
    table = contradicted(director)
    with refused("tournament.not-at-table"):
        table.confirm(referee, as_director=True)
    table.confirm(director)
    table.contradict(table.seats[2])
    table.confirm(referee, as_director=True)
    assert paper_of(table).final


def test_a_result_that_a_director_entered_can_be_contradicted(director, other):
    table = Table(director, deals=1, appeal_minutes=10)
    table.enter(director)
    table.contradict(table.seats[0])
    with refused("tournament.cardboard-own-decision"):
        table.confirm(director)
    table.confirm(other)


def test_a_decision_in_the_last_second_leaves_time_to_contradict_it(director, other):
    table = contradicted(director)
    until = Tournament.objects.get().appeal_until
    assert until is not None
    last = until - timedelta(seconds=1)
    table.correct(director, Lay(None), now=last)
    assert Tournament.objects.get().appeal_until == last + timedelta(minutes=10)
    assert not timing.end_one(table.id, now=until + timedelta(minutes=1))
    told: dict[str, Any] = {
        "tournament_id": table.id,
        "deal_id": table.score().deal_id,
        "revision": 2,
        "reason": "I won that.",
    }
    commands.contradict_result(by=table.seats[0], now=until + timedelta(minutes=5), **told)
    # What somebody else decides on appeal is final, and leaves no more time.
    table.correct(other, V4, now=until + timedelta(minutes=9))
    assert Tournament.objects.get().appeal_until == last + timedelta(minutes=10)
    assert timing.end_one(table.id, now=until + timedelta(minutes=10))


def test_a_contradiction_after_the_end_is_refused_and_holds_nothing(director):
    table = Table(director, deals=1, appeal_minutes=10)
    table.enter(table.seats[0])
    table.confirm(table.seats[1])
    until = Tournament.objects.get().appeal_until
    assert until is not None
    told: dict[str, Any] = {
        "tournament_id": table.id,
        "deal_id": table.score().deal_id,
        "revision": 1,
    }
    with refused("tournament.appeal-over"):
        commands.contradict_result(by=table.seats[2], reason="No.", now=until, **told)
    assert timing.end_one(table.id, now=until)


def test_where_a_director_closes_what_nobody_decided_for_a_week_keeps_nobody_from_it(director):
    table = Table(director, deals=1)
    table.enter(table.seats[0])
    close_round(table, director)
    ask = {"by": director, "tournament_id": table.id}
    with refused("tournament.cardboard-unvouched"):
        commands.close(**ask, now=timezone.now() + timedelta(days=6))
    commands.close(**ask, now=timezone.now() + HELD + timedelta(seconds=1))
    assert Tournament.objects.get(pk=table.id).status == "closed"
