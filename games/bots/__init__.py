"""Bots: pure players. What a seat sees and its legal moves go in, one of these moves comes out.

A bot has no memory, no clock and no luck: shown the same it plays the same. Adding one is a module
and a line in `BOTS`; a participant's label is `bot:` and its name.
"""

from collections.abc import Callable

from games.bots.greedy import greedy
from games.bots.safe import safe
from games.engine.moves import Move
from games.engine.sight import SeatView

Bot = Callable[[SeatView, tuple[Move, ...]], Move]
"""A player: `moves` are its legal moves, never none, and it answers with one of them."""

BOTS: dict[str, Bot] = {"greedy": greedy, "safe": safe}
"""Every bot by its name."""

__all__ = ["BOTS", "Bot", "greedy", "safe"]
