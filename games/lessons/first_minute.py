"""Defines the first minute: sets to find among a few cards. Each step leaves out the sets found before."""

from __future__ import annotations

from collections import Counter
from typing import Final

from games.engine.cards import Card
from games.engine.recording.notation import parse_cards

FINDS: Final = (
    ("pair", parse_cards("Rg Rg")),
    ("rook-cannon-knight", parse_cards("Rr Cr Nr")),
    ("king-guard-minister", parse_cards("Kw Gw Mw")),
    ("pawns", parse_cards("Pr Py Pg")),
)
"""What is to be found, in this order: a key for its words, and the cards."""

CARDS: Final = parse_cards("Py Rr Gw Rg Cr Pr Mw Nr Rg Kw Pg")
"""All of it, mixed."""

STEPS: Final = len(FINDS) + 1
"""The first step shows the ranks and colours, each other one asks for a set."""


def left_at(number: int) -> tuple[Card, ...]:
    """Return the cards that are left at this step, counted from 1."""
    gone = Counter(card for _, cards in FINDS[: max(0, number - 2)] for card in cards)
    left = []
    for card in CARDS:
        if gone[card]:
            gone[card] -= 1
        else:
            left.append(card)
    return tuple(left)
