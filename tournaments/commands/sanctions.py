"""Reports of conduct: what the club's table of sanctions gives for them, given by a referee who has no interest.

Each use case is one transaction, authority first; all return the stream's version and raise `games.errors.Refused` with
nothing changed.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

from games.engine.sanctions import Step
from games.models import Call, Player
from games.queries.club.house import sanction_table
from tournaments import queries
from tournaments.commands.authority import carry_out, check_no_interest, require_judge
from tournaments.engine import sanctions
from tournaments.engine.correction_events import MemberSanctioned, SanctionTakenBack
from tournaments.engine.errors import TournamentRefused
from tournaments.engine.events import TournamentEvent
from tournaments.engine.sanctions import Where
from tournaments.engine.state import TournamentState


@transaction.atomic
def sanction_member(
    *,
    by: Player,
    tournament_id: int,
    player: int,
    kind: str,
    reason: str,
    now: datetime,
    given: Step | None = None,
    departure: str = "",
    where: Where | None = None,
    foreseen: int | None = None,
    idempotency_key: str | None = None,
) -> int:
    """Report a member's conduct. A director or a referee may who does not play (§10.8).

    Without ``given`` it brings what the table says for this time; refused where that is not the ``foreseen`` one.
    """
    require_judge(by)

    def decide(state: TournamentState) -> Sequence[TournamentEvent]:
        check_no_interest(by, state)
        place = _placed(tournament_id, where or Where())
        return sanctions.decide_sanction(
            state,
            player=player,
            kind=kind,
            table=sanction_table(),
            given=given,
            departure=departure,
            reason=reason,
            where=place,
            now=now,
            director=by.pk,
            foreseen=foreseen,
        )

    return carry_out(
        decide,
        by=by,
        tournament_id=tournament_id,
        now=now,
        idempotency_key=idempotency_key,
        brings=(MemberSanctioned,),
    )


@transaction.atomic
def take_sanction_back(
    *,
    by: Player,
    tournament_id: int,
    number: int,
    reason: str,
    now: datetime,
    idempotency_key: str | None = None,
) -> int:
    """Let a report stand no more. A director or a referee may who does not play (§10.8)."""
    require_judge(by)

    def decide(state: TournamentState) -> Sequence[TournamentEvent]:
        check_no_interest(by, state)
        return sanctions.decide_take_back(
            state, number=number, reason=reason, now=now, director=by.pk
        )

    return carry_out(
        decide,
        by=by,
        tournament_id=tournament_id,
        now=now,
        idempotency_key=idempotency_key,
        brings=(SanctionTakenBack,),
    )


def _placed(tournament_id: int, where: Where) -> Where:
    """Where it happened, as a deal or a call of this tournament says. Raises `TournamentRefused` for another's."""
    round_number, table = where.round, where.table
    if where.deal is not None:
        place = queries.places_of([where.deal]).get(where.deal)
        if place is None or place.tournament_id != tournament_id:
            raise TournamentRefused("tournament.no-such-deal")
        round_number, table = place.round, place.table
    if where.call is not None:
        origin = Call.objects.filter(pk=where.call).values_list("table__origin", flat=True).first()
        found = queries.place_of_origin(origin or "")
        if found is None or found[0] != tournament_id:
            raise TournamentRefused("tournament.no-such-call")
        if where.deal is None:
            round_number, table = found[1:]
    return Where(round_number, table, where.deal, where.call)
