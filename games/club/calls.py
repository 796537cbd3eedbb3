"""Events of calls for the referee: the streams `call-<id>`. Pure. They hold ids, never names or cards."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from games.club.schema import Streams

WORDS: Final = 200
"""Characters that the words of a call, or of its answer, may have; of deals that the house keeps members read them."""


class CallReason(StrEnum):
    """The reason for calling a referee. The stored value is final."""

    RULE = "rule"
    CONDUCT = "conduct"
    ABSENT = "absent"
    DEVICE = "device"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class CallMade:
    """A seat (None: a director) called the referee to a table; `deal` is the deal being played there, if any."""

    table: int
    deal: int | None
    seat: int | None
    reason: str
    words: str
    player: int
    origin: str = ""
    """On whose behalf the table was opened, such as `tournament-3/1/2`."""
    seated: tuple[int, ...] | None = None
    """Who sat at the table; None in calls that are older than this note."""
    asked: tuple[int, ...] | None = None
    """Who had the duty to come and no interest there; None likewise."""


@dataclass(frozen=True, slots=True)
class CallTaken:
    """A referee accepted the call and is coming."""

    referee: int


@dataclass(frozen=True, slots=True)
class CallAnswered:
    """A referee answered, which ended the call; `section` is empty if none was named."""

    referee: int
    words: str
    section: str


@dataclass(frozen=True, slots=True)
class CallOff:
    """The call was cancelled, by its author or by a director or referee."""

    player: int


CallEvent = CallMade | CallTaken | CallAnswered | CallOff
"""Everything that happens to a call."""

NAMES: Final[dict[type[CallEvent], str]] = {
    CallMade: "call.made",
    CallTaken: "call.taken",
    CallAnswered: "call.answered",
    CallOff: "call.off",
}
"""Event classes → names on disk; a name is final, a new field needs a default."""
_CALLS: Final = Streams[CallEvent]("call", NAMES)
call_stream, call_of = _CALLS.stream, _CALLS.number_of
to_stored, from_stored = _CALLS.to_stored, _CALLS.from_stored
