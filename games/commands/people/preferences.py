"""Members' preferences and their progress in the lessons: small data outside the log."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from django.db import transaction

from games.common.preferences import Preferences, read, with_choices
from games.errors import Refused
from games.models import Learned, Player


def choose(before: Preferences, asked: Mapping[str, str]) -> Preferences:
    """Return the preferences with the requested changes. Raises Refused("preferences.unknown") for an invalid value."""
    chosen, wrong = with_choices(before, asked)
    if wrong:
        raise Refused("preferences.unknown")
    return chosen


def set_preferences(*, by: Player, asked: Mapping[str, str]) -> Preferences:
    """Save some of a member's preferences; the others stay. Raises Refused("preferences.unknown")."""
    chosen = choose(read(by.preferences), asked)
    Player.objects.filter(pk=by.pk).update(preferences=chosen.chosen)
    by.preferences = chosen.chosen
    return chosen


@transaction.atomic
def note_learned(*, by: Player, lesson: str, step: int, now: datetime) -> None:
    """Save that a member has answered this step correctly; an earlier step changes nothing."""
    row, fresh = Learned.objects.select_for_update().get_or_create(
        player=by, lesson=lesson, defaults={"step": step, "at": now}
    )
    if not fresh and row.step < step:
        row.step, row.at = step, now
        row.save(update_fields=["step", "at"])


def hide_rating(*, by: Player, hidden: bool) -> None:
    """Hide a member's ratings from everyone else, or show them to all members again.

    Raises Refused("guest.member-only").
    """
    if by.is_guest:
        raise Refused("guest.member-only")
    Player.objects.filter(pk=by.pk).update(hides_rating=hidden)
    by.hides_rating = hidden
