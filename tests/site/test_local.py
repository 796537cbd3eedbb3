"""The embedded default, started as a user starts it."""

import contextlib
import gzip
import os
import re
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest

from tests.support.running_site import PROJECT, RunningSite
from tests.support.servers import wait_until
from tusac_site.local import embedded


@pytest.fixture(scope="module")
def club(
    tmp_path_factory: pytest.TempPathFactory, new_club_database: Callable[[], str | None]
) -> Iterator[RunningSite]:
    """One club for those tests that start it, stop it and kill it: only its first start makes its demo accounts."""
    club = RunningSite(tmp_path_factory.mktemp("local"), new_club_database(), new=True)
    yield club
    assert club.stop(signal.SIGINT) in (0, None)


@pytest.fixture
def unmade(tmp_path: Path) -> Iterator[RunningSite]:
    """A club that is refused its start."""
    club = RunningSite(tmp_path, new=True)
    yield club
    club.stop()


def run(club: RunningSite) -> None:
    if not club.running:
        club.start()


def answers(club: RunningSite) -> bool:
    with contextlib.suppress(OSError):
        return club.get("/healthz") == (200, "ok")
    return False


def fetched(club: RunningSite, path: str) -> tuple[int, str]:
    """Return the bytes that a browser gets for an address, and the text in them."""
    asked = urllib.request.Request(club.base_url + path, headers={"Accept-Encoding": "gzip"})
    with urllib.request.urlopen(asked, timeout=60) as answer:
        sent = answer.read()
        assert answer.headers["Content-Encoding"] == "gzip", path
    return len(sent), gzip.decompress(sent).decode()


def children_named(club: RunningSite, word: str) -> list[int]:
    """Pids of the club's processes whose command line has `word`."""
    found = []
    for pid in club.processes():
        with contextlib.suppress(OSError):
            if word.encode() in Path(f"/proc/{pid}/cmdline").read_bytes():
                found.append(pid)
    return found


def replaced(club: RunningSite, word: str, before: int) -> bool:
    return children_named(club, word) not in ([], [before])


def probed(club: RunningSite, name: str) -> bool:
    """Return whether the health check of a container would find this process well."""
    command = [sys.executable, "-m", "tusac_site.probes", name]
    return subprocess.run(command, cwd=PROJECT, env=club.env, check=False).returncode == 0


def test_one_command_starts_the_club_and_sigterm_leaves_nothing_behind(club: RunningSite) -> None:
    run(club)
    last = club.console().strip().splitlines()[-1]
    assert last == f"Tusac is running: open {club.base_url}/ in a browser. Ctrl-C stops it."
    assert set(club.passwords) == {"director", "referee", "lan", "minh", "hoa", "tuan"}
    assert all(f"{name:<9} {word}" in club.console() for name, word in club.passwords.items())
    status, page = club.get("/accounts/login/")
    assert status == 200
    assert "csrfmiddlewaretoken" in page
    wait_until(lambda: "ready." in club.log("worker"), "the worker is ready")
    assert club.stop(signal.SIGTERM) == 0
    wait_until(lambda: club.processes() == [], "no process is left")
    assert club.console().rstrip().endswith("nothing is lost.")


ASKED_FOR = (
    r'(?:rel="stylesheet"|rel="icon"|<script|<meta name="later"|<use)[^>]*?"(/static/[^"#]+)'
)
"""What a browser asks for, of what a page names."""


def test_a_first_visit_asks_for_little(club: RunningSite) -> None:
    run(club)
    on_the_wire, page = fetched(club, "/")
    sizes = {"/": on_the_wire}
    sizes |= {name: fetched(club, name)[0] for name in re.findall(ASKED_FOR, page)}
    assert {"css", "js", "svg"} <= {name.rpartition(".")[2] for name in sizes}
    assert len(sizes) <= 12, sizes
    assert sum(sizes.values()) < 60_000, sizes


def test_a_second_supervisor_gives_up(club: RunningSite) -> None:
    run(club)
    second = RunningSite(club.home, None)
    second.output = club.home / "second.txt"
    second.launch()
    wait_until(lambda: not second.running, "the second supervisor gives up")
    assert second.stop() == 1
    assert f"already running (process {club.process.pid})" in second.console()  # type: ignore[union-attr]


def test_children_killed_in_the_middle_come_back(club: RunningSite) -> None:
    run(club)
    for word in ("uvicorn", "beat"):
        (before,) = children_named(club, word)
        os.kill(before, signal.SIGKILL)
        wait_until(
            partial(replaced, club, word, before),
            f"{word} is back",
        )
    wait_until(lambda: answers(club), "the web server answers again")
    assert "The web process stopped by itself (exit code -9)" in club.console()


@pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="only Linux's kernel ends children with a parent"
)
def test_a_killed_supervisor_leaves_no_process_and_the_next_start_works(club: RunningSite) -> None:
    run(club)
    first = dict(club.passwords)
    wait_until(lambda: "ready." in club.log("worker"), "the worker is ready")
    assert len(club.processes()) >= 6  # with the worker's two pool processes
    club.stop(signal.SIGKILL)
    wait_until(lambda: club.processes() == [], "no process is left")
    club.start()
    assert answers(club)
    assert club.passwords == first


def test_the_health_checks_of_containers_find_each_process_and_miss_it_when_it_is_gone(
    club: RunningSite,
) -> None:
    run(club)
    for name in ("web", "worker", "beat"):
        wait_until(partial(probed, club, name), f"{name} is found well")
    club.stop(signal.SIGINT)
    assert not probed(club, "web") and not probed(club, "worker")


def test_a_new_club_prints_a_link_for_its_first_owner_until_it_has_one(
    tmp_path: Path, new_club_database: Callable[[], str | None]
) -> None:
    club = RunningSite(tmp_path, new_club_database())
    del club.env["TUSAC_DEMO"]
    club.launch()
    try:
        wait_until(lambda: "Tusac is running" in club.console(), "the club starts")
        (path,) = re.findall(rf"{club.base_url}(/first/\?key=\w+)", club.console())
        assert not (club.var / "demo_accounts.txt").exists()
        assert club.get(path)[0] == 200
        assert path not in club.log("web") and path not in club.log("prepare")
        assert "director" in club.manage("first_owner", "--demo")
    finally:
        club.stop()
    club.launch()
    try:
        wait_until(lambda: "Tusac is running" in club.console(), "the club starts")
        assert "/first/" not in club.console()
        assert not (club.var / embedded.FIRST_OWNER).exists()
    finally:
        club.stop()


def test_a_taken_port_is_said_in_one_sentence(unmade: RunningSite) -> None:
    import socket

    with socket.socket() as taken:
        taken.bind(("127.0.0.1", unmade.port))
        taken.listen()
        unmade.launch()
        wait_until(lambda: not unmade.running, "the supervisor gives up")
    assert unmade.stop() == 1
    assert unmade.console().startswith(f"Port {unmade.port} is taken")
    assert len(unmade.console().strip().splitlines()) == 1


def test_a_port_that_is_no_number_is_refused(unmade: RunningSite) -> None:
    unmade.env["PORT"] = "eight"
    unmade.launch()
    wait_until(lambda: not unmade.running, "the supervisor gives up")
    assert unmade.stop() == 2
    assert "PORT must be a number" in unmade.console()


def test_the_socket_path_always_fits(tmp_path: Path) -> None:
    deep = tmp_path / ("x" * 120) / "var"
    assert len(os.fsencode(embedded.socket_path(deep))) < 108
    near = Path("/srv/club/var")
    assert embedded.socket_path(near) == near / "run" / "valkey.sock"


def test_the_embedded_secret_is_made_once_and_is_private(tmp_path: Path) -> None:
    first = embedded.secret_key(tmp_path / "var")
    assert embedded.secret_key(tmp_path / "var") == first
    assert first.startswith(embedded.DEMO_KEY_PREFIX)
    assert len(first) >= 50
    assert (tmp_path / "var" / "secret_key").stat().st_mode & 0o777 == 0o600
    assert [path.name for path in (tmp_path / "var").iterdir()] == ["secret_key"]
