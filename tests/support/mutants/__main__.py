"""`python -m tests.support.mutants`: change one line at a time, run the tests near by, and list what nobody noticed.

A sample by a seed, which is printed, for ten minutes; `--all` makes every mutant. The project itself is never changed:
each worker has a copy. A survivor is a line that could be wrong without a test near by turning red, or an equivalent
change; the exit code is 0 either way.
"""

from __future__ import annotations

import argparse
import os
import queue
import random
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Final, NamedTuple

from tests.support.mutants.changes import Mutant, mutants_of
from tests.support.mutants.targets import TARGETS

PROJECT: Final = Path(__file__).resolve().parents[3]
LONGEST: Final = 240
"""Seconds after which a run of tests is stopped: a mutant that never ends is noticed, too."""
_LEFT_OUT: Final = shutil.ignore_patterns(".git", ".venv*", "var", "__pycache__", ".*_cache")


def say(text: str) -> None:
    """Print a line at once."""
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


class Job(NamedTuple):
    """A mutant of a module."""

    module: str
    mutant: Mutant

    def __str__(self) -> str:
        return f"{self.module}:{self.mutant.line}: {self.mutant.what}"


def jobs(modules: list[str]) -> list[Job]:
    """Return every mutant of these modules."""
    return [
        Job(module, mutant)
        for module in modules
        for mutant in mutants_of((PROJECT / module).read_text(encoding="utf-8"))
    ]


def survives(copy: Path, job: Job) -> bool:
    """Return whether the tests near by stay green over a mutant, in a copy of the project."""
    place = copy / job.module
    before = place.read_text(encoding="utf-8")
    place.write_text(job.mutant.source, encoding="utf-8")
    try:
        return run(copy, TARGETS[job.module])
    finally:
        place.write_text(before, encoding="utf-8")


def run(copy: Path, tests: tuple[str, ...]) -> bool:
    """Return whether these tests of a copy pass; False also when they take longer than `LONGEST`."""
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *tests]
    env = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        done = subprocess.run(command, cwd=copy, env=env, capture_output=True, timeout=LONGEST)
    except subprocess.TimeoutExpired:
        return False
    return done.returncode == 0


def main() -> int:
    """Run the mutants and print what survived. Returns 2 where the tests fail without any mutant."""
    options = argparse.ArgumentParser(prog="make mutants", description=__doc__)
    options.add_argument("--seed", type=int, default=random.SystemRandom().randrange(10**6))
    options.add_argument("--minutes", type=float, default=10.0)
    options.add_argument("--all", action="store_true", help="every mutant, however long it takes")
    options.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    options.add_argument("modules", nargs="*", help="such as games/engine/worst.py; all by default")
    asked = options.parse_args()
    modules = asked.modules or list(TARGETS)
    found = jobs(modules)
    random.Random(asked.seed).shuffle(found)
    say(f"{len(found)} mutants of {len(modules)} modules; seed {asked.seed}")
    waiting: queue.SimpleQueue[Job] = queue.SimpleQueue()
    for job in found:
        waiting.put(job)
    until = None if asked.all else time.monotonic() + 60 * asked.minutes
    survivors: list[Job] = []
    tried: list[Job] = []

    def work() -> None:
        with tempfile.TemporaryDirectory(prefix="tusac-mutants-") as home:
            copy = Path(home) / "project"
            shutil.copytree(PROJECT, copy, ignore=_LEFT_OUT)
            while until is None or time.monotonic() < until:
                try:
                    job = waiting.get_nowait()
                except queue.Empty:
                    return
                if survives(copy, job):
                    survivors.append(job)
                    say(f"SURVIVED {job}")
                tried.append(job)

    if not run(PROJECT, tuple(sorted({test for name in modules for test in TARGETS[name]}))):
        say("The tests near by fail without any mutant.")
        return 2
    workers = [threading.Thread(target=work) for _ in range(asked.workers)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    noticed = len(tried) - len(survivors)
    share = 100 * noticed / max(1, len(tried))
    say(f"{noticed} of {len(tried)} noticed ({share:.1f} %), {len(survivors)} survived:")
    for line in sorted(map(str, survivors)):
        say(f"  {line}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
