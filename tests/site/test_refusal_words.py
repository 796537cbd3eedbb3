"""Every refusal is a sentence that a member understands, and says what to do now, in each language."""

import re

import pytest

from tests.support.catalogues import LOCALE, read
from tests.support.refusals import rows

SENTENCES = {
    f"reported {code}"
    if table.endswith("CARDBOARD") and code.startswith("discard.")
    else code: row.sentence
    for table, code, row in rows()
}
"""By code; two codes of a reported discard are those of a discard on screen, too."""
MOST_WORDS = 35
PLACEHOLDER = re.compile(r"\{\w+\}|%\(\w+\)s")
HABITS = (
    r"(?:^|[.:;] )(?:Who|What|Whoever)\b",
    r"\b(?:at the (?:most|least)|anew|thereby|one's own|as ever|of then|by now)\b",
    r"\blook(?:s|ing)? on\b",
    r"\blet(?:s|ting)?\b(?! (?:\w+ )?pairs? go)(?: \w+){0,4} go\b",  # the button lets pairs go
    r"\b(?:stands?|lies|lay)\b",
    r"\b(?:hash|tokens?|engine|ledger|version|events?|streams?|ids?|second factor|private block|UTC|API|JSON)\b",
    r"\bR\d+ T\d+\b",
    r"§\d[^.]*\)",
)
"""Habits of a translation, words of programs, and a section before the end, where the page puts it."""
NOTHING_TO_DO = {
    "dispute.exempt": "no discard of this kind is ever judged",
    "dispute.over": "the result is final",
    "merge.same-deal": "two people stay two",
    "merge.same-tournament": "two people stay two",
    "pace.tournament": "the same at all tables",
    "replay.cancelled": "there were no cards",
    "ruling.appeal-over": "the ruling is final",
    "ruling.final": "the ruling is final",
    "tournament.cardboard-final": "the ruling is final",
    "tournament.discard-opening": "no discard of this kind is ever judged",
    "reported discard.nobody-won": "no discard of this deal is ever judged",
    "tournament.has-judged": "a judge never plays",
    "tournament.not-redrawn": "there is one draw only",
    "tournament.reserve-entered": "the member plays already",
}
"""Refusals after which nothing can be done, and why."""
IMPERATIVE = re.compile(
    r"^(?:Add|Choose|Enter|For|Give|Grant|Log|Name|Say|Send|Shorten|Use|Write|Move|End)\b"
)
FOLLOWED = {
    "merge.ended": "the other account's name",
    "tournament.list-unreadable": "what is wrong with the list",
    "tournament.given-unreadable": "what is wrong with the draw",
}
"""Refusals whose sentence is completed by what they are followed by."""
MARKS = {
    "vi": re.compile(r"\b[Bb]ạn\b"),
    "fr": re.compile(r"[^\u202f][;!?](?:\s|$)|[^\u00a0]:(?:\s|$)|«[^\u00a0]|[^\u00a0]»|\w'\w"),
    "ja": re.compile(r"[぀-ヿ一-鿿][,.:?!;(]|[,.?!;)][぀-ヿ一-鿿]|あなた"),
}
"""What is not written in a language: a pronoun, a mark without its space, a half-width mark."""


@pytest.mark.parametrize("code", SENTENCES)
def test_a_refusal_is_short_plain_and_complete(code: str) -> None:
    sentence = SENTENCES[code]
    bare = PLACEHOLDER.sub("7", sentence)
    assert len(sentence.split()) <= MOST_WORDS
    assert [habit for habit in HABITS if re.search(habit, bare, re.IGNORECASE)] == []
    assert sentence.endswith(".") is (code not in FOLLOWED)


@pytest.mark.parametrize("code", sorted(set(SENTENCES) - set(FOLLOWED)))
def test_a_refusal_says_what_to_do(code: str) -> None:
    sentence = SENTENCES[code]
    says = len(re.split(r"[.;:] ", sentence)) > 1
    assert (says or bool(IMPERATIVE.match(sentence))) is (code not in NOTHING_TO_DO)


@pytest.mark.parametrize("language", MARKS)
def test_a_refusal_is_printed_as_its_language_prints(language: str) -> None:
    catalogue = read(LOCALE / language / "LC_MESSAGES" / "django.po")
    words = {entry.said["msgid"]: entry.translated[0] for entry in catalogue if not entry.key[0]}
    assert [code for code, sentence in SENTENCES.items() if not words.get(sentence)] == []
    wrong = {
        code: words[sentence]
        for code, sentence in SENTENCES.items()
        if MARKS[language].search(PLACEHOLDER.sub("X", words.get(sentence, "")))
    }
    assert wrong == {}
