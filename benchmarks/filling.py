"""A club with a past: a log filled with real deals, each played by bots through the engine and stored as the club does.

Events carry their true hash chain, and tables, deals, seats, secrets, transfers and postings are those that the
commands would have made: `verify_log` and `check_ledger` find nothing. Only the way in is short: many deals go in one
transaction, by COPY on PostgreSQL. Tournaments are played by the club's own commands.
"""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

from django.db import transaction
from django.db.models import Max

from benchmarks.past_deals import played
from benchmarks.past_rows import Chain, Rows, deal_ids, store
from games import commands as club
from games import settlement
from games.engine.rules import VINAGAMES
from games.engine.shuffle import SECRET_BYTES, commit
from games.ledger.commands import encoded, said_by
from games.ledger.models import Transfer
from games.log.models import Event as StoredEvent
from games.log.models import FollowerPosition
from games.models import Deal, DealSeat, DealSecret, Player, Seat, Table
from games.projections import bring
from games.schema import rules_to_plain
from tests.support.deals import play_on
from tests.support.tournament_pages import create
from tournaments import commands
from tournaments.models import Tournament
from tournaments.reactions import follow

EPOCH = datetime(2026, 1, 5, 18, tzinfo=UTC)
"""When the first deal was prepared."""
APART = timedelta(minutes=4)
"""One deal is prepared so long after the other."""
DEALS_A_TABLE = 20
"""After so many deals a table of the lobby is closed; one is never closed and has each tenth deal of the club."""
EVENTS_A_TOURNAMENT = 50_000
"""One tournament for so many events of the log, and one at the least."""
_CHUNK = 200
"""Deals in one transaction."""
_Next = tuple[Table, list[str], int, int | None]
"""A deal to come: its table, the labels of its seats, its number there and its starter."""


class Past:
    """Fills the log, further with each call of `fill_to`. The same seed gives the same deals."""

    def __init__(self, *, members: int = 60, seed: int = 1) -> None:
        """`members` beside the regular, who sits at nine of ten tables."""
        self._deals = Deal.objects.count()
        self._due: dict[int, int] = {}
        self._random = Random(f"{seed}/{self._deals}")
        known = Player.objects.filter(username__startswith="past-").count()
        for number in range(known, members + 1):
            name = f"past-{number:03}"
            player = Player.objects.create(username=name, display_name=f"Past {number}")
            club.grant_first_chips(player=player, now=EPOCH)
        people = list(Player.objects.filter(username__startswith="past-").order_by("pk"))
        self.regular: Player = people[0]
        self.members: list[Player] = people[1:]
        self.director, _made = Player.objects.get_or_create(
            username="director-of-the-past", defaults={"is_director": True}
        )
        self.long_table = self._long_table()

    def fill_to(self, events: int) -> None:
        """Go on until the log holds at least so many events, then let the followers stand at its end."""
        for _ in range(max(1, events // EVENTS_A_TOURNAMENT) - Tournament.objects.count()):
            play_tournament(self.director, self.members[:8], EPOCH)
        missing = events - StoredEvent.objects.count()
        evenings = self._evenings()
        while missing > 0:
            missing -= self._store_some(evenings, max(1, min(_CHUNK, missing // 46)))
        _followers_at_the_end()

    def play(self, deals: int) -> None:
        """Go on by so many deals, at tables of their own and without tournaments."""
        evenings = self._evenings()
        for done in range(0, deals, _CHUNK):
            self._store_some(evenings, min(_CHUNK, deals - done))
        _followers_at_the_end()

    def _long_table(self) -> Table:
        table = Table.objects.filter(name="Long table").first()
        if table is None:
            table = self._table("Long table")
            Seat.objects.bulk_create(Seat(table=table, number=number) for number in range(4))
        return table

    def _table(self, name: str) -> Table:
        return Table.objects.create(
            name=name,
            rules=rules_to_plain(VINAGAMES),
            seat_count=4,
            admission=Table.Admission.OPEN,
            filler="",
            seconds_per_move=60,
            chips_per_point=1,
            opened_by=self.regular,
            opened_at=EPOCH + self._deals * APART,
            used_at=EPOCH + self._deals * APART,
        )

    def _evenings(self) -> Iterator[_Next]:
        """Yield one deal after the other, for ever."""
        last: dict[str, Any] = self.long_table.deals.aggregate(number=Max("number"))
        long_number = int(last["number"] or 0)
        long_seats = self._seats(people=4)
        while True:
            table = self._table(f"Evening {self._deals}")
            seats = self._seats(people=self._random.choice((4, 4, 3)))
            self._take_seats(table, seats)
            for number in range(1, DEALS_A_TABLE + 1):
                yield table, seats, number, self._due.get(table.pk)
                if number % 9 == 0:
                    long_number += 1
                    yield (
                        self.long_table,
                        long_seats,
                        long_number,
                        self._due.get(self.long_table.pk),
                    )
            table.closed_at = EPOCH + self._deals * APART
            table.save(update_fields=["closed_at"])

    def _seats(self, *, people: int) -> list[str]:
        chosen = self._random.sample(self.members, people)
        if self._random.random() < 0.9:
            chosen[0] = self.regular
        return [f"player:{player.pk}" for player in chosen] + ["bot:greedy"] * (4 - people)

    def _take_seats(self, table: Table, labels: Sequence[str]) -> None:
        for number, label in enumerate(labels):
            kind, _, name = label.partition(":")
            who = {"player_id": int(name)} if kind == "player" else {"bot": name}
            Seat.objects.create(table=table, number=number, **who)

    def _store_some(self, evenings: Iterator[_Next], count: int) -> int:
        """Return so many deals in one transaction; how many events they have."""
        rows = Rows()
        with transaction.atomic():
            for deal_id in deal_ids(count):
                self._play(deal_id, *next(evenings), rows)
            store(rows)
        return len(rows.events)

    def _play(
        self,
        deal_id: int,
        table: Table,
        labels: Sequence[str],
        number: int,
        starter: int | None,
        rows: Rows,
    ) -> None:
        at = EPOCH + self._deals * APART
        self._deals += 1
        secret = self._random.randbytes(SECRET_BYTES).hex()
        deal = Deal(
            id=deal_id, table=table, number=number, prepared_at=at, changed_at=at, phase="seeds"
        )
        told: dict[str, Any] = {"chips_per_point": table.chips_per_point}
        batches = played(labels, secret, starter, at, self._random)
        chain = Chain(deal.stream)
        for batch in batches:
            bring(deal, batch.state, batch.events, now=batch.at)
            if batch.by is not None:
                told["by"] = batch.by
            if deal.deadline is not None:
                told["deadline"] = deal.deadline.isoformat()
            rows.events += chain.add(batch, told)
            told = {}
        deal.settled_version = deal.owed_version
        self._due[table.pk] = deal.turn  # §8.3
        ending = batches[-1].state.ending
        assert ending is not None
        result = ending.result
        rows.deals.append(deal)
        rows.secrets.append(DealSecret(deal_id=deal_id, commitment=commit(secret)))
        for seat, label in enumerate(labels):
            kind, _, name = label.partition(":")
            who = {"player_id": int(name)} if kind == "player" else {"bot": name}
            rows.seats.append(
                DealSeat(deal_id=deal_id, number=seat, ready=True, net=result.net[seat], **who)
            )
        amounts = settlement._amounts(tuple(labels), result, table.chips_per_point)
        if amounts:
            paid = Transfer(
                key=f"deal:{deal_id}",
                memo=f"Deal {deal_id}",
                recorded_at=batches[-1].at,
                metadata=encoded(said_by(batches[-1].by)),
                stream=deal.stream,
                version=deal.owed_version,
                entries=len(amounts),
            )
            rows.transfers.append((paid, amounts))


def _followers_at_the_end() -> None:
    """They have read everything, as in a club whose workers run."""

    last = StoredEvent.objects.order_by("-txid", "-position").values("txid", "position").first()
    for name in ("tournaments", "disputes", "found-deals"):
        FollowerPosition.objects.update_or_create(follower=name, defaults=last or {})


def play_tournament(director: Player, members: Sequence[Player], now: datetime) -> int:
    """Return a closed tournament of two rounds, two deals each, for eight members; its id."""

    made = create(
        by=director,
        name="Cup of the past",
        rules="vinagames",
        rounds=2,
        deals_per_round=2,
        entry_fee=10,
        prize_shares=(60, 40),
        seconds_per_move=60,
        filler="bot:greedy",
        now=now,
    )
    for member in members:
        commands.enter(by=member, tournament_id=made.pk, now=now)
    commands.start(by=director, tournament_id=made.pk, now=now)
    follow(lambda: now)
    origin = f"tournament-{made.pk}/"
    while waiting := list(
        Deal.objects.filter(table__origin__startswith=origin, ended_at=None).order_by("pk")
    ):
        for deal in waiting:
            club.start_deal(deal_id=deal.pk, now=deal.prepared_at + timedelta(minutes=2))
            play_on(deal.pk, now=deal.prepared_at + timedelta(minutes=3))
            club.settle(deal_id=deal.pk)
            club.prepare_deal(table_id=deal.table_id, now=now)
        follow(lambda: now)
    commands.close(by=director, tournament_id=made.pk, now=now)
    assert Tournament.objects.get(pk=made.pk).status == Tournament.Status.CLOSED
    return int(made.pk)
