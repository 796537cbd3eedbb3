"""`python -m tests.support.moving_picture`: makes `docs/deal.webp`, the deal that moves in the README.

A guest plays a deal against bots in a club of its own; each step is a frame.
"""

import io
import os
import sys
import tempfile
from pathlib import Path

import django
from PIL import Image
from playwright.sync_api import Page, ViewportSize, sync_playwright
from playwright.sync_api import TimeoutError as TookTooLong

from tests.support import chromium
from tests.support.running_site import PROJECT, RunningSite

PICTURE = PROJECT / "docs/deal.webp"
VIEW: ViewportSize = {"width": 1120, "height": 700}
WIDTH, HEIGHT = 720, 450
MOST_FRAMES = 32
MOST_BYTES = 400_000
STEP, END = 800, 4000
"""For how many milliseconds a frame is shown, and the last one."""
_SETTLED = 350
_WISHES = ("win", "kong", "triple", "meld", "hit", "pass", "discard")


def frames(page: Page) -> list[Image.Image]:
    """Play from the front page, to the payout or for as many steps as fit; return a picture of each step."""
    page.locator("form.play button").first.click()
    page.wait_for_selector("#table[data-asked]", state="attached")
    taken: list[Image.Image] = []
    version = ""
    while len(taken) < MOST_FRAMES:
        try:
            page.wait_for_function(
                "seen => document.querySelector('#table').dataset.version != seen",
                arg=version,
                timeout=3000,
            )
        except TookTooLong:
            _play(page)
            continue
        version = page.locator("#table").get_attribute("data-version") or ""
        page.wait_for_timeout(_SETTLED)
        shown = Image.open(io.BytesIO(page.screenshot()))
        taken.append(shown.convert("RGB").resize((WIDTH, HEIGHT), Image.Resampling.LANCZOS))
        if page.locator("#payout").count():
            break
        if page.locator("#table[data-asked]").count():
            _play(page)
    return taken


def _play(page: Page) -> None:
    from tests.support.live_page import press  # once Django is set up

    for value in _WISHES:
        if not page.locator(f"#moves button[value={value}]:not([aria-disabled])").count():
            continue
        if value == "discard":
            card = page.locator("#hand [data-trash]").first
            if not card.locator("input").is_checked():
                card.click()
        press(page, value)
        return


def write(taken: list[Image.Image]) -> None:
    """Write the frames as one picture, as fine as its size allows."""
    for quality in range(55, 10, -15):
        taken[0].save(
            PICTURE,
            save_all=True,
            append_images=taken[1:],
            duration=[STEP] * (len(taken) - 1) + [END],
            loop=0,
            quality=quality,
            method=4,
        )
        if PICTURE.stat().st_size < MOST_BYTES:
            return
    raise SystemExit(f"{len(taken)} frames are too many for {MOST_BYTES} bytes.")


def main() -> int:
    """Start a club, play, and write the picture."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tusac_site.settings")
    django.setup()
    with tempfile.TemporaryDirectory() as home, sync_playwright() as playwright:
        club = RunningSite(Path(home))
        club.start()
        try:
            browser = playwright.chromium.launch(
                executable_path=chromium.installed(), args=["--no-sandbox", "--disable-gpu"]
            )
            page = browser.new_page(base_url=club.base_url, viewport=VIEW, locale="en")
            page.goto("/")
            taken = frames(page)
            browser.close()
        finally:
            club.stop()
    write(taken)
    return 0


if __name__ == "__main__":
    sys.exit(main())
