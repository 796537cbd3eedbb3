"""Photographs of results with real cards: adding one, and removing it. Each is one transaction, authority first."""

from __future__ import annotations

from datetime import datetime
from hashlib import sha256

from django.db import transaction

from games.models import Player
from tournaments import queries
from tournaments.commands.authority import require_director
from tournaments.commands.cardboard import seat_of
from tournaments.commands.pictures import drawn_anew
from tournaments.commands.unit_of_work import TournamentWork
from tournaments.engine.cardboard_events import PhotographAdded, PhotographRemoved
from tournaments.engine.errors import TournamentRefused
from tournaments.engine.photographs import check_room, decide_add, decide_remove, find
from tournaments.engine.state import TournamentState
from tournaments.errors import for_people
from tournaments.models import Photograph


def add_photograph(
    *,
    by: Player,
    tournament_id: int,
    deal_id: int,
    file: bytes,
    now: datetime,
    idempotency_key: str | None = None,
) -> int:
    """Add a photograph to a result: a seat of the deal may, or a director who does not play.

    `file` is what was sent; what is kept is drawn anew from it. Raises RefusedByTournament, with nothing changed.
    """
    state = queries.current(tournament_id).state
    with for_people():  # before anything is unpacked
        _seat(state, by, deal_id)
        if idempotency_key is None:
            check_room(state, deal_id)
    picture = drawn_anew(file)
    with transaction.atomic():
        work = TournamentWork.on(tournament_id, now=now, by=by)
        version = work.answered(idempotency_key, brings=(PhotographAdded,))
        if version is not None:
            return version
        with for_people():
            work.add(
                decide_add(
                    work.state,
                    deal_id=deal_id,
                    sha256=sha256(picture.content).hexdigest(),
                    size=len(picture.content),
                    width=picture.width,
                    height=picture.height,
                    seat=_seat(work.state, by, deal_id),
                    player=by.pk,
                )
            )
        number = len(find(work.state, deal_id)[3].photographs)
        Photograph.objects.create(
            tournament_id=tournament_id, deal_id=deal_id, number=number, content=picture.content
        )
        return work.save(idempotency_key=idempotency_key)


@transaction.atomic
def remove_photograph(
    *,
    by: Player,
    tournament_id: int,
    deal_id: int,
    photograph: int,
    reason: str,
    now: datetime,
    idempotency_key: str | None = None,
) -> int:
    """Remove a photograph for good, with a reason. Only a director may who does not play."""
    require_director(by)
    work = TournamentWork.on(tournament_id, now=now, by=by)
    version = work.answered(idempotency_key, brings=(PhotographRemoved,))
    if version is not None:
        return version
    with for_people():
        if work.state.interested(by.pk):
            raise TournamentRefused("tournament.own-interest")
        work.add(
            decide_remove(
                work.state, deal_id=deal_id, photograph=photograph, reason=reason, director=by.pk
            )
        )
    Photograph.objects.filter(deal_id=deal_id, number=photograph).delete()
    return work.save(idempotency_key=idempotency_key)


def _seat(state: TournamentState, by: Player, deal_id: int) -> int | None:
    number, table, score, _paper = find(state, deal_id)
    return seat_of(state, by, number, table, as_director=True, deal=score.number)
