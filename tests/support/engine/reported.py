"""A reported discard of a deal with real cards, and the result that it completed."""

from games.engine.cards import Card
from games.engine.real_cards.discards import ReportedDiscard
from games.engine.real_cards.results import CardboardResult, parse_set
from games.engine.recording.notation import parse_card
from games.engine.sets import CardSet
from tests.support.cardboard import WON


def cards(text: str) -> tuple[Card, ...]:
    """Return these cards, sorted."""
    return tuple(sorted(map(parse_card, text.split())))


def made(*texts: str) -> tuple[CardSet, ...]:
    """Return these sets."""
    return tuple(map(parse_set, texts))


RESULT = CardboardResult(1, made(*WON))
OWN = made("triple Gg Gg Gg", "triple Ry Ry Ry", "triple Mw Mw Mw", "king-guard-minister Ky Gy My")
TOLD = ReportedDiscard(
    seat=0,
    discard=parse_card("Mr"),
    hand=cards("Mr Gy Cw Rw Pw Pw Ng Ng Kg"),
    public=(OWN, made("khui Ny Ny Ny Ny"), (), ()),
    dead=cards("Kr Gw"),
)
