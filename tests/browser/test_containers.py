"""The files of compose.yaml boot: each line of the Dockerfile carried out, each service started with its few rights."""

import os
import re
import shutil
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.support.chromium import installed
from tests.support.composed import Composed, Foreign
from tests.support.container_image import DOCKERFILE
from tests.support.dockerfiles import Image, build, in_root
from tests.support.live_page import get_asked, play_blindly
from tests.support.running_site import PROJECT
from tests.support.servers import wait_until
from tests.support.through_proxy import Insisting, Playing, Proxied

POSSIBLE = os.geteuid() == 0 and shutil.which("debootstrap") is not None
pytestmark = [
    pytest.mark.skipif(not (POSSIBLE or os.environ.get("CI")), reason="needs root and debootstrap"),
    pytest.mark.xdist_group("containers"),
]

HOST = "club.localhost"
"""A name under which Caddy signs its certificate itself."""
PASSWORD = "letters0and0digits"
POSTGRES = "/usr/lib/postgresql/17/bin"
START_POSTGRES = """\
set -e
if [ ! -e /var/lib/postgresql/data/PG_VERSION ]; then
    echo "$POSTGRES_PASSWORD" >/tmp/password
    initdb --locale=C.UTF-8 -D /var/lib/postgresql/data -U "$POSTGRES_USER" -A scram-sha-256 --pwfile=/tmp/password
    echo host all all all scram-sha-256 >>/var/lib/postgresql/data/pg_hba.conf
    echo "CREATE DATABASE $POSTGRES_DB" | postgres --single -D /var/lib/postgresql/data postgres
fi
exec postgres -D /var/lib/postgresql/data -c 'listen_addresses=*'
"""
"""What the image of PostgreSQL does when it starts."""
FOREIGN = {
    "postgres": Foreign(
        "postgres",
        {"PATH": f"{POSTGRES}:/usr/bin:/bin"},
        "sh /usr/local/bin/start-postgres",
    ),
    "valkey/valkey": Foreign("valkey", {}, workdir="/data"),  # as its image says
    "caddy": Foreign(
        "root",
        {"XDG_DATA_HOME": "/data", "XDG_CONFIG_HOME": "/config", "HOME": "/tmp"},
        "caddy run --config /etc/caddy/Caddyfile --adapter caddyfile",
    ),
}
"""What the other images start, done by Debian's packages."""
NAMES = ("an", "binh", "chi")
MEMBERS = f"""\
import os, django
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tusac_site.settings")
django.setup()
from games.models import Player
for name in {NAMES!r}:
    Player.objects.create_user(name, password={PASSWORD!r})
"""
"""Makes members; what becomes of passwords that others set is seen elsewhere."""
MEET = """\
import socket, ssl, sys
trusted, address, host = sys.argv[1:]
with socket.create_connection((address, 443)) as plain:
    with ssl.create_default_context(cadata=trusted).wrap_socket(plain, server_hostname=host) as secure:
        print(secure.getpeercert()["subjectAltName"][0][1])
"""
"""Prints the name in the certificate that is shown at an address, if a root vouches for it."""
PACKAGES = "postgresql-17 valkey-server caddy wget"


@pytest.fixture(scope="module")
def images(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Image]:
    """The image of the Dockerfile, and one folder with the programs of all the others."""
    folder = tmp_path_factory.mktemp("images")
    bases: dict[str, Path] = {}
    ours = build(DOCKERFILE.read_text(encoding="utf-8"), folder, bases)
    (suite,) = bases
    other = folder / "other"
    bases[suite].rename(other)
    # Packages must start nothing here.
    policy = other / "usr/sbin/policy-rc.d"
    policy.write_text("#!/bin/sh\nexit 101\n")
    policy.chmod(0o755)
    in_root(
        other, f"apt-get update && apt-get install -y --no-install-recommends {PACKAGES}", {}, "/"
    )
    (other / "usr/local/bin/start-postgres").write_text(START_POSTGRES)
    return {"tusac": ours} | dict.fromkeys(FOREIGN, Image(other, {}, "/", "root"))


@pytest.fixture(scope="module")
def club(images: dict[str, Image], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Composed]:
    """The club of compose.yaml, with nothing given but the two variables that it asks for."""
    made = Composed.read(
        PROJECT / "deploy/compose.yaml",
        {"TUSAC_HOST": HOST, "POSTGRES_PASSWORD": PASSWORD},
        images,
        FOREIGN,
        tmp_path_factory.mktemp("club"),
    )
    try:
        made.up()
        yield made
    finally:
        made.down()


@pytest.fixture
def browser(club: Composed, chromium: Browser) -> Iterator[Browser]:
    """A Chromium that finds the club's name at its proxy."""
    (proxy,) = club.running["proxy"]
    started = chromium.browser_type.launch(
        executable_path=installed(),
        args=["--no-sandbox", f"--host-resolver-rules=MAP {HOST} {proxy.address}"],
    )
    yield started
    started.close()


def test_every_service_gets_well_and_two_web_processes_serve(club: Composed) -> None:
    staying = [name for name, service in club.services.items() if service["restart"] != "no"]
    for name in staying:
        assert len(club.running[name]) == (2 if name == "web" else 1)
        for one in club.running[name]:
            wait_until(lambda one=one: club.well(one) or not one.alive, f"{name} is well")  # type: ignore[misc]
            assert one.alive, club.log(name)


def test_a_process_of_ours_may_do_nothing_that_it_need_not(club: Composed) -> None:
    for name in ("web", "worker", "later", "beat"):
        said = club.run(name, "cat", "/proc/self/status").stdout
        assert re.findall(r"^(Cap(?:Prm|Eff|Bnd)):\t(\w+)$", said, re.M) == [
            (rights, "0" * 16) for rights in ("CapPrm", "CapEff", "CapBnd")
        ]
        assert "NoNewPrivs:\t1" in said and "Uid:\t10001\t10001\t10001\t10001" in said
        for place in ("/opt/tusac/x", "/opt/venv/x", "/etc/x", "/var/lib/tusac-keys/x"):
            assert "Read-only file system" in club.run(name, "touch", place).stderr, place


def test_its_keys_are_made_once_and_are_its_own(club: Composed) -> None:
    folder = club.volume("keys")
    kept = {file.name: (file.read_text(), file.stat().st_mode & 0o777) for file in folder.iterdir()}
    assert set(kept) == {"secret_key", "deal_key", "log_key"}
    assert {mode for _text, mode in kept.values()} == {0o600}
    assert kept["log_key"][0].startswith(f"PRIVATE+KEY+{HOST}/log+")
    assert "New keys in /var/lib/tusac-keys: secret_key, deal_key, log_key." in club.log("keys")
    again = club.start("keys")
    assert again.process.wait() == 0, club.log("keys")
    club.stop(again)
    assert club.log("keys").count("New keys") == 1
    assert kept == {
        file.name: (file.read_text(), file.stat().st_mode & 0o777) for file in folder.iterdir()
    }


def test_without_its_volume_it_says_what_is_missing(images: dict[str, Image]) -> None:
    done = subprocess.run(
        [
            *("chroot", "--userspec=10001", str(images["tusac"].root)),
            *("/opt/venv/bin/python", "-c"),
            "import sys; sys.path.insert(0, '/opt/tusac'); from tusac_site.operations import club_keys; "
            "sys.exit(club_keys.main(['/usr/keys']))",
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert (
        "Start the container with a volume there" in done.stderr and "Traceback" not in done.stderr
    )


def test_the_first_owner_comes_by_one_command_over_tls(club: Composed, browser: Browser) -> None:
    link = club.run("web", "python", "manage.py", "first_owner").stdout.strip()
    assert link.startswith(f"https://{HOST}/first/?key=")
    (proxy,) = club.running["proxy"]
    root = club.volume("certificates") / "caddy/pki/authorities/local/root.crt"
    # Inside, where it is the proxy's own time whatever clock the tests have.
    met = club.run("web", "python", "-c", MEET, root.read_text(), proxy.address, HOST)
    assert met.stdout.strip() == HOST, met.stderr
    page = browser.new_page(ignore_https_errors=True)
    answer = page.goto(link)
    assert answer and answer.status == 200 and answer.headers["strict-transport-security"]
    page.close()


def test_a_guest_plays_while_a_web_process_is_killed_and_another_takes_its_place(
    club: Composed, browser: Browser
) -> None:
    page = browser.new_page(ignore_https_errors=True)
    page.goto(f"https://{HOST}/")
    page.locator("form.play button").first.click()
    for number in range(4):
        get_asked(page)
        if page.locator("#payout").count():
            break
        before = page.locator("#table").get_attribute("data-version") or ""
        if number == 1:
            club.stop(club.running["web"][0], signal.SIGKILL)
            assert len(club.running["web"]) == 1
        play_blindly(page)
        expect(page.locator("#table")).not_to_have_attribute("data-version", before)
        if number == 1:
            club.start("web")
            wait_until(lambda: all(map(club.well, club.running["web"])), "the new one is well")
    page.close()
    assert "Traceback" not in "".join(map(club.log, club.services))


def test_each_process_is_replaced_by_one_of_the_next_version_while_members_play(
    club: Composed,
) -> None:
    """The commands of deploy/README.md: what is new starts beside what is old, which then ends."""
    made = club.run("web", "python", "-c", MEMBERS)
    assert made.returncode == 0, made.stderr
    (proxy,) = club.running["proxy"]
    reached = Proxied(HOST, proxy.address, dict.fromkeys(NAMES, PASSWORD))
    members = [Insisting(reached, name) for name in NAMES]
    with Playing(members) as playing:
        wait_until(lambda: playing.moves > 4 or playing.errors, "they play")
        assert playing.errors == []
        prepared = club.start("prepare")
        assert prepared.process.wait() == 0, club.log("prepare")
        club.stop(prepared)
        for name in ("worker", "later", "beat", "web"):
            older = list(club.running[name])
            if name != "web":
                club.stop(older.pop())
            for _ in range(2 if name == "web" else 1):
                club.start(name)
            wait_until(lambda name=name: all(map(club.well, club.running[name])), f"new: {name}")  # type: ignore[misc]
            for one in older:
                club.stop(one)
        before = playing.moves
        wait_until(lambda: playing.moves > before + 4 or playing.errors, "they play on")
    assert playing.errors == []
