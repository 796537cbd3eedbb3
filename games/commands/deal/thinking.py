"""Pauses of bots before they move, and computing their moves during a pause.

A bot that needs long for a move computes it during its pause and moves when the pause ends, so the time of its move
never reveals whether there was a choice (decision 0269). The move is kept in the cache; if it is not there in time,
the careful bot's move is made at the same moment.

Bots pause so that people can read what has just happened. A player alone with bots chooses their pace; otherwise the
player who opened the table does, between deals (`games.commands.table.tables.choose_pace`). The pause changes neither
people's clocks nor claim windows.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.core.cache import cache
from redis.exceptions import RedisError

from games.bots import BOTS
from games.commands.deal.deadlines import is_turn_of_thinker
from games.common.preferences import read
from games.engine.deal import legal_moves
from games.engine.errors import BadNotation
from games.engine.events import UNSEEN, Event
from games.engine.moves import Move
from games.engine.recording.notation import move_text, parse_move
from games.engine.sight import see
from games.engine.state import DealState, Phase
from games.infrastructure.encryption import decrypt, encrypt
from games.models import Deal, Player, Table
from games.queries.finished.histories import current

_log = logging.getLogger(__name__)

LONGEST: Final = timedelta(seconds=0.4)
"""The most that a bot takes over a thought, several times what it usually needs; later than that none is begun."""
_KEPT: Final = 60
"""Seconds that a thought is kept."""
_LENGTH: Final = 32
"""Characters that every thought has when it is encrypted; no move has more."""


def think_ahead(*, deal_id: int, clock: Callable[[], datetime]) -> bool:
    """Compute the move that a deal's bot makes when its pause ends; return whether a computation was begun.

    Nothing is locked meanwhile. If too little of the pause is left nothing is begun. A move is also stored where there
    was no choice; all are encrypted and of equal length, so reading the cache reveals nothing.
    """
    due = Deal.objects.filter(pk=deal_id, paused_at=None).values_list("bot_due", flat=True).first()
    if due is None or due - clock() < LONGEST:
        return False
    loaded = current(deal_id)
    state = loaded.state
    if not is_turn_of_thinker(state):
        return False
    seat = state.turn
    [move, *more] = legal = legal_moves(state, seat)
    if more:
        move = BOTS[state.setup.players[seat].removeprefix("bot:")](see(state, seat), legal)
    key = _key(deal_id, version_of(row.event for row in loaded.rows))
    try:
        cache.set(key, encrypt(move_text(move).ljust(_LENGTH), of=key), timeout=_KEPT)
    except (RedisError, OSError) as error:
        _log.warning("a bot's thought is not kept: %s", error)
    return True


def version_of(events: Iterable[Event]) -> int:
    """Return the version that thinking bots compare; it leaves out the secret switches for letting pairs go (§13.6)."""
    return sum(not isinstance(event, UNSEEN) for event in events)


def thought_of(deal_id: int, version: int, seat: int) -> Move | None:
    """Return the move that the bot at this seat has computed for this version of the deal, or None."""
    key = _key(deal_id, version)
    try:
        kept = cache.get(key)
    except (RedisError, OSError) as error:
        _log.warning("a bot's thought cannot be read: %s", error)
        return None
    text = decrypt(kept, of=key) if isinstance(kept, str) else None
    try:
        return parse_move(text.strip(), seat) if text else None
    except BadNotation:
        return None


def _key(deal_id: int, version: int) -> str:
    return f"thought:{deal_id}:{version}"


PAUSES: Final[Mapping[str, float]] = {"quick": 0.7, "normal": 1.5, "slow": 3.0}
"""Seconds between the acts of bots. `TUSAC_BOT_PAUSE` sets the quick one, and the others in proportion."""


def bot_pause(table: Table, state: DealState, by: Player | None) -> float:
    """Return how many seconds the bot to move waits; `by` is the person who has just moved, if any.

    Bots always answer claims at the quick pace: a pause must not reveal who was asked (§6.10). Tournament tables, whose
    rounds are timed, are quick too.
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
