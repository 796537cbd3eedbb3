"""Tasks of the replays: they update the rows of disputes and the search index, and make the analyses."""

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
    """Update the rows of disputes to the end of the log. Safe to run twice or late."""
    while catch_up(DISPUTES):
        pass


@shared_task
def find() -> None:
    """Update the search index to the end of the log. Safe to run twice or late."""
    indexer.index_new()


@shared_task
def analyse(deal_id: int) -> None:
    """Analyse the next part of a deal, and enqueue the task that continues. Safe to run twice or late."""
    go_on(deal_id=deal_id, now=timezone.now)


@shared_task
def find_lost_analyses() -> None:
    """Restart the queue of analyses if the broker lost its task. Safe to run twice or late."""
    find_lost(now=timezone.now())


@shared_task
def analyse_tournament(tournament_id: int, step: int) -> None:
    """Do one step of a tournament's analyses; another task does the next. Safe to run twice or late."""
    go_on_with_tournament(tournament_id=tournament_id, step=step, now=timezone.now)
