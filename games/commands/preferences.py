"""Keeping what a member prefers to see, hear and hold."""

from __future__ import annotations

from collections.abc import Mapping

from games.common.preferences import Preferences, read, with_choices
from games.errors import Refused
from games.models import Player


def choose(before: Preferences, asked: Mapping[str, str]) -> Preferences:
    """The preferences with what is asked for. Raises Refused("preferences.unknown") where a value cannot be chosen."""
    chosen, wrong = with_choices(before, asked)
    if wrong:
        raise Refused("preferences.unknown")
    return chosen


def set_preferences(*, by: Player, asked: Mapping[str, str]) -> Preferences:
    """Keep what a member chooses; what is not asked for stays. Raises Refused("preferences.unknown")."""
    chosen = choose(read(by.preferences), asked)
    Player.objects.filter(pk=by.pk).update(preferences=chosen.chosen)
    by.preferences = chosen.chosen
    return chosen
