"""`python -m tests.bench [--quick] [--only engine|sqlite|postgresql]`: measure and print, never judge."""

import argparse
import contextlib
import os
import platform
import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter

from tests.bench import engine
from tests.bench.measuring import note
from tests.running_site import PROJECT
from tests.servers import postgres, redis

PARTS = ("engine", "sqlite", "postgresql")


def main() -> int:
    """Run the parts one after the other, the databases each in a process of its own. Returns an exit code."""
    options = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    options.add_argument("--quick", action="store_true", help="shorter, coarser, under 40 seconds")
    options.add_argument("--only", choices=PARTS, help="one part of it")
    asked = options.parse_args()
    parts = (asked.only,) if asked.only else PARTS
    started = perf_counter()
    load = ", ".join(f"{value:.2f}" for value in os.getloadavg())
    note(
        f"Python {platform.python_version()}, {platform.system()} {platform.machine()},"
        f" {os.cpu_count()} cores, load before: {load}"
    )
    code = 0
    if "engine" in parts:
        engine.run(seconds=1 if asked.quick else 5)
    if "sqlite" in parts:
        code = code or _club(asked.quick, None)
    if "postgresql" in parts:
        with postgres(durable=True) as server:
            code = code or _club(asked.quick, server.url)
    note(f"\nMeasured in {perf_counter() - started:.0f} s.")
    return code


def _club(quick: bool, database_url: str | None) -> int:
    """The club on one database, with a broker for its bells; nobody else uses either."""
    with (
        redis() as broker,
        tempfile.TemporaryDirectory(prefix="tusac-bench-") as var,
    ):
        env = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
        env |= {
            "TUSAC_VAR": var,
            "REDIS_URL": broker.url,
            "DJANGO_SETTINGS_MODULE": "tests.bench.settings",
            "TUSAC_LOG_LEVEL": "ERROR",
            "TUSAC_MOVES_RATE": "1000000/min",
        }
        if database_url is not None:
            env["DATABASE_URL"] = database_url
        command = [sys.executable, "-m", "tests.bench.club", *(["--quick"] if quick else [])]
        code = subprocess.run(command, cwd=PROJECT, env=env, check=False).returncode
        log = Path(var) / "web.log"
        if code and log.exists():
            with contextlib.suppress(OSError):
                note(log.read_text(encoding="utf-8", errors="replace")[-3000:])
        return code


if __name__ == "__main__":
    sys.exit(main())
