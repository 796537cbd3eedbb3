"""The letters of each language are drawn by a font that has them, so that what is measured is what readers see."""

import subprocess
import sys
from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from tests.support.fonts import PACKAGES, families, without_letters

pytestmark = pytest.mark.skipif(
    sys.platform != "linux", reason="fontconfig is asked, which is Linux's"
)
OpenPage = Callable[..., Page]
WORDS = {"ja": "手札を四枚組に", "vi": "Đợi ăn quân tướng"}


@pytest.mark.parametrize("language", PACKAGES)
def test_chromium_draws_each_language_with_a_font_that_has_its_letters(
    open_page: OpenPage, language: str
) -> None:
    page = open_page("phone")
    page.goto("/")
    page.context.add_cookies([{"name": "django_language", "value": language, "url": page.url}])
    page.reload()
    page.evaluate("words => { document.querySelector('h1').textContent = words }", WORDS[language])
    tools = page.context.new_cdp_session(page)
    for domain in ("DOM", "CSS"):
        tools.send(f"{domain}.enable")
    root = tools.send("DOM.getDocument")["root"]["nodeId"]
    title = tools.send("DOM.querySelector", {"nodeId": root, "selector": "h1"})["nodeId"]
    drawn = tools.send("CSS.getPlatformFontsForNode", {"nodeId": title})["fonts"]
    assert sum(font["glyphCount"] for font in drawn) >= len(WORDS[language].replace(" ", ""))
    assert {font["familyName"] for font in drawn} <= families(language), PACKAGES[language]


def test_a_machine_without_the_letters_is_told_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def nothing(*command: object, **options: object) -> subprocess.CompletedProcess[str]:
        return subprocess.CompletedProcess([], 0, stdout="")

    assert without_letters() == ""
    monkeypatch.setattr("tests.support.fonts.subprocess.run", nothing)
    families.cache_clear()
    try:
        assert without_letters() == "apt install fonts-noto-cjk fonts-noto-core"
    finally:
        families.cache_clear()
