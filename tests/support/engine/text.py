"""Cards in text, as the tests write them: ``cards("Rr Cr Nr")``."""

from collections.abc import Iterable

from games.engine.cards import CARD_BY_NAME, CARD_NAMES, Card
from games.engine.hands.hand import Block, block_of


def cards(text: str) -> tuple[Card, ...]:
    return tuple(CARD_BY_NAME[name] for name in text.split())


def block(text: str) -> Block:
    return block_of(cards(text))


def names(found: Iterable[Card]) -> str:
    return " ".join(CARD_NAMES[card] for card in found)
