"""Loading and folding deals from PostgreSQL, beside what the eventsourcing package does with aggregates."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime
from itertools import cycle
from random import Random
from time import perf_counter
from typing import Any

import django
from django.core.management import call_command
from django.db import connection, transaction

from benchmarks.appending import bare_connection
from benchmarks.measuring import Timing, line, note, show, timing_of

LENGTH = 100
"""Events of an aggregate of the eventsourcing package, and about as many of the long deals."""
ALMOST = 10
"""How many events a long deal may be off."""
ROWS = (
    "SELECT version, name, schema, payload, recorded_at, metadata FROM log_event"
    " WHERE stream = %s ORDER BY version"
)
NOW = datetime(2026, 11, 20, 18, 30, tzinfo=UTC)


def run(*, quick: bool) -> None:
    """Measure and print. All but one line read everything from the database anew; nobody takes snapshots."""
    from games import queries
    from games.log.archive import put_away
    from games.schema import stream_of

    call_command("migrate", verbosity=0)
    some, many = _deals(20 if quick else 60, 3 if quick else 8)
    usual, long, archived, long_archived = _store(some, many, some, many)
    for deal_id in (*archived, *long_archived):
        assert put_away(stream_of(deal_id))
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")
    mean = sum(usual.values()) / len(usual)
    mean_long = sum(long.values()) / len(long)
    package = _aggregates(5 if quick else 20)
    works: dict[str, tuple[Callable[[Any], object], Iterator[Any], float]] = {
        f"the rows of a deal of {mean:.0f} events, bare driver (the floor)": (
            _rows(),
            cycle(usual),
            mean,
        ),
        "the deal as play reads it: remembered, and the news": (
            queries.current,
            cycle(usual),
            mean,
        ),
        "read, decode and fold the deal": (queries.load_state, cycle(usual), mean),
        "the same deal archived": (queries.load_state, cycle(archived), mean),
        f"read, decode and fold a deal of {mean_long:.0f} events": (
            queries.load_state,
            cycle(long),
            mean_long,
        ),
        "the same long deal archived": (queries.load_state, cycle(long_archived), mean_long),
    }
    folds = list(works)[2:]
    theirs = f"eventsourcing: rebuild an aggregate of {LENGTH} events"
    if package is not None:
        club, ids = package
        works[theirs] = club.repository.get, cycle(ids), LENGTH
    taken = _in_turn({name: (work, over) for name, (work, over, _) in works.items()}, quick)
    show("PostgreSQL: load and fold, one process, in turn")
    for name, (_, _, events) in works.items():
        timing = taken[name]
        line(name, timing, words=f"{timing.per_second * events:,.0f} events/s")
    if package is None:
        note(
            "  The eventsourcing package is not there to compare with. `make bench` installs it; by hand:"
        )
        note("  pip install --require-hashes -r requirements-dev.txt")
        return
    club.close()
    for name in folds:
        events = works[name][2]
        ratio = taken[theirs].median / taken[name].median
        note(
            f"  {name}: {ratio:.1f} times as fast as the package's aggregate of {LENGTH};"
            f" {ratio * events / LENGTH:.1f} times an event"
        )


def _in_turn(
    works: dict[str, tuple[Callable[[Any], object], Iterator[Any]]], quick: bool
) -> dict[str, Timing]:
    """Return each in turn again and again, so that what else the machine does meets all of them alike."""
    taken: dict[str, list[float]] = {name: [] for name in works}
    for number in range(400 if quick else 3000):
        for name, (work, over) in works.items():
            one = next(over)
            before = perf_counter()
            work(one)
            if number >= 50:  # warm
                taken[name].append(perf_counter() - before)
    return {name: timing_of(seconds) for name, seconds in taken.items()}


def _deals(usual: int, long: int) -> tuple[list[tuple[Any, ...]], list[tuple[Any, ...]]]:
    """Return the events of so many vinagames deals as they come, and of so many long ones of 4sac, which has them."""
    from games.bots.match import play_match
    from games.engine.rules import PRESETS

    def played(rules: str) -> Iterable[tuple[Any, ...]]:
        match = play_match(PRESETS[rules], ["greedy"] * 4, deals=10**6, random=Random(7))
        return (tuple(deal.events) for deal in match)

    some = [events for events, _ in zip(played("vinagames"), range(usual), strict=False)]
    many = (events for events in played("4sac") if abs(len(events) - LENGTH) <= ALMOST)
    return some, [events for events, _ in zip(many, range(long), strict=False)]


def _store(*groups: list[tuple[Any, ...]]) -> list[dict[int, int]]:
    """Append the deals event by event in turn, as an evening does; of each group the deals with their lengths."""
    from games.log import Head, append_to
    from games.schema import stream_of, to_stored

    deals = [events for group in groups for events in group]
    heads = [Head(stream_of(number)) for number in range(1, len(deals) + 1)]
    said = {"by": 12, "deadline": NOW.isoformat()}
    with transaction.atomic():
        for at in range(max(map(len, deals))):
            for number, events in enumerate(deals):
                if at < len(events):
                    one = to_stored(events[at : at + 1])
                    heads[number] = append_to(heads[number], one, now=NOW, metadata=said)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE log_event")
    numbers = iter(range(1, len(deals) + 1))
    return [{next(numbers): len(events) for events in group} for group in groups]


def _rows() -> Callable[[int], list[Any]]:
    """Return what reads a deal's rows with the bare driver, which prepares the statement."""
    plain = bare_connection()
    return lambda deal_id: list(plain.execute(ROWS, (f"deal-{deal_id}",)).fetchall())


def _aggregates(count: int) -> tuple[Any, list[Any]] | None:
    """Return an application of the package on the same server, and the ids of its aggregates; None without the package.

    Its events say what a discard says, and change next to nothing in the aggregate.
    """
    try:
        from eventsourcing.application import Application
        from eventsourcing.domain import Aggregate, event
    except ImportError:
        return None

    class Dealing(Aggregate):
        """A deal that only counts its discards."""

        @event("Started")
        def __init__(self, players: list[str]) -> None:
            self.players = players
            self.discards = 0

        @event("CardDiscarded")
        def discard(self, seat: int, card: str, opening: bool, verdict: dict[str, Any]) -> None:
            """One more."""
            self.discards += 1

    settings = connection.settings_dict
    club: Any = Application(
        env={
            "PERSISTENCE_MODULE": "eventsourcing.postgres",
            "POSTGRES_DBNAME": settings["NAME"],
            "POSTGRES_HOST": settings["HOST"],
            "POSTGRES_PORT": str(settings["PORT"] or 5432),
            "POSTGRES_USER": settings["USER"],
            "POSTGRES_PASSWORD": settings["PASSWORD"],
        }
    )
    dealings = [Dealing([f"player:{seat}" for seat in range(4)]) for _ in range(count)]
    verdict = {"usefulness": 3, "worst": ["Rr", "Cr"], "penalty": False}
    for at in range(LENGTH - 1):
        for one in dealings:
            one.discard(at % 4, "Rr", False, verdict)
        club.save(*dealings)
    return club, [one.id for one in dealings]


if __name__ == "__main__":
    django.setup()
    run(quick="--quick" in sys.argv)
