"""Migrations under play: players do not wait behind one that waits, and two machines migrate one after the other."""

from collections.abc import Iterator

import psycopg
import pytest
from django.db import OperationalError, connection

from tusac_site.local.migrating import TRIES, migrate

pytestmark = [pytest.mark.only_on("postgresql"), pytest.mark.django_db(transaction=True)]


def ask(statement: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement)


def change() -> None:
    ask("ALTER TABLE in_use ADD COLUMN more integer")


@pytest.fixture(autouse=True)
def in_use() -> Iterator[None]:
    ask("CREATE TABLE in_use (id integer)")
    yield
    ask("DROP TABLE in_use")
    ask("RESET lock_timeout")
    ask("SELECT pg_advisory_unlock_all()")


@pytest.fixture
def another() -> Iterator[psycopg.Connection]:
    """Another client of the same database."""
    said = connection.get_connection_params()
    names = ("dbname", "user", "password", "host", "port")
    with psycopg.connect(**{name: said[name] for name in names if said.get(name)}) as made:
        yield made


def test_players_read_on_while_a_backup_keeps_a_migration_waiting(another) -> None:
    another.execute("LOCK TABLE in_use IN ACCESS SHARE MODE")  # as pg_dump does
    waited: list[float] = []

    def wait(seconds: float) -> None:
        waited.append(seconds)
        another.execute("SET LOCAL lock_timeout = '1ms'")
        another.execute("SELECT id FROM in_use")  # nobody who wants the table alone is before us
        if len(waited) == 2:
            another.rollback()

    migrate(change, wait=wait)
    assert len(waited) == 2
    ask("SELECT more FROM in_use")


def test_what_stays_in_use_is_said_and_nothing_is_changed(another) -> None:
    ask("INSERT INTO in_use VALUES (1)")
    waited: list[float] = []

    def refused() -> None:
        ask("SET lock_timeout = '1ms'")
        change()

    another.execute("LOCK TABLE in_use IN ACCESS SHARE MODE")
    with pytest.raises(SystemExit, match="pg_stat_activity"):
        migrate(refused, wait=waited.append)
    assert len(waited) == TRIES
    another.rollback()
    change()  # nobody has made that column


def test_another_fault_is_no_reason_to_try_again() -> None:
    def cut_off() -> None:
        raise OperationalError("the server closed the connection")

    with pytest.raises(OperationalError, match="closed"):
        migrate(cut_off, wait=lambda _: pytest.fail("it waited"))


def test_two_machines_migrate_one_after_the_other(another) -> None:
    def held() -> bool:
        asked = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND granted"
        (count,) = another.execute(asked).fetchone() or (0,)
        return bool(count)

    while_it_ran = []
    migrate(lambda: while_it_ran.append(held()))
    assert while_it_ran == [True] and not held()
