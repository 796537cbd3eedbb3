"""What can wait never holds up a table."""

import os
import signal
from collections.abc import Iterator
from datetime import datetime

import pytest

from games.models import ServiceClock
from tests.support.faults.evening import Member, pids, settled
from tests.support.running_site import RunningSite
from tests.support.servers import wait_until


@pytest.fixture
def stuck(club: RunningSite) -> Iterator[None]:
    """The worker for everything that can wait does nothing, as behind tasks that never end."""
    held = pids(club, "later")
    assert held
    for pid in held:
        os.kill(pid, signal.SIGSTOP)
    yield
    for pid in held:
        os.kill(pid, signal.SIGCONT)


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
