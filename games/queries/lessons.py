"""What a member has learned in the lessons."""

from __future__ import annotations

from games.models import Learned, Player


def learned_by(player: Player) -> dict[str, int]:
    """The last step that was answered rightly, by the key of the lesson; nothing where none was begun."""
    return dict(Learned.objects.filter(player=player).values_list("lesson", "step"))
