"""The faces of the cards: every kind in every labelling, one name, legible and told apart without colour (§1, §12)."""

import re
from collections.abc import Iterator
from pathlib import Path
from xml.etree.ElementTree import Element, fromstring

import pytest
from django.conf import settings
from django.template import engines
from django.utils.translation import override

from games.common.preferences import CHOICES
from games.engine.cards import CARD_BY_NAME, CARD_NAMES, CARDS, COLOURS, RANKS
from games.management.commands.draw_cards import SIGNS, SPRITE, sprite
from games.presenters.cards import FOURSAC_LETTERS, card_name, card_print, colour_letter

CSS = (Path(settings.BASE_DIR) / "tusac_site/static/css/cards.css").read_text(encoding="utf-8")
DRAWN = SPRITE.read_text(encoding="utf-8")
PARTS = {part.attrib["id"]: part for part in fromstring(DRAWN)}
LANGUAGES = [code for code, _name in settings.LANGUAGES]


def render(source: str, **context: object) -> str:
    return str(engines["django"].from_string("{% load cards %}" + source).render(context))


def shown_properties(
    face: str, letters: str, dialect: str = "", *, tall: bool = True
) -> dict[str, str]:
    """Return the properties with which the style sheet draws a card on a page of these preferences."""
    held: dict[str, str] = {}
    chosen = {"face": face, "letters": letters, "dialect": dialect}
    for name, value, body in re.findall(r'^\[data-(\w+)(?:="(\w+)")?\] \{ (.*?) \}', CSS, re.M):
        if name in chosen and value in ("", chosen[name]):
            held.update(re.findall(r"--([\w-]+): (\w+);", body))
    names = ("large", "word", "below")
    return held | ({name: held[f"tall-{name}"] for name in names} if tall else {"word": "none"})


def drawn(
    card: str, face: str, letters: str, language: str, dialect: str = "", *, tall: bool = True
) -> list[str]:
    """Return what a reader of this language sees on a card: outlines by their ids, and texts."""
    held = shown_properties(face, letters, dialect, tall=tall) | {language: "inline"}

    def seen(part: Element) -> Iterator[str]:
        gate = re.fullmatch(r"var\(--([\w-]+),(\w+)\)", part.get("display", ""))
        if gate and held.get(gate[1], gate[2]) == "none":
            return
        used = PARTS.get(part.get("href", "")[1:])
        if used is not None and used.tag.endswith("path"):
            yield used.attrib["id"]
        elif part.tag.endswith("text"):
            yield str(part.text)
        for inner in (used,) if used is not None else part:
            yield from seen(inner)

    return list(seen(PARTS[card]))


def test_the_sprite_is_what_the_catalogues_and_the_outlines_make():
    assert sprite(DRAWN) == DRAWN, "run manage.py draw_cards"
    assert {*re.findall(r'<path id="([\w-]+)"', DRAWN)} == {
        f"{rank}-{style}" for rank in RANKS for style in ("old", "plain")
    }


@pytest.mark.parametrize(("dialect", "word"), [("southern", "Chốt"), ("northern", "Tốt")])
def test_a_pawn_bears_the_word_that_the_reader_prefers(dialect, word):
    assert word in drawn("Pr", "words", "none", "vi", dialect)
    assert drawn("Pr", "letters", "own", "vi", dialect)[0] == word
    for language in ("en", "fr", "ja"):
        assert drawn("Pr", "words", "none", language, dialect) == drawn(
            "Pr", "words", "none", language
        )
    assert drawn("Rr", "words", "none", "vi", dialect) == drawn("Rr", "words", "none", "vi")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("letters", CHOICES["letters"])
@pytest.mark.parametrize("face", CHOICES["face"])
def test_every_kind_shows_one_face_and_the_sign_of_its_colour(face, letters, language):
    with override(language):
        for card in CARDS:
            name = CARD_NAMES[card]
            rank, colour = name[0], name[1]
            print_ = card_print(card)
            own = FOURSAC_LETTERS[card] if letters == "4sac" else print_.short
            two_kinds = face == "sides" or (face == "few" and rank in "KMP")
            style = "old" if two_kinds and colour in "ry" else "plain"
            expected = {"letters": [own], "words": [print_.word]}.get(
                face, [f"{rank}-{style}", *([] if letters == "none" else [own])]
            )
            found = drawn(name, face, letters, language)
            sign = [] if letters == "4sac" else [colour_letter(colour)]  # B, X, Y are colours' too
            assert sorted(found) == sorted([*expected, *sign]), name
            if face == "words":  # a short strip has no room for one
                assert own in drawn(name, face, letters, language, tall=False)
                assert print_.word == own or print_.word not in drawn(
                    name, face, letters, language, tall=False
                )


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("letters", CHOICES["letters"])
@pytest.mark.parametrize("face", CHOICES["face"])
def test_no_letters_of_a_rank_are_those_of_a_colour(face, letters, language):
    with override(language):
        signs = {colour_letter(colour).casefold() for colour in COLOURS}
        for card in CARDS:
            found = [text.casefold() for text in drawn(CARD_NAMES[card], face, letters, language)]
            assert sum(text in signs for text in found) <= 1, CARD_NAMES[card]
        if letters == "own":
            assert not signs & {card_print(card).short.casefold() for card in CARDS}


def test_in_the_first_labelling_the_faces_are_those_of_the_rulebook():
    # §12: 帥 仕 相 俥 傌 炮 兵 on red and yellow, 將 士 象 車 馬 包 卒 on green and white
    faces = [drawn(name, "sides", "none", "en")[0] for name in ("Rr", "Ry", "Rg", "Rw")]
    assert faces == ["R-old", "R-old", "R-plain", "R-plain"]


def test_the_letters_of_4sac_are_those_of_its_texts():
    named = dict(zip(CARD_NAMES, FOURSAC_LETTERS, strict=True))
    assert [named[name] for name in ("Kr", "Gy", "Mg", "Rw", "Cr", "Ny")] == list("ABCXYZ")
    assert [named[name] for name in ("Pr", "Py", "Pg", "Pw")] == list("ESNW")


def test_a_card_is_named_in_one_language_that_of_the_page():
    card = CARD_BY_NAME["Cg"]
    with override("en"):
        assert 'role="img" aria-label="green cannon"' in render("{% card c %}", c=card)
        assert len({card_name(card) for card in CARDS}) == 28
    with override("vi"):
        html = render("{% card c %}", c=card)
        assert 'aria-label="pháo xanh"' in html and "green" not in html


def test_the_letter_in_the_sign_fits_the_language_and_its_shape_never_changes():
    with override("vi"):
        assert [colour_letter(colour) for colour in COLOURS] == list("ĐVXT")
    with override("en"):
        assert [colour_letter(colour) for colour in COLOURS] == list("RYGW")
    assert len(set(SIGNS.values())) == 4
    weaves = {
        colour: re.search(rf"^\.card--{colour} .*--weave: (.*?);", CSS, re.M) for colour in COLOURS
    }
    assert len({found[1] for found in weaves.values() if found}) == 4


def test_the_markup_of_a_card_is_short():
    for language in LANGUAGES:
        with override(language):
            sizes = [len(render("{% card c size='l' %}", c=card)) for card in CARDS]
            assert max(sizes) <= 130


def luminance(colour: str) -> float:
    """Relative luminance by WCAG of `#rgb` or `#rrggbb`."""
    digits = colour[1:] if len(colour) == 7 else "".join(2 * digit for digit in colour[1:])
    parts = [int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize(("prefix", "least"), [("", 4.5), ('[data-contrast="high"] ', 7.0)])
@pytest.mark.parametrize("colour", COLOURS)
def test_a_face_stands_out_from_its_ground(prefix, least, colour):
    found = re.search(
        rf"^{re.escape(prefix)}\.card--{colour} {{ --field: (.+?); --print: (#\w+);", CSS, re.M
    )
    assert found is not None
    fields = re.findall(r"#\w+", found[1])  # by day, and where it is another one by night
    assert fields
    for field in fields:
        dark, light = sorted((luminance(field), luminance(found[2])))
        assert (light + 0.05) / (dark + 0.05) >= least
