"""Compiled queries find what the ORM finds, and nothing else."""

from datetime import timedelta

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.engine.rules import VINAGAMES
from games.models import Deal, DealSeat, Player, Seat, Table
from games.queries.play import rows
from games.queries.play.compiled import Compiled
from tests.support.deals import prepared_deal

pytestmark = pytest.mark.django_db

SEAT_AT = Compiled(
    lambda table, deal, player: DealSeat.objects.filter(
        deal_id=deal, deal__table_id=table, player_id=player
    ).order_by(),
    int,
    int,
    int,
)


@pytest.fixture
def table() -> Table:
    """A table at which two members and two bots sit, its first deal prepared."""
    people = [Player.objects.create_user(name) for name in ("host", "guest")]
    return prepared_deal(VINAGAMES, 1, people).table


def fields_of(row: object) -> dict[str, object]:
    """Return all that an instance has of its row."""
    return {name: value for name, value in vars(row).items() if not name.startswith("_")}


def test_a_row_is_the_same_as_by_the_orm(table: Table) -> None:
    """Text, JSON, moments, nothing: every column comes out as Django makes it."""
    found = rows.TABLE.first(table.pk)
    assert found is not None
    assert fields_of(found) == fields_of(Table.objects.get(pk=table.pk))
    deal = Deal.objects.get(table=table)
    running = rows.RUNNING.first(table.pk)
    assert running is not None
    assert fields_of(running) == fields_of(deal)


def test_related_rows_come_along_without_another_query(table: Table) -> None:
    """`select_related` fills what is asked for, and None where nobody sits; a name brings no password along."""
    with CaptureQueriesContext(connection) as captured:
        seats = rows.SEATS(table.pk)
        names = [seat.player and seat.player.username for seat in seats]
    assert len(captured) == 1
    by_orm = Seat.objects.filter(table=table).order_by("number")
    assert [fields_of(seat) for seat in seats] == [fields_of(seat) for seat in by_orm]
    assert names == ["host", "guest", None, None]
    host = fields_of(Player.objects.get(username="host"))
    known = fields_of(seats[0].player)
    assert set(known) == {"id", "username", "display_name", "is_guest", "is_bot"}
    assert known == {name: host[name] for name in known}


def test_values_are_taken_in_their_order(table: Table) -> None:
    """Three numbers of which only one order finds a row."""
    deal = Deal.objects.get(table=table)
    guest = Player.objects.get(username="guest")
    Player.objects.filter(pk=guest.pk).update(date_joined=timezone.now() - timedelta(days=1))
    mine = SEAT_AT.first(table.pk, deal.pk, guest.pk)
    assert mine == DealSeat.objects.get(deal=deal, player=guest)
    assert SEAT_AT.first(table.pk, deal.pk + 1000, guest.pk) is None
    assert SEAT_AT.first(table.pk + 1000, deal.pk, guest.pk) is None


def test_what_is_asked_first_does_not_decide_what_is_found_later(table: Table) -> None:
    """The SQL is made once; its values are not."""
    asked = Compiled(lambda name: Player.objects.filter(username=name), str)
    assert [asked(name) for name in ("guest", "nobody", "host", "guest'; --")] == [
        [Player.objects.get(username="guest")],
        [],
        [Player.objects.get(username="host")],
        [],
    ]


def test_a_row_that_was_found_can_be_saved(table: Table) -> None:
    """An instance is one that stands in the database, not a new one."""
    found = rows.TABLE.first(table.pk)
    assert found is not None
    found.name = "Another name"
    found.save()
    assert Table.objects.get(pk=table.pk).name == "Another name"
    assert Table.objects.count() == 1


def test_a_number_that_no_column_holds_finds_nothing(table: Table) -> None:
    """An address may hold any number of digits."""
    assert rows.TABLE.first(10**30) is None
    assert rows.TABLE.first(-(10**30)) is None
    assert SEAT_AT.first(table.pk, 2**63, 1) is None


@pytest.mark.django_db(transaction=True)
def test_a_row_is_locked_inside_of_a_transaction_alone(table: Table) -> None:
    """Outside the lock would be gone before anything is done with the row."""
    deal = Deal.objects.get(table=table)
    with transaction.atomic():
        assert rows.LOCKED.first(deal.pk) == deal
    with pytest.raises(transaction.TransactionManagementError):
        rows.LOCKED.first(deal.pk)
