"""Chance: a bot's random source, seeded by what its seat sees, so that it plays repeatably."""

from hashlib import blake2b
from random import Random

from games.engine.sight import SeatView


def chance(view: SeatView) -> Random:
    """Return a random source that depends only on the cards and the turn this seat sees.

    Not on versions, which count what the seat may not know of, nor on names.
    """
    active = view.active
    seen = (
        *(view.rules.key, view.viewer, view.starter, view.turn, view.phase.value, view.stock),
        *(view.block, view.public, view.dead, view.private_counts, view.khaps),
        None if active is None else (active.card, active.seat, active.drawn),
        view.offer and view.offer.kinds,
    )
    return Random(blake2b(repr(seen).encode(), digest_size=16).digest())  # noqa: S311 - luck, no secret
