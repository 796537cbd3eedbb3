"""The rulebook on its page, in every language: the same sections, the same figures, every link leads on."""

import re
from collections import Counter
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client

from games.web.documents import FILES

OTHERS = sorted(set(FILES) - {"en"})
BESIDE = {code: "en" if code != "en" else "vi" for code in FILES}
DOCS = Path(settings.BASE_DIR) / "docs"
CITED = ("s1-1", "s2-10", "s6-3", "s8-1", "s9-5", "s10-5", "s11-1", "s10")

CARD = re.compile(r"(?<![A-Za-zÀ-ỹ])(?:[KGMRCNP][rygw])+(?![A-Za-zÀ-ỹ])")
NUMBER = re.compile(r"[+−]?\d+(?:\.\d+)?")
NUMBERED = re.compile(r"^(?:## |\| )?(\d{1,2}(?:\.\d{1,2})?) ", re.MULTILINE)


def written(page: str, language: str) -> str:
    return (DOCS / FILES[language][page]).read_text(encoding="utf-8")


def shown(language: str, address: str) -> str:
    answer = Client(headers={"accept-language": language}).get(address)
    assert answer.status_code == 200
    return answer.content.decode()


def book_of(html: str) -> tuple[str, str]:
    """Return the language of the book on a page, and its text."""
    found = re.search(r'<article class="panel book" lang="(\w+)">(.*)</article>', html, re.DOTALL)
    assert found is not None
    return found[1], found[2]


def sections(text: str) -> dict[str, str]:
    """Return each numbered section's own text, and what follows the last one."""
    marks = [*NUMBERED.finditer(text)]
    ends = [mark.start() for mark in marks[1:]] + [text.index("\n## ", marks[-1].end())]
    return {mark[1]: text[mark.end() : end] for mark, end in zip(marks, ends, strict=True)}


def figures(text: str) -> list[str]:
    """Return the numbers and the cards of a text, sorted; what a link leads to is no part of it."""
    plain = re.sub(r"\]\([^)]*\)", "]", text)
    return sorted((*CARD.findall(plain), *NUMBER.findall(CARD.sub(" ", plain))))


def differ(english: str, other: str) -> bool:
    """Return whether a translation has other cards or lacks a number; what English counts in words may be figures."""
    one, two = Counter(figures(english)), Counter(figures(other))
    extra = two - one
    return bool(one - two) or any(not figure.isdigit() for figure in extra)


def rows(text: str) -> list[list[str]]:
    """Return the lines of all tables, cell by cell, without their headings."""
    lines = [line for line in text.splitlines() if line.startswith("| ")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


@pytest.mark.parametrize("language", OTHERS)
def test_all_rulebooks_have_the_same_sections_in_the_same_order(language):
    english, other = (NUMBERED.findall(written("rulebook", code)) for code in ("en", language))
    assert english == other
    assert len(english) > 70 and "10.5" in english


@pytest.mark.parametrize("language", OTHERS)
def test_every_section_names_the_same_numbers_and_cards(language):
    english, other = (sections(written("rulebook", code)) for code in ("en", language))
    different = {
        number: (figures(text), figures(other[number]))
        for number, text in english.items()
        if differ(text, other[number])
    }
    assert different == {}


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("page", ["rulebook", "glossary"])
def test_the_tables_hold_the_same_points_amounts_and_cards(page, language):
    english, others = (rows(written(page, code)) for code in ("en", language))
    assert len(english) == len(others) > 30
    for one, other in zip(english, others, strict=True):
        assert len(one) == len(other)
        assert not differ(" ".join(one), " ".join(other)), one


@pytest.mark.parametrize("language", OTHERS)
def test_the_notes_read_the_same_sections(language):
    def noted(code):
        text = written("rulebook", code)
        return re.findall(r"^- \*\*(§[\d., 、§]+\d)", text, re.MULTILINE)

    assert noted("en") == [one.replace("、", ", ") for one in noted(language)]
    assert len(noted("en")) > 15


def test_the_words_of_the_vietnamese_book_are_those_of_the_game():
    text = written("rulebook", "vi")
    for word in ("khạp", "quan", "khui", "rác", "nọc", "lá tỳ", "cầm cái", "tới", "đền", "liền"):
        assert word in text


@pytest.mark.parametrize("language", sorted(FILES))
@pytest.mark.parametrize("address", ["/rules/", "/rules/words/"])
def test_a_reader_is_shown_the_book_in_their_language_and_the_way_to_the_other(language, address):
    html = shown(language, address)
    other = BESIDE[language]
    assert book_of(html)[0] == language
    assert f'href="{address}?in={other}"' in html
    assert book_of(shown(language, f"{address}?in={other}"))[0] == other
    for odd in ("?in=", "?in=de", "?in=%00", "?in=en&in=xx"):
        assert book_of(shown(language, address + odd))[0] == language


def test_a_reader_of_a_language_without_a_translation_is_shown_the_english_book():
    assert book_of(shown("de", "/rules/"))[0] == "en"


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("vi", "bản tiếng Anh là bản chính thức"),
        ("fr", "Le texte anglais fait foi"),
        ("ja", "正文は英語です"),
    ],
)
def test_a_translation_says_that_the_english_text_is_of_record(language, said):
    text = book_of(shown(language, "/rules/"))[1]
    assert said in text[:900]
    assert 'href="/rules/?in=en"' in text


@pytest.mark.parametrize("language", sorted(FILES))
def test_every_link_of_the_books_leads_somewhere(language):
    text = book_of(shown(language, "/rules/"))[1]
    anchors = set(re.findall(r'id="([^"]+)"', text))
    for anchor in CITED:
        assert anchor in anchors
    links = re.findall(r'<a [^>]*href="([^"]+)"', text)
    assert len(links) > 12
    for link in links:
        if link.startswith("#"):
            assert link[1:] in anchors
        else:
            shown(language, link)
    for link in re.findall(r'href="([^"]+)"', book_of(shown(language, "/rules/words/"))[1]):
        shown(language, link)


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "red rook, red cannon, red knight"),
        ("vi", "xe đỏ, pháo đỏ, mã đỏ"),
        ("fr", "chariot rouge, canon rouge, cheval rouge"),
        ("ja", "赤の車、赤の砲、赤の馬"),
    ],
)
def test_cards_that_the_book_writes_are_drawn_and_read_aloud_in_its_language(language, words):
    text = book_of(shown(language, "/rules/"))[1]
    assert f'role="img" aria-label="{words}"' in text
    _preface, _mark, chapters = text.partition("<details")
    assert not CARD.search(re.sub(r"<[^>]*>", "", chapters))
    assert "<code>Rr</code>" in text, "the preface says how cards are written"
    drawn = re.findall(r"cards\.svg#(\w\w)", chapters)
    assert len(drawn) >= 250
    other = book_of(shown(language, "/rules/?in=" + BESIDE[language]))[1]
    assert drawn == re.findall(r"cards\.svg#(\w\w)", other)


@pytest.mark.parametrize("language", sorted(FILES))
def test_every_section_can_be_shown_alone_with_its_pictures(language):
    numbers = [number for number in NUMBERED.findall(written("rulebook", "en")) if "." in number]
    for number in numbers:
        part = shown(language, f"/rules/{number}/")
        assert part.count(f"<b>{number}</b>") == 1, number
        assert part.count("<table") == part.count("</table>")
        others = set(re.findall(r"<b>(\d+\.\d+)</b>", part)) - {number}
        assert not others, (number, others)
    assert "cards.svg#Gw" in shown(language, "/rules/6.3/")
    assert "cards.svg#Rr" in shown(language, "/rules/2.8/") and "<th" in shown(
        language, "/rules/2.8/"
    )
    assert "cards.svg#Ng" in shown(language, "/rules/10.6/"), "its worked cases belong to it"


@pytest.mark.parametrize("number", ["6.0", "14.1", "0.0", "999.999", "6.11"])
def test_a_section_that_is_not_there_is_not_found(number):
    assert Client().get(f"/rules/{number}/").status_code == 404


def test_chapters_are_folded_and_each_section_is_in_one():
    text = book_of(shown("en", "/rules/"))[1]
    assert text.count('<details class="book__chapter">') == text.count("</details>") - 1 == 15
    assert text.index("<details") < text.index('id="s1-1"')


@pytest.mark.parametrize("language", sorted(FILES))
def test_beginners_begin_with_two_pages_that_are_open_and_say_where_to_stop(language):
    preface, _mark, rest = book_of(shown(language, "/rules/"))[1].partition(
        '<details class="book__chapter" open>'
    )
    pages = rest.partition("</details>")[0]
    anchor = re.findall(r'<h2 id="([^"]+)"', pages)
    assert len(anchor) == 1 and f'href="#{anchor[0]}"' in preface
    assert not re.search(r'id="s\d', pages) and "cards.svg#Rr" in pages
    assert pages.rindex("<strong>") > pages.rindex("<h3")
    english = (DOCS / FILES["en"]["rulebook"]).read_text(encoding="utf-8")
    beginners = english.partition("\n## ")[2].partition("\n## ")[0]
    assert 400 < len(beginners.split()) < 900


@pytest.mark.parametrize("language", sorted(FILES))
def test_the_glossary_has_the_words_of_the_houses_own_rules(language):
    text = book_of(shown(language, "/rules/words/"))[1]
    for word in ("bỏ đôi", "tới trơn", "tới quằn", "tướng vàng", "đậu heo", "lệnh"):
        assert f"<td>{word}</td>" in text
