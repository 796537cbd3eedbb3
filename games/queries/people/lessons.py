"""Queries for a member's progress in the lessons."""

from __future__ import annotations

from games.lessons import LESSONS
from games.models import Learned, Player


def learned_by(player: Player) -> dict[str, int]:
    """Return the last step that the member answered correctly, by the key of each lesson begun."""
    return dict(Learned.objects.filter(player=player).values_list("lesson", "step"))


def has_finished_a_lesson(player: Player) -> bool:
    """Return whether a member has answered every step of a lesson."""
    learned = learned_by(player)
    return any(learned.get(key, 0) >= len(lesson.steps) for key, lesson in LESSONS.items())
