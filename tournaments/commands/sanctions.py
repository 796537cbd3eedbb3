"""Reports of conduct, with sanctions by the club's table, by a director or referee without an interest.

Each use case is one transaction, authority first.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.engine.disputing.sanctions import SanctionStep
from games.models import Call
from games.queries.club.house import sanction_table
from tournaments import queries
from tournaments.commands.authority import require_judge, without_interest
from tournaments.commands.unit_of_work import Ask, Decide, command
from tournaments.engine.correcting import sanctions
from tournaments.engine.correcting.correction_events import MemberSanctioned, SanctionTakenBack
from tournaments.engine.correcting.sanctions import Where
from tournaments.engine.errors import TournamentRefused
from tournaments.engine.events import TournamentEvent
from tournaments.engine.state import TournamentState


@command(MemberSanctioned)
def sanction_member(
    ask: Ask,
    *,
    player: int,
    kind: str,
    reason: str,
    given: SanctionStep | None = None,
    departure: str = "",
    where: Where | None = None,
    foreseen: int | None = None,
) -> Decide:
    """Report a member's conduct. A director or referee who does not play may (§10.8).

    If ``given`` is None, the club's table of sanctions sets the sanction by how often the member was reported for
    this kind. ``foreseen`` is that number (1, 2 …) as the page showed it; refused if it has changed.
    """
    require_judge(ask.by)

    def decide(state: TournamentState) -> Sequence[TournamentEvent]:
        place = _placed(ask.tournament_id, where or Where())
        return sanctions.decide_sanction(
            state,
            player=player,
            kind=kind,
            table=sanction_table(),
            given=given,
            departure=departure,
            reason=reason,
            where=place,
            now=ask.now,
            director=ask.by.pk,
            foreseen=foreseen,
        )

    return without_interest(ask, decide)


@command(SanctionTakenBack)
def take_sanction_back(ask: Ask, *, number: int, reason: str) -> Decide:
    """Withdraw a report. A director or a referee who does not play may (§10.8)."""
    require_judge(ask.by)
    return without_interest(
        ask,
        lambda state: sanctions.decide_take_back(
            state, number=number, reason=reason, now=ask.now, director=ask.by.pk
        ),
    )


def _placed(tournament_id: int, where: Where) -> Where:
    """Return ``where`` with the round and the table of its deal or call filled in.

    If it names neither a deal nor a call, its round and table stay. Raises `TournamentRefused` if the deal or call is
    not of this tournament.
    """
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
