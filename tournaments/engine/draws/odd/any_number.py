"""Draws evenly for any number of members, with tables of three where needed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tournaments.engine.draws.even import draw_even
from tournaments.engine.draws.odd.threes import draw_threes
from tournaments.engine.draws.odd.turns import Out
from tournaments.engine.draws.pairing_history import Pairs
from tournaments.engine.draws.seating import Round
from tournaments.engine.participants import SEATS, player_id

METHOD_ANY: Final = 11
"""The number of `draw_any`."""


def draw_any(
    participants: Sequence[str],
    history: Sequence[Round],
    outs: Sequence[Out],
    *,
    seeds: Sequence[int],
    apart: Sequence[Pairs],
) -> Round:
    """Return the tables of the next round for any number of members, without bots.

    If four divides the number, the round is drawn as by `draw_even`. ``outs`` are the members who sat out each of the
    earlier rounds.
    """
    if len(participants) % SEATS == 0:
        return draw_even(participants, history, seeds=seeds, apart=apart, spread=True)
    members = sorted(participants, key=player_id)
    return draw_threes(members, history, outs, seed=seeds[-1], apart=apart[-1])
