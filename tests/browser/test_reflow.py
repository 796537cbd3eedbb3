"""Every page at 200 and at 400 %: it scrolls one way at the most, and nothing is out of reach (WCAG 1.4.4, 1.4.10)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from playwright.sync_api import Browser

from tests.support.browser import show
from tests.support.reflow import OUT_OF_REACH
from tests.support.security.club import Club, built
from tests.support.sightseeing import routes

pytestmark = [pytest.mark.browser, pytest.mark.django_db]

SCREENS = ((640, 400), (320, 256))
"""A desk of 1280 pixels at 200 %, and what WCAG asks for, which is one at 400 %."""
VIEWERS = ("seat", "referee", "director", "owner")
"""Whose pages are walked: each page once, for the first of them who may open it."""


@pytest.fixture
def club() -> Iterator[Club]:
    yield built()
    cache.clear()


def pages(club: Club) -> Iterator[tuple[str, str]]:
    """Yield every page of the club outside the owners' administration, with its address."""
    found: set[str] = set()
    for viewer in VIEWERS:
        client = Client(raise_request_exception=False)
        someone = club.viewers[viewer]
        assert someone is not None
        client.force_login(someone)
        for route in routes():
            theirs = route.startswith("admin/") and not route.startswith("admin/replays/")
            if route in found or theirs or route.startswith(("api/", "^")):
                continue
            cache.clear()
            answer: Any = client.get(club.address(route))
            if answer.status_code == 200 and answer["Content-Type"].startswith("text/html"):
                found.add(route)
                yield route, answer.content.decode()


def test_every_page_can_be_read_at_200_and_at_400_percent(chromium: Browser, club: Club) -> None:
    page = chromium.new_page(java_script_enabled=False)
    wrong: dict[str, Any] = {}
    walked = 0
    for route, html in pages(club):
        walked += 1
        show(page, html)
        for width, height in SCREENS:
            page.set_viewport_size({"width": width, "height": height})
            if out := page.evaluate(OUT_OF_REACH):
                wrong[f"{route} {width}×{height}"] = out
    page.close()
    assert walked > 60
    assert not wrong, "\n".join(f"{where}: {what}" for where, what in wrong.items())
