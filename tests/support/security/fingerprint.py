"""What the club has stored, as one value: whatever is refused must leave it as it was."""

from functools import lru_cache

from django.db import connection

from games.ledger.models import Transfer
from games.log.models import Event
from games.models import Deal, Seat, Table
from replays.models import Dispute
from tournaments.models import Tournament


def stored() -> tuple[object, ...]:
    """Return how far the log has come (the database itself lets nobody change it), and the rows beside it."""
    with (
        connection.cursor() as cursor
    ):  # twice for each request of the fuzzers: nothing is made anew for it
        return tuple(_rows(cursor, statement) for statement in _statements())


def _rows(cursor: object, statement: str) -> object:
    cursor.execute(statement)  # type: ignore[attr-defined]
    return cursor.fetchall()  # type: ignore[attr-defined]


@lru_cache(maxsize=1)
def _statements() -> tuple[str, ...]:
    counted = " UNION ALL ".join(
        f"SELECT COUNT(*), {last} FROM {model._meta.db_table}"
        for model, last in (
            (Event, "MAX(position)"),
            (Transfer, "0"),
            (Dispute, "0"),
            (Tournament, "0"),
        )
    )
    rows = (
        Table.objects.order_by("pk").values_list("pk", "name", "closed_at"),
        Seat.objects.order_by("pk").values_list("pk", "player_id", "bot"),
        Deal.objects.order_by("pk").values_list("pk", "version", "changed_at", "deadline"),
    )
    return (counted, *(str(one.query) for one in rows))
