"""Rows of the past: what the commands would have stored of many deals, in one transaction, by COPY on PostgreSQL."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from django.db import connection

from benchmarks.past_deals import Batch
from games.ledger.commands import _accounts
from games.ledger.models import Posting, Transfer
from games.log import codec
from games.log.chain import NOTHING_BEFORE, hash_event
from games.models import Deal, DealSeat, DealSecret
from games.schema import to_stored

_COLUMNS = "txid, stream, version, name, schema, payload, metadata, command_id, recorded_at, previous, hash"


@dataclass(slots=True)
class Rows:
    """The rows of many deals, to be stored together."""

    deals: list[Deal] = field(default_factory=list)
    seats: list[DealSeat] = field(default_factory=list)
    secrets: list[DealSecret] = field(default_factory=list)
    transfers: list[tuple[Transfer, dict[str, int]]] = field(default_factory=list)
    events: list[tuple[Any, ...]] = field(default_factory=list)


class Chain:
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


def deal_ids(count: int) -> list[int]:
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


def store(rows: Rows) -> None:
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
