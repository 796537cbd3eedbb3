"""Tasks of the replays: rows that came into the log by another way, what deals are found by, analyses."""

from __future__ import annotations

from celery import shared_task
from django.utils import timezone

from games.log.followers import catch_up
from replays.commands.analysing import find_lost, go_on
from replays.commands.analysing_tournaments import go_on_with_tournament
from replays.index import indexer
from replays.projections import DISPUTES


@shared_task
def follow() -> None:
    """Bring the rows of disputes up to the end of the log. Safe twice and late."""
    while catch_up(DISPUTES):
        pass


@shared_task
def find() -> None:
    """Bring what finished deals are found by up to the end of the log. Safe twice and late."""
    indexer.index_new()


@shared_task
def analyse(deal_id: int) -> None:
    """Continue the analysis of a deal; another task does the rest. Safe twice and late."""
    go_on(deal_id=deal_id, now=timezone.now)


@shared_task
def find_lost_analyses() -> None:
    """Go on with the line of analyses where the broker has lost its task. Safe twice and late."""
    find_lost(now=timezone.now())


@shared_task
def analyse_tournament(tournament_id: int, step: int) -> None:
    """Do one step of a tournament's analyses; the next one another task does. Safe twice and late."""
    go_on_with_tournament(tournament_id=tournament_id, step=step, now=timezone.now)
