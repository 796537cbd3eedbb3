"""Memory and processor of quiet clubs that share a machine: one, ten and fifty of them, by `tusac clubs run`."""

from __future__ import annotations

import http.client
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from benchmarks.measuring import note
from tests.support import migrated
from tests.support.running_site import PROJECT
from tests.support.servers import wait_until
from tusac_site.local.clubs.folder import ClubFolder, Clubs

MIB = 1024
QUIET_SECONDS = 30


def family(pid: int) -> Iterator[int]:
    """Yield a process and all that descend from it (Linux)."""
    yield pid
    with suppress(OSError):
        for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split():
            yield from family(int(child))


def memory(pid: int) -> tuple[int, int]:
    """Return PSS and USS of a process in KiB: its share of what is shared, and what is its own."""
    found = {"Pss": 0, "Private_Clean": 0, "Private_Dirty": 0}
    with suppress(OSError):
        for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()[1:]:
            name, size = line.split()[:2]
            if name[:-1] in found:
                found[name[:-1]] = int(size)
    return found["Pss"], found["Private_Clean"] + found["Private_Dirty"]


def processor(pids: list[int]) -> float:
    """Return the seconds of processor that these processes have had."""
    ticks = 0
    for pid in pids:
        with suppress(OSError):
            words = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
            ticks += int(words[11]) + int(words[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def _name_of(pid: int) -> str:
    with suppress(OSError):
        return Path(f"/proc/{pid}/comm").read_text().strip()
    return ""


def _visit(club: ClubFolder) -> None:
    """Ask for the pages that a stranger sees first, so that what they load is counted too."""
    said = club.said()
    headers = {"Host": said["TUSAC_SITE"].removeprefix("https://"), "X-Forwarded-Proto": "https"}
    for path in ("/", "/accounts/login/", "/rules/"):
        connection = http.client.HTTPConnection("127.0.0.1", int(said["PORT"]), timeout=120)
        connection.request("GET", path, headers=headers)
        answer = connection.getresponse()
        answer.read()
        assert answer.status == 200, (club.name, path, answer.status)


def measure(host: int, clubs: list[ClubFolder]) -> None:
    """Print what the clubs hold and use while nobody plays."""
    before = processor(pids := list(family(host)))
    time.sleep(QUIET_SECONDS)
    used = (processor(pids) - before) / QUIET_SECONDS * 100
    pids = list(family(host))
    held = {pid: memory(pid) for pid in pids}
    pss, uss = (sum(one[at] for one in held.values()) // MIB for at in (0, 1))
    note(
        f"{len(clubs):>4} clubs: {pss:,} MiB ({pss / len(clubs):,.0f} each), of which {uss:,} are nobody else's;"
        f" {len(pids)} processes; {used:.1f} % of a core while nobody plays"
    )
    first = list(family(clubs[0].pid))
    note(
        "      one of them: "
        + ", ".join(f"{_name_of(p)} {held[p][0] // MIB}" for p in first if p in held)
    )


def main() -> None:
    """Add clubs to a running host and measure on the way."""
    clubs = Clubs(Path(os.environ["TUSAC_VAR"]) / "clubs")
    sizes = (1, 10) if "--quick" in sys.argv else (1, 10, 50)
    env = {**os.environ, "TUSAC_CLUBS": str(clubs.path)}
    note("\nQuiet clubs on one machine: PSS, in MiB")
    with (clubs.path.parent / "host.log").open("wb") as log:
        command = [sys.executable, "-m", "tusac_site.local.clubs", "run"]
        host = subprocess.Popen(command, cwd=PROJECT, env=env, stdout=log, stderr=subprocess.STDOUT)
    made: list[ClubFolder] = []
    try:
        for size in sizes:
            for number in range(len(made), size):
                made.append(_new(clubs, f"club-{number}"))
            for club in made:
                wait_until(lambda one=club: one.version, f"{club.name} runs", 3000)  # type: ignore[misc]
                _visit(club)
            measure(host.pid, made)
    finally:
        host.send_signal(signal.SIGTERM)
        host.wait(120)


def _new(clubs: Clubs, name: str) -> ClubFolder:
    """Make a club whose database has been migrated elsewhere; it is there for the host when it is whole."""
    aside = Clubs(clubs.path.parent / "aside")
    # Aside it cannot know which ports the others have.
    club = aside.add(name, f"{name}.example")
    settings = club.path / "club.env"
    settings.write_text(
        settings.read_text().replace(
            f"PORT={club.said()['PORT']}", f"PORT={9200 + len(clubs.all())}"
        )
    )
    migrated.sqlite(club.var / "tusac.sqlite3")
    clubs.make()
    club.path.rename(clubs.path / name)
    return clubs.club(name)


if __name__ == "__main__":
    main()
