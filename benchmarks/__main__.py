"""`python -m benchmarks [--quick] [--only PART]`: measure and print, never judge."""

import argparse
import contextlib
import os
import platform
import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

from benchmarks.measuring import note
from tests.support.running_site import PROJECT
from tests.support.servers import postgres, redis


class Part(NamedTuple):
    """A part of the benchmark: a module that is run in a process of its own, `--quick` or not."""

    module: str
    servers: str
    """What is started for it alone: "" for nothing, "redis", or "postgresql" for PostgreSQL and Redis."""


PARTS = {
    "engine": Part("benchmarks.engine", ""),
    "ladder": Part("benchmarks.ladder", ""),
    "analysis": Part("benchmarks.analysis", ""),
    "calibration": Part("benchmarks.calibration", ""),
    "sqlite": Part("benchmarks.club", "redis"),
    "postgresql": Part("benchmarks.club", "postgresql"),
    "move": Part("benchmarks.move", "postgresql"),
    "scale": Part("benchmarks.scale", "postgresql"),
    "append": Part("benchmarks.appending", "postgresql"),
    "fold": Part("benchmarks.folding", "postgresql"),
    "evening": Part("benchmarks.evening", "postgresql"),
    "seen": Part("benchmarks.seen", "postgresql"),
    "streams": Part("benchmarks.streams", "postgresql"),
    "tournament": Part("benchmarks.tournament", "postgresql"),
    "bytes-sqlite": Part("benchmarks.room", "redis"),
    "bytes": Part("benchmarks.room", "postgresql"),
    "growth": Part("benchmarks.growth", "postgresql"),
    "claims": Part("benchmarks.claims", ""),
    "beside": Part("benchmarks.beside", ""),
    "night": Part("benchmarks.night", "postgresql"),
    "whole-night": Part("benchmarks.whole_night", "postgresql"),
    "crowd": Part("benchmarks.crowd", "postgresql"),
    "hundred": Part("benchmarks.hundred", "postgresql"),
    "seating": Part("benchmarks.seating", ""),
    "search": Part("benchmarks.search", ""),
    "search-postgresql": Part("benchmarks.search", "postgresql"),
    "season": Part("benchmarks.season", "postgresql"),
    "opening": Part("benchmarks.opening", "postgresql"),
    "strangers": Part("benchmarks.strangers", "redis"),
    "paint": Part("benchmarks.paint", ""),
    "clubs": Part("benchmarks.clubs", ""),
}


def main() -> int:
    """Run the parts one after the other, the databases each in a process of its own. Returns an exit code."""
    options = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    options.add_argument("--quick", action="store_true", help="shorter, coarser, under 40 seconds")
    options.add_argument("--only", choices=list(PARTS), help="one part of it")
    asked = options.parse_args()
    parts = [PARTS[asked.only]] if asked.only else list(PARTS.values())
    started = perf_counter()
    load = ", ".join(f"{value:.2f}" for value in os.getloadavg())
    note(
        f"Python {platform.python_version()}, {platform.system()} {platform.machine()},"
        f" {os.cpu_count()} cores, load before: {load}"
    )
    code = 0
    for part in parts:
        code = code or _run(part, asked.quick)
    note(f"\nMeasured in {perf_counter() - started:.0f} s.")
    return code


def _run(part: Part, quick: bool) -> int:
    """Return one part with its servers and a folder of its own, which nobody else uses."""
    with contextlib.ExitStack() as stack:
        var = stack.enter_context(tempfile.TemporaryDirectory(prefix="tusac-bench-"))
        env = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
        env |= {
            "TUSAC_VAR": var,
            "DJANGO_SETTINGS_MODULE": "benchmarks.settings",
            "TUSAC_LOG_LEVEL": "ERROR",
            "TUSAC_LIMITS": "off",
            "TUSAC_STREAMS_PER_ADDRESS": "1000000",
        }
        if part.servers:
            env["REDIS_URL"] = stack.enter_context(redis()).url
        if part.servers == "postgresql":
            env["DATABASE_URL"] = stack.enter_context(postgres(durable=True)).url
        command = [sys.executable, "-m", part.module, *(["--quick"] if quick else [])]
        code = subprocess.run(command, cwd=PROJECT, env=env, check=False).returncode
        for log in sorted(Path(var).glob("*.log")) if code else ():
            with contextlib.suppress(OSError):
                note(f"{log.name}: {log.read_text(encoding='utf-8', errors='replace')[-3000:]}")
        return code


if __name__ == "__main__":
    sys.exit(main())
