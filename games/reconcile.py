"""Reconciling: every deal folded again from the log and compared with its live row."""

from __future__ import annotations

from collections.abc import Iterator

from django.db.models import QuerySet

from games import queries
from games.commands.records import ORIGIN
from games.engine.errors import BadNotation
from games.engine.evolve import fold
from games.engine.state import DealState, Phase
from games.models import Deal


def differing_deals() -> Iterator[str]:
    """A sentence for each deal whose row does not say what its events say."""
    for deal in _deals().iterator(chunk_size=200):
        try:
            rows = queries.history(deal.pk)
            state = fold([row.event for row in rows])
        except (AssertionError, BadNotation, StopIteration, LookupError, ValueError) as error:
            yield f"{deal.stream} cannot be folded: {error!r}"
            continue
        for name, stored, folded in _comparison(deal, state):
            if stored != folded:
                yield f"{deal.stream}: its row says {name} {stored}, its events say {folded}"
        if rows[0].chips_per_point not in (None, deal.table.chips_per_point):
            yield (
                f"{deal.stream}: its table says chips_per_point {deal.table.chips_per_point}, "
                f"its first event says {rows[0].chips_per_point}"
            )


def _deals() -> QuerySet[Deal]:
    return Deal.objects.order_by("pk").select_related("table").prefetch_related("seats")


def _comparison(deal: Deal, state: DealState) -> Iterator[tuple[str, object, object]]:
    yield "version", deal.version, state.version
    yield "phase", deal.phase, state.phase.value
    yield "turn", deal.turn, state.turn
    yield "ended", deal.ended_at is not None, state.phase is Phase.OVER
    if not deal.table.origin.startswith(ORIGIN):  # its players are somebody elsewhere, not here
        yield "players", tuple(seat.label for seat in deal.seats.all()), state.setup.players
    if state.ending is None:
        return
    yield "cancelled", deal.cancelled, bool(state.ending.cancelled)
    result = state.ending.result
    if not state.ending.cancelled:
        yield "winner", deal.winner, result.winner
        yield "points", deal.points, result.points
        yield "offender", deal.offender, result.offender
        yield "net", tuple(seat.net for seat in deal.seats.all()), result.net
