"""What every test of the project stands on: real servers, the whole club running, a real browser."""

import gc
import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest
from django.utils import timezone, translation

from tests.support import chromium as chromium_support
from tests.support import explore, servers, thorough, vendors
from tests.support.append_only import flush_is_allowed
from tests.support.credit import lend_to_all, on_credit
from tests.support.followers import followers_do_not_wait
from tests.support.fonts import without_letters
from tests.support.migrated import django_db_modify_db_settings
from tests.support.places import place_of, pytest_xdist_make_scheduler
from tests.support.running_site import RunningSite
from tests.support.thorough import pytest_ignore_collect
from tests.support.vendors import pytest_addoption, pytest_configure

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page
    from pytest_django.plugin import DjangoDbBlocker

__all__ = [
    "django_db_modify_db_settings",
    "flush_is_allowed",
    "followers_do_not_wait",
    "on_credit",
    "pytest_addoption",
    "pytest_configure",
    "pytest_ignore_collect",
    "pytest_xdist_make_scheduler",
]

BROWSER_FIXTURES = {"site", "chromium", "open_page", "desk_page", "phone_page", "page"}

explore.register()

PATIENCE = 120_000
"""Milliseconds that a browser waits before a test is red. Nothing is asserted about time: where the machine had much
else to do, logging in and the news of a stream took longer than the usual few seconds."""

OpenPage = Callable[..., "Page"]


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Tests of the running site lie where one worker runs them, which starts it once."""
    vendors.pytest_collection_modifyitems(config, items)
    thorough.mark(items)
    for item in items:
        names = {
            name
            for name, found in getattr(item, "_fixtureinfo").name2fixturedefs.items()  # noqa: B009
            if found[-1].baseid == "tests"  # and not a fixture of the same name in the test's file
        }
        if names & BROWSER_FIXTURES and place_of(item.nodeid) == item.nodeid:
            raise pytest.UsageError(
                f"{item.nodeid} needs the running site: put it into tests/browser"
            )
        if "chromium" in names:
            item.add_marker(pytest.mark.browser)


def pytest_collection_finish() -> None:
    """What is loaded stays until the last test: to look through it for garbage took a sixth of the time."""
    from tusac_site.serving.process import freeze_what_stays

    freeze_what_stays()
    gc.set_threshold(50_000, 20, 100)


@pytest.fixture(autouse=True)
def the_same_cards_in_each_run(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a test itself deals are its own cards, in each run the same: luck makes no test red, as where a bot wins
    before it is anybody's turn. A club that runs beside the tests deals as in life."""
    cards = Random(request.node.nodeid)
    for drawn_by in ("games.commands.deal.deals", "tournaments.commands.lifecycle"):
        drawn = SimpleNamespace(
            token_hex=lambda size: cards.randbytes(size).hex(), randbelow=cards.randrange
        )
        monkeypatch.setattr(f"{drawn_by}.secrets", drawn)


@pytest.fixture(autouse=True)
def time_that_is_travelled_passes(monkeypatch: pytest.MonkeyPatch) -> None:
    """A test that travels in time and sweeps means that time passes, and not that somebody sets the clock."""
    from games.commands.deal.clock import Steady  # only where Django is set up

    travelled = SimpleNamespace(now=lambda: Steady("the tests", time.time()))
    monkeypatch.setattr("games.tasks.Steady", travelled)


# --- servers ---------------------------------------------------------------------------------------


@pytest.fixture(autouse=True)
def own_language() -> Iterator[None]:
    """A test that asks for a page in Vietnamese, or by another clock, leaves neither behind for the next."""
    from games.log import aggregates  # only where Django is set up

    aggregates._glanced["club"] = 0  # the test begins with a process that knows the club's settings
    yield
    translation.deactivate()
    timezone.deactivate()
    club = aggregates._kept.get("club")
    if club is not None and club.state.settings != type(club.state.settings)():
        aggregates._kept.pop("club")


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[servers.Server]:
    """A PostgreSQL of this session's own, which a test may kill and start again."""
    with servers.postgres() as server:
        yield server


@pytest.fixture(scope="session")
def postgres_url(postgres_server: servers.Server) -> str:
    """The DATABASE_URL of the session's own PostgreSQL."""
    return postgres_server.url


@pytest.fixture(scope="session")
def redis_server() -> Iterator[servers.Server]:
    """A Redis or Valkey of this session's own, which a test may kill and start again."""
    with servers.redis() as server:
        yield server


@pytest.fixture(scope="session")
def redis_url(redis_server: servers.Server) -> str:
    """The REDIS_URL of the session's own Redis."""
    return redis_server.url


# --- the club --------------------------------------------------------------------------------------


@pytest.fixture(scope="session")
def new_club_database() -> Iterator[Callable[[], str | None]]:
    """A function that gives each running club a database: None is SQLite, as DATABASE_URL says.

    On a PostgreSQL of their own: a club's transactions there would make followers of the log wait
    in the tests' databases, since PostgreSQL's oldest transaction is one for the whole server.
    """
    if not os.environ.get("DATABASE_URL", "").startswith("postgres"):
        yield lambda: None
        return
    with servers.postgres(migrated=True) as server:
        yield lambda: servers.migrated_database(server)


@pytest.fixture(scope="session")
def site(
    tmp_path_factory: pytest.TempPathFactory,
    new_club_database: Callable[[], str | None],
    django_db_blocker: "DjangoDbBlocker",
) -> Iterator[RunningSite]:
    """The whole club, running: uvicorn, worker, beat and broker, with the demo club's accounts.

    One for the session: a test makes the tables it needs and leaves the others' alone. With
    DATABASE_URL set it has a PostgreSQL of its own.
    """
    club = RunningSite(tmp_path_factory.mktemp("club"), new_club_database())
    club.env |= {
        "TUSAC_LIMITS": "off",
        "TUSAC_BOT_PAUSE": "0.14",  # at the normal pace 0.3
        "TUSAC_DISPUTE_HOURS": "100000",  # stored deals are as old as the tests' own time
    }  # the same few members open all the tables
    try:
        club.start()
        with django_db_blocker.unblock():
            with club.database():
                lend_to_all()
            yield club
    finally:
        club.stop()


# --- the browser -----------------------------------------------------------------------------------


def chromium_program() -> str:
    """Return the installed Chromium. Without one: fails where CI is set, else skips and says why."""
    if found := chromium_support.installed():
        return found
    message = "No Chromium found: install the package chromium-headless-shell or chromium to run the browser tests."
    if os.environ.get("CI"):
        pytest.fail(message)
    pytest.skip(message)


@pytest.fixture(scope="session")
def chromium() -> Iterator["Browser"]:
    """A headless Chromium, started once. Where CI is set it has the letters of every language, or fails."""
    program = chromium_program()
    if os.environ.get("CI") and (lacking := without_letters()):
        pytest.fail(f"Pages would be laid out without their letters: {lacking}")
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=PATIENCE)
    # Playwright's event loop runs in this thread, which Django takes for an async context.
    before = os.environ.get("DJANGO_ALLOW_ASYNC_UNSAFE")
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(
                executable_path=program,
                args=[
                    "--no-sandbox",
                    "--disable-gpu",
                    "--disable-quic",
                    "--no-first-run",
                    "--disable-background-networking",
                    "--disable-component-update",
                    "--disable-sync",
                ],
            )
            yield browser
            browser.close()
    finally:
        if before is None:
            del os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"]
        else:
            os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = before


SIZES: dict[str, dict[str, Any]] = {
    "desk": {"viewport": {"width": 1280, "height": 800}},
    "phone": {
        "viewport": {"width": 390, "height": 844},
        "device_scale_factor": 2,
        "is_mobile": True,
        "has_touch": True,
    },
}


def is_logged_in(context: "BrowserContext") -> bool:
    """Return whether the club still knows this context's session."""
    return context.request.get("/account/", max_redirects=0).ok


@pytest.fixture
def open_page(
    chromium: "Browser", site: RunningSite, tmp_path: Path
) -> Iterator[Callable[..., "Page"]]:
    """`open_page("phone", login="lan")`: a page in a context of its own, so another person's.

    The first page of a login logs in by its form; the later ones go on with that session, on no address yet.
    Relative addresses start at the site. At the end the test fails if a script raised an error or
    the Content-Security-Policy blocked something on any of its pages. `javascript=False` opens a
    page without scripts; `may_block=True` is for pages of others that only lose some looks.
    """
    contexts = []
    complaints: list[str] = []

    def open_one(
        size: str = "desk",
        *,
        login: str | None = None,
        javascript: bool = True,
        may_block: bool = False,
    ) -> "Page":
        known = site.sessions.get(login) if login is not None else None
        context = chromium.new_context(
            base_url=site.base_url,
            java_script_enabled=javascript,
            locale="en-GB",
            storage_state=known,
            **SIZES[size],
        )
        contexts.append(context)
        context.set_default_timeout(PATIENCE)
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(f"{page.url}: {error}"))
        page.on(
            "console",
            lambda message: (
                complaints.append(f"{page.url}: {message.text}")
                if "Content Security Policy" in message.text and not may_block
                else None
            ),
        )
        # A session that a test has ended is begun anew.
        if login is not None and not (known and is_logged_in(context)):
            page.goto("/accounts/login/")
            page.fill("input[name=username]", login)
            page.fill("input[name=password]", site.passwords[login])
            page.press("input[name=password]", "Enter")
            page.wait_for_url(lambda url: "/accounts/login" not in url)
            site.sessions[login] = context.storage_state()
        return page

    yield open_one
    for context in contexts:
        # An answer that a test's route still fetches would fail in the next test.
        for page in context.pages:
            page.unroute_all(behavior="ignoreErrors")
        context.close()
    assert complaints == []


@pytest.fixture
def desk_page(open_page: OpenPage) -> "Page":
    """A page as wide as a desk's screen, of somebody who has not logged in."""
    return open_page("desk")


@pytest.fixture
def phone_page(open_page: OpenPage) -> "Page":
    """A page as wide as a phone, with touch, of somebody who has not logged in."""
    return open_page("phone")


@pytest.fixture
def page(desk_page: "Page") -> "Page":
    """The desk's page."""
    return desk_page
