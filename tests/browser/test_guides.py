"""Printed guides: a member's and a referee's on one sheet of A4, a director's on two, in every language."""

import re

import pytest
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Browser

from games.web.documents import FILES, GUIDES
from tests.support.browser import show

SHEETS = {"member-guide": 1, "director-guide": 2, "referee-guide": 1}


@pytest.mark.django_db
@pytest.mark.parametrize("guide", GUIDES)
def test_a_guide_fits_on_its_paper_and_on_a_phone(chromium: Browser, guide: str) -> None:
    page = chromium.new_page()
    for language in FILES:
        answer = Client(headers={"accept-language": language}).get(reverse(guide))
        show(page, answer.content.decode())
        printed = page.pdf(format="A4", prefer_css_page_size=True)
        assert len(re.findall(rb"/Type\s*/Page\b", printed)) <= SHEETS[guide], language
        page.set_viewport_size({"width": 360, "height": 740})
        assert page.evaluate("document.documentElement.scrollWidth") <= 360, language
    page.close()
