"""Tasks: each is safe twice and late, and the sweep finds whatever the broker lost."""

from datetime import timedelta

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games import commands, queries, tasks
from games.engine.deal import to_move
from games.engine.rules import VINAGAMES
from games.engine.state import Phase
from games.ledger.queries import transfer_of, trial_balance
from games.log import stream_version
from games.models import Deal, Player
from tests.support.deals import NOW, play_to_the_end
from tests.support.play_pages import dealt, table_with
from tests.support.tables import opened_table

pytestmark = pytest.mark.django_db


def seated(*players, **options):
    return table_with(*players, now=NOW, **options)


def running(*players, **options):
    return dealt(*players, now=NOW, **options)


@pytest.fixture
def an():
    return Player.objects.create_user("an")


def test_the_sweep_plays_for_bots_that_nobody_enqueued(an, eager):
    deal = running(an)
    with time_machine.travel(NOW, tick=False):
        tasks.sweep()
        state = queries.load_state(deal.pk)
        assert state.phase is Phase.OVER or to_move(state) == (0,)
        version = stream_version(deal.stream)
        tasks.sweep()
        tasks.play_bots(deal.pk)
    assert stream_version(deal.stream) == version


def test_the_sweep_plays_a_whole_evening_for_people_who_left_the_room(an, eager):
    deal = running(an)
    moment = NOW
    with time_machine.travel(NOW, tick=False) as clock:
        while queries.load_state(deal.pk).phase is not Phase.OVER:
            moment += timedelta(seconds=14)
            clock.move_to(moment)
            tasks.sweep()
    deal.refresh_from_db()
    assert deal.settled_version == deal.owed_version
    assert Deal.objects.filter(table=deal.table).count() == 2


def test_the_sweep_settles_what_was_not_settled_and_only_once(an, eager):
    deal = running(an)
    state = play_to_the_end(deal)
    assert state.ending is not None
    for _ in range(3):
        tasks.sweep()
        tasks.finish_deal(deal.pk)
    # Between bots no chip leaves the house.
    assert (transfer_of(f"deal:{deal.pk}") is not None) == (state.ending.result.net[0] != 0)
    assert sum(trial_balance().values()) == 0


def test_the_sweep_prepares_a_deal_at_a_table_where_that_was_lost(an, eager):
    table = seated(an)
    Deal.objects.filter(table=table).update(ended_at=NOW, cancelled=True, phase=Phase.OVER)
    tasks.sweep()
    tasks.sweep()
    assert table.deals.filter(ended_at=None).count() == 1


def test_the_sweep_leaves_tables_alone_that_wait_for_people(an, eager):
    """A forgotten table costs nothing, however many there are."""
    tasks.sweep()  # the first writes down when it was
    with CaptureQueriesContext(connection) as empty:
        tasks.sweep()
    for number in range(3):
        table = opened_table(
            by=an, name=f"Bàn {number}", rules=VINAGAMES, seats=4, filler="", now=NOW
        )
        commands.sit_down(by=an, table_id=table.pk, seat=0, now=NOW)
    with CaptureQueriesContext(connection) as waiting:
        tasks.sweep()
    assert len(waiting) == len(empty)
    assert not Deal.objects.exists()
