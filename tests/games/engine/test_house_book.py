"""The rulebook's §13 in every language: its worked payments and its presets are the engine's."""

import re
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings

from games.engine.rules import OPTIONS, PRESETS
from games.engine.scoring import most_lost
from tests.support.engine.house_rules import H, h13, paid

LANGUAGES = ("en", "vi", "fr", "ja")
AS_SHOWN = [
    ("seats",),
    ("stock_limit",),
    ("king",),
    ("pair", "king_pair"),
    ("khap", "exposed_triple"),
    ("quan", "khui"),
    ("king_guard_minister", "rook_cannon_knight"),
    ("three_pawns", "four_pawns"),
    ("win_claim",),
    ("khap_claim",),
    ("pair_claim",),
    ("pair_waived_when_waiting",),
    ("drawn_king",),
    ("unclaimed_draw",),
    ("discards",),
    ("king_triples",),
    ("fourth_to_exposed_triple",),
    ("khaps_announced",),
    ("melds",),
    ("payment",),
    ("base", "factor", "fixed", "unit"),
    ("factor_for",),
    ("loser_kongs",),
    ("yellow_king",),
    ("penalty",),
    ("starter_after_draw",),
    ("pot",),
]
"""What each line of the book's table of presets says, in its order."""
NO_AND_YES = {"en": "no yes", "vi": "không có", "fr": "non oui", "ja": "いいえ はい"}


def book(language: str) -> str:
    name = "rules.md" if language == "en" else f"rules.{language}.md"
    return (Path(settings.BASE_DIR) / "docs" / name).read_text(encoding="utf-8")


def chapter(language: str) -> str:
    text = book(language)
    return text[text.index("\n## 13 ") :]


def lines(text: str, begin: str) -> list[list[str]]:
    """Return the cells of the lines below a table's head, which begins so."""
    table = text[text.index(begin) :].split("\n\n")[0].splitlines()[2:]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in table]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_worked_payments_of_the_book_are_the_engines(language):
    found = lines(chapter(language), "| # |")
    assert [row[0] for row in found] == [*H, "H13"]
    for row in found:
        result = h13()[1] if row[0] == "H13" else paid(row[0])
        net = tuple(int(sum_.replace("−", "-")) for sum_ in row[4].split())
        assert (int(row[3]), net) == (result.amount, result.net), row[0]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_presets_of_the_book_are_those_of_the_program(language):
    text = chapter(language)
    head = next(line for line in text.splitlines() if line.endswith("| 4sac | mien-nam |"))
    rows = lines(text, head)
    assert len(rows) == len(AS_SHOWN)
    no, yes = NO_AND_YES[language].split()

    def written(value: Any) -> str:
        if isinstance(value, bool):
            return yes if value else no
        if isinstance(value, tuple):
            return ", ".join(map(str, value))
        return f"`{value}`" if isinstance(value, str) else str(value)

    for names, row in zip(AS_SHOWN, rows, strict=True):
        for rules, cell in zip(PRESETS.values(), row[1:], strict=True):
            values = [getattr(rules, name, 0) for name in names]
            assert ", ".join(map(written, values)) == cell, (names, rules.key)
    shown = {name for names in AS_SHOWN for name in names} | {"pot"}
    assert shown == {*OPTIONS, "seats", "pot"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_points_of_sets_in_the_book_are_those_of_the_presets(language):
    found = re.findall(r"^\| 2\.\d+ .*\| (\d+) \| (\d+) \| (\d+) \|$", book(language), re.MULTILINE)
    names = (
        *("king", "pair", "khap", "exposed_triple", "quan", "khui"),
        *("king_guard_minister", "rook_cannon_knight", "three_pawns", "four_pawns"),
    )
    worth = [tuple(str(getattr(rules, name)) for rules in PRESETS.values()) for name in names]
    assert found == worth


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_bounds_of_the_book_are_the_engines(language):
    text = chapter(language).split("\n13.17 ")[1].split("\n13.18")[0]
    said = re.findall(r"(?<!\d)(?:374|121|40)(?!\d)", text)
    found = [most_lost(rules, 4) for rules in PRESETS.values()]
    assert [int(number) for number in said] == found == [374, 121, 40]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_book_names_every_value_of_every_option(language):
    text = chapter(language).split("\n### ")[0]
    words = {
        value
        for option in OPTIONS.values()
        if not isinstance(option.values, range)
        for value in option.values
        if isinstance(value, str)
    }
    assert {word for word in words if f"`{word}`" not in text} == set()
