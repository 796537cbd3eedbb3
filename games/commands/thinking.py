"""Thinking ahead: a bot that takes long over a move thinks while its pause runs, and moves when the pause ends.

So when it moves tells nobody whether there was anything to think about (decision 0269). The thought is kept in the
cache; where it is not there in time, the careful bot's move is made at the same moment.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Final

from django.core.cache import cache
from redis.exceptions import RedisError

from games.bots import BOTS
from games.commands.deadlines import is_turn_of_thinker
from games.engine.deal import legal_moves
from games.engine.errors import BadNotation
from games.engine.moves import Move
from games.engine.notation import move_text, parse_move
from games.engine.sight import see
from games.infrastructure.encryption import decrypt, encrypt
from games.models import Deal
from games.queries.finished.histories import current

_log = logging.getLogger(__name__)

LONGEST: Final = timedelta(seconds=0.4)
"""The most that a bot takes over a thought, several times what it usually needs; later than that none is begun."""
_KEPT: Final = 60
"""Seconds that a thought is kept."""
_LENGTH: Final = 32
"""Characters that every thought has when it is encrypted; no move has more."""


def think_ahead(*, deal_id: int, clock: Callable[[], datetime]) -> bool:
    """Think out the move that a deal's bot makes when its pause ends; return whether a thought was begun.

    Nothing is locked meanwhile. Where too little of the pause is left nothing is begun. A thought is also kept where
    there was no choice, and all are encrypted and equally long, so that whoever reads the cache learns nothing.
    """
    due = Deal.objects.filter(pk=deal_id, paused_at=None).values_list("bot_due", flat=True).first()
    if due is None or due - clock() < LONGEST:
        return False
    state = current(deal_id).state
    if not is_turn_of_thinker(state):
        return False
    seat = state.turn
    [move, *more] = legal = legal_moves(state, seat)
    if more:
        move = BOTS[state.setup.players[seat].removeprefix("bot:")](see(state, seat), legal)
    key = _key(deal_id, state.version)
    try:
        cache.set(key, encrypt(move_text(move).ljust(_LENGTH), of=key), timeout=_KEPT)
    except (RedisError, OSError) as error:
        _log.warning("a bot's thought is not kept: %s", error)
    return True


def thought_of(deal_id: int, version: int, seat: int) -> Move | None:
    """Return the move that the bot at this seat has thought out for this version of the deal; None for none."""
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
