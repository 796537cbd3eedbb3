"""A season: 200 tournaments of 64 members, all of its rows made from the log, and its ratings after a late ruling.

Some sixty decks are played by bots through the engine; each deal of the season is one of them with other members in its
seats, under its own true hash chain. Four rounds of two deals each, 16 tables: 25,600 deals. The tournaments are
announced, entered, started by a draw that is given by hand, counted and closed by the engine's own decisions, a
transaction each. `--quick` takes four of them. `--archived` puts the deals away first, as a club does after an hour;
the same events come out.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from io import StringIO
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
_STANDING: Final = ("tournament_id", "participant", "place", "points", "deals", "prize")


def run(*, tournaments: int, archived: bool) -> None:
    """Fill, rebuild, rule, and print how long it took."""
    from django.core.management import call_command
    from django.db import connection, transaction

    from benchmarks.measuring import note, repeat, timing_of
    from games import ratings
    from games.log import archive
    from games.log.models import Event
    from games.models import Deal, Player, RatedDeal, Rating, RatingStep
    from games.presenters.people.ratings import ratings_page
    from games.ratings.fold import _set_back
    from tournaments.models import Standing

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
    before = list(Standing.objects.order_by("pk").values_list(*_STANDING))
    for label in ("tournaments", "replays", "games"):
        began = perf_counter()
        call_command("rebuild", label, verbosity=0, stdout=StringIO())
        note(f"  {f'rows of {label} made from the log':<52}{perf_counter() - began:>10.1f} s")
    after = sorted(Standing.objects.values_list(*_STANDING))
    note(
        f"  {len(after):,} lines of standings, {len(set(after) ^ set(before))} of them other than before"
    )
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
        from games.models import Player

        self._people, self._random, self._deals = people, random, 0
        self._member = {f"player:{one.pk}": one for one in people}
        self._director = Player.objects.create_user("season-director", is_director=True)
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
        from tournaments.commands.unit_of_work import TournamentWork
        from tournaments.engine import decisions

        rows = Rows()
        with transaction.atomic():
            tournament = self._announced(number)
            work = TournamentWork.on(tournament, now=_EPOCH, by=self._director)
            secret = self._enter(work, tournament)
            ids = iter(deal_ids(ROUNDS * MEMBERS // 4 * DEALS))
            for drawn in range(1, ROUNDS + 1):
                seats = [table.seats for table in work.state.rounds[-1].tables]
                tables = Table.objects.bulk_create(
                    Table(
                        name=f"Season {number}, {drawn}/{at}",
                        rules=rules_to_plain(VINAGAMES),
                        seat_count=4,
                        admission=Table.Admission.FIXED,
                        seconds_per_move=60,
                        chips_per_point=0,
                        origin=f"tournament-{tournament}/{drawn}/{at}",
                        opened_by=self._director,
                        opened_at=_EPOCH,
                        used_at=_EPOCH,
                        closed_at=_EPOCH,
                    )
                    for at in range(1, MEMBERS // 4 + 1)
                )
                for at, table in enumerate(tables, 1):
                    four = [self._member[label] for label in seats[at - 1]]
                    for deal_number in range(1, DEALS + 1):
                        deal_id = next(ids)
                        result = self._deal(deal_id, table, deal_number, four, rows)
                        work.add(
                            decisions.decide_score_deal(
                                work.state,
                                round_number=drawn,
                                table=at,
                                deal_number=deal_number,
                                deal_id=deal_id,
                                net=tuple(result.net),
                                winner=result.winner,
                                points=result.points,
                                penalised=result.offender,
                            )
                        )
                work.add(decisions.decide_advance(work.state, secret=secret))
            work.add(decisions.decide_close(work.state))
            store(rows)
            work.save()

    def _announced(self, number: int) -> int:
        from tests.support.tournament_pages import create
        from tests.support.tournaments import OPTIONS

        leave = ("known_rules", "known_fillers", "director")
        asked = {key: value for key, value in OPTIONS.items() if key not in leave}
        asked |= {"rounds": ROUNDS, "deals_per_round": DEALS, "entry_fee": 0, "format": "fixed"}
        asked |= {"name": f"Season {number}", "by": self._director, "now": _EPOCH}
        return int(create(**asked).pk)

    def _enter(self, work: Any, tournament: int) -> Callable[[int], str | None]:
        """Let all enter, give the draw, and start; the secrets of the draws behind it."""
        from tournaments.engine import decisions
        from tournaments.engine.draws.commitment import seed_of
        from tournaments.engine.draws.fixed import Placed, decide_give
        from tournaments.projections.secrets import draw_secret

        for one in self._people:
            work.add(decisions.decide_enter(work.state, player=one.pk))
        places = [
            Placed(0, drawn, at // 4 + 1, at % 4, label)
            for drawn in range(1, ROUNDS + 1)
            for at, label in enumerate(self._random.sample(list(self._member), MEMBERS))
        ]
        work.add(decide_give(work.state, places, director=self._director.pk))

        def secret(draw: int) -> str | None:
            return draw_secret(tournament, draw=draw, draws=work.state.bound_draws)

        first = secret(1)
        assert first is not None
        work.add(decisions.decide_start(work.state, seed=seed_of(first), secret=first))
        return secret

    def _deal(self, deal_id: int, table: Any, number: int, four: Sequence[Any], rows: Any) -> Any:
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
        return ending.result


if __name__ == "__main__":
    options = argparse.ArgumentParser(prog="python -m benchmarks.season", description=__doc__)
    options.add_argument("--quick", action="store_true", help=f"{QUICK} of the tournaments")
    options.add_argument("--archived", action="store_true", help="with every deal put away")
    asked = options.parse_args()
    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    run(tournaments=QUICK if asked.quick else TOURNAMENTS, archived=asked.archived)
