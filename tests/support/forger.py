"""A forger who owns the database: raw SQL, without triggers, with new hashes."""

from io import StringIO
from typing import Any
from uuid import uuid4

from django.core.management import CommandError, call_command
from django.db import connection

from games.ledger.models import Account, Posting
from games.log.chain import NOTHING_BEFORE, hash_event
from tests.support.append_only import lifted


def forge(sql: str, *values: Any) -> None:
    """Run one statement that the triggers would have refused."""
    with lifted(), connection.cursor() as raw:
        raw.execute(sql, values)


def insert_into(stream: str, version: int, payload: str) -> None:
    """Insert an event between others: the later ones are renumbered."""
    with lifted(), connection.cursor() as raw:
        raw.execute("SELECT max(version) FROM log_event WHERE stream = %s", [stream])
        for number in range(raw.fetchone()[0], version - 1, -1):
            raw.execute(
                "UPDATE log_event SET version = version + 1 WHERE stream = %s AND version = %s",
                [stream, number],
            )
        raw.execute(
            "INSERT INTO log_event (stream, version, txid, name, schema, payload, metadata,"
            " recorded_at, previous, hash)"
            " SELECT stream, %s, txid, name, schema, %s, metadata, recorded_at, previous, hash"
            " FROM log_event WHERE stream = %s AND version = 1",
            [version, payload, stream],
        )


def rechain(stream: str) -> None:
    """Recompute every hash of the stream, so that its chain holds again."""
    previous = NOTHING_BEFORE
    with lifted(), connection.cursor() as raw:
        raw.execute(
            "SELECT version, name, schema, payload, metadata, recorded_at, command_id"
            " FROM log_event WHERE stream = %s ORDER BY version",
            [stream],
        )
        for version, name, schema, payload, metadata, recorded_at, command_id in raw.fetchall():
            digest = hash_event(
                previous,
                stream=stream,
                version=version,
                name=name,
                schema=schema,
                payload=payload,
                metadata=metadata,
                recorded_at=recorded_at,
                command_id=command_id,
            )
            raw.execute(
                "UPDATE log_event SET previous = %s, hash = %s WHERE stream = %s AND version = %s",
                [previous, digest, stream, version],
            )
            previous = digest


def found_in_the_ledger() -> str:
    """Return the command's findings."""
    out = StringIO()
    try:
        call_command("check_ledger", stdout=out)
    except CommandError:
        return out.getvalue()
    return ""


def insert_transfer(key: str, amounts: dict[str, int], *, at: object, **more: Any) -> None:
    """Insert a transfer by plain INSERT, which the ledger's own triggers accept."""
    number = uuid4()
    with connection.cursor() as raw:
        for code, amount in amounts.items():
            account, _ = Account.objects.get_or_create(code=code, kind=code.partition(":")[0])
            Posting.objects.create(transfer_id=number, account=account, amount=amount)
        columns: dict[str, Any] = {
            "id": number.hex if connection.vendor == "sqlite" else number,
            "key": key,
            "memo": "Chips granted by the club",
            "recorded_at": at,
            "metadata": "{}",
            "entries": len(amounts),
            **more,
        }
        names, places = ", ".join(columns), ", ".join(["%s"] * len(columns))
        raw.execute(
            f"INSERT INTO ledger_transfer ({names}) VALUES ({places})",
            list(columns.values()),
        )
