"""A thousand live streams on one web process: `python -m benchmarks.streams` with the environment set.

What they weigh, and how long after the commit of a move the last of them hears of it.
"""

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import IO, TYPE_CHECKING, Any, cast
from urllib.request import urlopen
from uuid import uuid4

import django
from django.core.management import call_command
from django.db import connection, transaction
from django.utils import timezone

if TYPE_CHECKING:
    from benchmarks.deals import Script

STREAMS = 1000
TABLES = 100


def run(*, quick: bool) -> None:
    """Measure memory, fan-out and pages with streams open, and print."""
    from benchmarks import deals, web
    from benchmarks.measuring import line, note, show
    from tusac_site.local.children import raise_file_limit

    raise_file_limit()  # as the supervisor does; the listeners need as many again
    changes = 5 if quick else 20
    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    people = deals.players(4)
    alone, one, other = (_long_enough(people, changes) for _ in range(3))
    log = Path(os.environ["TUSAC_VAR"]) / "web.log"
    figures = Path(os.environ["TUSAC_VAR"]) / "metrics"
    figures.mkdir(exist_ok=True)
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(figures)  # as a club counts

    show("Live streams: one uvicorn process, the move committed by another")
    with web.server(log) as server:
        _pages(server.port, 30)  # warm
        line("a trivial page, no stream open (the floor)", _pages(server.port, 100))
        with listeners(server.port) as ask:
            ask(f"open {alone.table_id} 1")
            _told("the only stream of a table hears of a move (the floor)", ask, alone, changes)
        before = _resident(server.pid)
        with listeners(server.port) as ask:
            start = time.monotonic()
            ask(f"open {one.table_id} {STREAMS}")
            opened = time.monotonic() - start
            after = _resident(server.pid)
            note(
                f"  {STREAMS} streams opened in {opened:.1f} s; the web process is resident in {before:.0f} MiB"
                f" before and {after:.0f} MiB with them: {(after - before) * 1024 / STREAMS:.1f} KiB each"
            )
            _told(f"the last of {STREAMS} streams of one table hears of a move", ask, one, changes)
            line(f"a trivial page, {STREAMS} streams open", _pages(server.port, 100))
            _idle(server, 5 if quick else 45)
        _all_gone(server.port)
        with listeners(server.port) as ask:
            each = STREAMS // TABLES
            for number in range(TABLES):
                # No row of a table is read for a stream: any number will do for those where nobody moves.
                ask(f"open {other.table_id if not number else 10_000 + number} {each}")
            _told(
                f"the last of {each} of a table, {STREAMS} streams of {TABLES} tables",
                ask,
                other,
                changes,
            )
        _all_gone(server.port)
        note(f"  resident after all streams have ended: {_resident(server.pid):.0f} MiB")


def _long_enough(people: list[Any], moves: int) -> "Script":
    """Return a deal that has at least so many moves."""
    from benchmarks import deals

    while len((script := deals.script(people)).steps) < moves:
        pass
    return script


def _told(name: str, ask: Any, script: "Script", changes: int) -> None:
    """So many moves, and for each the seconds from its commit until the last listener has heard."""
    from benchmarks.measuring import note

    lasts, middles = [], []
    for _ in range(changes):
        done = _move(ask, script)
        lasts.append((max(done["heard"]) - done["committed"]) * 1e3)
        middles.append((median(done["heard"]) - done["committed"]) * 1e3)
    many = len(done["heard"]) > 1
    halves = f"; half of them after {median(middles):.1f} ms" if many else ""
    note(f"{name:<54}{changes:>8}{median(lasts):>9.1f} ms   at most {max(lasts):.1f} ms{halves}")


def _move(ask: Any, script: "Script") -> dict[str, Any]:
    """Return the next move of the script, committed while the listeners wait for it."""
    from games import commands, queries

    version = queries.load_state(script.deal_id).version
    step = next(step for step in script.steps if step.version == version)
    ask(f"hear {script.table_id}")
    committed: list[float] = []
    with transaction.atomic():
        transaction.on_commit(lambda: committed.append(time.monotonic()))  # before the publishing
        commands.submit_move(
            by=script.players[step.seat],
            deal_id=script.deal_id,
            move=step.move,
            move_id=str(uuid4()),
            expected_version=step.version,
            now=timezone.now(),
        )
    return {"committed": committed[0], **ask("")}


def _pages(port: int, count: int) -> Any:
    from benchmarks.measuring import timing_of

    taken = []
    for _ in range(count):
        before = time.perf_counter()
        with urlopen(f"http://127.0.0.1:{port}/accounts/login/", timeout=30) as answer:
            answer.read()
        taken.append(time.perf_counter() - before)
    return timing_of(taken)


def _idle(server: Any, seconds: float) -> None:
    from benchmarks.measuring import note

    busy = server.busy()
    time.sleep(seconds)
    share = (server.busy() - busy) / seconds
    note(
        f"  nothing happens for {seconds:g} s: the web process takes {share:.2%} of a core to keep {STREAMS} open"
    )


def _open_streams(port: int) -> float:
    with urlopen(f"http://127.0.0.1:{port}/metrics", timeout=30) as answer:
        for said in answer.read().decode().splitlines():
            if said.startswith("tusac_open_streams "):
                return float(said.split()[1])
    raise ValueError("no gauge of open streams")


def _all_gone(port: int) -> None:
    from tests.support.servers import wait_until

    wait_until(lambda: _open_streams(port) == 0, "no stream is counted as open")


def _resident(pid: int) -> float:
    """MiB of memory that the process holds."""
    for said in Path(f"/proc/{pid}/status").read_text().splitlines():
        if said.startswith("VmRSS"):
            return int(said.split()[1]) / 1024
    raise ValueError("no resident size")


@contextmanager
def listeners(port: int) -> Iterator[Any]:
    """The process of the browsers; a function that sends it a line ("" for none) and reads its answer."""
    process = subprocess.Popen(
        [sys.executable, "-m", "benchmarks.listeners", str(port)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    said, answered = cast("IO[str]", process.stdin), cast("IO[str]", process.stdout)

    def ask(told: str) -> dict[str, Any]:
        if told:
            said.write(told + "\n")
            said.flush()
        answer: dict[str, Any] = json.loads(answered.readline())
        return answer

    try:
        yield ask
    finally:
        process.kill()
        process.wait()
        said.close()
        answered.close()


if __name__ == "__main__":
    django.setup()
    run(quick="--quick" in sys.argv)
    connection.close()
