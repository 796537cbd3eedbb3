"""Tournaments at their largest: a start, results, late rulings while others play, the page, and bots end to end."""

from __future__ import annotations

import subprocess
import sys
from contextlib import suppress
from time import monotonic, perf_counter, sleep
from typing import Any
from uuid import uuid4

import django
from django.core.cache import caches
from django.core.management import call_command
from django.db import connection
from django.test.client import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

_BATCH = 20
"""Results that are counted together."""


def run(*, quick: bool) -> None:
    """Measure and print."""
    from benchmarks import bot_tournament
    from benchmarks.measuring import show
    from games.models import Player

    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    members, rounds = (60, 4) if quick else (400, 12)
    show(f"A tournament of {members} over {rounds} rounds, in this process")
    _large(members, rounds, rulings=6 if quick else 30)

    bots, rounds, deals = (16, 2, 1) if quick else (100, 4, 4)
    show("A tournament of bots")
    director = Player.objects.get(username="bench-director")
    bot_tournament.play(director, bots, rounds, deals)
    bot_tournament.profile(director, 2 if quick else 10)


def _large(members: int, rounds: int, rulings: int) -> None:
    from benchmarks import big_tournament
    from benchmarks.measuring import line, note, timing_of
    from games.models import Player
    from tournaments import commands
    from tournaments.engine.results import DealResult

    _floor(members)
    short, director = big_tournament.entered(members, 1)
    _start(director, short)
    big_tournament.play(short, leave=0)
    tournament, _director = big_tournament.entered(members, rounds)
    _start(director, tournament, shown=False)
    deal, left = big_tournament.play(tournament, leave=min(2 * _BATCH, members // 4))

    def count(results: list[DealResult]) -> float:
        before = perf_counter()
        refused = commands.count(tournament_id=tournament, results=results, now=timezone.now())
        assert not refused, refused
        return perf_counter() - before

    half = len(left) // 2
    line("a deal's result counted, alone", timing_of([count([one]) for one in left[:half]][1:]))
    line("the last results of all, each", timing_of([count(left[half:])]), each=len(left[half:]))
    commands.close(by=director, tournament_id=tournament, now=timezone.now())
    for title, pk in (("1 round", short), (f"{rounds} rounds", tournament)):
        _page(f"the page after {title}", pk)
    referee = Player.objects.create_user("bench-referee", is_referee=True)
    _rulings(tournament, deal, referee, rulings)
    note("  the standings' rows are what the whole stream folds to")


def _floor(rows: int) -> None:
    """What a late ruling can cost no less than: as many short rows written anew, by the bare driver."""
    from benchmarks.measuring import line, timing_of

    names = ", ".join(f"({number}, 0)" for number in range(rows))
    taken = []
    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE bench_standing (id int PRIMARY KEY, points int)")
        cursor.execute(f"INSERT INTO bench_standing (id, points) VALUES {names}")
        for _time in range(20):
            before = perf_counter()
            cursor.execute("UPDATE bench_standing SET points = points + 1")
            taken.append(perf_counter() - before)
    line(f"{rows} rows of two numbers rewritten, bare (a floor)", timing_of(taken))


def _start(director: Any, tournament: int, *, shown: bool = True) -> None:
    from benchmarks.measuring import line, timing_of
    from tournaments import commands, queries
    from tournaments.commands import club_tables

    before = perf_counter()
    commands.start(by=director, tournament_id=tournament, now=timezone.now())
    click = perf_counter() - before
    steps = []
    for pk in queries.unopened_tables():
        before = perf_counter()
        club_tables.open_one(pk, now=timezone.now())
        steps.append(perf_counter() - before)
    if shown:
        line("the start: one transaction, the draw", timing_of([click]))
        line("then a table opened, a transaction each", timing_of(steps))


def _page(title: str, tournament: int) -> None:
    """The page of a round as the first who asks gets it, and as all others do until the next result."""
    from benchmarks.measuring import line, timing_of

    client = Client()
    for who, forget in (("the first to ask", True), ("the others", False)):
        taken = []
        for _time in range(7):
            if forget:
                caches["local"].clear()
            with CaptureQueriesContext(connection) as captured:
                before = perf_counter()
                answer = client.get(f"/tournaments/{tournament}/", {"round": 1})
                taken.append(perf_counter() - before)
        assert answer.status_code == 200
        words = f"{len(captured)} queries, {len(answer.content) / 1024:.0f} KiB"
        line(f"{title}, {who}", timing_of(taken[2:]), words=words)


def _rulings(tournament: int, deal: Any, referee: Any, times: int) -> None:
    """Let a referee rule and take back again and again, while another process plays."""
    from benchmarks import big_tournament
    from benchmarks.measuring import line, note, timing_of
    from games.log.aggregates import forget_all
    from games.log.followers import catch_up
    from notices import projections as notices
    from tournaments import queries
    from tournaments.models import Standing
    from tournaments.reactions import follower

    def follow() -> float:
        before = perf_counter()
        while catch_up(follower(timezone.now)):
            pass
        return perf_counter() - before

    follow()
    player = subprocess.Popen(
        [sys.executable, "-m", "benchmarks.tournament", "--play"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert player.stdout is not None and player.stdin is not None
    assert player.stdout.readline() == "playing\n"
    quiet_from = monotonic()
    sleep(1.5 if times < 10 else 4.0)
    taken, windows, signed, told, statements = [], [], [], [], 0
    while catch_up(notices.follower(timezone.now)):
        pass
    for time in range(times):
        began = perf_counter()
        (big_tournament.take_back if time % 2 else big_tournament.rule)(deal, referee)
        signed.append(perf_counter() - began)
        sleep(0.05)  # on PostgreSQL followers wait for transactions that are older than the ruling
        if not time:
            forget_all()
        began = monotonic()
        with CaptureQueriesContext(connection) as captured:
            taken.append(follow())
        windows.append((began, monotonic()))
        statements = len(captured)
        began = perf_counter()
        while catch_up(notices.follower(timezone.now)):
            pass
        told.append(perf_counter() - began)
    player.stdin.close()
    moves = [tuple(map(float, row.split())) for row in player.stdout if row[0].isdigit()]
    player.wait(30)
    line("a late ruling → standings and prizes right, cold", timing_of(taken[:1]))
    line("the same again, the state remembered", timing_of(taken[1:]), words=f"{statements} SQL")
    line("the ruling itself, signed", timing_of(signed))
    line("everybody told whom it concerns", timing_of(told))
    line("all of it", timing_of([sum(one) for one in zip(signed, taken, told, strict=True)]))
    during = [s for at, s in moves if any(a < at + s and at < b for a, b in windows)]
    before = [s for at, s in moves if quiet_from <= at < windows[0][0] - 0.2]
    line("a move of another process, before", timing_of(before))
    line("a move of another process, during rulings", timing_of(during))
    note(
        f"  the longest move: {max(before) * 1e3:.0f} ms before, {max(during) * 1e3:.0f} ms during"
    )
    state = queries.load_state(tournament)
    assert state is not None
    rows = Standing.objects.filter(tournament=tournament).order_by("line")
    assert [(row.participant, row.points, row.place, row.penalties) for row in rows] == [
        (row.participant, row.points, row.place, row.penalties) for row in state.standings()
    ]


def play_moves() -> None:
    """Play deals of the lobby until the standard input ends; a line for each move: when it began, and its seconds."""
    import select

    from benchmarks import deals
    from games import commands

    people = deals.players(4)
    scripts = [deals.script(people) for _ in range(3)]
    print("playing", flush=True)  # noqa: T201
    rows: list[tuple[float, float]] = []
    while not select.select([sys.stdin], [], [], 0)[0]:
        one = scripts.pop() if scripts else deals.script(people)
        for step in one.steps:
            at, before = monotonic(), perf_counter()
            commands.submit_move(
                by=one.players[step.seat],
                deal_id=one.deal_id,
                move=step.move,
                move_id=str(uuid4()),
                expected_version=step.version,
                now=timezone.now(),
            )
            rows.append((at, perf_counter() - before))
    with suppress(BrokenPipeError):
        for at, seconds in rows:
            print(at, seconds)  # noqa: T201


if __name__ == "__main__":
    django.setup()
    if "--play" in sys.argv:
        play_moves()
    else:
        run(quick="--quick" in sys.argv)
