"""The state of a deal after its events so far. It is frozen; `evolve` makes the next state from it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from games.engine.cards import Card
from games.engine.disputing.disputes import Dispute
from games.engine.fast_frozen import quick_to_make
from games.engine.hands.hand import Block
from games.engine.moves import ClaimKind
from games.engine.rules import RuleSet
from games.engine.scoring import Result
from games.engine.sets import CardSet
from games.engine.worst import Verdict


class Phase(StrEnum):
    """The phases of a deal, by what it waits for."""

    SEEDS = "seeds"
    """The secret is committed; the seats bind themselves to their seeds."""
    REVEAL = "reveal"
    """Every seat is bound; the seeds are opened, then the cards are dealt."""
    DISCARD = "discard"
    """The current seat discards (§4)."""
    CLAIMS = "claims"
    """Seats answer the claims offered to them (§6.6)."""
    TURN = "turn"
    """The seat in turn melds, or hits, or passes (§6.4, §6.7)."""
    OVER = "over"
    """Somebody has won, the stock is down to its limit, or the deal was cancelled."""


PREPARED = (Phase.SEEDS, Phase.REVEAL)
"""The phases before the cards are dealt."""


@quick_to_make
@dataclass(frozen=True, slots=True)
class BoundSeed:
    """A seat's commitment to a seed that is opened later, and whether the server keeps that seed."""

    commitment: str
    kept: bool


@quick_to_make
@dataclass(frozen=True, slots=True)
class Setup:
    """What is fixed before the first card is played: rules, players, seeds, starter and the dealt stock."""

    rules: RuleSet
    players: tuple[str, ...]
    commitment: str
    seeds: tuple[str | None, ...]
    starter: int | None
    dice: tuple[int, int] | None = None
    stock: tuple[Card, ...] = ()
    """The stock as it was dealt, drawn from the front."""
    bound: tuple[BoundSeed | None, ...] = ()
    """What each seat is bound to; empty where no seat is, as in deals from before there were two steps."""

    @property
    def missing(self) -> tuple[int, ...]:
        """The seats that committed to a seed and have not opened it."""
        return tuple(
            seat
            for seat, bound in enumerate(self.bound)
            if bound is not None and self.seeds[seat] is None
        )


@quick_to_make
@dataclass(frozen=True, slots=True)
class Active:
    """The active card (lá tỳ), which everybody may see; `seat` discarded it or, if `drawn`, drew it."""

    card: Card
    seat: int
    drawn: bool
    version: int
    """The version of the event that made it active."""
    verdict: Verdict | None = None
    opening: bool = False


@quick_to_make
@dataclass(frozen=True, slots=True)
class Offer:
    """The claims offered to one seat, and its answer: None if not answered yet, an empty tuple if declined."""

    kinds: tuple[ClaimKind, ...]
    answer: tuple[ClaimKind, ...] | None = None


@quick_to_make
@dataclass(frozen=True, slots=True)
class Ending:
    """How the deal ended. `taken` is the active card that completed the winner's hand, None if there was none."""

    result: Result
    next_starter: int
    taken: Active | None
    original: Result
    """The result as the engine gave it, before any ruling."""
    secret: str | None = None
    disputes: tuple[Dispute, ...] = ()
    cancelled: str = ""


class Waivers(NamedTuple):
    """The seats' switches for letting pairs go (§13.6), and what they do to the active card."""

    on: frozenset[int] = frozenset()
    """Whose switch is on now."""
    stood: frozenset[int] = frozenset()
    """Whose switch was on when the active card became active, which decides."""
    waived: int | None = None
    """Who let its pair of the active card go, so that it makes no triple of it."""

    def shown(self, by: int | None = None) -> Waivers | None:
        """Return the waivers for a card that becomes active; None if no switch is on.

        `by` is the seat that discarded the card, whose own switch is turned off; None for a drawn card.
        """
        on = self.on if by is None else self.on - {by}
        return Waivers(on, on) if on else None


@quick_to_make
@dataclass(frozen=True, slots=True)
class DealState:
    """The state of a deal after `version` events. All fields except `setup` and `version` change in play."""

    setup: Setup
    version: int
    phase: Phase
    turn: int
    """The seat whose turn it is; under claims, the seat whose turn it will be if nobody claims."""
    drawn: int
    """How many cards of the stock are gone."""
    blocks: tuple[Block, ...]
    """The private blocks by seat (§3.1)."""
    trash: tuple[int, ...]
    """The trash of each private block (§3.5)."""
    held: tuple[int, ...]
    """How many cards each private block holds."""
    khaps: tuple[int, ...]
    """How many khaps each private block holds (§3.3)."""
    public: tuple[tuple[CardSet, ...], ...]
    """The public sets by seat (§3.1)."""
    dead: tuple[Card, ...]
    """The dead cards in the order in which they died (§4.4)."""
    active: Active | None
    last: Active | None
    """The active card that was melded last: while the melder discards, whence its set came."""
    offers: tuple[Offer, ...]
    """By seat under claims, else empty."""
    ending: Ending | None
    waivers: Waivers | None = None
    """None while no switch is on and none decides."""

    @property
    def rules(self) -> RuleSet:
        """Return the rule set that the deal is played by."""
        return self.setup.rules

    @property
    def seats(self) -> int:
        """Return how many seats play."""
        return len(self.setup.players)

    @property
    def stock(self) -> int:
        """Return how many cards the stock holds."""
        return len(self.setup.stock) - self.drawn

    @property
    def opening(self) -> bool:
        """Whether the next discard is the first of the deal, which follows no meld (§10.5)."""
        return self.drawn == 0 and self.last is None and self.active is None

    def face_up(self) -> list[int]:
        """Return how many copies of each of the 28 kinds are face up: public sets, dead cards, the active card."""
        return face_up(self.public, self.dead, self.active)


def face_up(
    public: Iterable[Iterable[CardSet]], dead: Iterable[Card], active: Active | None
) -> list[int]:
    """Return, for each of the 28 kinds, how many copies are in these sets, dead cards and active card."""
    seen = [0] * 28
    for sets in public:
        for shown in sets:
            for card in shown.cards:
                seen[card] += 1
    for card in dead:
        seen[card] += 1
    if active is not None:
        seen[active.card] += 1
    return seen
