"""Writes the replies to an answer in a lesson: correct, or what is missing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.common.labels import label
from games.engine.cards import CARD_BY_NAME, Card
from games.engine.recording.notation import parse_cards
from games.engine.sets import CardSet, kind_of
from games.lessons import Stage
from games.lessons.script import Asked, Pick, Play, Reckon
from games.presenters.cards import cards_words, set_words


def right_words(asked: Asked, here: Stage | None = None) -> str:
    """Return the reply to a correct answer, with the answer; empty if the step was only to be read."""
    said = _answer_words(asked, here)
    return _("Correct: %(answer)s") % {"answer": said} if said else ""


def missing_words(asked: Asked, chosen: str, here: Stage | None = None) -> tuple[str, ...]:
    """Return which cards are missing from the answer and which are too many, for readers who ask for help."""
    if not isinstance(asked, Pick):
        answer = _answer_words(asked, here)
        return (_("The answer: %(answer)s") % {"answer": answer},) if answer else ()
    wanted = Counter(parse_cards(asked.cards))
    given = Counter(CARD_BY_NAME[code] for code in chosen.split() if code in CARD_BY_NAME)
    lacking, odd = (wanted - given).elements(), (given - wanted).elements()
    said = (
        (_("Missing: %(cards)s"), cards_words(lacking)),
        (_("Extra cards: %(cards)s"), cards_words(odd)),
    )
    return tuple(words % {"cards": cards} for words, cards in said if cards)


def made_words(cards: Iterable[Card]) -> str:
    """Return the name of the set that these cards make; if they make none, their names."""
    held = tuple(sorted(cards))
    kind = kind_of(held)
    return cards_words(held) if kind is None else set_words(CardSet(kind, held))


def _answer_words(asked: Asked, here: Stage | None) -> str:
    match asked:
        case Pick(cards=text):
            return made_words(parse_cards(text))
        case Reckon(right):
            return str(right)
        case Play(move):
            verb, _sep, rest = move.partition(" ")
            if verb == "claim":
                return label(rest)
            if not rest:
                return label(verb)
            cards = parse_cards(rest)
            active = here.state.active if here is not None and verb == "meld" else None
            shown = cards if active is None else (active.card, *cards)
            return pgettext("a move with its cards", "%(move)s (%(cards)s)") % {
                "move": label(verb),
                "cards": made_words(shown) if verb == "meld" else cards_words(shown),
            }
        case _:
            return ""
