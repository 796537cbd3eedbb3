"""Two machines as `deploy/` sets them up, behind nginx: either may lose its power in the middle of play."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

import psycopg
import pytest
from django.contrib.auth.hashers import Argon2PasswordHasher

from games.models import Player
from tests.support import network, servers
from tests.support.credit import lend_to_all
from tests.support.faults.evening import Member, assert_all_is_well
from tests.support.machines import PROXY, Machine, shared_environment, start_proxy
from tests.support.running_site import RunningSite
from tests.support.servers import wait_until
from tusac_site.operations.environment import PREPARED, database_settings

if TYPE_CHECKING:
    from pytest_django.plugin import DjangoDbBlocker

POSSIBLE = os.geteuid() == 0 and all(map(shutil.which, ("nginx", "ip", "openssl", "curl")))
pytestmark = [
    pytest.mark.only_on("postgresql"),
    pytest.mark.skipif(not (POSSIBLE or os.environ.get("CI")), reason="needs root and nginx"),
]


class Site(NamedTuple):
    """Two machines, and the club as members reach it."""

    machines: tuple[Machine, Machine]
    club: RunningSite


@pytest.fixture
def site(
    tmp_path_factory: pytest.TempPathFactory,
    django_db_blocker: "DjangoDbBlocker",
) -> Iterator[Site]:
    """Two machines at work, and a member with a password."""
    home = tmp_path_factory.mktemp("machines")
    network.open_()
    try:
        with (
            servers.postgres(migrated=True, address=PROXY) as database,
            servers.redis(address=PROXY),
            pytest.MonkeyPatch.context() as trusting,
        ):
            database.url = servers.migrated_database(database)
            name = database.url.rpartition("/")[2]
            shared = shared_environment(f"postgres://tusac@{PROXY}/{name}")
            machines = (Machine(11, home, shared), Machine(12, home, shared))
            proxy, certificate = start_proxy(home, machines)
            trusting.setenv("SSL_CERT_FILE", str(certificate))  # read as soon as there is a client
            # The club's tests look at it by its database and its keys; it is never started by itself.
            club = RunningSite(home, database.url)
            club.env |= {**shared, "DATABASE_URL": database.url}
            club.base_url = f"https://{PROXY}"
            for key in ("deal_key", "log_key"):
                club.var.mkdir(exist_ok=True)
                (club.var / key).write_text(shared[f"TUSAC_{key.upper()}"])
            try:
                with django_db_blocker.unblock():
                    _open_house(club)
                    for one in machines:
                        one.start()
                    yield Site(machines, club)
                club.manage("verify_log")
            finally:
                for one in machines:
                    one.cut()
                proxy.terminate()
                proxy.wait()
    finally:
        network.close()


def _open_house(club: RunningSite) -> None:
    club.passwords["lan"] = "a password of hers"
    with club.database():
        Player.objects.create_superuser("owner")
        lan = Player.objects.create_user("lan")
        lan.password = Argon2PasswordHasher().encode(club.passwords["lan"], "0123456789abcdef")
        lan.save()
        lend_to_all()


def test_either_machine_may_lose_its_power_and_the_deal_goes_on(site: Site) -> None:
    first, second = site.machines
    lan = Member(site.club, "lan")
    deal_id = lan.deal_at_new_table()
    lan.move(deal_id)
    first.cut()
    lan.play(deal_id)
    assert_all_is_well(site.club, deal_id)
    first.start()
    following = lan.deal_at_new_table()
    lan.move(following)
    second.cut()
    lan.play(following)
    assert_all_is_well(site.club, following)


HOLD = """\
import json, sys, time
import psycopg
url, options = sys.argv[1:]
connection = psycopg.connect(url, **json.loads(options))
connection.execute("LOCK TABLE games_deal")
print("locked", flush=True)
time.sleep(1000)
"""
"""Holds a lock until its machine is no more."""


def test_postgresql_gives_up_the_locks_of_a_machine_that_went_away_without_a_word() -> None:
    """By itself it would wait for an idle transaction's five minutes, and without those for hours."""
    network.open_()
    try:
        with servers.postgres(migrated=True, address=PROXY) as database:
            name = servers.migrated_database(database).rpartition("/")[2]
            url = f"postgres://tusac@{PROXY}/{name}"
            network.join(21)
            options = {
                name: value
                for name, value in database_settings(url)["OPTIONS"].items()
                if name not in PREPARED
            }
            inside = ["ip", "netns", "exec", network.space(21), sys.executable, "-c", HOLD]
            with subprocess.Popen(
                [*inside, url, json.dumps(options)], stdout=subprocess.PIPE, text=True
            ) as machine:
                assert machine.stdout is not None
                assert machine.stdout.readline() == "locked\n"
                network.unplug(21)
                machine.kill()
            with psycopg.connect(url, autocommit=True) as other:
                asked = "SELECT count(*) FROM pg_locks WHERE mode = 'AccessExclusiveLock'"

                def free() -> bool:
                    row = other.execute(asked).fetchone()
                    return row == (0,)

                assert not free()
                wait_until(free, "the lock is given up", 120)
    finally:
        network.leave(21)
        network.close()
