"""The Vietnamese catalogue: whole, in step with the code, and on the pages."""

import ast
import gettext
import os
import re
import shutil
import subprocess
import sys
import warnings
from html import unescape
from random import Random

import pytest
from django.conf import settings
from django.test import Client
from django.utils.translation import override

from games.engine.cards import CARD_NAMES, Card
from games.engine.rules import FOURSAC, VINAGAMES
from games.management.places import Message
from games.models import Deal, Player
from games.presenters.cards import card_name
from games.presenters.people.transfers import transfer_words
from tests.support.catalogues import LOCALE, Entry, read
from tests.support.deals import until_a_person_moves
from tests.support.play_pages import form_of_first_move, member, table_with
from tests.support.running_site import PROJECT

PO = LOCALE / "vi" / "LC_MESSAGES" / "django.po"
FORMS = {"vi": 1, "fr": 2, "ja": 1}
"""How many forms a language has for numbers."""
ENDS = {"。": ".", "：": ":", "？": "?"}
PLACEHOLDER = re.compile(r"%\(\w+\)[-+.\d]*[a-z]|%%|\{\w*\}|</?\w+>")
SECTION = re.compile(r"§\d+(?:\.\d+)?")
MARKS = {"_", "gettext", "gettext_lazy", "gettext_noop", "ngettext", "ngettext_lazy", "pgettext"}
MARKS |= {"Refusal"}


@pytest.fixture(scope="module")
def catalogue() -> list[Entry]:
    return read(PO)


@pytest.fixture(scope="module", params=sorted(FORMS))
def language(request: pytest.FixtureRequest) -> str:
    """Each language but that of the code."""
    return str(request.param)


@pytest.fixture(scope="module")
def any_catalogue(language: str) -> list[Entry]:
    return read(LOCALE / language / "LC_MESSAGES" / "django.po")


def wrong(entries: list[Entry]) -> list[str]:
    return [entry.key[1] for entry in entries]


def test_every_language_of_the_site_has_a_catalogue():
    assert {code for code, _name in settings.LANGUAGES} == {"en", *FORMS}


def test_every_message_is_said(any_catalogue):
    assert len(any_catalogue) > 700
    said = [all(map(str.strip, entry.translated)) for entry in any_catalogue]
    assert all(said), wrong(
        [e for e, is_said in zip(any_catalogue, said, strict=True) if not is_said]
    )


def test_all_languages_say_the_same_messages(any_catalogue, catalogue):
    assert {entry.key for entry in any_catalogue} == {entry.key for entry in catalogue}


def test_no_translation_is_a_guess_that_nobody_has_read(any_catalogue):
    assert not wrong([entry for entry in any_catalogue if "fuzzy" in entry.flags])


def test_numbers_have_the_forms_of_their_language(any_catalogue, language):
    def forms(entry: Entry) -> int:
        return FORMS[language] if "msgid_plural" in entry.said else 1

    assert not wrong([entry for entry in any_catalogue if len(entry.translated) != forms(entry)])


@pytest.mark.parametrize("pattern", [PLACEHOLDER, SECTION], ids=["placeholders", "sections"])
def test_a_translation_keeps_what_the_program_fills_in_and_the_rule_that_it_cites(
    any_catalogue, pattern
):
    def parts(text: str) -> set[str]:
        return set(pattern.findall(text))

    assert not wrong(
        [
            entry
            for entry in any_catalogue
            for said in entry.translated
            if parts(said) != parts(entry.english[-1])
        ]
    )


def test_a_sentence_ends_as_the_english_does(any_catalogue):
    def ends(text: str) -> str:
        end = ENDS.get(text[-1], text[-1])
        return end if end in ".:?…" else ""

    assert not wrong(
        [
            entry
            for entry in any_catalogue
            for said in entry.translated
            if entry.english[-1].strip(" ,:") and ends(said) != ends(entry.english[-1])
        ]
    )


LANGUAGES = ["English", "Tiếng Việt", "Français", "日本語"]
CARDS = """
king tướng général 将
guard sĩ lieutenant 士
minister tượng sergent 象
rook xe chariot 車
cannon pháo canon 砲
knight mã cheval 馬
pawn chốt soldat 兵
red đỏ rouge 赤
yellow vàng jaune 黄色
green xanh vert 緑
white trắng blanc 白
"""
"""Ranks and colours in the order of `LANGUAGES`."""


def glossary() -> dict[str, tuple[str, ...]]:
    """Return the glossary's words by the English ones, in the order of `LANGUAGES`; a word of two names has both."""
    rows = [line.split() for line in CARDS.strip().splitlines()]
    for line in (PROJECT / "docs" / "glossary.md").read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if cells[:4] == LANGUAGES:
            is_read = True
        elif not line.startswith("|"):
            is_read = False
        elif is_read and not line.startswith("|-") and "(" not in cells[0]:
            rows.append(cells[:4])
    return {name.strip(): tuple(row) for row in rows for name in row[0].split(",")}


def test_the_words_of_the_game_are_those_of_the_glossary(any_catalogue, language):
    column = ["en", "vi", "fr", "ja"].index(language)
    words = {word: row[column] for word, row in glossary().items() if row[column] != "–"}
    said: dict[str, set[str]] = {}
    for entry in any_catalogue:
        if entry.key[0] in ("", "a move"):
            said.setdefault(entry.key[1].casefold(), set()).add(entry.translated[0].casefold())
    known = {word: said[word] for word in words if word in said}
    assert len(known) > 20
    # A button and a noun may share an English word (to discard, the discard): one of them is the glossary's.
    missed = {
        word
        for word, translated in known.items()
        if not any(one.startswith(words[word].casefold()) for one in translated)
    }
    assert not missed


def test_the_compiled_catalogue_is_the_one_that_people_read(any_catalogue, language):
    with (LOCALE / language / "LC_MESSAGES" / "django.mo").open("rb") as file:
        compiled = gettext.GNUTranslations(file)
    # The standard library keeps what it read under this name; a plural form has its number there.
    kept: dict[str | tuple[str, int], str] = vars(compiled)["_catalog"]
    wanted: dict[str | tuple[str, int], str] = {}
    for entry in any_catalogue:
        for number, said in enumerate(entry.translated):
            wanted[(entry.in_mo, number) if "msgid_plural" in entry.said else entry.in_mo] = said
    assert {key: said for key, said in kept.items() if key != ""} == wanted


def test_a_short_message_says_in_what_kind_of_place_it_stands(any_catalogue):
    """One word may be a button, a heading or a column, and each is another word elsewhere."""
    short = [entry for entry in any_catalogue if Message(*entry.key).is_short]
    assert len(short) > 500
    assert not wrong([entry for entry in short if not entry.places])


def test_the_catalogue_has_what_the_code_marks_and_no_more(catalogue, tmp_path):
    if not shutil.which("xgettext"):
        message = "xgettext (gettext) is not installed: whether strings are missing was not checked"
        assert not os.environ.get("CI"), message
        warnings.warn_explicit(message, pytest.PytestWarning, __file__, 1)
        return
    copy = tmp_path / "tusac"
    shutil.copytree(PROJECT / "tusac_site", copy / "tusac_site")
    for folder in ("games", "tournaments", "replays", "notices", "templates"):
        shutil.copytree(PROJECT / folder, copy / folder)
    shutil.copy(PROJECT / "manage.py", copy)
    marked = copy / PO.relative_to(PROJECT)
    marked.unlink()
    subprocess.run(
        [sys.executable, "manage.py", "makemessages", "--locale", "vi", "--no-location"],
        cwd=copy,
        env=os.environ
        | {"TUSAC_VAR": str(tmp_path / "var"), "DJANGO_SETTINGS_MODULE": "tusac_site.settings"},
        check=True,
        capture_output=True,
    )
    found = {entry.key: entry.places for entry in read(marked)}
    assert found == {entry.key: entry.places for entry in catalogue}


def test_no_text_stands_in_an_f_string_where_nothing_that_collects_texts_finds_it():
    hidden = [
        f"{path.relative_to(PROJECT)}:{call.lineno}"
        for folder in ("games", "tournaments", "replays", "notices", "tusac_site")
        for path in sorted((PROJECT / folder).rglob("*.py"))
        for said in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(said, ast.JoinedStr)
        for call in ast.walk(said)
        if isinstance(call, ast.Call) and getattr(call.func, "id", "") in MARKS
    ]
    assert hidden == []


# --- on the pages ----------------------------------------------------------------------------------

SEED = 3


@pytest.fixture
def same_cards(monkeypatch):
    rng = Random(SEED)
    monkeypatch.setattr(
        "games.commands.deal.deals.secrets.token_hex", lambda size: rng.randbytes(size).hex()
    )


def in_vietnamese(player: Player | None = None) -> Client:
    client = Client(headers={"accept-language": "vi"})
    if player:
        client.force_login(player)
    return client


def shown(html: str) -> str:
    """Return the text of a page, with one space where there are many."""
    bare = re.sub(r"<(?:style|script)\b.*?</(?:style|script)>|<[^>]+>", " ", html, flags=re.S)
    return re.sub(r"\s+", " ", unescape(bare))


def english_in(html: str, catalogue: list[Entry]) -> list[str]:
    """Messages that stand on the page as they are in the code: those that have two words running."""
    text = shown(html)
    found = []
    for entry in catalogue:
        for english in entry.english:
            words = max((part.strip() for part in PLACEHOLDER.split(english)), key=len)
            if " " in words and words in text and words not in entry.translated[0]:
                found.append(english)
    return found


def labels(html: str) -> dict[str, str]:
    """Return what stands on the button of each kind of move that is legal."""
    pattern = r'<button([^>]*\sname="move" value="([a-z]+)[^>]*)>\s*<span class="move__words"[^>]*>([^<]+)<'
    found = re.findall(pattern, html)
    return {value: label.strip() for tag, value, label in found if "aria-disabled" not in tag}


@pytest.mark.django_db
@pytest.mark.parametrize(("rules", "decline"), [(VINAGAMES, "Bỏ qua"), (FOURSAC, "Nhường")])
def test_a_whole_deal_is_played_in_vietnamese(same_cards, catalogue, rules, decline):
    an = member("an")
    where = f"/tables/{table_with(an, rules=rules).pk}/"
    client = in_vietnamese(an)
    html = client.get(where).content.decode()
    assert '<html lang="vi"' in html
    assert "Sẵn sàng" in html
    deal = Deal.objects.get()
    client.post(where + "ready", {"deal": deal.pk, "seed": ""})
    seen: dict[str, set[str]] = {}
    english: set[str] = set()
    while form := form_now(deal, client, where):
        html, fields = form
        offered = labels(html)
        for move, label in offered.items():
            seen.setdefault(move, set()).add(label)
        english.update(english_in(html, catalogue))
        if "pass" in offered:
            fields |= {"move": "pass"}
        assert client.post(where + "move", fields).status_code == 303
    html = client.get(where).content.decode()
    english.update(english_in(html, catalogue))
    assert "Tính điểm" in html
    assert seen["discard"] == {"Đánh"}
    assert seen["hit"] == {"Bốc"}
    assert seen["meld"] == {"Ăn"}
    assert decline in seen["pass"]
    assert seen["pass"] <= {"Bỏ qua", "Nhường"}
    assert not english


def form_now(deal: Deal, client: Client, where: str) -> tuple[str, dict[str, str]] | None:
    until_a_person_moves(deal)
    html = client.get(where).content.decode()
    fields = form_of_first_move(html)
    return (html, fields) if fields else None


@pytest.mark.django_db
def test_a_refusal_speaks_the_language_of_the_reader():
    an, binh = member("an"), member("binh")
    table = table_with(an)
    answer = in_vietnamese(binh).post(f"/tables/{table.pk}/sit", {"seat": "0"})
    assert "Chỗ đó đã có người. Hãy chọn chỗ khác." in shown(answer.content.decode())


def test_a_card_is_named_with_its_colour_behind_it():
    red_rook = next(card for card in map(Card, range(28)) if CARD_NAMES[card] == "Rr")
    with override("vi"):
        assert card_name(red_rook) == "xe đỏ"


def test_a_tournaments_fee_is_told_in_the_language_of_the_reader():
    with override("vi"):
        said = transfer_words("tournament:3:entry:5:1", "Giải: xuân: entry fee", None)
    assert said == "Giải: xuân: lệ phí"
