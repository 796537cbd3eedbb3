"""Bots: pure functions that get a seat's view and its legal moves, and return one of these moves.

A bot has no memory and no clock. Its only randomness is `chance`, which is seeded by the view, so the same view
always gives the same move. A participant's label is `bot:` and the bot's name.
"""

from collections.abc import Callable
from typing import Final

from games.bots.careful import careful
from games.bots.club import club
from games.bots.master import master
from games.bots.newcomer import newcomer
from games.engine.moves import Move
from games.engine.sight import SeatView

Bot = Callable[[SeatView, tuple[Move, ...]], Move]
"""A player: `moves` are its legal moves, never none, and it answers with one of them."""

_MANNERS: Final[dict[str, Bot]] = {
    "newcomer": newcomer,
    "club": club,
    "careful": careful,
    "master": master,
}

MANNERS: Final = tuple(_MANNERS)
"""The names of the bots that are offered, from the weakest to the strongest."""

BOTS: dict[str, Bot] = {**_MANNERS, "greedy": club, "safe": careful}
"""Every bot by its name; the last two names are those of before there were four, and stand in old setups."""

THINKERS: Final = frozenset({"master"})
"""The bots that take long enough over a move that nothing may be locked meanwhile."""


def bot_at_once(participant: str) -> Bot:
    """Return the bot that moves for a participant (`bot:club`, `player:12`) if there is no time to think.

    The careful bot moves for people and for bots that need time to think.
    """
    kind, _, name = participant.partition(":")
    return BOTS[name if kind == "bot" and name not in THINKERS else "careful"]


__all__ = [
    "BOTS",
    "MANNERS",
    "THINKERS",
    "Bot",
    "bot_at_once",
    "careful",
    "club",
    "master",
    "newcomer",
]
