"""A tournament at a running club whose worker is killed: every table is opened once and every deal counted once."""

import os
import signal
from collections.abc import Callable
from typing import Any

from django.utils import timezone

from games.log.integrity.verify import broken_streams
from games.models import Deal, Player, Table
from tests.support.faults.evening import kill, pids
from tests.support.running_site import RunningSite
from tests.support.servers import wait_until
from tests.support.tournament_pages import create, start_bots
from tournaments.models import RoundTable, Standing, Tournament

BOTS, ROUNDS, DEALS = 48, 2, 2
TABLES = BOTS // 4


def started(club: RunningSite) -> int:
    """Return a tournament of bots, announced and started by the director; its id."""
    with club.database():
        director = Player.objects.get(username="director")
        told: dict[str, Any] = {
            "name": "Bots",
            "rules": "vinagames",
            "rounds": ROUNDS,
            "deals_per_round": DEALS,
            "entry_fee": 0,
            "prize_shares": (100,),
            "seconds_per_move": 30,
            "filler": "bot:greedy",
            "fill_to": BOTS,
        }
        row = create(by=director, now=timezone.now(), **told)
        start_bots(director, row.pk)
        return row.pk


def asked(club: RunningSite, question: Callable[[], bool]) -> Callable[[], bool]:
    """Return the same question, asked of this club's database."""

    def ask() -> bool:
        with club.database():
            return question()

    return ask


def assert_played_once(club: RunningSite, tournament: int) -> None:
    """It ends, with each table opened once and each deal played and counted once."""
    wait_until(
        asked(club, lambda: Tournament.objects.get(pk=tournament).rounds_closed == ROUNDS),
        "the last round is over",
    )
    with club.database():
        tables = Table.objects.filter(origin__startswith=f"tournament-{tournament}/")
        drawn = RoundTable.objects.filter(tournament=tournament)
        assert tables.count() == drawn.count() == ROUNDS * TABLES
        assert set(drawn.values_list("games_table_id", flat=True)) == {one.pk for one in tables}
        assert {row.deals_done for row in drawn} == {DEALS}
        deals = Deal.objects.filter(table__in=tables)
        assert deals.count() == ROUNDS * TABLES * DEALS
        assert not deals.filter(ended_at__isnull=True).exists()
        line = Standing.objects.get(tournament=tournament)
        assert (line.points, line.deals) == (0, 4 * deals.count())
        assert list(broken_streams(f"tournament-{tournament}")) == []


def test_a_worker_killed_while_tables_open_and_bots_play_loses_and_doubles_nothing(
    club: RunningSite,
) -> None:
    tournament = started(club)
    drawn = RoundTable.objects.filter(tournament=tournament)
    opened = drawn.filter(games_table_id__isnull=False)
    wait_until(asked(club, opened.exists), "the first table is open")
    kill(club, "worker")
    ended = Deal.objects.filter(
        table__origin__startswith=f"tournament-{tournament}/2/", ended_at__isnull=False
    )
    wait_until(asked(club, ended.exists), "the second round is played")
    kill(club, "worker")
    assert_played_once(club, tournament)


def test_once_it_has_begun_a_tournament_of_bots_waits_for_no_beat(club: RunningSite) -> None:
    tournament = started(club)  # the test's own process has no broker: the first beat finds it
    opened = RoundTable.objects.filter(tournament=tournament, games_table_id__isnull=False)
    wait_until(asked(club, opened.exists), "the first table is open")
    beats = pids(club, "beat")
    assert beats
    try:
        for pid in beats:
            os.kill(pid, signal.SIGSTOP)
        assert_played_once(club, tournament)
    finally:
        for pid in beats:
            os.kill(pid, signal.SIGCONT)
