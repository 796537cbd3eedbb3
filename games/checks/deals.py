"""Checks each deal by folding its events: its row must agree with them, and the rules must have been kept."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from django.utils.translation import gettext as _

from games import queries
from games.checks.wording import UNREADABLE, empty, unlike, unreadable
from games.commands.deal.deals import BROKEN
from games.engine.evolve import fold
from games.engine.recording.records import DealRecord
from games.engine.recording.verification import verify
from games.engine.state import DealState, Phase
from games.models import Deal
from games.models.tables import IMPORTED
from games.projections import public_phase, secret_of
from games.schema import deal_of

_EVENT = re.compile(r"event \d+")


def deals_of(only: Collection[str] | None = None) -> Iterator[Deal]:
    """Yield the deals that have an event stream, oldest first.

    If `only` is given, yield just the deals whose stream is named in it. A deal with real cards has no stream of its
    own; the tournaments app checks it.
    """
    deals = Deal.objects.filter(entered__isnull=True).order_by("pk").select_related("table")
    if only is None:
        yield from deals.prefetch_related("seats").iterator(chunk_size=200)
        return
    wanted = sorted(deal for name in only if (deal := deal_of(name)) is not None and deal < 2**63)
    for start in range(0, len(wanted), 200):
        yield from deals.filter(pk__in=wanted[start : start + 200]).prefetch_related("seats")


def unlike_their_events(only: Collection[str] | None = None) -> Iterator[str]:
    """Yield a sentence for each deal whose row differs from its events, or whose events break the rules."""
    for deal in deals_of(only):
        try:
            rows = queries.history(deal.pk)
            if not rows:
                yield empty(deal.stream)
                continue
            state = fold([row.event for row in rows])
        except UNREADABLE as error:
            yield unreadable(deal.stream, error)
            continue
        for name, stored, folded in _comparison(deal, state):
            if stored != folded:
                yield unlike(deal.stream, name, stored, folded)
        yield from _unfair(deal, rows, state)
        if rows[0].chips_per_point not in (None, deal.table.chips_per_point):
            yield _(
                "%(stream)s: its table says %(row)d chips per point, its first event says %(event)d."
            ) % {
                "stream": deal.stream,
                "row": deal.table.chips_per_point,
                "event": rows[0].chips_per_point,
            }


def _unfair(deal: Deal, rows: list[queries.Row], state: DealState) -> Iterator[str]:
    """Yield a sentence if `verify_deal` finds something wrong in a deal.

    If a running deal's stored secret no longer matches its commitment, the sentence says only that.
    """
    secret = None
    if state.ending is None:
        secret = secret_of(deal.pk, state)
        if secret is None:
            yield _("%(stream)s: the secret in its row is not the one that it is bound to.") % {
                "stream": deal.stream
            }
            return
    elif state.ending.cancelled == BROKEN:
        yield _(
            "%(stream)s was called off because its secret number or a player's random number was "
            "not the one that had been locked in."
        ) % {"stream": deal.stream}
        return
    try:
        fault = verify(
            DealRecord(deal.stream, tuple((row.at, row.event) for row in rows)), secret=secret
        )
    except UNREADABLE as error:
        fault = type(error).__name__ if state.ending is None else repr(error)
    if fault is None:
        return
    if state.ending is None:
        # What exactly is wrong may name a card that nobody else may see yet.
        where = _EVENT.match(fault)
        fault = _(
            "%(where)s does not match the rules. The details are shown when the deal is over."
        ) % {"where": where[0] if where else "?"}
    yield f"{deal.stream}: {fault}"


def _comparison(deal: Deal, state: DealState) -> Iterator[tuple[str, object, object]]:
    yield "version", deal.version, state.version
    yield "phase", deal.phase, public_phase(state).value
    yield "turn", deal.turn, state.turn
    yield "ended", deal.ended_at is not None, state.phase is Phase.OVER
    if not deal.table.origin.startswith(IMPORTED):  # its players are somebody elsewhere, not here
        yield "players", tuple(seat.label for seat in deal.seats.all()), state.setup.players
    if state.ending is None:
        return
    yield "cancelled", deal.cancelled, bool(state.ending.cancelled)
    result = state.ending.result
    if not state.ending.cancelled and not deal.sealed:
        yield "winner", deal.winner, result.winner
        yield "points", deal.points, result.points
        yield "offender", deal.offender, result.offender
        yield "net", tuple(seat.net for seat in deal.seats.all()), result.net
