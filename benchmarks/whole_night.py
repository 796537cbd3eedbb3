"""A whole night of 400 members at 100 tables: three rounds, tea, the closing, and a late ruling.

Two web processes, the two workers by queue and the beat stand beside it as the supervisor starts them. Each table moves
every four seconds, and its other seats look at what has come; nobody waits for another table. `--quick` takes 40.
"""

from __future__ import annotations

import contextlib
import heapq
import http.client
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from random import Random
from threading import Event, Thread
from time import perf_counter, sleep
from typing import Any
from urllib.parse import urlencode

import django
from django.core.management import call_command
from django.db import connection
from django.utils import timezone

PACE = 4.0
"""Seconds between two moves of a table."""
HANDS = 12
"""Threads that press and look for everybody."""
LATE = 5.0
"""Seconds above which an answer, or what follows from an act, is counted as late."""
LONGEST = 900.0
"""Seconds after which a round that does not end is given up."""


def run(*, quick: bool) -> None:
    """Play the night and print."""
    from benchmarks import big_tournament, bot_tournament, web
    from benchmarks.measuring import note, show
    from games.models import Player

    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    members, rounds = (40, 2) if quick else (400, 3)
    var = Path(os.environ["TUSAC_VAR"])
    show(f"A whole night of {members} at {members // 4} tables, {rounds} rounds")
    pk, director = big_tournament.entered(members, rounds, deals=1)
    people = Player.objects.filter(username__startswith="bench-", is_director=False)
    cookies = {player.pk: web.log_in(player) for player in people}
    with contextlib.ExitStack() as stack:
        ports = [stack.enter_context(web.server(var / f"web{at}.log")).port for at in range(2)]
        stack.enter_context(_workers(var))
        sweeps = stack.enter_context(_watched_sweeps())
        night = Night(pk, director, cookies, ports)
        night.play(rounds)
        night.close()
        sleep(3.5)
    night.tell()
    bot_tournament.waits(pk)
    note(
        f"  {len(sweeps)} sweeps, one every 3 s; the longest time without one: {max(sweeps):.1f} s"
    )
    note(f"  later than {LATE:.0f} s: {sum(took > LATE for took in night.all_waits())}")
    call_command("check_ledger")
    if night.failed:
        sys.exit(f"{len(night.failed)} requests failed: {night.failed[:5]}")


class Night:
    """The tournament, its members' browsers, and what they have waited for, in seconds."""

    def __init__(
        self, tournament: int, director: Any, cookies: dict[int, str], ports: list[int]
    ) -> None:
        self.tournament, self.director = tournament, director
        self.cookies, self.ports = cookies, ports
        self.moves: list[float] = []
        self.looks: list[float] = []
        self.acts: dict[str, list[float]] = {}
        self.refused = 0
        self.failed: list[str] = []
        self.open = Event()
        """Set while tables move; not during tea."""

    def play(self, rounds: int) -> None:
        """Start it and play all rounds, with tea in the second."""
        from tournaments import commands

        self._timed("a round drawn, by the director's click", lambda: commands.start(
            by=self.director, tournament_id=self.tournament, now=timezone.now()
        ))  # fmt: skip
        for number in range(1, rounds + 1):
            self._until(
                f"its {len(self._rows(number))} tables opened", partial(self._opened, number)
            )
            self._round(number)

    def close(self) -> None:
        """Close it, and rule on a deal of the first round afterwards."""
        from benchmarks import big_tournament
        from games.models import Deal, Player
        from tournaments import commands, queries
        from tournaments.models import Tournament

        row = Tournament.objects.filter(pk=self.tournament)
        self._until(
            "the last round's results counted",
            lambda: row.get().rounds_closed == row.get().rounds_drawn,
        )
        self._timed("closed: the director's click, the prizes paid", lambda: commands.close(
            by=self.director, tournament_id=self.tournament, now=timezone.now()
        ))  # fmt: skip
        referee = Player.objects.create_user("bench-referee", is_referee=True)
        tables = [one.games_table_id for one in self._rows(1)]
        deal = next(
            one for one in Deal.objects.filter(table__in=tables) if big_tournament.dispute(one)
        )

        def version() -> int:
            state = queries.load_state(self.tournament)
            assert state is not None
            return state.version

        before = version()
        self._timed("a late ruling, signed", lambda: big_tournament.rule(deal, referee))
        self._until("standings and prizes right after it", lambda: version() > before)

    def tell(self) -> None:
        """Print what was waited for."""
        from benchmarks.measuring import line, note, timing_of

        for name, taken in (("a move", self.moves), ("a look of another seat", self.looks)):
            line(name, timing_of(taken), words=f"the longest {max(taken) * 1e3:,.0f} ms")
        note(f"  {self.refused} presses were answered that the table had moved on")
        for name, taken in self.acts.items():
            note(f"  {name:<52}{', '.join(f'{one * 1e3:,.0f}' for one in taken):>24} ms")

    def all_waits(self) -> list[float]:
        """Return the seconds of every answer and of all that followed from an act."""
        return [*self.moves, *self.looks, *(one for taken in self.acts.values() for one in taken)]

    def _timed(self, name: str, act: Callable[[], object]) -> None:
        before = perf_counter()
        act()
        self.acts.setdefault(name, []).append(perf_counter() - before)

    def _until(self, name: str, is_so: Callable[[], bool]) -> None:
        def wait() -> None:
            while not is_so():
                sleep(0.02)

        self._timed(name, wait)

    def _rows(self, number: int) -> list[Any]:
        from tournaments.models import RoundTable

        return list(RoundTable.objects.filter(tournament_id=self.tournament, round=number))

    def _opened(self, number: int) -> bool:
        from games.models import Deal

        rows = self._rows(number)
        opened = [row.games_table_id for row in rows if row.games_table_id is not None]
        return bool(rows) and Deal.objects.filter(table__in=opened).count() == len(rows)

    def _round(self, number: int) -> None:
        """Let every table play its deal, a move every `PACE` seconds."""
        from games.models import Deal

        tables = [row.games_table_id for row in self._rows(number)]
        deals = list(Deal.objects.filter(table__in=tables))
        due: SimpleQueue[Any] = SimpleQueue()
        done: SimpleQueue[Any] = SimpleQueue()
        self.open.set()
        hands = [Thread(target=self._hand, args=(due, done), daemon=True) for _ in range(HANDS)]
        for hand in hands:
            hand.start()
        random, began = Random(number), perf_counter()
        waiting = [(began + random.random() * PACE, deal.pk) for deal in deals]
        heapq.heapify(waiting)
        playing, tea = len(deals), number == 2
        while playing and perf_counter() - began < LONGEST:
            while waiting and waiting[0][0] <= perf_counter():
                due.put(heapq.heappop(waiting))
            while not done.empty():
                when, deal = done.get()
                if when is None:
                    playing -= 1
                else:
                    heapq.heappush(waiting, (when, deal))
            if tea and perf_counter() - began > 10 * PACE:
                tea = False
                self._tea()
            sleep(0.005)
        for _ in hands:
            due.put(None)
        for hand in hands:
            hand.join()

    def _tea(self) -> None:
        """Pause all tables for a moment, and go on."""
        from games.models import Deal
        from tournaments.commands import timing

        start = f"tournament-{self.tournament}/"
        running = Deal.objects.filter(table__origin__startswith=start, ended_at=None)
        self.open.clear()
        self._timed("tea called: the director's click", lambda: timing.pause_all(
            by=self.director, tournament_id=self.tournament, reason="Tea", now=timezone.now()
        ))  # fmt: skip
        self._until(
            f"until {running.count()} clocks stand",
            lambda: not running.filter(paused_at=None, started_at__isnull=False).exists(),
        )
        sleep(3)
        self._timed("tea ended: the director's click", lambda: timing.resume_all(
            by=self.director, tournament_id=self.tournament, now=timezone.now()
        ))  # fmt: skip
        self._until("until all run", lambda: not running.filter(paused_at__isnull=False).exists())
        self.open.set()

    def _hand(self, due: SimpleQueue[Any], done: SimpleQueue[Any]) -> None:
        """Do what tables are due for, one after the other, over a connection to each web process."""
        browsers = [
            http.client.HTTPConnection("127.0.0.1", port, timeout=60) for port in self.ports
        ]
        try:
            while (job := due.get()) is not None:
                self.open.wait()
                when, deal = job
                for (
                    browser
                ) in browsers:  # a server ends a connection that is silent for five seconds
                    browser.close()
                goes_on = self._step(deal, browsers)
                done.put((max(when, perf_counter() - PACE) + PACE if goes_on else None, deal))
        finally:
            connection.close()

    def _step(self, deal_id: int, browsers: list[http.client.HTTPConnection]) -> bool:
        """Move once at a table, and let its other seats look; False when its deal is over."""
        from benchmarks import web
        from benchmarks.deals import Script, Step
        from games import queries
        from games.bots import club
        from games.engine.deal import legal_moves, to_move
        from games.engine.sight import see
        from games.engine.state import Phase
        from games.models import Deal, Seat

        deal = Deal.objects.get(pk=deal_id)
        if deal.ended_at is not None:
            return False
        seats = dict(Seat.objects.filter(table=deal.table_id).values_list("number", "player"))
        path = f"/tables/{deal.table_id}/"
        if deal.started_at is None:
            for player in seats.values():
                self._ask(
                    browsers, player, f"{path}ready", {"deal": str(deal_id), "commitment": ""}
                )
            return True
        state = queries.load_state(deal_id)
        if state.phase is Phase.OVER:
            return False
        seat = to_move(state)[0]
        step = Step(seat, club(see(state, seat), legal_moves(state, seat)), state.version)
        form = web.form(Script(deal_id, deal.table_id, (), ()), step)
        self.moves.append(self._ask(browsers, seats[seat], f"{path}move", form))
        for other, player in seats.items():
            if other != seat:
                self.looks.append(self._ask(browsers, player, path))
        return True

    def _ask(
        self, browsers: list[http.client.HTTPConnection], player: int, path: str, form: Any = None
    ) -> float:
        """Ask as this member's browser does; the seconds until the whole answer was there."""
        from benchmarks import web

        browser = browsers[player % len(browsers)]
        headers = {"HX-Request": "true", "Cookie": self.cookies[player]}
        body = None
        if form is not None:
            headers |= {
                "Content-Type": "application/x-www-form-urlencoded",
                "X-CSRFToken": web.TOKEN,
            }
            body = urlencode(form, doseq=True)
        before = perf_counter()
        browser.request("GET" if form is None else "POST", path, body, headers)
        answer = browser.getresponse()
        answer.read()
        taken = perf_counter() - before
        if answer.status == 409:  # a window was closed, or tea came, between the look and the press
            self.refused += 1
        elif answer.status != 200:
            self.failed.append(f"{path}: {answer.status}")
        return taken


@contextlib.contextmanager
def _workers(var: Path) -> Iterator[None]:
    """The two workers by queue and the beat, with the supervisor's own command lines."""
    from tests.support.running_site import PROJECT
    from tests.support.servers import wait_until
    from tusac_site.local.club import CELERY, worker_commands
    from tusac_site.local.embedded import die_with_parent

    processes = []
    for name, command in [
        *worker_commands("2"),
        ("beat", [*CELERY, "beat", "--loglevel", "INFO", "--pidfile="]),
    ]:
        with (var / f"{name}.log").open("wb") as output:
            processes.append(
                subprocess.Popen(
                    command,
                    cwd=PROJECT,
                    env={**os.environ, "TUSAC_LOG_LEVEL": "INFO"},
                    stdin=subprocess.DEVNULL,
                    stdout=output,
                    stderr=output,
                    preexec_fn=die_with_parent,
                )
            )
    for name in ("worker", "later"):
        log = var / f"{name}.log"
        wait_until(lambda log=log: "ready." in log.read_text(), f"{name} is ready", 120)  # type: ignore[misc]
    sleep(4)  # the first beats are done
    try:
        yield
    finally:
        for process in processes:
            process.terminate()
        for process in processes:
            process.wait(60)


@contextlib.contextmanager
def _watched_sweeps() -> Iterator[list[float]]:
    """The seconds between any two sweeps, as the club itself writes them down."""
    from games.models import ServiceClock

    gaps: list[float] = []
    over = Event()

    def watch() -> None:
        seen = None
        while not over.wait(0.25):
            beat = ServiceClock.objects.values_list("beat_at", flat=True).first()
            if beat is not None and beat != seen:
                if seen is not None:
                    gaps.append((beat - seen).total_seconds())
                seen = beat
        connection.close()

    watching = Thread(target=watch)
    watching.start()
    try:
        yield gaps
    finally:
        over.set()
        watching.join()


if __name__ == "__main__":
    django.setup()
    run(quick="--quick" in sys.argv)
