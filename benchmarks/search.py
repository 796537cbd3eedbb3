"""Search over a million finished deals: every filter, and the combinations that fit least.

    python -m benchmarks --only search                    on SQLite, some three minutes, half of it for filling
    python -m benchmarks --only search-postgresql
    python -m benchmarks --only search --quick            50,000 deals

Each row is a search as the page asks it, with the deals of the first page, or of a page far back, and last the whole
page. What the rows of the search take on disk is told for each deal. The facts are made up, with the shares that bots'
deals have; members are 400, the viewer sits in a twentieth of all deals, each of the others in some hundredth.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from functools import partial
from random import Random
from statistics import median, quantiles
from time import perf_counter
from typing import Any, Final

import django
from django.test import Client

DEALS: Final = 1_000_000
QUICK: Final = 50_000
MEMBERS: Final = 400
A_TOURNAMENT: Final = 800
"""Deals; each third of the club's deals is a tournament's."""
_EPOCH: Final = datetime(2016, 1, 5, 18, tzinfo=UTC)
_APART: Final = timedelta(minutes=5)


def run(*, deals: int, seconds: float) -> None:
    """Fill, search, and print how long each search took."""
    from django.db import connection, transaction

    from benchmarks.measuring import note
    from games.models import Player
    from replays.models import FoundDeal
    from replays.queries.search import search

    began = perf_counter()
    Player.objects.bulk_create(
        Player(username=f"search-{at:03}", display_name=f"Search {at}") for at in range(MEMBERS)
    )
    ids = [player.pk for player in Player.objects.order_by("pk")]
    table = _table(ids[0])
    with transaction.atomic():
        with connection.cursor() as cursor:
            if connection.vendor == "postgresql":
                cursor.execute("SET LOCAL session_replication_role = replica")
            else:
                cursor.execute("PRAGMA defer_foreign_keys=ON")
        _fill(deals, ids, table)
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE" if connection.vendor == "postgresql" else "ANALYZE")
    note(f"\nSearch: {deals:,} deals, {len(ids)} members, {connection.vendor}")
    note(f"  {'filled in':<60}{perf_counter() - began:>10.0f} s")
    size = _bytes() / deals
    note(f"  {'rows of the search, with their indices':<60}{size:>10.0f} bytes a deal")
    assert FoundDeal.objects.count() == deals
    note(f"  {'':<60}{'p50':>8}{'p95':>8}{'slowest':>9} ms   found")
    viewer = Player.objects.get(pk=ids[0])
    for name, wanted, far in _searches(ids, deals):

        def one(wanted: Any = wanted, far: int | None = far) -> int:
            return search(wanted, viewer, 25, before=far).count

        _measure(name, one, seconds)
    client = Client()
    client.force_login(viewer)
    for name, asked in _PAGES.items():
        _measure(f"the page: {name}", partial(_get, client, asked), seconds)


_PAGES: Final = {
    "everything": "mine=",
    "my mistakes, a page far back": "mistakes=any&before=20001",
    "nothing fits": "rules=4sac&steps_least=80&paid_least=250&kongs=both&penalty=no&outcome=exhausted",
    "the form alone": "",
}


def _get(client: Client, asked: str) -> int:
    answer = client.get(f"/replays/search?{asked}")
    if answer.status_code != 200:
        raise RuntimeError(f"{asked}: {answer.status_code}")
    found = re.search(r"([0-9,]+) deals? found", answer.content.decode())
    return 0 if found is None else int(found[1].replace(",", ""))


def _measure(name: str, work: Callable[[], int], seconds: float) -> None:
    from benchmarks.measuring import note

    taken: list[float] = []
    end = perf_counter() + seconds
    while len(taken) < 7 or perf_counter() < end:
        began = perf_counter()
        found = work()
        taken.append((perf_counter() - began) * 1e3)
    slow = quantiles(taken, n=20, method="inclusive")[18]
    note(f"  {name:<60}{median(taken):>8.1f}{slow:>8.1f}{max(taken):>9.1f}   {found:>9,}")


def _searches(ids: Sequence[int], deals: int) -> Iterator[tuple[str, Any, int | None]]:
    """Yield what is searched, and behind which deal the page begins."""
    from replays.index.terms import DealOutcome
    from replays.queries.search import DisputeFilter, Kongs, Mistakes, Part, Range, WantedDeals

    last = (_EPOCH + deals * _APART).date()
    middle = (_EPOCH + deals // 2 * _APART).date()
    far = deals // 50
    other, third = ids[7], ids[11]
    yield "everything", WantedDeals(), None
    yield "everything, a page far back", WantedDeals(), far
    yield "a member", WantedDeals(player=other), None
    yield "a member, a page far back", WantedDeals(player=other), far
    yield "mine", WantedDeals(mine=True), None
    yield "mine, a page far back", WantedDeals(mine=True), far
    yield "mine with a member", WantedDeals(mine=True, player=other), None
    yield "a member won", WantedDeals(player=other, part=Part.WON), None
    yield "a member paid the penalty", WantedDeals(player=other, part=Part.PAID_PENALTY), None
    yield "my mistakes", WantedDeals(mistakes=Mistakes.ANY), None
    yield "wins that I declined", WantedDeals(mistakes=Mistakes.WIN), None
    yield "wins that I declined, a page far back", WantedDeals(mistakes=Mistakes.WIN), far
    yield "my mistakes with a member", WantedDeals(mistakes=Mistakes.WIN, player=other), None
    yield "a tournament", WantedDeals(tournament=9), None
    yield "a rule set", WantedDeals(rules="4sac"), None
    yield "a rule set that three deals have", WantedDeals(rules="old"), None
    yield "a rule set that no deal has", WantedDeals(rules="none"), None
    yield "a day long ago", WantedDeals(since=_EPOCH.date(), until=_EPOCH.date()), None
    yield "since yesterday", WantedDeals(since=last - timedelta(days=1)), None
    yield "the first half of all time", WantedDeals(until=middle), None
    yield "nobody won", WantedDeals(outcome=DealOutcome.EXHAUSTED), None
    yield "stopped", WantedDeals(outcome=DealOutcome.STOPPED), None
    yield "penalty", WantedDeals(penalty=True), None
    yield "a quan and a khui", WantedDeals(kongs=Kongs.BOTH), None
    yield "a quan", WantedDeals(kongs=Kongs.QUAN), None
    yield "300 points or more", WantedDeals(paid=Range(300)), None
    yield "exactly 199 points", WantedDeals(paid=Range(199, 199)), None
    yield "95 steps or more", WantedDeals(steps=Range(95)), None
    yield "disputed", WantedDeals(ruled=DisputeFilter.DISPUTED), None
    yield "changed by a ruling", WantedDeals(ruled=DisputeFilter.CHANGED), None
    yield "not disputed, a page far back", WantedDeals(ruled=DisputeFilter.NO), far
    nothing = "and nothing fits: "
    yield (
        nothing + "nobody won, penalty",
        WantedDeals(outcome=DealOutcome.EXHAUSTED, penalty=True),
        None,
    )
    yield (
        nothing + "4sac, long, dear, quan and khui, no penalty",
        WantedDeals(
            rules="4sac",
            steps=Range(80),
            paid=Range(250),
            kongs=Kongs.BOTH,
            penalty=False,
            outcome=DealOutcome.EXHAUSTED,
        ),
        None,
    )
    yield (
        nothing + "won, undisputed, 0 points",
        WantedDeals(outcome=DealOutcome.WON, ruled=DisputeFilter.NO, paid=Range(0, 0)),
        None,
    )
    yield (
        nothing + "nobody won, the older half",
        WantedDeals(outcome=DealOutcome.EXHAUSTED, paid=Range(1), until=middle),
        None,
    )
    yield (
        nothing + "mine, nobody won, penalty",
        WantedDeals(mine=True, outcome=DealOutcome.EXHAUSTED, penalty=True),
        None,
    )
    yield (
        nothing + "mine with a member, lost, 5 points at most",
        WantedDeals(mine=True, player=third, part=Part.LOST, paid=Range(most=5)),
        None,
    )
    yield (
        nothing + "my mistakes with a member, 4sac, stopped",
        WantedDeals(mistakes=Mistakes.ANY, player=third, rules="4sac", outcome=DealOutcome.STOPPED),
        None,
    )


def _facts(at: int, people: Sequence[int], random: Random) -> Iterator[tuple[int, str]]:
    """Yield what holds of a deal and of the members in it."""
    from replays.index.terms import ALL, day_of, quantity_terms

    chance = random.random()
    won = chance < 0.88
    penalty = won and random.random() < 0.15
    disputed = penalty and random.random() < 0.02
    quan, khui = random.random() < 0.08, random.random() < 0.22
    rules = "old" if at in (10, 20, 30) else "4sac" if random.random() < 0.3 else "vinagames"
    outcome = "won" if won else "exhausted" if chance < 0.9998 else "stopped"
    ruling = random.choice(("open", "upheld", "changed", "changed")) if disputed else "none"
    named = {"penalty": penalty, "quan": quan, "khui": khui}
    paid = int(random.expovariate(1 / 80)) + 12 if won else 0
    for name in (
        *(ALL, f"rules:{rules}", f"outcome:{outcome}", f"ruling:{ruling}"),
        *(name for name, holds in named.items() if holds),
        *quantity_terms("day", day_of((_EPOCH + at * _APART).date())),
        *quantity_terms("paid", paid),
        *quantity_terms("steps", random.randrange(20, 100)),
    ):
        yield 0, name
    if at // A_TOURNAMENT % 3 == 0:
        yield 0, f"tournament:{at // A_TOURNAMENT}"
    winner = random.randrange(4) if won else None
    for seat, player in enumerate(people):
        yield player, ALL
        if winner is not None:
            yield player, "won" if seat == winner else "lost"
        if penalty and seat == (winner or 0) ^ 1:
            yield player, "penalty"
        if seat == 0 and quan:
            yield player, "quan"
        if seat == 1 and khui:
            yield player, "khui"
        if random.random() < 0.3:
            yield player, "unsafe"
        if random.random() < 0.02:
            yield player, "declined"


def _fill(deals: int, ids: Sequence[int], table: int) -> None:
    """The rows of the search, and those of the deals as far as a page of what is found reads them."""
    from replays.index import bitmap
    from replays.models import FoundDeal, TermBitmap

    random = Random(1)
    when = _EPOCH
    for first in range(0, deals, bitmap.BLOCK):
        held: dict[tuple[int, str], bytearray] = {}
        seats: list[tuple[Any, ...]] = []
        numbers = range(first, min(first + bitmap.BLOCK, deals))
        for at in numbers:
            people = random.sample(ids[1:], 4)
            if random.random() < 0.05:
                people[0] = ids[0]
            place, mark = (at - first) >> 3, 1 << (at & 7)
            for key in _facts(at, people, random):
                if key not in held:
                    held[key] = bytearray(bitmap.BLOCK // 8)
                held[key][place] |= mark
            seats += (
                (at + 1, seat, player, "", "", True, 0, False) for seat, player in enumerate(people)
            )
        FoundDeal.objects.bulk_create(FoundDeal(number=at, deal_id=at + 1) for at in numbers)
        TermBitmap.objects.bulk_create(
            TermBitmap(
                about=about,
                fact=fact,
                block=first // bitmap.BLOCK,
                bits=bitmap.pack(int.from_bytes(marked, "little")),
            )
            for (about, fact), marked in held.items()
        )
        _store("games_dealseat", _SEATS, seats)
        over = (46, "over", 0, 45, 45, when, when, when, 0, False, False)
        _store("games_deal", _DEALS, ((at + 1, table, at + 1, *over) for at in numbers))


_SEATS: Final = ("deal_id", "number", "player_id", "bot", "elsewhere", "ready", "net", "withheld")
_DEALS: Final = (
    *("id", "table_id", "number", "version", "phase", "turn", "owed_version", "settled_version"),
    *("prepared_at", "changed_at", "ended_at", "points", "cancelled", "sealed"),
)


def _store(table: str, columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    from django.db import connection

    listed = ", ".join(columns)
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            with cursor.copy(f"COPY {table} ({listed}) FROM STDIN") as copy:
                for row in rows:
                    copy.write_row(row)
        else:
            marks = ", ".join(["%s"] * len(columns))
            cursor.executemany(f"INSERT INTO {table} ({listed}) VALUES ({marks})", list(rows))


def _table(host: int) -> int:
    """Return the one table at which all these deals are played."""
    from games.engine.rules import VINAGAMES
    from games.models import Table
    from games.schema import rules_to_plain

    made = Table.objects.create(
        name="Long table",
        rules=rules_to_plain(VINAGAMES),
        seat_count=4,
        seconds_per_move=60,
        chips_per_point=1,
        opened_by_id=host,
        opened_at=_EPOCH,
        used_at=_EPOCH,
    )
    return int(made.pk)


def _bytes() -> int:
    """Return what the rows of the search take on disk; SQLite's own count of pages where it was built with one."""
    from django.db import DatabaseError, connection

    postgresql = "SELECT pg_total_relation_size('replays_founddeal') + pg_total_relation_size('replays_foundbits')"
    sqlite = "SELECT sum(pgsize) FROM dbstat WHERE name LIKE '%%found%%'"
    with connection.cursor() as cursor:
        try:
            cursor.execute(postgresql if connection.vendor == "postgresql" else sqlite)
        except DatabaseError:  # a SQLite without `dbstat`
            cursor.execute(
                "SELECT sum(length(bits) + length(fact) * 2 + 40) FROM replays_foundbits"
            )
        return int(cursor.fetchone()[0])


def main() -> None:
    """Of this process's own database."""
    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    quick = "--quick" in sys.argv
    run(deals=QUICK if quick else DEALS, seconds=0.2 if quick else 1.0)


if __name__ == "__main__":
    main()
