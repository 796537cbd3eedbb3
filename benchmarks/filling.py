"""A club with a past: a log filled with real deals, each played by bots through the engine and stored as the club does.

Events carry their true hash chain, and tables, deals, seats, secrets, transfers and postings are those that the
commands would have made: `verify_log` and `check_ledger` find nothing. Only the way in is short: many deals go in one
transaction, by COPY on PostgreSQL. Tournaments are played by the club's own commands.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any, NamedTuple
from uuid import UUID

from django.db import connection, transaction
from django.db.models import Max

from games import commands as club
from games import settlement
from games.bots import BOTS
from games.engine.deal import commit_deal, decide, legal_moves, start, to_move
from games.engine.events import (
    DealExhausted,
    DealWon,
    Event,
    SecretPublished,
    SeedCommitted,
    SeedGiven,
)
from games.engine.evolve import evolve, fold
from games.engine.rules import VINAGAMES
from games.engine.shuffle import (
    SECRET_BYTES,
    commit,
    commit_seed,
    kept_seed,
    shuffle,
    starter_by_dice,
)
from games.engine.sight import see
from games.engine.state import DealState, Phase
from games.ledger.commands import _accounts, encoded, said_by
from games.ledger.models import Posting, Transfer
from games.log import codec
from games.log.chain import NOTHING_BEFORE, hash_event
from games.log.models import Event as StoredEvent
from games.log.models import FollowerPosition
from games.models import Deal, DealSeat, DealSecret, Player, Seat, Table
from games.projections import bring
from games.schema import rules_to_plain, to_stored
from tests.support.deals import play_on
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
_COLUMNS = "txid, stream, version, name, schema, payload, metadata, command_id, recorded_at, previous, hash"


_Next = tuple[Table, list[str], int, int | None]
"""A deal to come: its table, the labels of its seats, its number there and its starter."""


class Batch(NamedTuple):
    """What one command added to a deal: its events, the state after them, who asked, and under which id."""

    events: tuple[Event, ...]
    state: DealState
    at: datetime
    by: int | None = None
    command_id: str | None = None


@dataclass(slots=True)
class _Rows:
    """The rows of many deals, to be stored together."""

    deals: list[Deal] = field(default_factory=list)
    seats: list[DealSeat] = field(default_factory=list)
    secrets: list[DealSecret] = field(default_factory=list)
    transfers: list[tuple[Transfer, dict[str, int]]] = field(default_factory=list)
    events: list[tuple[Any, ...]] = field(default_factory=list)


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
        """One deal after the other, for ever."""
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
        """So many deals in one transaction; how many events they have."""
        rows = _Rows()
        with transaction.atomic():
            for deal_id in _deal_ids(count):
                self._play(deal_id, *next(evenings), rows)
            _store(rows)
        return len(rows.events)

    def _play(
        self,
        deal_id: int,
        table: Table,
        labels: Sequence[str],
        number: int,
        starter: int | None,
        rows: _Rows,
    ) -> None:
        at = EPOCH + self._deals * APART
        self._deals += 1
        secret = self._random.randbytes(SECRET_BYTES).hex()
        deal = Deal(
            id=deal_id, table=table, number=number, prepared_at=at, changed_at=at, phase="seeds"
        )
        told: dict[str, Any] = {"chips_per_point": table.chips_per_point}
        batches = played(labels, secret, starter, at, self._random)
        chain = _Chain(deal.stream)
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


def played(
    labels: Sequence[str], secret: str, starter: int | None, at: datetime, random: Random
) -> list[Batch]:
    """A whole deal in the batches in which the commands append it; the club bot plays for everybody."""

    people = [int(label.removeprefix("player:")) if label[0] == "p" else None for label in labels]
    seeds = [
        kept_seed(secret, seat) if by is None else random.randbytes(16).hex()
        for seat, by in enumerate(people)
    ]
    bound = [
        SeedCommitted(seat, commit_seed(seeds[seat]), by is None) for seat, by in enumerate(people)
    ]
    first: list[Event] = [
        *commit_deal(VINAGAMES, players=labels, commitment=commit(secret), starter=starter),
        *(event for event in bound if event.kept),
    ]
    kept: list[Event] = [SeedGiven(event.seat, seeds[event.seat]) for event in bound if event.kept]
    dice, deck = shuffle(secret, seeds)
    by_dice = starter_by_dice(dice, len(labels)) if starter is None else starter
    seated = [seat for seat, by in enumerate(people) if by is not None]
    if not seated:
        first += kept
    state = fold(first)
    batches = [Batch(tuple(first), state, at)]

    def add(events: Sequence[Event], by: int | None, command_id: str | None) -> None:
        nonlocal at, state
        at += timedelta(seconds=3)
        new: list[Event] = []
        for event in events:
            new.append(event)
            if isinstance(event, DealWon | DealExhausted):
                new.append(SecretPublished(secret))
        for event in new:
            state = evolve(state, event)
        batches.append(Batch(tuple(new), state, at, by, command_id))

    for seat in seated:
        add((bound[seat], *(kept if seat == seated[-1] else ())), people[seat], None)
    opened = [SeedGiven(seat, seeds[seat]) for seat in seated]
    for event in opened[:-1]:
        add((event,), people[event.seat], None)
    last = opened[-1:]
    ready = state
    for event in last:
        ready = evolve(ready, event)
    dealt = start(ready, deck=deck, starter=by_dice, dice=dice if starter is None else None)
    add((*last, *dealt), people[seated[-1]] if seated else None, None)
    while state.phase is not Phase.OVER:
        seat = to_move(state)[0]
        move = BOTS["club"](see(state, seat), legal_moves(state, seat))
        id_ = None if people[seat] is None else f"{seat}:{UUID(int=random.getrandbits(128))}"
        add(decide(state, move), people[seat], id_)
    return batches


class _Chain:
    """The rows of one stream, each bound to the one before it."""

    def __init__(self, stream: str) -> None:
        self._stream = stream
        self._version = 0
        self._previous = NOTHING_BEFORE

    def add(self, batch: Batch, metadata: dict[str, Any]) -> Iterator[tuple[Any, ...]]:

        said, at = codec.encode(metadata), codec.encode_time(batch.at)
        stored = to_stored(batch.events)
        for event in stored:
            self._version += 1
            payload = codec.encode(event.payload)
            command = batch.command_id if event is stored[-1] else None
            digest = hash_event(
                self._previous,
                stream=self._stream,
                version=self._version,
                name=event.name,
                schema=event.schema,
                payload=payload,
                metadata=said,
                recorded_at=at,
                command_id=command,
            )
            yield (
                *(self._stream, self._version, event.name, event.schema, payload, said),
                *(command, at, self._previous, digest),
            )
            self._previous = digest


def _deal_ids(count: int) -> list[int]:
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(
                "SELECT nextval(pg_get_serial_sequence('games_deal', 'id'))"
                " FROM generate_series(1, %s)",
                [count],
            )
            return [number for (number,) in cursor.fetchall()]
        cursor.execute("SELECT COALESCE(max(id), 0) FROM games_deal")
        (last,) = cursor.fetchone()
        return list(range(last + 1, last + count + 1))


def _store(rows: _Rows) -> None:
    Deal.objects.bulk_create(rows.deals)
    DealSeat.objects.bulk_create(rows.seats)
    DealSecret.objects.bulk_create(rows.secrets)
    accounts = _accounts({code for _, amounts in rows.transfers for code in amounts})
    Posting.objects.bulk_create(
        Posting(transfer_id=transfer.pk, account_id=accounts[code], amount=amount)
        for transfer, amounts in rows.transfers
        for code, amount in amounts.items()
    )
    Transfer.objects.bulk_create([transfer for transfer, _ in rows.transfers])
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SELECT pg_current_xact_id()::text::bigint")
            (txid,) = cursor.fetchone()
            with cursor.copy(f"COPY log_event ({_COLUMNS}) FROM STDIN") as copy:
                for row in rows.events:
                    copy.write_row((txid, *row))
        else:
            cursor.executemany(
                f"INSERT INTO log_event ({_COLUMNS}) VALUES (0, {', '.join(['%s'] * 10)})",
                rows.events,
            )


def _followers_at_the_end() -> None:
    """They have read everything, as in a club whose workers run."""

    last = StoredEvent.objects.order_by("-txid", "-position").values("txid", "position").first()
    for name in ("tournaments", "disputes"):
        FollowerPosition.objects.update_or_create(follower=name, defaults=last or {})


def play_tournament(director: Player, members: Sequence[Player], now: datetime) -> int:
    """A closed tournament of two rounds, two deals each, for eight members; its id."""

    made = commands.create(
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
