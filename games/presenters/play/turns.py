"""Builds the notices, shown on every page, that it is the reader's turn at some table."""

from __future__ import annotations

import hashlib
from datetime import datetime
from typing import NamedTuple

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.models import Player
from games.queries.play.turns import own_turns


class TurnNotice(NamedTuple):
    """A notice that it is the viewer's turn at a table."""

    table_id: int
    words: str
    key: str
    """Another one for each turn, so that each is told once."""
    since: datetime
    """When it began to wait, as everybody at the table may know."""


class TurnNotices(NamedTuple):
    """All tables at which it is the viewer's turn, except the table that the page shows."""

    notices: tuple[TurnNotice, ...]
    etag: str
    """Changes when another deal waits, or waits anew; empty where none does."""


def turn_notices(viewer: Player | None, *, here: int | None = None) -> TurnNotices:
    """Return the viewer's notices, without one for the table `here`, which the page shows already."""
    turns = [] if viewer is None else own_turns(viewer)
    others = [turn for turn in turns if turn.table.pk != here]
    notices = tuple(
        TurnNotice(
            turn.table.pk,
            (
                _("%(table)s is waiting for you to get ready.")
                if turn.prepared
                else _("It is your turn at %(table)s.")
            )
            % {"table": turn.table.shown_name},
            f"{turn.deal.pk}"
            if turn.prepared
            else f"{turn.deal.pk}-{turn.deal.changed_at.timestamp()}",
            turn.since,
        )
        for turn in others
    )
    facts = repr((get_language(), notices))
    return TurnNotices(notices, hashlib.sha256(facts.encode()).hexdigest()[:12] if notices else "")
