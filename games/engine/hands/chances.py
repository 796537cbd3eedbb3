"""Chances: how likely the next card that turns up completes a hand, as far as its owner can tell."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from games.engine.cards import CARDS, Card
from games.engine.hands.hand import Block, can_win, count, trash


class Chance(NamedTuple):
    """Of so many cards that a seat does not see, how many would complete its hand (§7.1)."""

    winning: int
    unseen: int

    @property
    def share(self) -> float:
        """Return the chance that the next card is one of them, 0 to 1: each unseen card is as likely as any other."""
        return self.winning / self.unseen if self.unseen else 0.0


def chance_to_win(
    block: Block, face_up: Sequence[int], *, triples: Collection[Card] = ()
) -> Chance:
    """Return the chance that the next card drawn completes this private block.

    `face_up` is how many copies of each kind lie face up anywhere, `triples` the kinds of which the seat's own exposed
    triple may take the fourth card on its own draw (§5.5). Cards of other hands count as unseen, since nobody knows
    better; who would be asked before (§6.1) is not asked here.
    """
    unseen = [4 - count(block, card) - face_up[card] for card in CARDS]
    bare = trash(block) == 0
    winning = sum(
        copies
        for card, copies in zip(CARDS, unseen, strict=True)
        if copies > 0 and (can_win(block, card) or (bare and card in triples))
    )
    return Chance(winning, sum(unseen))
