"""Computes the effects of each possible outcome of a dispute before the ruling (§10.8).

The same functions compute the effects of a real ruling: the engine decides, the events determine the ledger's
transfers, and a tournament to which the table belongs applies the result. Nothing is locked or written.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from games import queries
from games.engine.disputing.outcomes import RULINGS, Outcome
from games.engine.disputing.rulings import is_lifted, preview_outcomes
from games.engine.events import Event
from games.ledger.commands import Calling, Owed
from games.models import Deal
from games.queries.behalf import beyond
from games.queries.effects import Effects, OutcomeEffect
from games.queries.finished.histories import Row
from games.schema import stream_of
from games.settlement import owed_by, pot_foreseen


@dataclass(frozen=True, slots=True)
class Stake:
    """The largest difference that the outcomes make to one seat's payment; voiding the deal is not counted."""

    points: int
    chips: int


def stake_of(deal: Deal, dispute: int) -> Stake:
    """Return the stake in this dispute of a finished deal, from the deal's payments alone."""
    loaded = queries.current(deal.pk)
    state = loaded.state
    assert state.ending is not None
    nets = [
        state.ending.result.net,
        *(
            one.result.net
            for one in preview_outcomes(state, dispute)
            if one.outcome is Outcome.WITHDRAWN or not RULINGS[one.outcome].void
        ),
    ]
    points = max(max(seat) - min(seat) for seat in zip(*nets, strict=True))
    return Stake(points, points * _worth(deal, loaded.rows))


def effects_of(deal: Deal, dispute: int, *, now: datetime, settled: bool = False) -> Effects | None:
    """Return the current effect of each possible outcome of this dispute of a finished deal.

    A ruling that is `settled` can no longer be withdrawn, so withdrawal is left out. None if the deal's row is
    damaged.
    """
    loaded = queries.current(deal.pk)
    state = loaded.state
    if state.ending is None or state.ending.taken is None:
        return None
    foreseen = [
        one
        for one in preview_outcomes(state, dispute)
        if not (one.outcome is Outcome.WITHDRAWN and settled)
    ]
    at = Calling(stream_of(deal.pk), state.version + 1, now)
    worth = _worth(deal, loaded.rows)
    moves = [_owed(deal, loaded.rows, one.events, at, worth) for one in foreseen]
    reach = beyond(deal, [one.result for one in foreseen], at)
    return Effects(
        version=state.version,
        players=state.setup.players,
        result=state.ending.result,
        discarder=state.ending.taken.seat,
        lifts=is_lifted(state),
        chips_per_point=worth,
        tournament="" if reach is None else reach.name,
        paid=reach is not None and reach.paid,
        standings=() if reach is None else reach.before,
        outcomes=tuple(
            OutcomeEffect(
                one.outcome,
                one.result,
                () if reach is None else reach.after[place],
                (*moves[place], *(() if reach is None else reach.transfers[place])),
            )
            for place, one in enumerate(foreseen)
        ),
    )


def _worth(deal: Deal, rows: Sequence[Row]) -> int:
    """Return the value of a point in chips."""
    said = rows[0].chips_per_point
    return deal.table.chips_per_point if said is None else said


def _owed(
    deal: Deal, rows: Sequence[Row], events: Sequence[Event], at: Calling, chips_per_point: int
) -> tuple[Owed, ...]:
    """Return the transfers that the given `events` would cause if they were added to the deal.

    Transfers of the table's pot are included.
    """
    behind = [Row(at.version + place, at.at, event, None) for place, event in enumerate(events)]
    whole = owed_by(deal.pk, (*rows, *behind), chips_per_point)
    pot = pot_foreseen(deal.table_id, deal.pk, (*rows, *behind), len(rows))
    return (*(one for one in whole if one.event.version >= at.version), *pot)
