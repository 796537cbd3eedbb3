"""Positions where several tests of the engine start."""

import pytest

from games.engine.rules import FOURSAC, VINAGAMES
from tests.support.builders import DULL, Table, position

BOTH = pytest.mark.parametrize("rules", [VINAGAMES, FOURSAC], ids=lambda rules: rules.key)


def discarding(hand: str, rules=VINAGAMES, **given) -> Table:
    return position(rules, hands=[hand, DULL, DULL, DULL], phase="discard", **given)


def in_turn(hand: str, active: str, rules=VINAGAMES, **given) -> Table:
    """Return seat 0 in turn with this card, which seat 3 discarded unless it is `drawn`."""
    return position(rules, hands=[hand, DULL, DULL, DULL], active=active, **given)


def hit(
    card: str, drawer: str, *others: str, seat: int = 0, public: str = ""
) -> tuple[Table, list[str]]:
    """Seat `seat` draws the card; `public` are its sets, `others` the next seats' private blocks."""
    hands = [DULL] * 4
    for step, hand in enumerate((drawer, *others)):
        hands[(seat + step) % 4] = hand
    shown = [""] * 4
    shown[seat] = public
    table = position(FOURSAC, hands=hands, turn=seat, active="Mg", stock=card, public=shown)
    return table, table.when(seat, "hit")
