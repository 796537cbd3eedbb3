"""The first contentful paint of the main pages with a processor four times slower: `python -m benchmarks.paint`.

The whole club runs as `make run` starts it. Each load is the first visit of a browser that has nothing of the club but
the session: no page, style, script or service worker of before.
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path
from statistics import median
from typing import Any

import django

SLOWER = 4
LOADS, QUICK = 9, 3
PHONE: dict[str, Any] = {
    "viewport": {"width": 360, "height": 740},
    "device_scale_factor": 2,
    "is_mobile": True,
    "has_touch": True,
}
_PAINTED = """() => new Promise((resolve) => {
  const found = (list) => list.find((one) => one.name === "first-contentful-paint");
  const known = found(performance.getEntriesByType("paint"));
  if (known) return resolve(known.startTime);
  new PerformanceObserver((list) => { const one = found(list.getEntries()); if (one) resolve(one.startTime); })
    .observe({ type: "paint", buffered: true });
})"""
_ANSWERED = "performance.getEntriesByType('navigation')[0].responseStart"


def run(*, quick: bool) -> None:
    """Start a demo club, open its pages and print."""
    from playwright.sync_api import sync_playwright

    from benchmarks.measuring import note
    from tests.support import chromium
    from tests.support.running_site import RunningSite

    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"  # Playwright's loop runs in this thread
    site = RunningSite(Path(tempfile.mkdtemp(dir=os.environ["TUSAC_VAR"])))
    site.start()
    try:
        with sync_playwright() as playwright:
            arguments = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
            browser = playwright.chromium.launch(
                executable_path=chromium.installed(), args=arguments
            )
            session = _log_in(browser, site, "hoa")
            note(
                f"\nFirst contentful paint on a phone, the processor {SLOWER} times slower, by the clock"
            )
            note(f"{'':<34}{'n':>4}{'first byte':>13}{'median':>11}{'slowest':>11}")
            for name, path, state in _pages(browser, site, session):
                _show(name, browser, site.base_url + path, state, QUICK if quick else LOADS)
            browser.close()
    finally:
        site.stop()


def _log_in(browser: Any, site: Any, login: str) -> Any:
    context = browser.new_context(base_url=site.base_url)
    page = context.new_page()
    page.goto("/accounts/login/")
    page.fill("input[name=username]", login)
    page.fill("input[name=password]", site.passwords[login])
    page.press("input[name=password]", "Enter")
    page.wait_for_url(lambda url: "/accounts/login" not in url)
    state = context.storage_state()
    context.close()
    return state


def _pages(browser: Any, site: Any, session: Any) -> list[tuple[str, str, Any]]:
    """Return the pages, each with its address and the session that opens it; the table is in play."""
    from django.utils import timezone

    from benchmarks import deals
    from benchmarks.opening import play
    from games.models import Player
    from tests.support.browser import say_ready
    from tests.support.live_page import get_asked, own_table
    from tests.support.tournament_pages import create

    table = own_table(site, "hoa")
    context = browser.new_context(base_url=site.base_url, storage_state=session)
    page = context.new_page()
    page.goto(table)
    say_ready(page)
    get_asked(page)
    context.close()
    with site.database():
        hoa, director = (Player.objects.get(username=name) for name in ("hoa", "director"))
        script = deals.script([hoa, *deals.players(3)])
        play(script)
        tournament = create(
            by=director,
            name="Cup",
            rules="vinagames",
            rounds=3,
            deals_per_round=2,
            entry_fee=0,
            prize_shares=(60, 40),
            seconds_per_move=60,
            filler="bot:greedy",
            now=timezone.now(),
        )
        return [
            ("front page, a stranger", "/", None),
            ("lobby", "/", session),
            ("table, a deal in play", table, session),
            ("replay", f"/replays/{script.deal_id}/", session),
            ("first lesson", "/learn/vinagames/", None),
            ("tournament", f"/tournaments/{tournament.pk}/", session),
        ]


def _show(name: str, browser: Any, address: str, session: Any, loads: int) -> None:
    from benchmarks.measuring import note

    answered, painted = [], []
    for _ in range(loads + 1):
        context = browser.new_context(storage_state=session, service_workers="block", **PHONE)
        page = context.new_page()
        devtools = context.new_cdp_session(page)
        devtools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        answer = page.goto(address)
        assert answer is not None and answer.ok, f"{address}: {answer and answer.status}"
        painted.append(page.evaluate(_PAINTED))
        answered.append(page.evaluate(_ANSWERED))
        context.close()
    times = painted[1:]  # the server has drawn its pages once before
    note(
        f"{name:<34}{loads:>4}{median(answered[1:]):>10,.0f} ms"
        f"{median(times):>8,.0f} ms{max(times):>8,.0f} ms"
    )


if __name__ == "__main__":
    django.setup()
    run(quick="--quick" in sys.argv)
