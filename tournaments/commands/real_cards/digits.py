"""Confirms a result by the six digits of a player's card, on another person's device, for players without a phone."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

from games.commands.people.cards import require_digits
from games.models import Player
from tournaments.commands.cardboard import follow_up
from tournaments.commands.unit_of_work import Ask, Decide, TournamentWork, command
from tournaments.engine.errors import TournamentRefused
from tournaments.engine.events import TournamentEvent
from tournaments.engine.participants import member_label, player_id
from tournaments.engine.people.seats import holders_of
from tournaments.engine.real_cards.confirming import decide_confirm_by_digits
from tournaments.engine.real_cards.deciding import find_paper
from tournaments.engine.real_cards.events import ResultConfirmed
from tournaments.engine.state import TournamentState
from tournaments.errors import translate_refusals


def confirm_by_digits(
    *,
    by: Player,
    tournament_id: int,
    deal_id: int,
    revision: int,
    seat: int,
    digits: str,
    now: datetime,
    idempotency_key: str | None = None,
) -> int:
    """Confirm a result for a seat whose player types the digits of their card here; return the version.

    The device must belong to a member of the tournament or to a director. If it belongs to a director who plays, the
    result also needs a confirmation from another device. The player is not logged in. The digits are checked only if
    the confirmation would change something, and outside its transaction, so that a wrong try stays counted. Raises
    Refused.
    """
    ask = Ask(by, tournament_id, now, idempotency_key)
    said = {"deal_id": deal_id, "revision": revision, "seat": seat}
    with translate_refusals(), transaction.atomic():
        work = TournamentWork.on(tournament_id, now=now, by=by)
        version = work.answered(idempotency_key, brings=(ResultConfirmed,))
        if version is not None or not _decision(ask, **said)(work.state):
            return work.save() if version is None else version
        _device, player = _places(work.state, by, deal_id, revision, seat)
    whose = Player.objects.get(pk=player)
    require_digits(by=by, player=whose, typed=digits, now=now)
    return _confirm(by, tournament_id, now, idempotency_key, **said)


@command(ResultConfirmed, then=follow_up)
def _confirm(ask: Ask, *, deal_id: int, revision: int, seat: int) -> Decide:
    return _decision(ask, deal_id, revision, seat)


def _decision(ask: Ask, deal_id: int, revision: int, seat: int) -> Decide:
    def decide(state: TournamentState) -> Sequence[TournamentEvent]:
        at, _player = _places(state, ask.by, deal_id, revision, seat)
        return decide_confirm_by_digits(
            state,
            deal_id=deal_id,
            revision=revision,
            seat=seat,
            on=ask.by.pk,
            at=at,
            directs=ask.by.runs_the_club and state.interested(ask.by.pk),
        )

    return decide


def _places(
    state: TournamentState, by: Player, deal_id: int, revision: int, seat: int
) -> tuple[int | None, int]:
    """Return the seat of the device's owner, and the id of the player who confirms.

    The seat is None if the owner did not play at this table. Raises `TournamentRefused`.
    """
    number, table, score, _paper = find_paper(state, deal_id, revision)
    there = holders_of(state.rounds[number - 1].tables[table - 1], score.number)
    own = member_label(by.pk)
    plays = state.interested(by.pk) and by.pk not in state.left
    if not (plays or by.is_director):
        raise TournamentRefused("tournament.digits-device")
    at = there.index(own) if plays and own in there else None
    if not 0 <= seat < len(there):
        raise TournamentRefused("tournament.result-malformed")
    player = player_id(there[seat])
    if seat == at:
        raise TournamentRefused("tournament.digits-own")
    if player in state.left:
        raise TournamentRefused("tournament.digits-left")
    return at, player
