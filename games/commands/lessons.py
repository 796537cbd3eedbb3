"""Keeping what a member has learned: small data beside the log, for nothing hangs on it."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from games.models import Learned, Player


@transaction.atomic
def note_learned(*, by: Player, lesson: str, step: int, now: datetime) -> None:
    """A member has answered this step rightly; an earlier one changes nothing."""
    row, fresh = Learned.objects.select_for_update().get_or_create(
        player=by, lesson=lesson, defaults={"step": step, "at": now}
    )
    if not fresh and row.step < step:
        row.step, row.at = step, now
        row.save(update_fields=["step", "at"])
