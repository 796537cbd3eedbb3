"""Reading: until when rulings on discards of real cards can be appealed, and by whom (§10.8)."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from games.errors import Refused
from games.log import UNREADABLE, read_named
from tournaments.engine.participants import is_bot, player_id
from tournaments.engine.seats import holders_of
from tournaments.engine.state import Status
from tournaments.models import PaperCase
from tournaments.queries.histories import current
from tournaments.schema import stream_of

_log = logging.getLogger(__name__)
_RULED: Final = "tournament.discard-ruled"


class PaperAppeal(NamedTuple):
    """A ruling that the seats of its deal can still appeal."""

    tournament_id: int
    round: int
    table: int
    deal_id: int
    deal_number: int
    version: int
    """The ruling's event in the stream of the tournament."""
    since: datetime
    until: datetime
    players: tuple[int, ...]
    """The members who had its seats."""


def appeals_on_paper(now: datetime) -> Iterator[PaperAppeal]:
    """The first rulings whose time to appeal runs and has a known end; what cannot be read is logged and left out."""
    rows = PaperCase.objects.filter(rulings=1, appealed=False).order_by("pk")
    found = rows.filter(until__gt=now) | rows.filter(tournament__appeal_until__gt=now)
    for row in found.select_related("tournament"):
        try:
            one = _appeal(row)
        except (Refused, *UNREADABLE) as error:
            _log.error(
                "no end of the appeal on deal %s of tournament %s: %s",
                *(row.deal_id, row.tournament_id, type(error).__name__),
            )
            continue
        if one is not None and now < one.until:
            yield one


def _appeal(row: PaperCase) -> PaperAppeal | None:
    loaded = current(row.tournament_id)
    found = None if loaded is None else loaded.state.find_deal(row.deal_id)
    if loaded is None or found is None or row.ruled_at is None:
        return None
    until, since = row.until, row.ruled_at
    if loaded.state.status is Status.RUNNING:
        until = loaded.state.appeal_until
    if until is None or loaded.state.status is Status.CANCELLED:
        return None
    if loaded.state.status is Status.RUNNING:
        # It runs for all deals together, and for this one from its ruling on.
        since = max(since, until - timedelta(minutes=loaded.state.options.appeal_minutes))
    stored = read_named(stream_of(row.tournament_id), _RULED)
    version = next(one.version for one in stored if one.payload.get("deal_id") == row.deal_id)
    number, table, score = found
    drawn = loaded.state.rounds[number - 1].tables[table - 1]
    labels = [label for label in holders_of(drawn, score.number) if not is_bot(label)]
    gone = loaded.state.left
    players = tuple(one for one in map(player_id, labels) if one not in gone)
    place = row.tournament_id, number, table, row.deal_id, score.number
    return PaperAppeal(*place, version, since, until, players)
