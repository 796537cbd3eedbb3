"""Every sign that the table can draw says what it means."""

import re
from pathlib import Path

import pytest
from django.conf import settings

from games.presenters.signs import SIGNS
from tests.support.play_pages import dealt
from tests.support.table_page import page_of

OF_THEMSELVES = {"trash", "khap", "set", "section"}
"""A § opens its rule; the others are lines below the hand (`games.presenters.play.choices.HandGroup.look`), where a
tap selects a card."""
DRAWN = re.compile(
    r'<\w+ [^>]*class="(?:marker|badge|clock|seat__(?:turn|count|wind|khaps|said)|centre__(?:count|dead)|backs)\b[^>]*>'
)


def sources() -> list[str]:
    base = Path(settings.BASE_DIR)
    parts = [*base.glob("templates/games/_seat_*.html"), base / "templates/games/_clock.html"]
    parts += [base / "templates/games/_set.html"]
    parts += [base / "templates/games/table.html", base / "games/templatetags/felt.py"]
    return [part.read_text(encoding="utf-8") for part in parts]


def test_each_sign_of_the_templates_has_a_sentence_and_each_sentence_a_sign():
    named = {name for text in sources() for name in re.findall(r'data-sign="(\w+)"', text)}
    assert named | OF_THEMSELVES == set(SIGNS)


def test_no_sign_is_drawn_that_does_not_say_what_it_is():
    tags = [tag for text in sources() for tag in DRAWN.findall(text)]
    assert len(tags) > 15
    mute = [tag for tag in tags if "data-sign=" not in tag and " hidden" not in tag]
    assert mute == []


@pytest.mark.django_db
def test_the_page_lists_all_signs_once_for_pages_without_scripts(an):
    html = page_of(an, dealt(an))
    for name in SIGNS:
        assert html.count(f'data-means="{name}"') == 1, name
    assert html.count('popovertarget="sheet-signs"') > 4
    assert html.count(str(SIGNS["stock"].says)) == 1
