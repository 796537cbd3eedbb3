"""Tea at a running club whose worker is killed in it: every clock stops, and goes on from where it stood."""

from datetime import datetime, timedelta

from django.utils import timezone

from games.log import read
from games.log.integrity.verify import broken_streams
from games.models import Deal, Player
from tests.support.faults.evening import Member, kill, pids
from tests.support.running_site import RunningSite
from tests.support.servers import wait_until
from tests.support.tournament_pages import create
from tournaments import commands
from tournaments.models import RoundTable, Tournament


def started(club: RunningSite) -> tuple[int, int]:
    """Return a tournament of one deal with a member and three bots, and its table, once it is open."""
    with club.database():
        director = Player.objects.get(username="director")
        row = create(
            by=director, now=timezone.now(), name="Tea", rules="vinagames", rounds=1,
            deals_per_round=1, entry_fee=0, prize_shares=(100,), seconds_per_move=600,
            filler="bot:greedy",
        )  # fmt: skip
        lan = Player.objects.get(username="lan")
        commands.enter(by=lan, tournament_id=row.pk, now=timezone.now())
        commands.start(by=director, tournament_id=row.pk, now=timezone.now())
    found: list[int] = []

    def opened() -> bool:
        with club.database():
            table = RoundTable.objects.get(tournament=row.pk)
            found.extend([table.games_table_id] if table.games_table_id else [])
        return bool(found)

    wait_until(opened, "the table is open")
    return row.pk, found[0]


def deal_of(club: RunningSite, deal_id: int) -> Deal:
    with club.database():
        return Deal.objects.get(pk=deal_id)


def press(club: RunningSite, tournament: int, *, pause: bool) -> None:
    """The director lets all tables stand still, or go on."""
    with club.database():
        director = Player.objects.get(username="director")
        now = timezone.now()
        if pause:
            commands.pause_all(by=director, tournament_id=tournament, reason="tea", now=now)
        else:
            commands.resume_all(by=director, tournament_id=tournament, now=now)


def test_a_worker_killed_in_tea_stops_every_clock_once_and_lets_it_go_on_where_it_stood(
    club: RunningSite, lan: Member
) -> None:
    tournament, table = started(club)
    deal_id, _seen = lan.turn_at(table)
    before = deal_of(club, deal_id)
    press(club, tournament, pause=True)
    kill(club, "worker")
    wait_until(lambda: deal_of(club, deal_id).paused_at is not None, "the deal stands still")
    kill(club, "worker")
    wait_until(lambda: bool(pids(club, "worker")), "the supervisor has started another one")
    paused = deal_of(club, deal_id)
    assert paused.paused_at is not None and paused.deadline is not None
    press(club, tournament, pause=False)
    kill(club, "worker")
    wait_until(lambda: deal_of(club, deal_id).paused_at is None, "the deal goes on")
    after = deal_of(club, deal_id)
    with club.database():
        behind = [row for row in read(before.stream) if row.version > before.version]
    at: dict[str, datetime] = {row.name: row.recorded_at for row in behind}
    names = [row.name for row in behind]
    assert names.count("deal.paused") == names.count("deal.resumed") == 1
    assert "deal.time-ran-out" not in names
    # What the service was away for is given back on top, by an event that says how much.
    extended = [row for row in behind if row.name == "deal.clock-extended"]
    given = sum(row.payload["seconds"] for row in extended if row.version > paused.version)
    assert after.deadline is not None
    had = paused.deadline - at["deal.paused"]
    assert after.deadline - at["deal.resumed"] == had + timedelta(seconds=given)
    lan.play(deal_id)

    def over() -> bool:
        with club.database():
            return Tournament.objects.get(pk=tournament).rounds_closed == 1

    wait_until(over, "the deal counts")
    with club.database():
        assert list(broken_streams(before.stream)) == []
