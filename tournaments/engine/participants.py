"""Participant labels: the names of seated players in a tournament.

A label is text that the engine treats as opaque: ``"player:12"`` for the member with id 12, ``"bot:club"`` for a
filler. All fillers of a kind share one label; they take no place and win no prize.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

Table: TypeAlias = tuple[str, ...]
"""The participants at one table, by seat: four labels, or three where there is no West (`table_sizes`)."""

Net: TypeAlias = tuple[int, ...]
"""What a deal brought each seat, in points; the sum is zero (§9.7)."""

SEATS = 4
"""Seats of a tournament's tables (§1.2: every rule set on offer can be played by four)."""
THREE = 3
"""Seats of a table of three."""

CAREFUL = "bot:careful"
"""The label of the bot that plays for whoever is absent, where that counts for nobody who has entered."""

_MEMBER = "player:"
_BOT = "bot:"


def member_label(player: int) -> str:
    """Return the label of the member with this player id."""
    return f"{_MEMBER}{player}"


def is_bot(label: str) -> bool:
    """Return whether a label names a filler and not a member."""
    return label.startswith(_BOT)


def player_id(label: str) -> int:
    """Return the player id in a member's label; raises ValueError for any other text."""
    if not label.startswith(_MEMBER):
        raise ValueError(f"{label!r} is not a member's label")
    return int(label[len(_MEMBER) :])


def with_fillers(members: Sequence[str], filler: str, fill_to: int = 0) -> tuple[str, ...]:
    """Return the members, followed by as many fillers as `fillers` returns."""
    return (*members, *[filler] * fillers(len(members), fill_to))


def fillers(members: int, fill_to: int) -> int:
    """Return how many fillers are needed for at least ``fill_to`` participants and a multiple of four."""
    playing = max(members, fill_to)
    return playing + -playing % SEATS - members
