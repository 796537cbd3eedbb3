"""Tests that make sense on one database only: `@pytest.mark.only_on("postgresql")`.

They are left out of the collection elsewhere, so that nothing is ever reported as skipped; the
suite runs on both databases before anything lands. What costs much and comes out alike on both is run on one of them
(docs/decisions/0239, 0251, 0333 and 0334): what a browser shows, what a viewer could tell apart and what asks no
database on SQLite; what the club answers and what odd input does on PostgreSQL, which refuses more of either.
"""

import pytest
from django.conf import settings

from tests.support import thorough

SQLITE, POSTGRESQL = "sqlite3", "postgresql"

BOTH = ("tests/browser/test_play.py",)
"""What is played and settled in a browser on either database: the moves of a whole club."""

PURE = (
    "tests/games/engine/",
    "tests/games/bots/",
    "tests/tournaments/engine/",
    "tests/replays/analysis/",
)
"""Rules, draws and bots, which ask no database: a test there that would is refused at its collection."""

ANSWERS = (
    *(f"tests/{room}/web/" for room in ("games", "replays", "tournaments")),
    *(f"tests/{room}/api/" for room in ("games", "replays", "tournaments")),
    *(f"tests/{room}/presenters/" for room in ("games", "replays", "tournaments")),
    "tests/games/live/",
    "tests/games/management/",
    "tests/games/queries/",
    "tests/games/ratings/",
    "tests/games/test_",
    "tests/notices/",
    "tests/replays/test_",
    "tests/security/",
    "tests/site/",
    "tests/tournaments/test_",
)
"""What the club answers, and to whom, and evenings and cases that commands make up: in halves of the whole suite on
PostgreSQL, else wherever it is asked for.

What it writes (commands, log, ledger, checks) is tried on both."""

ONCE = (
    *((place, SQLITE) for place in PURE),
    *((place, "") for place in BOTH),
    ("tests/browser/", SQLITE),
    ("tests/site/test_local.py", SQLITE),
    ("tests/security/test_hidden_cards.py", SQLITE),
    ("tests/security/test_hidden_claims.py", SQLITE),
    ("tests/security/test_sealed_deals.py", SQLITE),
    ("tests/games/web/test_backups.py", ""),  # a part of it is about SQLite alone
    ("tests/security/test_api_fuzz.py", POSTGRESQL),
    ("tests/security/test_form_fuzz.py", POSTGRESQL),
    ("tests/upgrades/test_as_it_was.py", ""),
    ("tests/upgrades/test_goes_on.py", SQLITE),
    ("tests/upgrades/test_in_stages.py", POSTGRESQL),
    ("tests/upgrades/test_survived.py", SQLITE),
    # Processes are killed on both; what is stuck or steps, once.
    ("tests/faults/test_clock_steps.py", POSTGRESQL),
    ("tests/faults/test_money.py", POSTGRESQL),
    ("tests/faults/test_tea.py", POSTGRESQL),
    ("tests/faults/test_tournament.py", POSTGRESQL),
    ("tests/faults/test_later.py", SQLITE),
    ("tests/faults/test_streams.py", SQLITE),
    ("tests/faults/test_watching.py", SQLITE),
)
"""Where tests lie, and on which database they run; the first that fits. Where none does, `on_one` says it."""

DATABASES = frozenset({"db", "transactional_db", "site", "database_server", "new_database"})
"""Fixtures by which a test, or a club that it starts, asks the database of this half."""


def on_one(item: pytest.Item) -> bool:
    """Return whether a test comes out alike on either database: it asks none, or its nearest ones run on both."""
    asks = item.get_closest_marker("django_db") or DATABASES & set(
        getattr(item, "fixturenames", ())
    )
    return not asks or thorough.why_not_first(item.nodeid) in thorough.ON_ONE


def database_of(item: pytest.Item) -> str:
    """Return the one database that a test is for; empty of one for either."""
    mark = item.get_closest_marker("only_on")
    if mark is not None:
        if mark.args not in ((SQLITE,), (POSTGRESQL,)):
            raise pytest.UsageError(f"{item.nodeid} would run on no database: {mark.args}")
        return str(mark.args[0])
    if item.config.pluginmanager.has_plugin("tests.support.explore"):
        return ""  # all that draws examples is tried
    in_half = item.config.getoption("half") and item.nodeid.startswith(ANSWERS)
    where = SQLITE if on_one(item) else POSTGRESQL if in_half else ""
    return next((vendor for start, vendor in ONCE if item.nodeid.startswith(start)), where)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--half",
        action="store_true",
        help="one of two runs, on either database: what is answered is asked in one of them",
    )


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "only_on(vendor): collected on this database only")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for item in items:
        if item.nodeid.startswith(PURE) and item.get_closest_marker("django_db"):
            raise pytest.UsageError(f"{item.nodeid} asks a database: it lies among the pure rules")
    vendor = settings.DATABASES["default"]["ENGINE"].rpartition(".")[2]
    for_another = [item for item in items if database_of(item) not in ("", vendor)]
    if for_another:
        config.hook.pytest_deselected(items=for_another)
        items[:] = [item for item in items if item not in for_another]
