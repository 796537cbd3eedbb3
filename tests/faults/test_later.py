"""What can wait never holds up a table."""

import os
import signal
from collections.abc import Iterator
from datetime import datetime

import pytest
from django.db import OperationalError, transaction
from django.db.models import F

from games.models import ServiceClock
from tests.support.faults.evening import Member, pids, settled
from tests.support.running_site import RunningSite
from tests.support.servers import wait_until


@pytest.fixture
def stuck(club: RunningSite) -> Iterator[None]:
    """The worker for everything that can wait does nothing, as behind tasks that never end."""
    last_sweep(club)  # what a start brings with it is done
    held = pids(club, "later")
    assert held
    wait_until(lambda: stopped_without_a_lock(club, held), "the worker stands between two writes")
    yield
    for pid in held:
        os.kill(pid, signal.SIGCONT)


def stopped_without_a_lock(club: RunningSite, held: list[int]) -> bool:
    """Stop the processes; let them go on, and return False, where they were stopped while they wrote.

    A task that never ends holds no lock of the database; a process that is stopped within a transaction does, and then
    SQLite lets nobody write.
    """
    for pid in held:
        os.kill(pid, signal.SIGSTOP)
    with club.database():
        try:
            with transaction.atomic():
                ServiceClock.objects.update(beat_at=F("beat_at"))
        except OperationalError:
            for pid in held:
                os.kill(pid, signal.SIGCONT)
            return False
    return True


def last_sweep(club: RunningSite) -> datetime:
    """Return when the last one was; waits for the first."""
    found: list[datetime] = []

    def seen() -> bool:
        with club.database():
            found.extend(ServiceClock.objects.values_list("beat_at", flat=True))
        return bool(found)

    wait_until(seen, "the first sweep has come")
    return found[-1]


def test_while_what_can_wait_is_stuck_bots_move_deals_are_paid_and_the_sweep_comes(
    club: RunningSite, stuck: None, lan: Member
) -> None:
    before = last_sweep(club)
    deal = lan.deal_at_new_table()
    lan.play(deal)
    wait_until(lambda: settled(club, deal) is not None, "the deal is paid")
    wait_until(lambda: last_sweep(club) > before, "a sweep has come")
    assert settled(club, deal) is not None and last_sweep(club) > before
