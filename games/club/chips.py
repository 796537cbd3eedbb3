"""Chips, duties and warnings that a club gives members: the facts of the streams `member-<id>` and `ledger`. Pure.

Ids stand for people, never names. With these and the events of deals and tournaments, every transfer of the ledger is
called for by an event.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

import msgspec

from games.club.accounts import (
    AccountEvent,
    AccountSet,
    PasswordSet,
    SecondFactorTaken,
    TableClosed,
)
from games.club.warnings import ConductWarned, WarningEvent, WarningTakenBack
from games.club.words import CollectionRemoved, WordEvent, WordsRemoved
from games.log.store import EventData

LEDGER: Final = "ledger"
"""The one stream about the ledger itself."""
ALONE_FOR: Final = timedelta(days=1)
"""The time over which the grants of one person are added up."""
SECOND: Final = "-2"
"""The end of the key of a wish that a second person has to confirm."""


@dataclass(frozen=True, slots=True)
class MemberJoined:
    """The member's account was opened, with so many chips out of the house (0: with none)."""

    chips: int
    waits: bool = False
    """Whether the member can neither stake them nor pay a fee with them before choosing a password: the one that
    there is was chosen by who opened the account. False in events that are older than this note."""


@dataclass(frozen=True, slots=True)
class ChipsGranted:
    """A director granted chips out of the house."""

    chips: int
    reason: str
    """What the member reads in the statement; empty where none was given."""
    key: str
    """Of the wish, in hex: the end of the key of its transfer."""


@dataclass(frozen=True, slots=True)
class ChipsTakenBack:
    """A director took a grant back."""

    grant: str
    """The key of its transfer."""
    reason: str


@dataclass(frozen=True, slots=True)
class ChipsAskedFor:
    """A director asked that chips be granted, above what one person grants alone: a second one has to confirm it."""

    chips: int
    reason: str
    key: str
    """Of the wish: the `ChipsGranted` that a second person makes of it has the same."""
    members: int
    """How many members are to get so many."""
    start: bool = False
    """Whether they are the start sum of an account that was opened with none, since its author had opened many."""


@dataclass(frozen=True, slots=True)
class ChipsDeclined:
    """Somebody looked at a wish that waited for a second person, and declined it; who asked may do so too."""

    key: str


@dataclass(frozen=True, slots=True)
class DutiesSet:
    """The member has exactly these duties from now on (`is_director` …); an account that is not open uses none."""

    duties: tuple[str, ...]
    is_open: bool
    gave: tuple[str, ...]
    """Those of them that are new."""
    reason: str = ""
    """Empty in events that are older than this note."""


MemberEvent = (
    MemberJoined
    | ChipsGranted
    | ChipsTakenBack
    | ChipsAskedFor
    | ChipsDeclined
    | DutiesSet
    | WarningEvent
    | WordEvent
    | AccountEvent
)
"""Everything that happens in the stream of a member."""


@dataclass(frozen=True, slots=True)
class CarriedGrant:
    """A grant, or its return, of the time when none was an event."""

    key: str
    chips: int
    """Negative for what was taken back."""
    memo: str
    at: datetime
    by: int | None
    counters: str | None


@dataclass(frozen=True, slots=True)
class LedgerCarriedOver:
    """The transfers that were there when transfers began to name their events, sealed once and for all."""

    transfers: int
    digest: str
    """SHA-256 over all of them (`games.ledger.audit.digest_of_unnamed`), 64 hexadecimal digits."""
    grants: tuple[CarriedGrant, ...] = ()
    """Those among them that no other event calls for."""


Fact = MemberEvent | LedgerCarriedOver

SCHEMA: Final = 1
"""The schema that new events are written in."""
NAMES: Final[dict[type[Fact], str]] = {
    MemberJoined: "member.joined",
    ChipsGranted: "member.chips-granted",
    ChipsTakenBack: "member.chips-taken-back",
    ChipsAskedFor: "member.chips-asked-for",
    ChipsDeclined: "member.chips-declined",
    DutiesSet: "member.duties-set",
    ConductWarned: "member.warned",
    WarningTakenBack: "member.warning-taken-back",
    WordsRemoved: "member.words-removed",
    CollectionRemoved: "member.collection-removed",
    AccountSet: "member.account-set",
    PasswordSet: "member.password-set",
    SecondFactorTaken: "member.second-factor-taken",
    TableClosed: "member.table-closed",
    LedgerCarriedOver: "ledger.carried-over",
}
"""Event classes → names on disk; a name is final, a new field needs a default."""
_CLASSES: Final = {name: kind for kind, name in NAMES.items()}


def member_stream(player_id: int) -> str:
    """The stream of a member."""
    return f"member-{player_id}"


def member_of(stream: str) -> int | None:
    """The member that a stream belongs to, None if it is none of ours."""
    kind, _, number = stream.partition("-")
    return int(number) if kind == "member" and number.isdecimal() else None


def to_stored(event: Fact) -> EventData:
    """The event as the log stores it."""
    return EventData(NAMES[type(event)], SCHEMA, msgspec.to_builtins(event))


def from_stored(name: str, schema: int, payload: dict[str, Any]) -> Fact:
    """The event of a stored row. Raises ValueError on what no version of ours has written."""
    if schema != SCHEMA or name not in _CLASSES:
        raise ValueError(f"{name}, schema {schema}: no event about a member's chips")
    event: Fact = msgspec.convert(payload, _CLASSES[name])
    return event
