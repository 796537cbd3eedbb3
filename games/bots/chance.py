"""A bot's source of randomness, seeded by what its seat sees, so that its moves are reproducible."""

from hashlib import blake2b
from random import Random

from games.engine.sight import SeatView


def chance(view: SeatView) -> Random:
    """Return a random source that depends only on the cards and the turn that this seat sees.

    It depends neither on versions, which count events that the seat may not know, nor on names.
    """
    active = view.active
    seen = (
        *(view.rules.key, view.viewer, view.starter, view.turn, view.phase.value, view.stock),
        *(view.block, view.public, view.dead, view.private_counts, view.khaps),
        None if active is None else (active.card, active.seat, active.drawn),
        view.offer and view.offer.kinds,
    )
    return Random(blake2b(repr(seen).encode(), digest_size=16).digest())  # noqa: S311 - luck, no secret
