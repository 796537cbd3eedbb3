"""Events of the club, in the past tense: the stream `club`. They hold ids, never names."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final

from games.club.backups import BackupEvent, BackupMade, BackupPassphraseMade
from games.club.house_rules import HouseRules
from games.club.limits import (
    LimitEvent,
    LimitsDeclined,
    LimitsProposed,
    LimitsRipened,
    LimitsSigned,
    LimitsTakenBack,
)
from games.club.schema import Streams
from games.club.settings import ClubSettings
from games.engine.disputing.sanctions import SanctionTable
from games.engine.recording.stored_rules import modern
from games.engine.rules import RuleSet

STREAM: Final = "club"
"""The one stream of the club."""

Facts = dict[str, int | str]


class AlarmKind(StrEnum):
    """The kinds of alarms for owners. The stored value is final."""

    COMMITMENT_BROKEN = "commitment-broken"
    """The secret or a seed of a deal is not what the deal was bound to."""
    SECOND_FACTOR_RESET = "second-factor-reset"
    SECOND_FACTOR_ENROLLED = "second-factor-enrolled"
    """Somebody with a duty has set up a second factor, with the password alone."""
    PASSWORD_SET = "password-set"  # noqa: S105 - a kind of alarm
    """Somebody else has set a member's password."""
    CLOCK_STEPPED = "clock-stepped"
    CODES_GUESSED = "codes-guessed"
    """So many wrong codes of tables were tried that somebody seems to be guessing."""

    SEAL_REFUSED = "log.seal-refused"
    """The log is not what was signed, so nothing new is signed."""
    LOG_BROKEN = "log.broken"
    """A night's verification has found something."""
    SEAL_BEGUN_ANEW = "log.begun-anew"
    """The tree was begun although the club is older: after an update, or somebody has wiped the one before."""


SERIOUS: Final[frozenset[str]] = frozenset(
    {
        AlarmKind.COMMITMENT_BROKEN,
        AlarmKind.SEAL_REFUSED,
        AlarmKind.LOG_BROKEN,
        AlarmKind.SEAL_BEGUN_ANEW,
    }
)
"""The kinds that `/readyz` fails on while one stands."""


@dataclass(frozen=True, slots=True)
class AlarmRaised:
    """Alarm number `alarm` (1, 2 …) of this kind was raised; it stays open until an owner answers it."""

    alarm: int
    kind: str
    subject: str = ""
    """What it is about, such as a stream; no second alarm of a kind and subject while one stands."""
    facts: Facts = field(default_factory=dict)
    """Figures and ids for the sentence; never a card, a seed or a name."""


@dataclass(frozen=True, slots=True)
class AlarmAnswered:
    """An owner answered the alarm, and said what was done about it."""

    alarm: int
    reason: str


@dataclass(frozen=True, slots=True)
class ClockStepped:
    """The system's clock was set: it moved by `seconds` (negative: back) relative to real time."""

    seconds: int


@dataclass(frozen=True, slots=True)
class HouseRulesSet:
    """An owner set the house rules; the event has all of them as they are from now on."""

    rules: HouseRules


@dataclass(frozen=True, slots=True)
class ClubSettingsSet:
    """An owner set the club's settings; the event has all of them. The first owner sets them when founding the club."""

    settings: ClubSettings


@dataclass(frozen=True, slots=True)
class RuleSetSaved:
    """An owner saved one of the club's own rule sets (§11.1). Its name always means these options."""

    rules: RuleSet


@dataclass(frozen=True, slots=True)
class RuleSetWithdrawn:
    """An owner stopped offering this rule set; games played by it go on."""

    name: str


@dataclass(frozen=True, slots=True)
class RuleSetOffered:
    """An owner offered a withdrawn rule set again."""

    name: str


@dataclass(frozen=True, slots=True)
class SanctionTableSet:
    """An owner set the table of sanctions; the event has the whole table as it is from now on."""

    table: SanctionTable


@dataclass(frozen=True, slots=True)
class SealAccepted:
    """An owner explained why these streams differ from what was signed; the log then signs them as they are."""

    reason: str
    streams: tuple[str, ...]
    """The streams; an empty name stands for a log that another key has signed before."""
    size: int
    """How many leaves the tree had: those of these streams count no more."""
    ends: tuple[tuple[int, str], ...] = ()
    """Of each of the streams: its last version as it was accepted, and that event's hash in hex."""


ClubEvent = (
    SealAccepted
    | AlarmRaised
    | AlarmAnswered
    | ClockStepped
    | HouseRulesSet
    | ClubSettingsSet
    | RuleSetSaved
    | RuleSetWithdrawn
    | RuleSetOffered
    | SanctionTableSet
    | LimitEvent
    | BackupEvent
)
"""Everything that can happen to the club."""

NAMES: Final[dict[type[ClubEvent], str]] = {
    AlarmRaised: "club.alarm-raised",
    AlarmAnswered: "club.alarm-answered",
    ClockStepped: "club.clock-stepped",
    HouseRulesSet: "club.house-rules-set",
    ClubSettingsSet: "club.settings-set",
    RuleSetSaved: "club.rule-set-saved",
    RuleSetWithdrawn: "club.rule-set-withdrawn",
    RuleSetOffered: "club.rule-set-offered",
    SanctionTableSet: "club.sanction-table-set",
    LimitsProposed: "club.limits-proposed",
    LimitsSigned: "club.limits-signed",
    LimitsDeclined: "club.limits-declined",
    LimitsTakenBack: "club.limits-taken-back",
    LimitsRipened: "club.limits-ripened",
    SealAccepted: "club.seal-accepted",
    BackupPassphraseMade: "club.backup-passphrase-made",
    BackupMade: "club.backup-made",
}
"""Event classes → names on disk; a name is final."""

_CLUB: Final = Streams[ClubEvent](STREAM, NAMES)
to_stored = _CLUB.to_stored


def from_stored(name: str, schema: int, payload: dict[str, Any]) -> ClubEvent:
    """Return the event of a stored row. Raises ValueError for a row that no version of ours has written."""
    if name == NAMES[RuleSetSaved] and isinstance(rules := payload.get("rules"), dict):
        payload = {**payload, "rules": modern(rules)}
    return _CLUB.from_stored(name, schema, payload)
