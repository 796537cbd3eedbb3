"""Notices in one call: let the worker tell what the log says, and read what a member was told."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from django.utils import translation

from games.log.followers import catch_up
from games.models import Player
from notices.models import Notice
from notices.presenters.words import lines
from notices.projections import follower
from tests.support.deals import NOW


def tell(now: Callable[[], datetime] = lambda: NOW) -> None:
    """What `notices.tasks.follow` does, at this time."""
    while catch_up(follower(now)):
        pass


def words_for(player: Player) -> list[str]:
    """Return what a member was told in English, the oldest first, without the marks about names."""
    with translation.override("en"):
        rows = list(Notice.objects.filter(player=player).order_by("id"))
        return [line.words.replace("\u2068", "").replace("\u2069", "") for line in lines(rows)]
