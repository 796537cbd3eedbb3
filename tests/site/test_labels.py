"""A text that names a button says what the button says: lessons, refusals, help and books, in all languages."""

import re
from collections import Counter
from functools import cache

import pytest
from django.conf import settings
from django.utils.translation import gettext, override, pgettext

from games.common.document_marks import LABEL
from games.common.labels import LABELS, label, with_labels
from games.errors.refusal import REFUSALS, Refused
from games.lessons import LESSONS
from games.presenters.learning.lesson_words import WORDS
from games.presenters.learning.lessons import hint_of, step_page
from games.web.documents import rendered
from tests.support.catalogues import LOCALE, read
from tests.support.running_site import PROJECT
from tournaments.engine.errors import REFUSALS as OF_TOURNAMENTS

LANGUAGES = [code for code, _name in settings.LANGUAGES]
QUOTED = re.compile(r"“([^”]+)”|«\s*([^»]+?)\s*»|「([^」]+)」|『([^』]+)』|\"([^\"]+)\"")
NAMED = re.compile(
    r"\b[Pp]ress(?:es|ed)? (?:the )?[A-Z]"  # press Hit
    r"|\b(?:[Bb]ấm|[Nn]hấn) (?:nút )?[A-ZĂÂĐÊÔƠƯÀ-Ỹ]"
    r"|\b[Aa]ppuye[zr] sur (?:le )?[A-ZÀ-Ý]"
    r"|[ぁ-ヿ一-鿿]ボタンを押"
)
"""A button that is named without quotation marks, after the word for pressing."""
AS_TYPED = {"CSV UTF-8", "username", "bot", "authenticator", "When the log is not sealed"}
"""What is quoted and is no label of ours: to be typed so, of another program, or a heading of the manual."""


@pytest.fixture(params=LANGUAGES)
def language(request):
    with override(request.param):
        yield request.param


def quoted(text):
    """What stands in quotation marks, in any language's, without what leads on."""
    return [
        next(filter(None, found)).strip().removesuffix("…").strip()
        for found in QUOTED.findall(text)
    ]


@cache
def words_of_pages():
    """What stands by itself on a page: buttons, links, headings, labels of fields. English."""
    entries = read(LOCALE / "vi" / "LC_MESSAGES" / "django.po")
    return {entry.key[1].removesuffix("…").strip() for entry in entries}


@cache
def contexts():
    """The contexts in which words of a page have a translation of their own, by the English."""
    found: dict[str, list[str]] = {}
    for entry in read(LOCALE / "vi" / "LC_MESSAGES" / "django.po"):
        if entry.key[0]:
            found.setdefault(entry.key[1], []).append(entry.key[0])
    return found


def texts():
    """All that a refusal or a lesson says, before its buttons are named; English."""
    lessons = [text for words in WORDS.values() for text in words if text]
    return [
        *lessons,
        *(row.sentence for row in {**REFUSALS, **OF_TOURNAMENTS}.values()),
    ]


def test_every_button_of_a_move_has_a_label_of_its_own(language):
    said = [label(name) for name in LABELS]
    assert len({*said}) == len(said)


def test_no_text_names_a_button_but_by_its_label(language):
    assert [text for text in texts() if NAMED.search(gettext(text))] == []


def test_each_step_of_a_lesson_names_the_buttons_that_it_shows(language):
    """The Vietnamese lesson said "Bộ ba" and "Không ăn" of "Ăn ba" and "Nhường"."""
    named = set()
    for lesson, course in LESSONS.items():
        for number in range(1, len(course.steps) + 1):
            page = step_page(lesson, number)
            buttons = {button.words for button in page.buttons if button.legal}
            for text in (page.text, hint_of(lesson, number)[0]):
                assert {*quoted(text)} <= buttons, (lesson, number, text)
                named |= {*quoted(text)}
    assert named == {label(name) for name in LABELS}


@pytest.mark.parametrize("code", ["move.card", "move.set"])
def test_a_refusal_names_the_button_by_its_label(language, code):
    name = {"move.card": "discard", "move.set": "meld"}[code]
    assert quoted(Refused(code).sentence) == [label(name)]


def test_a_placeholder_of_a_label_stands_in_quotation_marks(language):
    for text in texts():
        said = gettext(text)
        for name in LABELS:
            if f"%({name})s" in said:
                marked = with_labels(said, card="", active="")
                assert label(name) in quoted(marked), said


def test_what_a_text_quotes_is_on_a_page_and_is_called_so_there(language):
    """All of the catalogue: where the English quotes words of a page, the translation quotes theirs."""
    if language == "en":
        entries = read(LOCALE / "vi" / "LC_MESSAGES" / "django.po")
        found = {words for entry in entries for text in entry.english for words in quoted(text)}
        unknown = {words for words in found - AS_TYPED if not re.search(r"[%{]", words)}
        assert unknown - words_of_pages() - {"Last seen"} == set()
        return
    for entry in read(LOCALE / language / "LC_MESSAGES" / "django.po"):
        english = entry.english[-1]
        for said in entry.translated:
            for words in quoted(english):
                if words in AS_TYPED or words in words_of_pages():
                    assert calls(words) & {*quoted(said)}, (words, said)


def calls(words):
    """What words of a page are in the language now active; some stand there twice, once with what leads on."""
    if words in AS_TYPED:
        return {words}
    said = {gettext(text).removesuffix("…").strip() for text in (words, f"{words} …")}
    said |= {pgettext(context, words) for context in contexts().get(words, ())}
    return said - {words} or said  # “Corrections” is French, too


def book(name, language):
    suffix = "" if language == "en" else f".{language}"
    return (PROJECT / "docs" / f"{name}{suffix}.md").read_text(encoding="utf-8")


def test_the_page_of_fairness_names_words_of_pages_the_same_ones_in_each_language(language):
    """The Vietnamese one said "Tôi sẵn sàng" of "Sẵn sàng"."""
    named = LABEL.findall(book("fairness", language))
    assert Counter(named) == Counter(LABEL.findall(book("fairness", "en")))
    assert {msgid.removesuffix("…").strip() for _context, msgid in named} <= words_of_pages()
    assert quoted(book("fairness", language)) == []
    assert f'<b class="press">{gettext("Check records")}</b>' in rendered("fairness", language)


@pytest.mark.parametrize(
    ("section", "names"),
    [("6.4", ("meld", "hit", "pass")), ("6.6", ("win",))],
)
def test_the_rulebook_calls_the_moves_as_the_buttons_do(language, section, names):
    [rule] = re.findall(rf"^{re.escape(section)} .*$", book("rules", language), re.MULTILINE)
    bold = {words.casefold() for words in re.findall(r"\*\*([^*]+)\*\*", rule)}
    assert {label(name).casefold() for name in names} <= bold


DECLINED = {"en": "declined", "vi": "nhường", "fr": "renoncé", "ja": "見送った"}
"""What a seat has done that has pressed the button "Decline", as the rulebook says it."""


def test_6_7_who_pressed_decline_has_done_in_the_rulebook_what_the_button_says(language):
    stem = {"en": -1, "vi": 0, "fr": -2, "ja": -1}[language]
    said = label("decline").casefold()
    assert DECLINED[language].startswith(said[: stem or None])
    [rule] = re.findall(r"^6\.7 .*$", book("rules", language), re.MULTILINE)
    assert DECLINED[language] in rule


def test_the_keys_of_the_table_are_called_as_their_buttons(language, client, db):
    assert pgettext("a move", "Discard") == label("discard")
    keys = (PROJECT / "templates" / "games" / "_keys.html").read_text(encoding="utf-8")
    assert '"Discard" context "a move"' in keys
