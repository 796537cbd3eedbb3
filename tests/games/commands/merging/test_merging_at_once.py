"""Somebody sits down while two accounts are merged: one waits for the other, and no seat is an ended account's."""

from collections.abc import Callable
from threading import Thread
from typing import Any

import pytest
from django.utils import timezone

from games import commands
from games.commands.club.chips import require_cover
from games.commands.people import merging
from games.commands.people.merging import confirm_merge, propose_merge
from games.commands.table import seats
from games.errors import Refused
from games.ledger.queries import balance
from games.models import Player, Seat, Table
from tests.support.locks import somebody_waits
from tests.support.play_pages import member, table_with
from tests.support.servers import wait_until
from tests.support.threads import elsewhere

pytestmark = pytest.mark.django_db(transaction=True)


class Beside:
    """Something that is done in a second thread while the first is in the middle of its own."""

    def __init__(self, do: Callable[[], object]) -> None:
        self.said = ""
        self._do, self._threads = do, list[Thread]()

    def begin(self) -> None:
        """Start it, once, and return when it waits for a lock."""
        if not self._threads:
            self._threads.append(elsewhere(self._try))
            wait_until(somebody_waits, "the other one waits", 20)

    def end(self) -> str:
        """Return the code of its refusal; empty where there was none."""
        self._threads[0].join(60)
        return self.said

    def _try(self) -> None:
        try:
            self._do()
        except Refused as refused:
            self.said = refused.code


@pytest.fixture
def two(transactional_db: None) -> tuple[Player, Player, Table]:
    """Return two accounts, of which the second confirms last, and a table with a free seat."""
    stays, ends = member("lan"), member("lan2")
    owner = Player.objects.create_superuser("owner")
    table = table_with(member("an"), member("binh"))
    propose_merge(by=owner, stays=stays.pk, ends=ends.pk, reason="Twice", now=timezone.now())
    confirm_merge(by=stays, ends=ends.pk, now=timezone.now())
    return stays, ends, table


def confirm(ends: Player) -> None:
    confirm_merge(by=ends, ends=ends.pk, now=timezone.now())


def sit(ends: Player, table: Table) -> None:
    commands.sit_down(by=ends, table_id=table.pk, seat=2, now=timezone.now())


def test_who_sits_down_while_the_account_ends_gets_no_seat(two, monkeypatch) -> None:
    _stays, ends, table = two
    beside = Beside(lambda: sit(ends, table))

    def read(code: str) -> int:
        beside.begin()
        return balance(code)

    monkeypatch.setattr(merging, "balance", read)
    confirm(ends)
    assert beside.end() == "merge.ended"
    assert not Seat.objects.filter(player=ends).exists()


def test_an_account_that_takes_a_seat_at_the_same_moment_does_not_end(two, monkeypatch) -> None:
    _stays, ends, table = two
    beside = Beside(lambda: confirm(ends))

    def covered(**asked: Any) -> None:
        beside.begin()
        require_cover(**asked)

    monkeypatch.setattr(seats, "require_cover", covered)
    sit(ends, table)
    assert beside.end() == "merge.seated"
    ends.refresh_from_db()
    assert ends.is_active and Seat.objects.filter(player=ends, table=table).exists()
