"""The suite under other clocks and on other Pythons: what `make` chooses, and what it says of it."""

import os
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.support.clocks import CLOCKS, NoSuchClock, compiled, start_of
from tests.support.running_site import PROJECT

EVENING = datetime(2026, 11, 21, 19, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("clock", "shows"),
    [
        ("now", "2026-11-21 19:00"),
        ("later", "2027-11-21 19:00"),
        ("new-year", "2026-12-31 23:59"),
        ("leap-day", "2028-02-29 12:00"),
        ("far-zone", "2026-11-21 19:00"),
    ],
)
def test_each_clock_shows_what_its_name_says(clock: str, shows: str) -> None:
    assert f"{start_of(clock, EVENING):%Y-%m-%d %H:%M}" == shows
    assert clock in CLOCKS


def test_the_leap_day_of_a_century_that_has_none_is_passed_over() -> None:
    assert start_of("leap-day", EVENING.replace(year=2097)).year == 2104


def test_a_machine_without_a_compiler_is_told_what_to_install(tmp_path: Path) -> None:
    with pytest.raises(NoSuchClock, match="apt install gcc"):
        compiled(tmp_path, "no-such-compiler")


def run_under(clock: str, code: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "tests.support.clocks", clock, "--", sys.executable, "-c", code],
        cwd=PROJECT,
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_command_says_which_python_and_which_clock_and_runs_in_the_far_zone() -> None:
    done = run_under("far-zone", "import time; print(time.strftime('%z'))")
    first, zone = done.stdout.splitlines()
    assert first.startswith(f"Python {sys.version.split()[0]} ({sys.executable}), clock 'far-zone'")
    assert first.endswith("UTC+1400.") and zone == "+1400"


def test_a_clock_that_there_is_not_is_refused_with_the_list_of_those_there_are() -> None:
    done = run_under("yesterday", "")
    assert (done.returncode, done.stdout) == (1, "")
    assert "There are: now, later, new-year, leap-day, far-zone." in done.stderr


def test_a_shim_that_only_fails_is_passed_over_for_a_python_that_runs(tmp_path: Path) -> None:
    mine = "{}.{}".format(*sys.version_info)
    shims, pyenv = tmp_path / "shims", tmp_path / "pyenv" / "versions" / f"{mine}.0" / "bin"
    for directory in (shims, pyenv):
        directory.mkdir(parents=True)
    for name in ("python3", "python3.11", "python3.12", "python3.13"):
        (shims / name).write_text("#!/bin/sh\necho 'pyenv: not installed' >&2\nexit 127\n")
        (shims / name).chmod(0o755)
    (pyenv / "python").write_text(f'#!/bin/sh\nexec {sys.executable} "$@"\n')
    (pyenv / "python").chmod(0o755)
    path = f"{shims}{os.pathsep}{os.environ['PATH']}"
    told = {**os.environ, "PATH": path, "PYENV_ROOT": str(tmp_path / "pyenv")}
    said = subprocess.run(
        ["make", "--silent", "--no-print-directory", "pythons"],
        cwd=PROJECT,
        env={name: value for name, value in told.items() if not name.startswith("MAKE")},
        capture_output=True,
        text=True,
        check=True,
    )
    assert said.stdout == f"{mine} {sys.executable}\n"
