"""A replay in the page of another site, in a real browser: it is drawn there and stepped."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest
from django.db import transaction
from playwright.sync_api import Page, expect

from games.engine.rules import VINAGAMES
from games.models import Deal, Player
from replays.commands.opening import let_all_open
from tests.support.deals import penalty_seed, stored_deal
from tests.support.running_site import RunningSite

pytestmark = pytest.mark.browser


@contextmanager
def another_site(html: str) -> Iterator[str]:
    """The address of a site of another origin that answers with this page."""

    class Answers(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.end_headers()
            self.wfile.write(html.encode())

        def log_message(self, *_said: object) -> None:
            """Nothing is logged."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Answers) as server:
        thread = Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_address[1]}/"
        finally:
            server.shutdown()
            thread.join()


@pytest.fixture
def deal(site: RunningSite) -> Deal:
    with site.database(), transaction.atomic():
        four = [Player.objects.get(username=name) for name in ("lan", "minh", "hoa", "tuan")]
        deal = stored_deal(VINAGAMES, penalty_seed(), four, name="Bàn nơi khác")
        for player in four:
            let_all_open(by=player, deal_id=deal.pk, may=True)
        return deal


@pytest.mark.parametrize("size", ["desk", "phone"])
def test_a_replay_is_framed_and_stepped_in_the_page_of_another_site(
    size: str, open_page: Callable[..., Page], site: RunningSite, deal: Deal
) -> None:
    page = open_page(size)
    page.goto("/")
    club = page.url.rstrip("/")
    frame = f'<iframe id="framed" src="{club}/embed/replays/{deal.pk}/" width="100%" height="700"></iframe>'
    with another_site(f"<!DOCTYPE html>{frame}") as address:
        page.goto(address)
        framed = page.frame_locator("#framed")
        expect(framed.locator(".stepper__where")).to_contain_text("Step 1 of")
        framed.get_by_role("link", name="Forward").click()
        expect(framed.locator(".stepper__where")).to_contain_text("Step 2 of")
        expect(framed.locator(".card").first).to_be_visible()
        assert framed.locator("body").evaluate("body => body.scrollWidth - window.innerWidth") <= 0
