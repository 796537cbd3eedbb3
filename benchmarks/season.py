"""A season: 200 tournaments of 64 members, their ratings made from the log, and again after a late ruling.

Some sixty decks are played by bots through the engine; each deal of the season is one of them with other members in its
seats, under its own true hash chain. Four rounds of two deals each, 16 tables: 25,600 deals. `--quick` takes four of
the tournaments. `--archived` puts the deals away first, as a club does after an hour; the same events come out.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from random import Random
from time import perf_counter
from typing import Any, Final

import django

TOURNAMENTS: Final = 200
QUICK: Final = 4
MEMBERS: Final = 64
ROUNDS: Final = 4
DEALS: Final = 2
_DECKS: Final = 60
_EPOCH: Final = datetime(2026, 1, 5, 18, tzinfo=UTC)


def run(*, tournaments: int, archived: bool) -> None:
    """Fill, rebuild, rule, and print how long it took."""
    from django.db import connection, transaction

    from benchmarks.measuring import note, repeat, timing_of
    from games import ratings
    from games.log import archive
    from games.log.models import Event
    from games.models import Deal, Player, RatedDeal, Rating, RatingStep
    from games.presenters.ratings import ratings_page
    from games.ratings.fold import _set_back

    random = Random(1)
    people = Player.objects.bulk_create(
        Player(username=f"season-{at:03}", display_name=f"Season {at}") for at in range(MEMBERS)
    )
    began = perf_counter()
    filled = _Season(people, random)
    for number in range(1, tournaments + 1):
        filled.play(number)
    events, deals = Event.objects.count(), Deal.objects.count()
    note(f"\nA season: {tournaments} tournaments of {MEMBERS}, {deals:,} deals, {events:,} events")
    note(f"  {'filled in':<52}{perf_counter() - began:>10.1f} s")
    if archived:
        began = perf_counter()
        for deal_id in Deal.objects.order_by("pk").values_list("pk", flat=True):
            archive.put_away(f"deal-{deal_id}")
        note(f"  {'put away in':<52}{perf_counter() - began:>10.1f} s")
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    began = perf_counter()
    ratings.rebuild()
    took = perf_counter() - began
    rated = RatedDeal.objects.count()
    note(
        f"  {'ratings made from the log':<52}{took:>10.1f} s"
        f"   {took / rated * 1000:.2f} ms a deal; {RatingStep.objects.count():,} steps"
    )
    for share, words in ((1.0, "its first deal"), (0.01, "a deal of the last hundredth")):
        order = list(RatedDeal.objects.order_by("pk").values_list("pk", flat=True))
        with transaction.atomic():
            _set_back(RatedDeal.objects.get(pk=order[-max(1, int(len(order) * share))]))
        began, turns = perf_counter(), 1
        ratings.rate()
        while not _is_folded():
            ratings.rate()
            turns += 1
        note(
            f"  {f'again from {words} on':<52}{perf_counter() - began:>10.1f} s   in {turns} run(s) of the worker"
        )
    viewer = Player.objects.get(pk=people[0].pk)
    seconds = timing_of([repeat(lambda: ratings_page(viewer, "vinagames"), seconds=0.5).median])
    note(f"  {'the list of ratings, a page of 25':<52}{seconds.median * 1000:>10.1f} ms")
    best = Rating.objects.order_by("-mu").first()
    assert best is not None
    note(
        f"  (after {best.deals} deals the estimate is off by {best.sigma * 2 * 20:.0f} at the most)"
    )


def _is_folded() -> bool:
    from games.models import RatedDeal, RatingFold

    fold = RatingFold.objects.get()
    return not RatedDeal.objects.filter(rules=fold.rules, pk__gt=fold.folded_to).exists()


class _Season:
    """Stores tournaments, a transaction each."""

    def __init__(self, people: Sequence[Any], random: Random) -> None:
        from benchmarks.past_deals import played
        from games.engine.shuffle import SECRET_BYTES

        self._people, self._random, self._deals = people, random, 0
        labels = [f"player:{at}" for at in range(4)]
        self._decks = [
            played(labels, random.randbytes(SECRET_BYTES).hex(), None, _EPOCH, random)
            for _ in range(_DECKS)
        ]

    def play(self, number: int) -> None:
        from django.db import transaction

        from benchmarks.past_rows import Rows, deal_ids, store
        from games.engine.rules import VINAGAMES
        from games.models import Table
        from games.schema import rules_to_plain

        rows = Rows()
        with transaction.atomic():
            ids = iter(deal_ids(ROUNDS * MEMBERS // 4 * DEALS))
            for round_number in range(1, ROUNDS + 1):
                drawn = self._random.sample(self._people, MEMBERS)
                tables = Table.objects.bulk_create(
                    Table(
                        name=f"Season {number}, {round_number}/{at}",
                        rules=rules_to_plain(VINAGAMES),
                        seat_count=4,
                        admission=Table.Admission.FIXED,
                        seconds_per_move=60,
                        chips_per_point=0,
                        origin=f"tournament-{number}/{round_number}/{at}",
                        opened_by=self._people[0],
                        opened_at=_EPOCH,
                        used_at=_EPOCH,
                        closed_at=_EPOCH,
                    )
                    for at in range(1, MEMBERS // 4 + 1)
                )
                for at, table in enumerate(tables):
                    for deal_number in range(1, DEALS + 1):
                        four = drawn[at * 4 : at * 4 + 4]
                        self._deal(next(ids), table, deal_number, four, rows)
            store(rows)

    def _deal(self, deal_id: int, table: Any, number: int, four: Sequence[Any], rows: Any) -> None:
        from benchmarks.past_rows import Chain
        from games.engine.events import DealCommitted
        from games.models import Deal, DealSeat, DealSecret
        from games.projections import bring

        at = _EPOCH + self._deals * timedelta(minutes=1)
        self._deals += 1
        deal = Deal(
            id=deal_id, table=table, number=number, prepared_at=at, changed_at=at, phase="seeds"
        )
        chain, labels = Chain(deal.stream), tuple(f"player:{one.pk}" for one in four)
        batches = self._random.choice(self._decks)
        for batch in batches:
            told = tuple(
                replace(event, players=labels) if isinstance(event, DealCommitted) else event
                for event in batch.events
            )
            moved = batch._replace(events=told, at=at + (batch.at - _EPOCH))
            bring(deal, batch.state, told, now=moved.at)
            rows.events += chain.add(moved, {"chips_per_point": 0})
        deal.settled_version = deal.owed_version
        ending = batches[-1].state.ending
        assert ending is not None
        rows.deals.append(deal)
        rows.secrets.append(DealSecret(deal_id=deal_id, commitment=f"{deal_id:064}"))
        rows.seats += [
            DealSeat(
                deal_id=deal_id, number=seat, ready=True, net=ending.result.net[seat], player=one
            )
            for seat, one in enumerate(four)
        ]


if __name__ == "__main__":
    options = argparse.ArgumentParser(prog="python -m benchmarks.season", description=__doc__)
    options.add_argument("--quick", action="store_true", help=f"{QUICK} of the tournaments")
    options.add_argument("--archived", action="store_true", help="with every deal put away")
    asked = options.parse_args()
    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    run(tournaments=QUICK if asked.quick else TOURNAMENTS, archived=asked.archived)
