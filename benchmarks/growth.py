"""Growth: the same figures with 1,000 and with 1,000,000 events in the log, and the plans of what is read most.

The full run takes up to eight minutes, most of it for filling. `--quick` stops at 30,000 events. A database that is
filled already is named by BENCH_FILLED (a DATABASE_URL); it is measured instead, and keeps what the measuring plays.

    python -m benchmarks.growth --fill 1000000     fills the database of the environment and measures nothing
    python -m benchmarks.growth --measure          measures it alone, and prints JSON
"""

import contextlib
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from time import perf_counter
from typing import Any

import django
from django.core.management import call_command
from django.db import connection
from django.test.client import Client
from django.utils import timezone

SMALL, LARGE, QUICK = 1_000, 1_000_000, 30_000
MANY = 500
"""Rows that one statement may read of a whole table before it is pointed at."""


def run(*, quick: bool) -> None:
    """Fill a little, measure, fill a lot, measure again, and print both side by side."""
    from benchmarks.measuring import note

    seconds = "0.15" if quick else "0.6"
    here = os.environ["DATABASE_URL"]
    _other_process(here, "--fill", str(SMALL))
    small = json.loads(_other_process(here, "--measure", seconds))
    filled, large = os.environ.get("BENCH_FILLED", ""), QUICK if quick else LARGE
    before = perf_counter()
    _other_process(filled or here, "--fill", "0" if filled else str(large))
    if not filled:
        note(f"  filled to {large:,} events in {perf_counter() - before:.0f} s")
    big = json.loads(_other_process(filled or here, "--measure", seconds))
    _print(small, big)


def _other_process(database: str, *asked: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.growth", *asked],
        env={**os.environ, "DATABASE_URL": database, "TUSAC_LOG_LEVEL": "CRITICAL"},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return done.stdout


def _print(small: dict[str, Any], big: dict[str, Any]) -> None:
    from benchmarks.measuring import note

    note(f"\nGrowth: PostgreSQL, medians\n{'':<50}{'':>12}{'':>12}{'ratio':>8}")
    for name, value in (("events in the log", "events"), ("deals", "deals")):
        note(f"{name:<50}{small[value]:>12,}{big[value]:>12,}{big[value] / small[value]:>8,.0f}")
    note(f"{'lines in the statement of the regular':<50}{small['lines']:>12,}{big['lines']:>12,}")
    for name, took in big["figures"].items():
        before = small["figures"].get(name)
        ratio = f"{took / before:>8.2f}" if before else ""
        note(f"{name:<50}{_ms(before)}{_ms(took)}{ratio}")
    note("  (lists and statements of a young club are shorter than a page)")
    note(f"\n{'Daily work: all of it is read':<50}{'':>12}{'':>12}{'':>8}{'memory':>16}")
    for name, (took, memory) in big["daily"].items():
        before, memory_before = small["daily"][name]
        note(
            f"{name:<50}{before:>10.1f} s{took:>10.1f} s{'':>8}{memory_before:>7.0f} →{memory:>4.0f} MiB"
        )
    _print_plans(small["plans"], big["plans"])


def _ms(seconds: float | None) -> str:
    return f"{'':>12}" if seconds is None else f"{seconds * 1e3:>9.2f} ms"


def _print_plans(small: dict[str, Any], big: dict[str, Any]) -> None:
    """A line a read; and each statement that reads a growing table from end to end, or more rows than before."""
    from benchmarks.measuring import note

    note(
        f"\n{'Plans: rows that the SELECTs read':<50}{'':>12}{'':>12}  the greediest statement's paths"
    )
    for name, plans in big.items():
        before = {sql: rows for sql, rows, _, _ in small.get(name, ())}
        rows, rows_before = sum(plan[1] for plan in plans), sum(before.values())
        worst = max(plans, key=lambda plan: plan[1])
        note(f"{name:<50}{rows_before:>12,}{rows:>12,}  {'; '.join(_grouped(worst[2]))}")
        for sql, read, paths, whole in plans:
            grows = read > 3 * before.get(sql, read) + 200
            if grows or (whole and read > MANY):
                note(f"  !! {before.get(sql, 0):,} → {read:,} {'; '.join(_grouped(paths))}")
                note(f"     {sql[:300]}")


def _grouped(paths: list[str]) -> list[str]:
    return list(dict.fromkeys(paths))[:6]


# --- one database --------------------------------------------------------------------------------------------------


def _measure(seconds: float) -> dict[str, Any]:
    from benchmarks.filling import Past
    from benchmarks.plans import plans_of
    from games.log.models import Event, FollowerPosition
    from games.models import Deal

    past = Past()
    FollowerPosition.objects.filter(follower="bench").delete()  # of a run that was broken off
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")
    daily = _daily()
    club = _Club(past)
    works = club.reads()
    figures = {
        **club.play(seconds),
        **{name: _median(work, seconds) for name, work in works.items()},
    }
    figures |= club.writes(seconds)
    plans = {name: plans_of(work) for name, work in works.items()}
    return {
        "events": Event.objects.count(),
        "deals": Deal.objects.count(),
        "lines": club.lines(),
        "figures": figures,
        "daily": daily,
        "plans": {name: [[*plan, plan.whole] for plan in made] for name, made in plans.items()},
    }


def _median(work: Callable[[], Any], seconds: float) -> float:
    from benchmarks.measuring import repeat

    return repeat(work, seconds=seconds, clock=perf_counter).median


def _daily() -> dict[str, tuple[float, float]]:
    """Seconds, and MiB of the process at its largest."""
    figures = {}
    checkpoint = Path(os.environ["TUSAC_VAR"]) / f"growth-{os.getpid()}.json"
    for name, asked in {
        "checkpoint": ["checkpoint", "--out", str(checkpoint)],
        "verify_log, against it": ["verify_log", "--against", str(checkpoint)],
        "check_ledger": ["check_ledger"],
    }.items():
        before = perf_counter()
        process = subprocess.Popen([sys.executable, "manage.py", *asked], stdout=subprocess.DEVNULL)
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            raise RuntimeError(f"{name} ended with {process.returncode}")
        figures[name] = (perf_counter() - before, used.ru_maxrss / 1024)
    return figures


class _Club:
    """What members and workers do, on a club with a past."""

    def __init__(self, past: Any) -> None:
        self.past = past
        self.people = [past.regular, *past.members[:3]]
        self.table = past.long_table
        self.clients = {player.pk: _client(player) for player in self.people}

    def lines(self) -> int:
        """Postings of the regular."""
        from games.ledger.accounts import member_account
        from games.ledger.models import Posting

        return Posting.objects.filter(account__code=member_account(self.past.regular.pk)).count()

    def play(self, seconds: float) -> dict[str, float]:
        """Deals at the table that has the most behind it, by commands and over the page, each settled."""
        from benchmarks import web
        from games import commands

        by_command: list[float] = []
        by_page: list[float] = []
        settled: list[float] = []
        prepared: list[float] = []
        rounds = max(2, round(seconds * 8))
        for number in range(rounds):
            script = self._deal()
            for step in script.steps:
                player = script.players[step.seat]
                before = perf_counter()
                if number % 2:
                    commands.submit_move(
                        by=player,
                        deal_id=script.deal_id,
                        move=step.move,
                        move_id=f"growth-{script.deal_id}-{step.version}",
                        expected_version=step.version,
                        now=timezone.now(),
                    )
                else:
                    answer = self.clients[player.pk].post(
                        f"/tables/{script.table_id}/move",
                        web.form(script, step),
                        headers={"HX-Request": "true"},
                    )
                    _expect(answer)
                (by_command if number % 2 else by_page).append(perf_counter() - before)
            before = perf_counter()
            commands.settle(deal_id=script.deal_id)
            settled.append(perf_counter() - before)
            before = perf_counter()
            commands.prepare_deal(table_id=self.table.pk, now=timezone.now())
            prepared.append(perf_counter() - before)
        return {
            "a move as a command": _middle(by_command),
            "a move over the page": _middle(by_page),
            "settle a deal": _middle(settled),
            "prepare the next deal": _middle(prepared),
        }

    def _deal(self) -> Any:
        from benchmarks import deals

        return deals.script(self.people, table=self.table)

    def reads(self) -> dict[str, Callable[[], Any]]:
        """Pages and other reads, by name."""
        from games import queries, tasks
        from games.ledger.accounts import HOUSE
        from games.ledger.queries import balance
        from games.models import Deal
        from tournaments.models import Tournament

        tasks.sweep()  # readyz shall find that the service is there
        regular = self.clients[self.past.regular.pk]
        ended = Deal.objects.filter(ended_at__isnull=False, cancelled=False)
        oldest, newest = ended.order_by("pk")[0], ended.order_by("-pk")[0]
        cup = Tournament.objects.order_by("pk")[0]

        def get(path: str) -> Callable[[], Any]:
            return lambda: _expect(regular.get(path))

        return {
            "the table's page, a deal prepared": get(f"/tables/{self.table.pk}/"),
            "a replay, the oldest deal": get(f"/replays/{oldest.pk}/?at=12"),
            "a replay, the newest deal": get(f"/replays/{newest.pk}/?at=12"),
            "replays, first page": get("/replays/"),
            "replays, a page far back": get(_far("/replays/", regular)),
            "my replays, first page": get("/replays/?whose=mine"),
            "my replays, a page far back": get(_far("/replays/?whose=mine", regular)),
            "the lobby": get("/"),
            "my account, first page": get("/account/"),
            "my account, a page far back": get(_far("/account/", regular)),
            "a tournament's standings": get(f"/tournaments/{cup.pk}/"),
            "the tournaments": get("/tournaments/"),
            "API: deals": get("/api/v1/deals/"),
            "API: my deals": get("/api/v1/deals/?mine=1"),
            "API: tables": get("/api/v1/tables/"),
            "API: a deal": get(f"/api/v1/deals/{oldest.pk}/"),
            "API: tournaments": get("/api/v1/tournaments/"),
            "API: statement": get("/api/v1/account/statement/"),
            "readyz": get("/readyz"),
            "metrics": get("/metrics"),
            "balance of the house": lambda: balance(HOUSE),
            "fold a finished deal": lambda: queries.load_state(oldest.pk),
            "the sweep, nothing to do": tasks.sweep,
            "a follower's batch of 500, from the start": _batch,
        }

    def writes(self, seconds: float) -> dict[str, float]:
        """Appending, beside the bare driver's durable INSERT."""
        from games.log import EventData, append
        from tests.support.append_only import lifted

        with connection.cursor() as cursor:
            cursor.execute(
                "CREATE TABLE IF NOT EXISTS bench_floor (id serial PRIMARY KEY, body text)"
            )

        def insert() -> None:
            with connection.cursor() as cursor:
                cursor.execute("INSERT INTO bench_floor (body) VALUES (%s)", ["x" * 200])

        stream, version = f"deal-{10**9 + os.getpid()}", 0

        def one_more() -> None:
            nonlocal version
            version = append(
                stream,
                [EventData("bench", 1, {"words": "x" * 100})],
                expected_version=version,
                now=timezone.now(),
            )

        figures = {
            "one durable INSERT, bare (the floor)": _median(insert, seconds),
            "append one event": _median(one_more, seconds),
        }
        with (
            lifted(),
            connection.cursor() as cursor,
        ):  # the next to verify this log shall find nothing
            cursor.execute("DELETE FROM log_event WHERE stream = %s", [stream])
        return figures


def _batch() -> None:
    """Five hundred events from the beginning, by a follower that makes nothing of them."""
    from games.log.followers import Follower, catch_up
    from games.log.models import FollowerPosition

    if not catch_up(Follower("bench", lambda events: None)):
        raise RuntimeError("the follower found nothing")
    FollowerPosition.objects.filter(follower="bench").delete()


def _far(path: str, client: Client) -> str:
    """Return the address of a page far back in a list: by number or by the line that it begins behind, as the
    list has it.
    """
    from games.ledger.models import Posting
    from games.models import Deal

    middle = {
        "/account/": Posting.objects.order_by("pk"),
        "/replays/": Deal.objects.filter(ended_at__isnull=False).order_by("pk"),
        "/replays/?whose=mine": Deal.objects.filter(ended_at__isnull=False).order_by("pk"),
    }[path]
    first = client.get(path).content.decode()
    sign = "&" if "?" in path else "?"
    if "page=" in first:
        return f"{path}{sign}page={max(1, middle.count() // 60)}"
    return f"{path}{sign}before={middle[middle.count() // 4].pk}"


def _client(player: Any) -> Client:
    client = Client()
    client.force_login(player)
    return client


def _expect(answer: Any) -> None:
    if answer.status_code != 200:
        raise RuntimeError(
            f"{answer.request['PATH_INFO']}: {answer.status_code} {answer.content[-300:]}"
        )


def _middle(taken: list[float]) -> float:
    return sorted(taken)[len(taken) // 2]


def _fill(events: int) -> None:
    from benchmarks.filling import Past

    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    Past().fill_to(events)
    with contextlib.suppress(ImportError):
        from games.ledger.tasks import make_subtotals

        make_subtotals()


if __name__ == "__main__":
    django.setup()
    if "--fill" in sys.argv:
        _fill(int(sys.argv[-1]))
    elif "--measure" in sys.argv:
        sys.stdout.write(json.dumps(_measure(float(sys.argv[-1]))))
    else:
        run(quick="--quick" in sys.argv)
