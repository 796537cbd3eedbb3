"""What pictures are lettered with: fonts of the project's own that have every letter its words need."""

import io
import re
from pathlib import Path

import pytest
from django.conf import settings
from django.test import override_settings
from PIL import Image, ImageFont

from replays.presenters import lettering
from replays.web.pictures import points

LOCALE = Path(settings.BASE_DIR) / "tusac_site" / "locale"


def has(font: Path, letter: str) -> bool:
    """Return whether a font draws a letter as something else than the box of what it lacks."""
    face = ImageFont.truetype(font, 40, layout_engine=ImageFont.Layout.BASIC)
    return bytes(face.getmask(letter)) != bytes(face.getmask("\U0010ffff"))


@pytest.mark.parametrize("language", ["vi", "fr", "ja"])
def test_the_fonts_have_every_letter_of_the_clubs_words(language):
    said = (LOCALE / language / "LC_MESSAGES" / "django.po").read_text(encoding="utf-8")
    letters = {one for line in re.findall(r'"(.*)"', said) for one in line if one.isalpha()}
    assert len(letters) > 60
    for letter in sorted(letters):
        fonts = (lettering.JAPANESE,) if letter >= "\u2e80" else (lettering.REGULAR, lettering.BOLD)
        assert all(has(font, letter) for font in fonts), letter
    assert lettering.has_all("".join(letters))


def test_a_line_that_fits_stays_and_a_longer_one_is_cut_where_it_ends():
    name = "Nguyễn Thị Phương Thảo"
    whole = lettering.width(name, 20, bold=True)
    assert lettering.fitted(name, 20, whole, bold=True) == name
    cut = lettering.fitted(name, 20, whole - 1, bold=True)
    assert cut.endswith("…") and name.startswith(cut[:-1])
    assert lettering.width(cut, 20, bold=True) <= whole - 1
    assert lettering.fitted(name, 20, 0) == "…"
    assert lettering.width("ii", 20) < lettering.width("WW", 20) < lettering.width("漢字", 20)
    assert lettering.width("漢字", 20) == 40


def test_only_letters_that_no_club_word_has_ask_for_the_fonts_of_the_machine():
    assert lettering.has_all("Nguyễn Thị Œuvre 「東」の番です。")
    for name in ("สมชาย", "Владимир", "鱻", "\U0001f600"):
        assert not lettering.has_all(name)


@override_settings(CACHES={"pictures": {"BACKEND": "django.core.cache.backends.dummy.DummyCache"}})
@pytest.mark.parametrize("words", ["Nguyễn Thị", "東の番です"])
def test_a_machine_without_fonts_letters_the_points_all_the_same(words):
    asked = []

    def drawn(text: str) -> bytes:
        svg = (
            '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="50" font-family="Noto Sans">'
            f'<rect width="300" height="50" fill="#fff"/><text x="5" y="35" font-size="30">{text}</text></svg>'
        )
        asked.append(lettering.has_all(svg))
        return points(svg, "player:1")

    with Image.open(io.BytesIO(drawn(words))) as full, Image.open(io.BytesIO(drawn(" "))) as empty:
        assert full.convert("L").getextrema() != empty.convert("L").getextrema() == (255, 255)
    assert asked == [True, True], "the machine's fonts were not asked"
