"""Clocks to run the suite under: no test may depend on the day, the hour or the place.

`python -m tests.support.clocks CLOCK -- COMMAND…` says which Python and which clock it is, and runs the command
under it; `python -m tests.support.clocks` lists the clocks. Needs no package, so that any Python can ask it.

`clocks.c`, compiled here and preloaded, moves the clock of the command and of all that it starts: the club's
processes, PostgreSQL, Redis and Chromium. What freezes time inside one Python would reach none of these, and
libfaketime (0.9.10) hangs Redis and Chromium and breaks Python's `time.sleep`.
"""

import os
import platform
import shutil
import subprocess
import sys
import tempfile
from datetime import UTC, datetime, timedelta
from pathlib import Path

CLOCKS = ("now", "later", "new-year", "leap-day", "far-zone")
FAR_ZONE = "Pacific/Kiritimati"  # UTC+14: half of its day is another date than UTC's
WHAT_TIME = "import datetime as d; print(f'{d.datetime.now().astimezone():%Y-%m-%d %H:%M, UTC%z}')"
SOURCE = Path(__file__).with_name("clocks.c")


class NoSuchClock(Exception):
    """The clock has no such name, or this machine cannot move its clock."""


def start_of(clock: str, now: datetime) -> datetime:
    """Return the clock's time when the command starts."""
    match clock:
        case "later":
            return now + timedelta(days=365)
        case "new-year":  # the year ends while the suite runs
            return now.replace(month=12, day=31, hour=23, minute=59, second=0, microsecond=0)
        case "leap-day":
            year = next(year for year in range(now.year, now.year + 9) if _leaps(year))
            return datetime(year, 2, 29, 12, tzinfo=UTC)
        case _:
            return now


def _leaps(year: int) -> bool:
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)


def ahead(clock: str, now: datetime) -> int:
    """Return how many seconds the clock is ahead of true time. Its name is checked here."""
    if clock not in CLOCKS:
        raise NoSuchClock(f"There is no clock {clock!r}. There are: {', '.join(CLOCKS)}.")
    return round((start_of(clock, now) - now).total_seconds())


def compiled(place: Path, compiler: str = "cc") -> Path:
    """Build the library that moves the clock of any process preloading it, in this directory."""
    library = place / "clocks.so"
    command = [compiler, "-shared", "-fPIC", "-O2", "-o", str(library), str(SOURCE)]
    if sys.platform != "linux" or not shutil.which(compiler):
        raise NoSuchClock(
            "To move the clock the tests need Linux and a C compiler:"
            " on Debian and Ubuntu, apt install gcc libc6-dev."
        )
    subprocess.run(command, check=True)
    return library


def run(clock: str, command: list[str]) -> int:
    """Run the command under this clock, after a line naming Python and clock; return its exit code."""
    now, env = datetime.now(UTC), dict(os.environ)
    seconds = ahead(clock, now)
    if clock == "far-zone":
        env |= {"TZ": FAR_ZONE, "TUSAC_TIME_ZONE": FAR_ZONE}
    with tempfile.TemporaryDirectory(prefix="tusac-clock-", dir="/tmp") as place:
        if seconds:
            Path(place).chmod(0o755)  # PostgreSQL runs as another user
            library = str(compiled(Path(place)))
            env |= {"LD_PRELOAD": library, "TUSAC_CLOCK_AHEAD": str(seconds)}
        asked = subprocess.run(
            [sys.executable, "-c", WHAT_TIME], env=env, check=True, capture_output=True, text=True
        )
        sys.stdout.write(
            f"Python {platform.python_version()} ({sys.executable}), clock {clock!r}:"
            f" it is {asked.stdout.strip()}.\n"
        )
        sys.stdout.flush()
        return subprocess.run(command, env=env, check=False).returncode


def main() -> None:
    """Run the command after `--` under the named clock, or list the clocks."""
    if len(sys.argv) == 1:
        sys.stdout.write("".join(f"{clock}\n" for clock in CLOCKS))
        return
    if len(sys.argv) < 4 or sys.argv[2] != "--":
        sys.exit("usage: python -m tests.support.clocks CLOCK -- COMMAND…")
    try:
        sys.exit(run(sys.argv[1], sys.argv[3:]))
    except NoSuchClock as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
