"""Collects the data with which anybody can check the shuffle of a deal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from games.engine.state import BoundSeed, Phase
from games.queries.play.seen import SeenDeal


@dataclass(frozen=True, slots=True)
class SeatSeed:
    """One seat's part in the shuffle: the commitment to its seed, and the seed once it is opened."""

    name: str
    commitment: str
    """Empty before the seat is bound, and in deals from before seats were."""
    kept: bool
    """Whether the server made and keeps the seed."""
    seed: str
    """Empty until it is opened."""


def seeds_of(
    names: Iterable[str],
    bound: Sequence[BoundSeed | None],
    seeds: Sequence[str | None],
) -> tuple[SeatSeed, ...]:
    """Return each seat's part in the shuffle, in seat order."""
    return tuple(
        SeatSeed(name, own.commitment if own else "", bool(own and own.kept), seed or "")
        for name, own, seed in zip(names, bound or [None] * len(seeds), seeds, strict=True)
    )


@dataclass(frozen=True, slots=True)
class Shuffle:
    """What is needed to check a shuffle: the server's commitment and published secret, and the seats' seeds."""

    number: int
    commitment: str
    secret: str
    seats: tuple[SeatSeed, ...]
    two_steps: bool
    """Whether seats are bound before seeds are opened, as in every deal but the oldest."""


def shuffle_of(deal: SeenDeal) -> Shuffle:
    """Return the data with which anybody can check the shuffle of a deal, as far as it is public now."""
    ending = deal.view.ending
    return Shuffle(
        deal.deal.number,
        deal.view.commitment,
        (ending.secret or "") if ending is not None else "",
        seeds_of(deal.names, deal.view.bound, deal.view.seeds),
        bool(deal.view.bound) or (deal.view.phase is Phase.SEEDS and not any(deal.view.seeds)),
    )
