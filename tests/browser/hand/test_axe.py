"""What a machine finds for those who do not see or point: the table in every phase, and every kind of page."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from tests.support.axe import findings
from tests.support.browser import open_table, say_ready
from tests.support.hand import LONG, answered, state_of, wait_for_turn
from tests.support.running_site import RunningSite

OpenPage = Callable[..., Page]

STRANGERS = [
    *("/", "/accounts/login/", "/rules/", "/fairness/", "/house/"),
    *("/log/", "/tournaments/", "/replays/", "/api/docs/"),
]
OWNERS = [
    *("/account/", "/club/alarms/", "/tables/new", "/tournaments/new"),
    *("/accounts/password_change/", "/admin/", "/admin/password_change/"),
    *("/admin/games/player/", "/club/members/"),
]


def looked_at(page: Page, path: str) -> list[str]:
    """Return what is found on a page, named by it."""
    answer = page.goto(path)
    assert answer is not None
    if path == "/api/docs/":
        page.wait_for_selector(".opblock")
    if answer.status == 404:
        return [f"{path}: there is no such page"]
    return [f"{path}: {found}" for found in findings(page)]


@pytest.mark.parametrize("size", ["desk", "phone"])
def test_the_pages_of_strangers_and_of_the_owner_have_no_findings(
    open_page: OpenPage, site: RunningSite, size: str
) -> None:
    found = []
    for paths, login in ((STRANGERS, None), (OWNERS, "owner")):
        page = open_page(size, login=login, may_block=True)
        for path in paths:
            found += looked_at(page, path)
    assert "\n".join(dict.fromkeys(found)) == ""


@pytest.mark.parametrize(("rules", "seats"), [("vinagames", "3"), ("4sac", "4")])
def test_the_table_has_no_findings_in_any_phase_or_sheet(
    open_page: OpenPage, rules: str, seats: str
) -> None:
    page = open_page("desk" if rules == "4sac" else "phone", login="tuan")
    open_table(page, f"Looked at, {rules}", rules=rules, seats=seats)
    found = [f"ready: {one}" for one in findings(page)]
    say_ready(page)
    phases: set[str] = set()
    while wait_for_turn(page):
        legal = page.locator("#moves button[name=move]:not([aria-disabled])")
        phase = " ".join(legal.evaluate_all("all => all.map(one => one.value.split(' ')[0])"))
        if phase not in phases:
            phases.add(phase)
            found += [f"{phase}: {one}" for one in findings(page)]
        before = state_of(page)
        page.keyboard.press("q")
        page.keyboard.press("Enter")
        if not answered(page, before):
            page.keyboard.press("Enter")
        page.wait_for_function("before => tusacState() !== before", arg=before, timeout=LONG)
    found += [f"over: {one}" for one in findings(page)]
    for sheet in page.locator(".sheet-card[popover]").evaluate_all("all => all.map(one => one.id)"):
        page.evaluate(f"document.getElementById('{sheet}').showPopover()")
        found += [f"{sheet}: {one}" for one in findings(page)]
        page.evaluate(f"document.getElementById('{sheet}').hidePopover()")
    assert phases
    assert "\n".join(dict.fromkeys(found)) == ""
