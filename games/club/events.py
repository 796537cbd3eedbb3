"""What happens to the club, in the past tense: the facts of the stream `club`. Ids stand for people, never names."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from games.club.house_rules import HouseRules

STREAM: Final = "club"
"""The one stream of the club."""

Facts = dict[str, int | str]


class AlarmKind(StrEnum):
    """What an owner has to look at. The value is stored and final."""

    COMMITMENT_BROKEN = "commitment-broken"
    """The secret or a seed of a deal is not what the deal was bound to."""
    SECOND_FACTOR_RESET = "second-factor-reset"


SERIOUS: Final[frozenset[str]] = frozenset()
"""The kinds that `/readyz` fails on while one stands."""


@dataclass(frozen=True, slots=True)
class AlarmRaised:
    """Alarm number `alarm` (1, 2 …): something of this kind was found. It stands until an owner answers it."""

    alarm: int
    kind: str
    subject: str = ""
    """What it is about, such as a stream; no second alarm of a kind and subject while one stands."""
    facts: Facts = field(default_factory=dict)
    """Figures and ids for the sentence; never a card, a seed or a name."""


@dataclass(frozen=True, slots=True)
class AlarmAnswered:
    """An owner has looked at the alarm, and says what was done about it."""

    alarm: int
    reason: str


@dataclass(frozen=True, slots=True)
class ClockStepped:
    """The system's clock was set: it moved by `seconds` (negative: back) against the time that really passed."""

    seconds: int


@dataclass(frozen=True, slots=True)
class HouseRulesSet:
    """An owner set the rules of the house; all of them, as they hold from now on."""

    rules: HouseRules


ClubEvent = AlarmRaised | AlarmAnswered | ClockStepped | HouseRulesSet
"""Everything that can happen to the club."""

NAMES: Final[dict[type[ClubEvent], str]] = {
    AlarmRaised: "club.alarm-raised",
    AlarmAnswered: "club.alarm-answered",
    ClockStepped: "club.clock-stepped",
    HouseRulesSet: "club.house-rules-set",
}
"""Event classes → names on disk; a name is final."""
