"""Deals of the engine as the seats would enter them, had they played with real cards."""

from dataclasses import replace

from games.engine.hands.hand import khaps
from games.engine.real_cards.results import Aside, CardboardResult
from games.engine.rules import FOURSAC, VINAGAMES
from games.engine.scoring import KONGS
from games.engine.sets import SetKind
from games.engine.state import DealState

TABLES = (
    (VINAGAMES, 2),
    (VINAGAMES, 3),
    (VINAGAMES, 4),
    (FOURSAC, 4),
    (replace(FOURSAC, key="french", loser_kongs="deduct", unit=3), 4),
)
"""Rule sets, each with a number of seats."""


def entered(state: DealState, *, named: bool = True) -> CardboardResult:
    """Return what the seats of a finished deal would enter, had they played it with real cards."""
    assert state.ending is not None
    result = state.ending.original
    none: tuple[tuple[Aside, ...], ...] = ((),) * state.seats
    if result.winner is None:
        return CardboardResult(None, asides=none)
    asides = []
    for seat in range(state.seats):
        kongs = [Aside(s.kind, s.cards[0]) for s in state.public[seat] if s.kind in KONGS]
        held = [Aside(SetKind.KHAP, card) for card in khaps(state.blocks[seat])]
        asides.append(() if seat == result.winner else (*kongs, *held))
    if not named:
        asides = [tuple(Aside(aside.kind) for aside in one) for one in asides]
    return CardboardResult(result.winner, result.sets, tuple(asides), result.offender)
