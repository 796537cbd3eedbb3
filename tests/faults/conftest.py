"""A club whose processes are there to be killed."""

import os
import subprocess
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.support import servers
from tests.support.credit import lend_to_all
from tests.support.faults.evening import Member
from tests.support.running_site import RunningSite

if TYPE_CHECKING:
    from pytest_django.plugin import DjangoDbBlocker


def make_ready(club: RunningSite) -> RunningSite:
    """Bots without patience, and a member who may move as fast as they."""
    club.env |= {
        "TUSAC_BOT_PAUSE": "0.05",
        "TUSAC_LIMITS": "off",
        # Two that are held in a lock must not keep the others from their tasks.
        "CELERY_WORKERS": "4",
        # Then the log says of each task when it was taken.
        "TUSAC_LOG_LEVEL": "DEBUG",
    }
    return club


@pytest.fixture(scope="package")
def database_server() -> Iterator[servers.Server | None]:
    """The club's own PostgreSQL where the tests are for one, else None: SQLite has no server to kill."""
    if not os.environ.get("DATABASE_URL", "").startswith("postgres"):
        yield None
        return
    with servers.postgres(migrated=True) as server:
        server.url = servers.migrated_database(server)
        yield server


@pytest.fixture(scope="package")
def club(
    tmp_path_factory: pytest.TempPathFactory,
    database_server: servers.Server | None,
    django_db_blocker: "DjangoDbBlocker",
) -> Iterator[RunningSite]:
    """The whole club, running, for all tests of this folder; each leaves it running."""
    url = database_server.url if database_server is not None else None
    club = make_ready(RunningSite(tmp_path_factory.mktemp("faults"), url))
    try:
        club.start()
        with django_db_blocker.unblock():
            with club.database():
                lend_to_all()  # one member sits at all the tables, and loses at some
            yield club
        try:
            club.manage("verify_log")
        except subprocess.CalledProcessError as error:
            # The same cards are dealt in several tests, as no club would: by the same secret.
            found = [line for line in error.stdout.splitlines() if "the same secret as" not in line]
            if found or "deal-" not in error.stdout:
                pytest.fail(f"the log is broken: {error.stdout}{error.stderr}")
    finally:
        club.stop()


@pytest.fixture(scope="package")
def lan(club: RunningSite) -> Member:
    """A member who plays."""
    return Member(club, "lan")
