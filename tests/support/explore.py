"""Examples that nobody has seen yet: `make explore` tries random ones for a while, each time others, and names finds.

Both commands of the suite try the same examples in each run, so that they give the same answer (`register`). Here
every pass over the properties has a seed of its own, which is printed before it begins and repeats it:
`make explore SEED=12345`, with ARGS for one test alone.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random, SystemRandom

import hypothesis
import pytest

FUZZERS = ("tests/games/management/test_record_mutations.py", "tests/security/test_api_fuzz.py")
"""What draws by `FUZZ_SEED`, or by Hypothesis within a test, where its mark does not show it."""
ENDS, FINDS = "TUSAC_EXPLORE_UNTIL", "TUSAC_EXPLORE_FINDS"


def register() -> None:
    """Register the profiles: `tusac`, always the same examples and loaded, and `explore`, random ones.

    Neither has a time limit, since an example may take as long as a machine with much else to do needs for it.
    """
    known = hypothesis.settings()
    slow = {*known.suppress_health_check, hypothesis.HealthCheck.too_slow}
    always = hypothesis.settings(
        known, deadline=None, database=None, suppress_health_check=tuple(slow)
    )
    hypothesis.settings.register_profile("tusac", parent=always, derandomize=True)
    hypothesis.settings.register_profile(
        "explore", parent=always, derandomize=False, print_blob=True
    )
    hypothesis.settings.load_profile("tusac")


@pytest.hookimpl(tryfirst=True)
def pytest_configure() -> None:
    """Register the profiles before Hypothesis looks for the one its option names."""
    register()


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep only tests that draw examples, shuffled by the seed, so that short runs reach different parts."""
    drawing = [
        item
        for item in items
        if item.get_closest_marker("hypothesis") or item.nodeid.startswith(FUZZERS)
    ]
    Random(config.getoption("--hypothesis-seed")).shuffle(drawing)
    items[:] = drawing


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Stop after the test in which the time is over."""
    if time.time() > float(os.environ[ENDS]):
        item.session.shouldstop = "the time is over"
    return (yield)


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Keep findings for the end."""
    if report.failed:
        with Path(os.environ[FINDS]).open("a", encoding="utf-8") as finds:
            finds.write(f"{report.nodeid}\n")


def one_pass(seed: int, until: float, finds: Path, arguments: list[str]) -> list[str]:
    """Try all properties with this seed until the time is over; return the failed tests."""
    finds.unlink(missing_ok=True)
    command = [sys.executable, "-m", "pytest", "-q", "-p", "tests.support.explore"]
    command += ["--hypothesis-profile=explore", f"--hypothesis-seed={seed}", *arguments]
    env = {**os.environ, "FUZZ_SEED": str(seed), ENDS: str(until), FINDS: str(finds)}
    done = subprocess.run(command, env=env, check=False).returncode
    failed = finds.read_text(encoding="utf-8").splitlines() if finds.exists() else []
    if done not in (0, 1, 2):  # passed, failed, stopped
        sys.exit(f"pytest ended with {done}.")
    return list(dict.fromkeys(failed))


def main() -> int:
    """Passes with seeds of their own for so many minutes, or one with the seed that is given; 1 if anything failed."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--minutes", type=float, default=10)
    options.add_argument("--seed", type=int)
    asked, arguments = options.parse_known_args()
    until = time.time() + asked.minutes * 60
    found: list[str] = []
    with tempfile.TemporaryDirectory(prefix="tusac-explore-") as place:
        while time.time() < until:
            seed = SystemRandom().randrange(2**32) if asked.seed is None else asked.seed
            sys.stdout.write(f"Seed {seed}: make explore SEED={seed} does the same again.\n")
            sys.stdout.flush()
            failed = one_pass(seed, until, Path(place, "finds"), arguments)
            found += [f"make explore SEED={seed} ARGS='{test}'" for test in failed]
            if asked.seed is not None:
                break
    sys.stdout.write("\n".join(["FOUND:", *found] if found else ["Nothing was found."]) + "\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
