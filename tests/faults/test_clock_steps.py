"""The clock of a running club is set, back and forward: its bots move on, and nobody is late."""

import os
import shutil
import struct
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from django.db import connection

from games.log import read
from games.models import Deal, ServiceClock
from tests.support.clocks import compiled
from tests.support.faults.evening import Member, assert_all_is_well
from tests.support.running_site import RunningSite
from tests.support.servers import migrated_database, postgres, wait_until

if TYPE_CHECKING:
    from pytest_django.plugin import DjangoDbBlocker

needs_a_compiler = pytest.mark.skipif(
    sys.platform != "linux" or not (shutil.which("cc") or os.environ.get("CI")),
    reason="moving a clock needs Linux and cc",
)
"""With CI set nothing is left out on Linux: without a compiler the clock then fails, and says so."""


@pytest.fixture
def clock() -> Iterator[Path]:
    """The file that says by how many seconds the clock of the club is off."""
    with tempfile.TemporaryDirectory(prefix="tusac-clock-", dir="/tmp") as place:
        compiled(Path(place))
        file = Path(place) / "ahead"
        file.write_bytes(struct.pack("=q", 0))
        yield file


@pytest.fixture
def stepped_club(
    tmp_path: Path, clock: Path, django_db_blocker: "DjangoDbBlocker"
) -> Iterator[RunningSite]:
    """A club of its own, whose clock can be set."""
    with ExitStack() as stack:
        url = None
        if connection.vendor == "postgresql":
            url = migrated_database(stack.enter_context(postgres(migrated=True)))
        yield from _stepped(RunningSite(tmp_path, url), clock, django_db_blocker)


def _stepped(
    club: RunningSite, clock: Path, django_db_blocker: "DjangoDbBlocker"
) -> Iterator[RunningSite]:
    club.env |= {
        "TUSAC_BOT_PAUSE": "0.05",
        "TUSAC_LIMITS": "off",
        "LD_PRELOAD": str(clock.with_name("clocks.so")),
        "TUSAC_CLOCK_FILE": str(clock),
        "TUSAC_CLOCK_AHEAD": "0",
    }
    try:
        club.start()
        with django_db_blocker.unblock():
            yield club
    finally:
        club.stop()


@needs_a_compiler
def test_a_club_whose_clock_is_set_back_and_forward_plays_on_and_tells_its_owner(
    stepped_club: RunningSite, clock: Path
) -> None:
    def steps() -> list[int]:
        with stepped_club.database():
            told = [row for row in read("club") if row.name == "club.clock-stepped"]
        return [row.payload["seconds"] for row in told]

    def told(number: int) -> bool:
        return len(steps()) == number

    def beaten() -> bool:
        with stepped_club.database():
            return ServiceClock.objects.exists()

    wait_until(beaten, "the first sweep leaves its beat, by which a step is known")
    lan = Member(stepped_club, "lan")
    deal_id = lan.deal_at_new_table()
    lan.move(deal_id)
    off = 0
    for number, step in enumerate((-90, 90, -86_400, 86_400), start=1):
        off += step
        clock.write_bytes(struct.pack("=q", off))  # in place: the processes have it mapped
        wait_until(partial(told, number), "the step is an event")
        lan.move(deal_id)  # waits for the bots that are due before it, thirty seconds at the most
    assert [round(step, -1) for step in steps()] == [-90, 90, -86_400, 86_400]
    lan.play(deal_id)
    with stepped_club.database():
        deal = Deal.objects.get(pk=deal_id)
        times = [row.recorded_at for row in read(deal.stream)]
        names = [row.name for row in read(deal.stream)]
    assert times == sorted(times)
    assert "deal.time-ran-out" not in names
    assert_all_is_well(stepped_club, deal_id)
    assert "tusac_open_alarms 1.0" in stepped_club.get("/metrics")[1]
