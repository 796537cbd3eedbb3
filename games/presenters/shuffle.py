"""What anybody needs to check the shuffle of a deal."""

from __future__ import annotations

from dataclasses import dataclass

from games.queries.seen import SeenDeal


@dataclass(frozen=True, slots=True)
class Shuffle:
    """The commitment of a deal, the seeds mixed in, and the secret once it is published."""

    number: int
    commitment: str
    secret: str
    seeds: tuple[tuple[str, str], ...]
    """Who gave it, and the seed."""


def shuffle_of(deal: SeenDeal) -> Shuffle:
    """What anybody needs to check the shuffle of a deal, as far as it is known by now."""
    ending = deal.view.ending
    return Shuffle(
        deal.deal.number,
        deal.view.commitment,
        (ending.secret or "") if ending is not None else "",
        tuple(
            (name, seed)
            for name, seed in zip(deal.names, deal.view.seeds, strict=True)
            if seed is not None
        ),
    )
