"""A browser remembers the last checkpoint that it saw, and warns in words when a later one does not continue it."""

import base64
from typing import Any

from playwright.sync_api import Page

from games.log.integrity import merkle
from games.log.integrity.notes import Checkpoint, proof_text


class Log:
    """A log that the browser is shown instead of the club's."""

    def __init__(self, page: Page, origin: str = "club.example/log") -> None:
        self.origin, self.leaves = origin, [merkle.leaf_hash(b"%d" % at) for at in range(20)]
        self.size = 5
        self.time, self.deleted = "2026-11-01T12:00:00Z", False
        page.route("**/log/checkpoint/*", lambda route: route.fulfill(**self.then()))
        page.route("**/log/checkpoint", lambda route: route.fulfill(body=self.note()))
        page.route("**/log/consistency?*", lambda route: route.fulfill(body=self.proof()))
        self.seen = 0

    def node(self, level: int, number: int) -> bytes:
        if not level:
            return self.leaves[number]
        return merkle.node_hash(
            self.node(level - 1, number * 2), self.node(level - 1, number * 2 + 1)
        )

    def note(self, size: int = 0) -> str:
        """Return the checkpoint of so many leaves, or of all."""
        size = size or self.size
        said = Checkpoint(
            self.origin, size, merkle.root_of(self.node, 0, size), (f"time {self.time}",)
        )
        return f"{said.text()}\n— x {base64.b64encode(b'signed').decode()}\n"

    def then(self) -> dict[str, Any]:
        """Return the answer about the checkpoint that the browser saw last."""
        return {"status": 404, "body": ""} if self.deleted else {"body": self.note(self.seen)}

    def proof(self) -> str:
        return proof_text(merkle.consistency_proof(self.node, self.seen, self.size))


def looked(page: Page, log: Log) -> bool:
    """Return whether the page warns, an hour later."""
    page.evaluate(
        "() => { const kept = JSON.parse(localStorage.getItem('tusac-log'));"
        " if (kept) localStorage.setItem('tusac-log', JSON.stringify({...kept, at: 1})) }"
    )
    page.reload()
    page.wait_for_function(
        "() => (JSON.parse(localStorage.getItem('tusac-log')) || {at: 1}).at > 1"
    )
    log.seen = page.evaluate("() => JSON.parse(localStorage.getItem('tusac-log')).size")
    return page.locator("[data-log-watch]").is_visible()


def test_a_browser_warns_when_the_log_does_not_continue_what_it_saw(open_page) -> None:
    page = open_page(login="lan")
    log = Log(page)
    page.goto("/")
    page.evaluate("() => localStorage.removeItem('tusac-log')")
    for size in (5, 5, 6, 8, 9, 16, 17):
        log.size = size
        assert not looked(page, log), size
    log.leaves[3] = merkle.leaf_hash(b"forged")
    assert looked(page, log)  # the same size, another root
    log.size = 19
    assert looked(page, log)
    page.goto("/log/")
    assert page.locator("[data-log-watch]").is_visible()  # and stays, without another look
    log.leaves[3] = merkle.leaf_hash(b"3")
    assert not looked(page, log)
    log.size = 4
    assert looked(page, log)  # shorter
    page.get_by_role("button", name="I know why").click()
    assert not page.locator("[data-log-watch]").is_visible()
    assert not looked(page, log)
    log.origin = "another.example/log"
    assert looked(page, log)


def test_a_browser_says_what_growth_does_not_show(open_page) -> None:
    """The date of a checkpoint beside the own clock and the last one's, and one that was deleted."""
    page = open_page(login="lan")
    log = Log(page)

    def told() -> str:
        """Return what the page of the log says of it, after the button that lets it be forgotten."""
        page.goto("/log/")
        words = page.locator("[data-odd]:visible").all_inner_texts()
        if words:
            page.get_by_role("button", name="I know why").click()
        assert page.locator("[data-log-watch]").is_hidden()
        return " ".join(words)

    page.goto("/")
    page.evaluate("() => localStorage.removeItem('tusac-log')")
    assert not looked(page, log)
    log.size, log.time = 6, "2026-11-01T11:00:00Z"
    assert looked(page, log)
    assert "The newest checkpoint has an earlier time than one that this browser has seen" in told()
    assert not looked(page, log)
    log.size, log.deleted = 7, True
    assert looked(page, log)
    assert "no longer shows a checkpoint" in told()
    log.size, log.time, log.deleted = 8, "2099-01-01T00:00:00Z", False
    assert looked(page, log)
    assert "The newest checkpoint has a later time than this device's clock" in told()
