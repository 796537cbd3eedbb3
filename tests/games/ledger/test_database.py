"""What the database itself holds, against raw SQL that commits."""

from collections.abc import Iterator
from datetime import UTC, datetime
from threading import Event as Signal
from uuid import UUID, uuid4

import pytest
from django.db import IntegrityError, connection, transaction

from games.ledger.commands import counter, post
from games.ledger.models import Account, Posting, Transfer
from games.ledger.queries import balance, trial_balance
from tests.support.threads import elsewhere

NOON = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)
STORED = {"member:an": 30, "member:binh": -30}

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def deal() -> Transfer:
    return post(key="deal-1", memo="a deal", postings=STORED, now=NOON)


def literal(uuid: UUID) -> str:
    return f"'{uuid}'" if connection.vendor == "postgresql" else f"'{uuid.hex}'"


def insert_postings(transfer: UUID, *amounts: int | None) -> None:
    """Amounts for an, binh, chi … of a transfer, by raw SQL; None leaves one out."""
    with connection.cursor() as cursor:
        for number, amount in enumerate(amounts):
            if amount is None:
                continue
            code = ("member:an", "member:binh", "member:chi", "member:dung")[number]
            account, _ = Account.objects.get_or_create(code=code, defaults={"kind": "member"})
            cursor.execute(
                "INSERT INTO ledger_posting (transfer_id, account_id, amount)"
                f" VALUES ({literal(transfer)}, {account.pk}, {amount})"
            )


def insert_transfer(transfer: UUID, entries: int, key: str = "forged") -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO ledger_transfer (id, key, memo, recorded_at, metadata, entries)"
            f" VALUES ({literal(transfer)}, '{key}', 'memo', '2026-11-20', '{{}}', {entries})"
        )


@pytest.fixture(autouse=True)
def nothing_is_forged(deal: Transfer) -> Iterator[None]:
    """After each test the members hold what the deal gave them."""
    yield
    assert {code: held for code, held in trial_balance().items() if held} == STORED
    assert Transfer.objects.filter(key="deal-1").get() == deal
    assert not Transfer.objects.filter(key="forged").exists()


def test_raw_sql_that_keeps_the_rules_is_let_through_and_taken_back():
    class TakeBack(Exception):
        pass

    def forge_well() -> None:
        with transaction.atomic():
            transfer = uuid4()
            insert_postings(transfer, 5, -2, -3)
            insert_transfer(transfer, 3)
            assert balance("member:an") == 35
            raise TakeBack

    with pytest.raises(TakeBack):
        forge_well()


@pytest.mark.parametrize(
    ("amounts", "entries"),
    [
        ((), 2),
        ((5, -4), 2),
        ((5,), 2),
        ((5, -2, -3), 2),
        ((5, -5), 3),
        ((5, -5), 1),
        ((5, 0, -5), 3),
    ],
)
def test_a_transfer_with_postings_that_do_not_add_up_is_refused(amounts, entries):
    def forge() -> None:
        with transaction.atomic():
            transfer = uuid4()
            insert_postings(transfer, *amounts)
            insert_transfer(transfer, entries)

    with pytest.raises(IntegrityError):
        forge()


def test_postings_without_their_transfer_are_refused_at_the_commit():
    steps: list[str] = []

    def forge() -> None:
        with transaction.atomic():
            insert_postings(uuid4(), 5, -5)
            steps.append("inserted")
        steps.append("committed")

    with pytest.raises(IntegrityError):
        forge()
    assert steps == ["inserted"]


@pytest.mark.parametrize("amounts", [(None, None, 5), (None, None, 5, -5)])
def test_nothing_is_added_to_a_stored_transfer(deal, amounts):
    with pytest.raises(IntegrityError, match="closed"), transaction.atomic():
        insert_postings(deal.pk, *amounts)


@pytest.mark.parametrize("table", ["ledger_account", "ledger_transfer", "ledger_posting"])
@pytest.mark.parametrize("sql", ["UPDATE {} SET id = id", "DELETE FROM {}"])
def test_no_row_is_updated_or_deleted(table, sql):
    with (
        pytest.raises(IntegrityError, match="only grows"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(sql.format(table))


@pytest.mark.only_on("postgresql")
@pytest.mark.parametrize("table", ["ledger_account", "ledger_transfer", "ledger_posting"])
def test_no_table_is_truncated(table):
    with (
        pytest.raises(IntegrityError, match="only grows"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(f"TRUNCATE {table} CASCADE")


@pytest.mark.only_on("sqlite3")
@pytest.mark.parametrize("recursive_triggers", ["ON", "OFF"])
@pytest.mark.parametrize(
    "sql",
    [
        "ledger_posting SELECT id, 0 - amount, account_id, transfer_id FROM ledger_posting",
        "ledger_transfer SELECT id, key, 'forged', recorded_at, metadata, entries, counters_id,"
        " stream, version FROM ledger_transfer",
        "ledger_account SELECT id, code, 'forged' FROM ledger_account",
        "ledger_account SELECT id + 100, code, 'forged' FROM ledger_account",
    ],
)
def test_no_row_is_replaced(sql, recursive_triggers):
    with connection.cursor() as cursor:
        cursor.execute(f"PRAGMA recursive_triggers = {recursive_triggers}")
        try:
            with pytest.raises(IntegrityError):
                cursor.execute(f"INSERT OR REPLACE INTO {sql}")
        finally:
            cursor.execute("PRAGMA recursive_triggers = ON")
    assert not Account.objects.filter(kind="forged").exists()
    assert not Transfer.objects.filter(memo="forged").exists()


@pytest.mark.only_on("postgresql")
def test_nothing_is_slipped_in_beside_a_transfer_that_is_not_yet_committed():
    """The two sessions do not see each other; the later commit does."""
    transfer = uuid4()
    written, commit = Signal(), Signal()

    def write_well() -> None:
        with transaction.atomic():
            insert_postings(transfer, 5, -5)
            insert_transfer(transfer, 2, key="honest")
            written.set()
            commit.wait(30)

    steps: list[str] = []

    def slip_in() -> None:
        with transaction.atomic():
            insert_postings(transfer, None, None, 7, -7)
            steps.append("inserted")
            commit.set()
            honest.join(30)
        steps.append("committed")

    honest = elsewhere(write_well)
    assert written.wait(30)
    with pytest.raises(IntegrityError, match="closed"):
        slip_in()
    assert steps == ["inserted"]
    assert Posting.objects.filter(transfer=transfer).count() == 2
    counter(key="back", original_key="honest", memo="taken back", now=NOON)
