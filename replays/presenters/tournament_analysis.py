"""Presents the progress of a tournament's analyses."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import Player
from replays.queries.analyses import Progress

SOONEST: Final = 2
SELDOM: Final = 15
MOST: Final = 60
"""Seconds between two looks of the page: the fewest, those while much is left, and the most while nothing changes."""


@dataclass(frozen=True, slots=True)
class RunPage:
    """The page of a tournament's analyses."""

    tournament: int
    name: str
    done: int
    total: int
    words: str
    """How far it is."""
    asked: str
    """Who has asked; empty where nobody has, or who it was is not known."""
    skipped: str
    """That some deals cannot be analysed; empty where all can."""
    is_running: bool
    is_lost: bool
    may_start: bool
    may_stop: bool
    start: str
    """What the button says that starts it."""
    look: int
    """Seconds until the page looks again: a hundred deals are not read out one by one."""
    most: int = MOST

    @property
    def seen(self) -> str:
        """Return a value that is different when the page shows something different."""
        return f"{self.done}-{self.total}-{self.is_running:d}{self.is_lost:d}{self.may_start:d}"


def run_page(progress: Progress, tournament_id: int, viewer: Player, *, now: datetime) -> RunPage:
    """Return the page with the progress, and with what this viewer can do."""
    run = progress.run
    running = run is not None and run.is_running
    lost = run is not None and run.is_lost(now)
    left = progress.total - progress.done
    directs = viewer.runs_the_club
    skipped = 0 if run is None else len(run.skipped)
    return RunPage(
        tournament=tournament_id,
        name=progress.name,
        done=progress.done,
        total=progress.total,
        words=_words(progress),
        asked=_("Asked for by %(who)s.") % {"who": run.asked_by} if run and run.asked_by else "",
        skipped=ngettext(
            "%(number)d deal cannot be analysed: its record cannot be read.",
            "%(number)d deals cannot be analysed: their records cannot be read.",
            skipped,
        )
        % {"number": skipped}
        if skipped
        else "",
        is_running=running,
        is_lost=lost,
        may_start=directs and left > 0 and (not running or lost),
        may_stop=directs and running,
        start=_("Continue") if run and left and progress.done else _("Analyse all deals"),
        look=max(SOONEST, min(SELDOM, left // 10)),
    )


def _words(progress: Progress) -> str:
    said = ngettext(
        "%(done)d of %(total)d deal has been analysed.",
        "%(done)d of %(total)d deals have been analysed.",
        progress.total,
    ) % {"done": progress.done, "total": progress.total}
    if progress.state == "running":
        return said + " " + _("The analysis continues, one deal at a time.")
    if progress.state == "stopped" and progress.done < progress.total:
        return said + " " + _("It was stopped.")
    return said
