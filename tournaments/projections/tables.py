"""The rows of who has which seat, and of what was entered at tables with real cards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from games.projections import EnteredDeal, tell_entered
from tournaments.engine.cardboard import is_cardboard
from tournaments.engine.cardboard_events import (
    DiscardAppealed,
    DiscardDisputed,
    DiscardJoined,
    DiscardProposed,
    DiscardRuled,
    DiscardSigned,
    DiscardUnsigned,
    ResultConfirmed,
    ResultContradicted,
    ResultCorrected,
    ResultEntered,
    TablesMarked,
)
from tournaments.engine.draw_events import RedrawTakenBack, RoundDrawn
from tournaments.engine.entry_events import SeatGiven
from tournaments.engine.events import TableDealScored, TournamentEvent
from tournaments.engine.round_state import DealScore
from tournaments.engine.seats import label_of
from tournaments.engine.state import TournamentState
from tournaments.models import RoundTable


def project_seats(
    tournament_id: int, state: TournamentState, events: Sequence[TournamentEvent]
) -> None:
    """Say who has the seats of the newest round's tables after these newest events, where seats were given away."""
    tables = state.rounds[-1].tables if state.rounds else ()
    if not any(isinstance(event, _OF_SEATS) for event in events) or not any(
        table.given for table in tables
    ):
        return
    drawn = state.rounds[-1]
    rows = RoundTable.objects.filter(tournament=tournament_id, round=drawn.number)
    stored = dict(rows.exclude(occupants=[]).values_list("number", "occupants"))
    for number, table in enumerate(drawn.tables, 1):
        given = table.given
        occupants = [
            label_of(given[seat].player) if seat in given else ""
            for seat in range(len(table.seats))
        ]
        if stored.get(number, []) != (occupants if given else []):
            rows.filter(number=number).update(occupants=occupants if given else [])


_OF_SEATS: Final = (SeatGiven, RoundDrawn, RedrawTakenBack, TableDealScored, ResultEntered)


def project_cardboard(
    tournament_id: int, state: TournamentState, events: Sequence[TournamentEvent]
) -> None:
    """Bring along what these newest events say of tables with real cards, and of the deals that were entered there."""
    marking = (TablesMarked, RoundDrawn, RedrawTakenBack)
    if state.rounds and any(isinstance(event, marking) for event in events):
        drawn = state.rounds[-1]
        cardboard = [
            number
            for number in range(1, len(drawn.tables) + 1)
            if is_cardboard(state, drawn.number, number)
        ]
        rows = RoundTable.objects.filter(tournament=tournament_id, round=drawn.number)
        rows.filter(number__in=cardboard, cardboard=False).update(cardboard=True)
        rows.filter(cardboard=True).exclude(number__in=cardboard).update(cardboard=False)
    told = {event.deal_id for event in events if isinstance(event, _OF_PAPERS)}
    for deal_id in sorted(told):
        found = state.find_deal(deal_id)
        assert found is not None
        tell_entered(deal_id=deal_id, entered=entered_deal(found[2]))


_OF_PAPERS: Final = (
    *(ResultEntered, ResultConfirmed, ResultContradicted, ResultCorrected),
    *(DiscardDisputed, DiscardJoined, DiscardRuled, DiscardAppealed),
    *(DiscardProposed, DiscardSigned, DiscardUnsigned),
)


def entered_deal(score: DealScore) -> EnteredDeal:
    """What the row of a deal with real cards says of it."""
    paper = score.paper
    assert paper is not None
    lay = paper.lay
    told: dict[str, Any] = {
        "status": paper.status.value,
        "sets": list(lay.sets),
        "asides": [list(asides) for asides in lay.asides],
        "section": lay.section,
    }
    if paper.void:
        told["void"] = True
    if paper.dispute is not None and paper.dispute.proposal is not None:
        told["proposed"] = True
    return EnteredDeal(score.winner, score.points, score.penalised, score.net, told)
