"""Messages, translations and documents have no habit that a program can see, except a list that gets shorter."""

import pytest

from tests.support.plain_words import english, translations
from tests.support.plain_words.check import exceptions, findings
from tests.support.plain_words.places import Places


@pytest.fixture(scope="module")
def found() -> list[str]:
    return [str(finding) for finding in findings()]


def test_nothing_is_found_that_is_no_exception(found):
    assert [line for line in found if line not in exceptions()] == []


def test_no_exception_is_kept_that_is_needed_no_more(found):
    """`python -m tests.support.plain_words --shorten` takes them out of the list."""
    assert [line for line in exceptions() if line not in found] == []
    assert exceptions() == sorted({*exceptions()})


@pytest.mark.parametrize(
    ("text", "habits"),
    [
        ("Who withdraws gets it back.", ["who"]),
        ("The seat is free. Whoever comes next takes it.", ["who"]),
        ("What you typed is kept.", ["who"]),
        ("Who may enter", []),
        ("What happened? Look at the log.", []),
        ("Who is still playing?", []),
        ("Three minutes at the most", ["at the most"]),
        ("Draw the round anew", ["anew"]),
        ("Let one card go", ["let go"]),
        ("Let pairs go (bỏ đôi)", []),
        ("Resume this table", []),
        ("Nobody may look on", ["look on"]),
        ("They play behind the final.", ["behind"]),
        ("It is counted as ever.", ["as ever"]),
        ("Each taps an own name", ["one's own"]),
    ],
)
def test_a_habit_of_english_is_seen(text, habits):
    assert [*english.habits_in(text)] == habits


@pytest.mark.parametrize(
    ("message", "path", "label", "habits"),
    [
        ("As the engine judged", "templates/games/member.html", False, ["jargon"]),
        ("Where R1 T3 sits", "templates/tournaments/hall.html", False, ["jargon"]),
        ("The engine's version", "games/api/views/deals.py", False, []),
        ("Kept at %(engine)s", "templates/games/member.html", False, []),
        (
            "A button whose words nobody reads to their end",
            "templates/base.html",
            True,
            ["long label"],
        ),
        ("A sentence may be of any length that it needs.", "templates/base.html", False, []),
    ],
)
def test_a_word_or_label_is_measured_where_it_stands(message, path, label, habits):
    places = Places()
    places.files[message] = {path}
    places.labels = {message} if label else set()
    assert [*english.habits_of_place(message, places)] == habits


def test_places_are_found_in_templates_and_modules():
    places = Places()
    assert "templates/games/lobby.html" in places.files["Play now"]
    assert "Log in" in places.labels


@pytest.mark.parametrize(
    ("language", "text", "habits"),
    [
        ("vi", "Đến lượt bạn", ["pronoun “bạn”"]),
        ("vi", "Hủy bài", ["tone mark “ủy”"]),
        ("vi", "Huỷ bài của quý vị, hoàn lại", []),
        ("vi", "Trang của câu lạc bộ", ["câu lạc bộ “câu lạc bộ”"]),
        ("fr", "Prêt ?", ["U+202F wanted “ ?”"]),
        ("fr", "Prêt\u202f? Oui\u00a0: à 12:30 !", ["U+202F wanted “ !”"]),
        ("fr", "Oui\u202f: demain", ["U+00A0 wanted “\u202f:”"]),
        ("fr", "L'arbitre", ["apostrophe “L'a”"]),
        ("ja", "引く.", ["half-width “く.”"]),
        ("ja", "指紋 (SHA-256)", ["half-width “紋 (”"]),
        ("ja", "引く。（二回）", []),
    ],
)
def test_what_nobody_prints_is_seen_in_each_language(language, text, habits):
    assert [*translations.habits_in(language, text)] == habits
