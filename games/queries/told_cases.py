"""Disputed discards that were told and not dealt: of tables with real cards, by whoever lets them be played.

The casebook and the referee's queue ask this, so that who keeps cases and who plays with real cards need not know each
other.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.conf import settings
from django.utils.module_loading import import_string


@dataclass(frozen=True, slots=True)
class ToldCase:
    """A disputed discard of a deal with real cards."""

    number: int
    """The place in the log of the event that filed it: a number that no case of a screen has."""
    deal_id: int
    address: str
    """Of the dispute, where photographs are shown to who may see them."""
    seat: int
    card: str
    penalty: bool
    """Whether there was a penalty as the engine judged."""
    alike: str
    """The key of likeness; empty of a discard to which none is alike."""
    position: dict[str, Any]
    """As `likeness.Faced.to_plain`."""
    said: tuple[tuple[int | None, int | None, str], ...]
    """Who has objected and why: seat, player, words."""
    filed_at: datetime
    outcome: str
    """An `Outcome` beside what the engine judged; empty while nobody has ruled."""
    section: str
    reason: str
    referee_id: int | None
    ruled_at: datetime | None
    on_appeal: bool
    """Whether an appeal was filed."""
    final: bool
    """Whether nobody can appeal it any more."""


@dataclass(frozen=True, slots=True)
class ToldWaiting:
    """One of them that waits for a ruling, as the referee's queue shows it."""

    deal_id: int
    desk: str
    """The address of its page for referees."""
    objecting: tuple[int | None, ...]
    """The seats that object, in order; None is a director or referee."""
    discarder: int
    filed_at: datetime
    until: datetime | None
    """Until when others join it; None of an appeal, which nobody joins, and where nothing sets an end."""
    appealed: bool
    proposed: bool
    """Whether a ruling waits for a second referee's signature."""
    stake: int
    """What the choice of an outcome moves at most from or to one seat, in points."""
    rule_by: datetime | None = None
    """By when a referee is to rule; None where nothing says when."""


def told_cases(now: datetime) -> list[ToldCase]:
    """Every such case, the oldest first; `settings.TUSAC_TOLD_CASES` names who knows them."""
    found = [one for name in settings.TUSAC_TOLD_CASES for one in import_string(name)(now)]
    return sorted(found, key=lambda one: one.number)


def told_waiting(now: datetime) -> list[ToldWaiting]:
    """What waits for a ruling, the oldest first; `settings.TUSAC_TOLD_WAITING` names who knows it."""
    found = [one for name in settings.TUSAC_TOLD_WAITING for one in import_string(name)(now)]
    return sorted(found, key=lambda one: one.filed_at)
