"""Finds similar discards, so that a ruling on one helps to decide another (§10.8).

Two judged discards are similar if all of this is the same, whatever the colours and the other cards:

1. the class of the discarded card (guard or minister; rook, cannon or knight; pawn: §3.6), and how many of its kind the
   discarder held;
2. how many trash cards the discarder had (§3.5);
3. the worst cards (§10.3): for each its class, and how many of its kind were held;
4. whether the discard was one of the worst cards, was not, or came when the stock was down to its limit, where all of
   the trash is safe.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from games.engine.cards import CARD_NAMES, Card, is_king, is_pawn, rank_of
from games.engine.events import CardDiscarded, Event
from games.engine.evolve import fold
from games.engine.hands.hand import Block, cards_of, count, trash
from games.engine.rules import RuleSet
from games.engine.state import DealState
from games.engine.worst import Verdict

KEY_LENGTH: Final = 120
"""The most characters of a key: a block has 20 cards, so at most 20 kinds are worst."""
_KEY: Final = re.compile(r"[GRP][1-4]-[0-9]{1,2}-(?:[GRP][1-4]){0,20}-(?:worst|other|limit)")


@dataclass(frozen=True, slots=True)
class Faced:
    """A judged discard with what its discarder saw just before it, and the stored verdict (§10.4)."""

    rules: RuleSet
    seat: int
    card: Card
    block: Block
    before: DealState
    """The deal before the discard; of it only what lies open, and the stock's count, may be shown with the block."""
    verdict: Verdict

    @property
    def at_limit(self) -> bool:
        """Return whether the stock was down to its limit, so that all of the trash was safe (§8.1, §10.3)."""
        return self.before.stock <= self.rules.stock_limit

    @property
    def safe(self) -> bool:
        """Whether the discard was one of the worst cards, and therefore safe."""
        return self.card in self.verdict.worst

    @property
    def key(self) -> str:
        """A text that is the same for all similar discards, and only for them."""
        return key_of(
            self.card,
            cards_of(self.block),
            trash=trash(self.block),
            worst=self.verdict.worst,
            at_limit=self.at_limit,
        )

    def to_plain(self) -> dict[str, Any]:
        """Return the position with its verdict, in the fields that `judge` reads, without other players' hands."""
        names = CARD_NAMES
        return {
            "kind": "discard",
            "rules": self.rules.key,
            "private": [names[card] for card in cards_of(self.block)],
            "public": [
                [names[card] for card in made.cards] for sets in self.before.public for made in sets
            ],
            "face_up": [names[card] for card in self.before.dead],
            "stock": self.before.stock,
            "trash": trash(self.block),
            "usefulness": {names[card]: useful for card, useful in self.verdict.usefulness},
            "worst": sorted(names[card] for card in self.verdict.worst),
        }


def key_of(
    card: Card, held: Sequence[Card], *, trash: int, worst: Iterable[Card], at_limit: bool
) -> str:
    """Return the key of a judged discard, given the hand, the number of trash cards and the worst cards."""
    copies = Counter(held)

    def shape(one: Card) -> str:
        return f"{class_of(one)}{copies[one]}"

    worst = list(worst)
    how = "other" if card not in worst else "limit" if at_limit else "worst"
    return f"{shape(card)}-{trash}-{''.join(sorted(map(shape, worst)))}-{how}"


def class_of(card: Card) -> str:
    """Return the class of a card: `G` guard or minister (with its king), `R` rook, cannon or knight, `P` pawn
    (§3.6).
    """
    if is_pawn(card):
        return "P"
    return "G" if is_king(card) or rank_of(card) in "GM" else "R"


def facing(before: DealState, discard: CardDiscarded) -> Faced | None:
    """Return a discard with what its discarder saw; None if it was not judged (§9.6).

    Also None if the verdict names cards that the hand doesn't have, as a foreign record may.
    """
    if discard.verdict is None:
        return None
    block = before.blocks[discard.seat]
    # A record from elsewhere may judge cards that the hand has not; nothing is alike to that.
    if not all(count(block, card) for card in (discard.card, *discard.verdict.worst)):
        return None
    return Faced(before.rules, discard.seat, discard.card, block, before, discard.verdict)


def faced(history: Sequence[Event], version: int) -> Faced | None:
    """Return the discard at this version of a deal's stream with what its discarder saw; None if none was judged."""
    if not 0 < version <= len(history):
        return None
    event = history[version - 1]
    return facing(fold(history[: version - 1]), event) if isinstance(event, CardDiscarded) else None


def is_key(text: str) -> bool:
    """Return whether a text has the form of a key that `key_of` makes."""
    return _KEY.fullmatch(text) is not None
