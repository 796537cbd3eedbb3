"""Events about warnings of members at club tables outside tournaments: in the streams `member-<id>`. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

EVENING: Final = timedelta(hours=12)
"""How far back a warning is of the same evening."""


@dataclass(frozen=True, slots=True)
class ConductWarned:
    """A referee warned the member.

    `number` counts all warnings of the member. `time` counts the member's warnings of this kind in the same evening.
    Both begin at 1.
    """

    number: int
    kind: str
    section: str
    words: str
    time: int
    reason: str
    table: int
    call: int | None
    key: str
    """Of the press, so that a second one warns nobody again."""


@dataclass(frozen=True, slots=True)
class WarningTakenBack:
    """The warning with this number was withdrawn and no longer counts."""

    number: int
    kind: str
    reason: str


WarningEvent = ConductWarned | WarningTakenBack


def standing(
    events: Iterable[tuple[datetime, WarningEvent]],
) -> list[tuple[datetime, ConductWarned]]:
    """Return the warnings that were not withdrawn, in order, each after the time at which it was given."""
    told = list(events)
    back = {event.number for _at, event in told if isinstance(event, WarningTakenBack)}
    return [
        (at, event)
        for at, event in told
        if isinstance(event, ConductWarned) and event.number not in back
    ]


def time_of(warned: Sequence[tuple[datetime, ConductWarned]], *, kind: str, now: datetime) -> int:
    """Return which warning of this kind in this evening another one would be: 1 for the first, and so on."""
    return 1 + sum(one.kind == kind and now - at < EVENING for at, one in warned)
