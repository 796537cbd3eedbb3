"""Analyses all deals of a tournament: a director starts and stops it, and a worker adds parts, deal by deal.

A chain of tasks does the work: each task does a little and enqueues the next, behind all tasks enqueued in the
meantime. Each task carries a step number. The number in the row grows with every start, stop and step, so a duplicate
task, or a task of an earlier chain, no longer matches the row and ends.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Final

from django.db import transaction
from django.db.models import Q, QuerySet

from games.errors import Refused
from games.infrastructure.broker import enqueue
from games.log import UNREADABLE
from games.models import Player
from replays.commands.analysing import add_parts
from replays.models import TournamentAnalysis
from replays.models.analyses import STILL
from replays.queries.analyses import (
    analysed,
    begun_elsewhere,
    deals_to_analyse,
    first_in_line,
    tournament_named,
)

LATER: Final = 5.0
"""Seconds after which it looks again, where a member's request or another tournament is before it."""
_TASK: Final = "replays.tasks.analyse_tournament"


@transaction.atomic
def analyse_tournament(*, by: Player, tournament_id: int, now: datetime) -> TournamentAnalysis:
    """Start analysing all deals of a tournament, or resume a run that was stopped or lost.

    Repeating it changes nothing. Raises Refused("analysis.not-director"), Refused("analysis.no-tournament") and,
    before any deal is over, Refused("analysis.no-deals").
    """
    _require(by, tournament_id)
    deals = deals_to_analyse(tournament_id)
    if not deals:
        raise Refused("analysis.no-deals")
    row, made = TournamentAnalysis.objects.select_for_update().get_or_create(
        pk=tournament_id, defaults={"asked_by": by, "asked_at": now, "touched_at": now}
    )
    if not made and row.is_running and not row.is_lost(now):
        return row
    if analysed(tournament_id).issuperset(deals):
        row.state = row.State.FINISHED
    else:
        row.state = row.State.RUNNING
        row.step += 1
        row.skipped = []
        row.asked_by, row.asked_at = by, now
        enqueue(_TASK, tournament_id, row.step)
    row.touched_at = now
    row.save()
    return row


@transaction.atomic
def stop_analysing(*, by: Player, tournament_id: int, now: datetime) -> None:
    """Stop analysing a tournament. Finished parts are kept; if it is not running, nothing changes.

    Raises Refused("analysis.not-director") and Refused("analysis.no-tournament").
    """
    _require(by, tournament_id)
    running = TournamentAnalysis.objects.select_for_update().filter(
        pk=tournament_id, state=TournamentAnalysis.State.RUNNING
    )
    for row in running:
        row.state = row.State.STOPPED
        row.step += 1
        row.touched_at = now
        row.save()


def go_on_with_tournament(*, tournament_id: int, step: int, now: Callable[[], datetime]) -> None:
    """Do one step of a tournament's analysis, the next parts of one deal, and enqueue the next step.

    Safe to repeat and to run late. No row is locked while parts are computed. The club makes one analysis at a time:
    first the deals that members asked for, then tournaments in the order of their requests. A deal that cannot be
    analysed is skipped.
    """
    row = _at(tournament_id, step).first()
    if row is None:
        return
    done = analysed(tournament_id).union(row.skipped)
    left = [one for one in deals_to_analyse(tournament_id) if one not in done]
    busy = begun_elsewhere(tournament_id, now()) - {row.deal_id}
    chosen = (
        None if _must_wait(row, now()) else next((one for one in left if one not in busy), None)
    )
    refused = []
    if chosen is not None:
        try:
            add_parts(deal_id=chosen, now=now())
        except (Refused, *UNREADABLE):
            refused.append(chosen)
    with transaction.atomic():
        row = _at(tournament_id, step).select_for_update().first()
        if row is None:
            return  # stopped, or restarted, meanwhile
        row.step += 1
        row.deal_id = chosen
        row.skipped += refused
        row.touched_at = now()
        if left:
            enqueue(_TASK, tournament_id, row.step, countdown=0.0 if chosen else LATER)
        else:
            row.state = row.State.FINISHED
        row.save()


def _must_wait(row: TournamentAnalysis, now: datetime) -> bool:
    """Return whether this tournament must wait, for a deal that a member asked for or for an earlier tournament."""
    others = TournamentAnalysis.objects.filter(
        state=TournamentAnalysis.State.RUNNING, touched_at__gte=now - STILL
    )
    return (
        first_in_line() is not None
        or others.filter(
            Q(asked_at__lt=row.asked_at) | Q(asked_at=row.asked_at, pk__lt=row.pk)
        ).exists()
    )


def _at(tournament_id: int, step: int) -> QuerySet[TournamentAnalysis]:
    return TournamentAnalysis.objects.filter(
        pk=tournament_id, step=step, state=TournamentAnalysis.State.RUNNING
    )


def _require(by: Player, tournament_id: int) -> None:
    if not by.runs_the_club:
        raise Refused("analysis.not-director")
    tournament_named(tournament_id)
