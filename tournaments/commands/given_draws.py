"""Giving the draw of every round by hand: one transaction, authority first."""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.commands.authority import require_director
from tournaments.commands.unit_of_work import Ask, Decide, command
from tournaments.engine.events import (
    DrawGiven,
)
from tournaments.engine.fixed import Placed, decide_give


@command(DrawGiven)
def give_draw(ask: Ask, *, places: Sequence[Placed]) -> Decide:
    """Give the tables of all rounds before the start; the stream's version. Only a director may who does not play.

    Raises `games.errors.Refused` with nothing changed, for the first seat that cannot be.
    """
    require_director(ask.by)
    return lambda state: decide_give(state, places, director=ask.by.pk)
