"""What the workers look for after each deal, in one statement: it misses nothing that waits, and idle costs little."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.models import Deal, Player, Table
from tests.support.tournament_pages import announced, player
from tournaments import commands, queries, reactions
from tournaments.commands.club_tables import set_tables
from tournaments.models import Entry, RoundTable, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def running() -> Tournament:
    """A tournament of eight whose tables are open, and in which nothing waits."""
    director, people = player("director", is_director=True), [player(f"m{i}") for i in range(8)]
    pk = announced(director, *people, rounds=2)
    assert not queries.anything_waits(timezone.now())
    commands.start(by=director, tournament_id=pk, now=timezone.now())
    assert queries.anything_waits(timezone.now())  # tables to open
    set_tables(timezone.now)
    return Tournament.objects.get(pk=pk)


def test_with_nothing_new_the_follower_asks_four_times_and_writes_nothing(running):
    reactions.follow(timezone.now)
    with CaptureQueriesContext(connection) as asked:
        reactions.follow(timezone.now)
    assert len(asked) <= 4
    assert all(one["sql"].startswith("SELECT") for one in asked.captured_queries)


@pytest.mark.parametrize(
    "change",
    [
        lambda row: Tournament.objects.filter(pk=row.pk).update(paused_at=timezone.now()),
        lambda row: Tournament.objects.filter(pk=row.pk).update(time_up=True),
        lambda row: Tournament.objects.filter(pk=row.pk).update(clock_until=timezone.now()),
        lambda row: Tournament.objects.filter(pk=row.pk).update(appeal_until=timezone.now()),
        lambda row: Tournament.objects.filter(pk=row.pk).update(rounds_closed=1),
        lambda row: Tournament.objects.filter(pk=row.pk).update(status="cancelled"),
        lambda row: Table.objects.filter(origin__startswith="tournament").update(held=True),
        lambda row: RoundTable.objects.filter(number=1).update(paused_deal=1),
        lambda row: RoundTable.objects.filter(number=1).update(games_table_id=None),
        lambda row: RoundTable.objects.filter(number=1).update(occupants=["", "bot:club", "", ""]),
        lambda row: Entry.objects.filter(
            player=Player.objects.get(username="m3"), tournament=row
        ).update(status=Entry.Status.WITHDREW),
        lambda row: Deal.objects.update(sealed=True, ended_at=timezone.now()),
    ],
    ids=[
        *("tea", "the minutes are up", "a clock", "an appeal", "a round is over", "cancelled"),
        *("held", "let go", "to open", "a seat given", "a member left", "sealed"),
    ],
)
def test_whatever_waits_is_seen(running, change):
    assert not queries.anything_waits(timezone.now())
    change(running)
    assert queries.anything_waits(timezone.now())


def test_a_moment_to_come_waits_only_when_it_has(running):
    soon = timezone.now() + timedelta(minutes=3)
    Tournament.objects.filter(pk=running.pk).update(clock_until=soon, appeal_until=soon)
    assert not queries.anything_waits(soon - timedelta(seconds=1))
    assert queries.anything_waits(soon)


def test_a_check_in_waits_when_it_may_end(running):
    now = timezone.now()
    Tournament.objects.filter(pk=running.pk).update(
        status="open",
        check_in=True,
        check_in_ends=5,
        starts_at=now + timedelta(minutes=1),
        rounds_drawn=0,
    )
    Table.objects.update(closed_at=now)
    assert queries.anything_waits(now)
