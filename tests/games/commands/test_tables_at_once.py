"""Whoever closes a table and whoever comes back to it lock table and member in the same order."""

import pytest
from django.db import connection, transaction
from django.utils import timezone

from games import commands
from games.commands.people import guests
from games.engine.rules import VINAGAMES
from games.models import Player, Table
from tests.support.guests import played
from tests.support.play_pages import member
from tests.support.servers import wait_until
from tests.support.threads import elsewhere

pytestmark = pytest.mark.django_db(transaction=True)


def waits_for_a_lock() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_locks WHERE NOT granted")
        return bool(cursor.fetchone()[0])


@pytest.mark.only_on("postgresql")
def test_a_table_is_closed_while_its_host_presses_play_now():
    an, director = member("an"), member("dora", is_director=True)
    played(an)
    table = Table.objects.get()
    found: list[Table] = []

    def press() -> None:
        host = Player.objects.get(pk=an.pk)
        found.append(guests.play_now(by=host, rules=VINAGAMES, now=timezone.now()))

    with transaction.atomic():
        Table.objects.select_for_update().get(pk=table.pk)
        thread = elsewhere(press)
        wait_until(waits_for_a_lock, "nobody waits for the table")
        commands.close_table(by=director, table_id=table.pk, now=timezone.now(), reason="Late.")
    thread.join(60)
    table.refresh_from_db()
    assert table.closed_at is not None
    assert len(found) == 1 and found[0].pk != table.pk and found[0].closed_at is None


def test_two_presses_lead_to_one_table():
    an = member("an")
    first = guests.play_now(by=an, rules=VINAGAMES, now=timezone.now())
    assert guests.play_now(by=an, rules=VINAGAMES, now=timezone.now()) == first
    assert Table.objects.count() == 1
