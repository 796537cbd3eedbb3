"""Tasks of the workers. Safe to repeat, to run late and in parallel."""

from __future__ import annotations

from time import monotonic
from typing import Final

from celery import shared_task
from django.utils import timezone

from games.infrastructure.broker import enqueue
from tournaments import reactions

TURN: Final = 0.5
"""Seconds for which a run opens tables; then it goes behind the bots of those that are open, to the queue's end."""


@shared_task
def follow() -> None:
    """Count the deals finished since the last time, and open, close and pause the tables of tournaments."""
    began = monotonic()
    if reactions.follow(timezone.now, enough=lambda: monotonic() - began > TURN):
        enqueue(follow.name)
