"""What is written small at the table is whole and large enough on a phone, in every language."""

from typing import Any

import pytest
from django.utils import translation
from playwright.sync_api import Browser

from games.engine.rules import VINAGAMES
from games.queries.play.participants import bot_at
from tests.support import felt
from tests.support.browser import show
from tests.support.felt import drawn, full_table

LANGUAGES = ("en", "vi", "fr", "ja")
CUT = """() => [...document.querySelectorAll(".seat__name")].filter(one => one.scrollWidth > one.clientWidth)
  .map(one => one.innerText + ": " + one.scrollWidth + " of " + one.clientWidth)"""
ALL_TO_PLAY = """() => {
  const sign = document.querySelector(".seat__turn");
  for (const head of document.querySelectorAll(".seats .seat__head")) {
    if (sign && !head.contains(sign)) head.prepend(sign.cloneNode(true));
  }
}"""
"""The sign of whose turn it is, at every seat: whoever has it has less room."""
NOTE = """(words) => {
  const button = document.querySelector("#move-discard"), note = button.querySelector(".move__note");
  note.textContent = words;
  const wrong = [];
  if (parseFloat(getComputedStyle(note).fontSize) < 10) wrong.push("small: " + getComputedStyle(note).fontSize);
  if (note.scrollWidth > note.clientWidth) wrong.push("too wide");
  if (button.scrollHeight > button.clientHeight) wrong.push("too high");
  const room = button.getBoundingClientRect(), box = note.getBoundingClientRect();
  if (box.bottom > room.bottom || box.top < room.top) wrong.push("cut");
  return wrong;
}"""
"""What is wrong with these words under Discard, where they stand once such a card is selected."""


@pytest.mark.django_db
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_names_of_bots_are_whole_on_a_phone(
    chromium: Browser, language: str, monkeypatch: Any
) -> None:
    with translation.override(language):
        monkeypatch.setattr(felt, "NAMES", ("Lan", *(bot_at(seat) for seat in (1, 2, 3))))
        cut = {}
        for due in ("turn", "discard", "wait"):
            page = chromium.new_page(java_script_enabled=False)
            show(page, drawn(full_table(VINAGAMES, 4, due=due)))
            page.evaluate(ALL_TO_PLAY)
            for width, height in ((360, 740), (360, 640), (375, 667)):
                page.set_viewport_size({"width": width, "height": height})
                if found := page.evaluate(CUT):
                    cut[f"{due}, {width}×{height}"] = found
            page.close()
    assert not cut


@pytest.mark.django_db
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_note_under_a_button_is_whole_and_large_enough(chromium: Browser, language: str) -> None:
    with translation.override(language):
        page = chromium.new_page(java_script_enabled=False)
        show(page, drawn(full_table(VINAGAMES, 4, due="discard")))
        wrong = {}
        for words in ("better kept", "risky"):
            for width in (360, 375, 414):
                page.set_viewport_size({"width": width, "height": 740})
                if found := page.evaluate(NOTE, translation.gettext(words)):
                    wrong[f"{translation.gettext(words)}, {width}"] = found
        page.close()
    assert not wrong
