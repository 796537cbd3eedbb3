"""Computes how likely the next card completes a hand, given what its owner can see."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from games.engine.cards import CARDS, Card
from games.engine.hands.hand import Block, can_win, count, trash


class Chance(NamedTuple):
    """How many of the cards that a seat does not see would complete its hand (§7.1)."""

    winning: int
    unseen: int

    @property
    def share(self) -> float:
        """The chance, 0 to 1, that the next card completes the hand: each unseen card is equally likely."""
        return self.winning / self.unseen if self.unseen else 0.0


def chance_to_win(
    block: Block, face_up: Sequence[int], *, triples: Collection[Card] = ()
) -> Chance:
    """Return the chance that the next card drawn completes this private block.

    `face_up` says how many copies of each kind lie face up anywhere. `triples` are the kinds of the seat's own
    exposed triples that may be completed to four on its own draw (§5.5). Cards in other hands count as unseen, and
    seats with an earlier right to the card (§6.1) are ignored.
    """
    unseen = [4 - count(block, card) - face_up[card] for card in CARDS]
    bare = trash(block) == 0
    winning = sum(
        copies
        for card, copies in zip(CARDS, unseen, strict=True)
        if copies > 0 and (can_win(block, card) or (bare and card in triples))
    )
    return Chance(winning, sum(unseen))
