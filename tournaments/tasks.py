"""Tasks of the workers. Safe twice, late and together."""

from __future__ import annotations

from celery import shared_task
from django.utils import timezone

from tournaments import reactions


@shared_task
def follow() -> None:
    """Let tournaments count what deals have brought since the last time, and set their tables."""
    reactions.follow(timezone.now)
