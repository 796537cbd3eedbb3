"""Which tests one worker runs together, because they share what takes long to start.

pytest-xdist would be told by its mark `xdist_group`; version 3.8 writes the group into the id of a test, where
pytest 9.2 no longer looks for it, and each worker started each club.
"""

from typing import Any

import pytest
from xdist.scheduler import LoadGroupScheduling

PLACES = (
    ("tests/browser/hand/", "a hurried club"),
    ("tests/browser/", "a club"),
    ("tests/faults/", "a club with faults"),
    ("tests/operations/test_backups.py", "a club with backups"),
    ("tests/clubs/", "many clubs"),
    ("tests/upgrades/", "an older club"),
    ("tests/site/test_local.py", "a supervisor"),
    ("tests/site/test_wheel.py", "a wheel"),
    ("tests/site/test_containers.py", "an image"),
    ("tests/site/test_api_client.py", "a client"),
    # Their fixtures are the rulebook's translations and thousands of deals.
    ("tests/site/test_translations.py", "translations"),
    ("tests/games/management/test_simulate.py", "simulated deals"),
)
"""Where tests lie, and what they share; the first that fits."""


def place_of(nodeid: str) -> str:
    """Return what a test shares with others; where it shares nothing, its own name."""
    return next((place for start, place in PLACES if nodeid.startswith(start)), nodeid)


class ByPlace(LoadGroupScheduling):  # type: ignore[misc]  # xdist has no types
    """Tests one by one to whichever worker is free, those of a place together; the places with most tests first."""

    def _split_scope(self, nodeid: str) -> str:
        return place_of(nodeid)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> ByPlace | None:
    """Return the scheduler of `--dist loadgroup`."""
    return ByPlace(config, log) if config.getoption("dist") == "loadgroup" else None
