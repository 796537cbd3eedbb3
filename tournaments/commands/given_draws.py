"""Giving the draw of every round by hand: one transaction, authority first."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

from games.models import Player
from tournaments.commands.authority import require_director
from tournaments.commands.unit_of_work import TournamentWork
from tournaments.engine.draw_events import DrawGiven
from tournaments.engine.draws.fixed import Placed, decide_give
from tournaments.errors import for_people


@transaction.atomic
def give_draw(
    *,
    by: Player,
    tournament_id: int,
    places: Sequence[Placed],
    now: datetime,
    idempotency_key: str | None = None,
) -> int:
    """Give the tables of all rounds before the start; the stream's version. Only a director may who does not play.

    Raises `games.errors.Refused` with nothing changed, for the first seat that cannot be.
    """
    require_director(by)
    work = TournamentWork.on(tournament_id, now=now, by=by)
    with for_people():
        return work.carry_out(
            lambda state: decide_give(state, places, director=by.pk),
            idempotency_key=idempotency_key,
            brings=(DrawGiven,),
        )
