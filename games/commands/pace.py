"""The pace of bots: how long each waits before it moves, so that people can read what has just happened.

Who plays bots alone chooses it for themselves; where several people play, the one who opened the table does, between
deals (`games.commands.tables.choose_pace`). It is the service's own pause: no clock of people and no claim window is
longer or shorter for it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.conf import settings

from games.common.preferences import read
from games.engine.state import DealState, Phase
from games.models import Player, Table

PAUSES: Final[Mapping[str, float]] = {"quick": 0.7, "normal": 1.5, "slow": 3.0}
"""Seconds between the acts of bots. `TUSAC_BOT_PAUSE` sets the quick one, and the others in proportion."""


def bot_pause(table: Table, state: DealState, by: Player | None) -> float:
    """Return the seconds that the bot to move waits; `by` is who has just moved, if a person has.

    A bot's answer to a claim is as quick at every pace: how long a pause is must not say who was asked (§6.10). The
    tables of a tournament, whose rounds have a clock, are quick.
    """
    quick: float = settings.TUSAC_BOT_PAUSE
    people = [label for label in state.setup.players if label.startswith("player:")]
    if state.phase not in (Phase.TURN, Phase.DISCARD) or not people:
        return quick
    if table.admission == Table.Admission.FIXED:
        return quick
    pace = table.pace if len(people) > 1 else _own_pace(int(people[0].partition(":")[2]), by)
    return quick * PAUSES[pace] / PAUSES["quick"]


def _own_pace(player_id: int, by: Player | None) -> str:
    if by is not None and by.pk == player_id:
        return read(by.preferences).pace
    kept = Player.objects.filter(pk=player_id).values_list("preferences", flat=True)
    return read(kept.first()).pace
