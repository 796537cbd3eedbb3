"""Photographs of results with real cards: adding one, and removing it. Each is one transaction, authority first."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256

from games.models import Player
from tournaments import queries
from tournaments.commands.authority import require_director, without_interest
from tournaments.commands.cardboard import seat_of
from tournaments.commands.pictures import drawn_anew
from tournaments.commands.unit_of_work import Ask, Decide, command
from tournaments.engine.cardboard_events import (
    PhotographAdded,
    PhotographRemoved,
)
from tournaments.engine.events import TournamentEvent
from tournaments.engine.photographs import check_room, decide_add, decide_remove, find
from tournaments.engine.state import TournamentState
from tournaments.models import Photograph


@command(PhotographAdded)
def add_photograph(ask: Ask, *, deal_id: int, file: bytes) -> Decide:
    """Add a photograph to a result: a seat of the deal may, or a director who does not play.

    `file` is what was sent; what is kept is drawn anew from it.
    """
    now = queries.current(ask.tournament_id).state
    _seat(now, ask.by, deal_id)  # before anything is unpacked
    if ask.idempotency_key is None:
        check_room(now, deal_id)
    picture = drawn_anew(file)

    def decide(state: TournamentState) -> Sequence[TournamentEvent]:
        events = decide_add(
            state,
            deal_id=deal_id,
            sha256=sha256(picture.content).hexdigest(),
            size=len(picture.content),
            width=picture.width,
            height=picture.height,
            seat=_seat(state, ask.by, deal_id),
            player=ask.by.pk,
        )
        Photograph.objects.create(
            tournament_id=ask.tournament_id,
            deal_id=deal_id,
            number=len(find(state, deal_id)[3].photographs) + 1,
            content=picture.content,
        )
        return events

    return decide


@command(PhotographRemoved)
def remove_photograph(ask: Ask, *, deal_id: int, photograph: int, reason: str) -> Decide:
    """Remove a photograph for good, with a reason. Only a director may who does not play."""
    require_director(ask.by)

    def decide(state: TournamentState) -> Sequence[TournamentEvent]:
        events = decide_remove(
            state, deal_id=deal_id, photograph=photograph, reason=reason, director=ask.by.pk
        )
        Photograph.objects.filter(deal_id=deal_id, number=photograph).delete()
        return events

    return without_interest(ask, decide)


def _seat(state: TournamentState, by: Player, deal_id: int) -> int | None:
    number, table, score, _paper = find(state, deal_id)
    return seat_of(state, by, number, table, as_director=True, deal=score.number)
