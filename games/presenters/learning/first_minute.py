"""Builds the pages of the first minute: the seven ranks and four colours, then sets to find one after another."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

from django.utils.translation import get_language, gettext_noop
from django.utils.translation import gettext as _

from games.engine.cards import CARD_BY_NAME, CARD_NAMES, COLOURS, RANKS, Card
from games.engine.recording.notation import cards_text
from games.engine.sets import CardSet, SetKind, kind_of
from games.lessons.first_minute import FINDS, STEPS, left_at
from games.lessons.script import Pick
from games.presenters.cards import alike_name, card_print, set_name
from games.presenters.learning.lessons import LessonCard
from games.presenters.learning.replies import missing_words, right_words


class _Words(NamedTuple):
    title: str
    text: str
    hint: str


_FINDS: Final = {
    "pair": _Words(
        gettext_noop("Find the pair"),
        gettext_noop("Two cards are exactly alike: the same rank in the same colour. Tap both."),
        gettext_noop("A pair has the same rank and the same colour."),
    ),
    "rook-cannon-knight": _Words(
        gettext_noop("Find the three that belong together"),
        gettext_noop("Rook, cannon and knight of one colour are a set. Tap all three."),
        gettext_noop("It's one rook, one cannon and one knight, all in the same colour."),
    ),
    "king-guard-minister": _Words(
        gettext_noop("Find another three"),
        gettext_noop("King, guard and minister of one colour are a set too. Tap all three."),
        gettext_noop("It's one king, one guard and one minister, all in the same colour."),
    ),
    "pawns": _Words(
        gettext_noop("Find the three pawns"),
        gettext_noop(
            "Only pawns can mix colours: three pawns of different colours are a set. Tap all three."
        ),
        gettext_noop("It's three pawns, each in a different colour."),
    ),
}


class Named(NamedTuple):
    """A card beside the name of the rank or colour that it shows."""

    card: Card
    name: str


@dataclass(frozen=True, slots=True)
class FirstMinute:
    """A step of the first minute."""

    number: int
    title: str
    text: str
    ranks: tuple[Named, ...] = ()
    colours: tuple[Named, ...] = ()
    held: tuple[LessonCard, ...] = ()
    found: tuple[CardSet, ...] = ()
    right: str = ""
    """That the answer before was right; empty where there was none."""
    wrong: str = ""
    """Why the answer that was given is not the one; empty before."""
    missing: tuple[str, ...] = ()
    steps: int = STEPS

    @property
    def back(self) -> int:
        """Return the number of the step before; 0 if there is none."""
        return self.number - 1

    @property
    def over(self) -> bool:
        """Return whether all steps are finished."""
        return self.number > STEPS


def first_minute(
    number: int, *, answered: bool = False, chosen: str = "", wrong: bool = False
) -> FirstMinute:
    """Return the page of step `number`, counted from 1; after the last step, the end page.

    `chosen` are the cards of a wrong answer.
    """
    right = right_words(asked_at(number - 1)) if answered and number > 2 else ""
    found = tuple(CardSet(_kind(cards), cards) for _key, cards in FINDS[: max(0, number - 2)])
    if number == 1:
        return FirstMinute(
            number,
            _("The cards"),
            _("There are seven ranks in four colours, and four copies of every card."),
            ranks=tuple(Named(CARD_BY_NAME[f"{rank}r"], rank_name(rank)) for rank in RANKS),
            colours=tuple(
                Named(CARD_BY_NAME[f"R{colour}"], alike_name(colour)) for colour in COLOURS
            ),
        )
    if number > STEPS:
        return FirstMinute(
            number,
            _("Every card belongs to a set"),
            _("That's how you win: with no card left over."),
            found=found,
            right=right,
        )
    words = _FINDS[FINDS[number - 2][0]]
    return FirstMinute(
        number,
        _(words.title),
        _(words.text),
        held=_held(number, chosen),
        found=found,
        right=right,
        wrong=_hint(words, chosen) if wrong else "",
        missing=missing_words(asked_at(number), chosen) if wrong else (),
    )


def asked_at(number: int) -> Pick:
    """Return the cards to find at a step, from the second step on."""
    return Pick(cards_text(FINDS[number - 2][1]))


def rank_name(rank: str) -> str:
    """Return the name of a rank as a beginner finds it on the cards: a word, in Japanese the character."""
    if (get_language() or "").startswith("ja"):
        return card_print(CARD_BY_NAME[f"{rank}r"]).short
    return alike_name(rank)


def _kind(cards: tuple[Card, ...]) -> SetKind:
    kind = kind_of(cards)
    assert kind is not None
    return kind


def _hint(words: _Words, chosen: str) -> str:
    cards = [CARD_BY_NAME[code] for code in chosen.split() if code in CARD_BY_NAME]
    if not cards:
        return _("Tap the cards first, then press the button.")
    kind = kind_of(cards)
    if kind is not None and len(cards) > 1:
        return _("That's a set too (%(set)s), but not the one to find here.") % {
            "set": set_name(kind)
        }
    return _(words.hint)


def _held(number: int, chosen: str) -> tuple[LessonCard, ...]:
    left, held = chosen.split(), []
    for place, card in enumerate(left_at(number)):
        code = CARD_NAMES[card]
        checked = code in left
        if checked:
            left.remove(code)
        held.append(LessonCard(card, code, place, checked))
    return tuple(held)
