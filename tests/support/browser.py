"""What several tests do in a real browser."""

import re

from playwright.sync_api import Page


def open_table(page: Page, name: str, **choices: str) -> int:
    """Open a table by its form and sit down; the table's number."""
    page.goto("/")
    page.get_by_role("link", name="Open a table").click()
    page.fill("input[name=name]", name)
    for field, value in choices.items():
        page.select_option(f"select[name={field}]", value)
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url(re.compile(r"/tables/\d+/$"))
    return int(page.url.rstrip("/").rpartition("/")[2])
