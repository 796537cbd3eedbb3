"""Collects the acts of the staff (grants, rulings, removals, settings, pauses) from the log into rows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, Final, NamedTuple

from django.conf import settings
from django.utils.module_loading import import_string

from games.log import Recorded
from games.log.followers import Follower, catch_up
from games.models import StaffAct

NAME: Final = "staff-acts"
"""The name of the follower's position; final."""


class ActKind(NamedTuple):
    """Describes how events of one name are shown as acts of the staff."""

    words: str
    """What somebody did, who stands in front; `%(…)s` are facts of the row."""
    fields: tuple[str, ...] = ()
    """What the row keeps of the event, none of it a card."""
    only: Callable[[dict[str, Any]], bool] | None = None
    """Which of these events are acts of the staff, by their payload; all of them where it is None."""


@cache
def kinds() -> Mapping[str, ActKind]:
    """Return how each kind of event that is an act of the staff is shown, by stored name, for all apps."""
    found: dict[str, ActKind] = {}
    for table in settings.TUSAC_ACTS:
        found |= import_string(table)
    return found


def follower() -> Follower:
    """Return the follower of the log that writes a row for each act of the staff."""
    return Follower(NAME, _handle, _reset)


def gather() -> None:
    """Add rows for the staff's acts since the last run."""
    while catch_up(follower()):
        pass


def _reset() -> None:
    StaffAct.objects.all().delete()


def _handle(events: list[Recorded]) -> None:
    rows = [act for event in events if (act := _act(event)) is not None]
    StaffAct.objects.bulk_create(rows, ignore_conflicts=True)


def _act(event: Recorded) -> StaffAct | None:
    by, kind = event.metadata.get("by"), kinds().get(event.name)
    if kind is None or not isinstance(by, int) or event.payload.get("player") == by:
        return None  # the service's, or what members do of themselves
    if kind.only is not None and not kind.only(event.payload):
        return None
    return StaffAct(
        stream=event.stream,
        version=event.version,
        name=event.name,
        by=by,
        at=event.recorded_at,
        facts={field: event.payload[field] for field in kind.fields if field in event.payload},
    )
