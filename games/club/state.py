"""The state of the club, folded from its events."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import datetime

from games.club.backups import BackupMade, BackupPassphraseMade, Backups
from games.club.events import (
    AlarmAnswered,
    AlarmRaised,
    ClubEvent,
    ClubSettingsSet,
    HouseRulesSet,
    RuleSetOffered,
    RuleSetSaved,
    RuleSetWithdrawn,
    SanctionTableSet,
)
from games.club.house_rules import HouseRules
from games.club.limits import (
    LimitsDeclined,
    LimitsProposed,
    LimitsRipened,
    LimitsSigned,
    LimitsTakenBack,
    approval_of,
)
from games.club.settings import ClubSettings
from games.engine.disputing.approval import Approval
from games.engine.disputing.sanctions import SanctionTable
from games.engine.rules import RuleSet


@dataclass(frozen=True, slots=True)
class Alarm:
    """An alarm that is still unanswered."""

    raised: AlarmRaised
    at: datetime

    @property
    def number(self) -> int:
        """Return the alarm's number in the club."""
        return self.raised.alarm


@dataclass(frozen=True, slots=True)
class ClubState:
    """The state of the club: house rules, settings, own rule sets, and open alarms."""

    house_rules: HouseRules = field(default_factory=HouseRules)
    settings: ClubSettings = field(default_factory=ClubSettings)
    alarms: tuple[Alarm, ...] = ()
    """Those that stand, the oldest first."""
    raised: int = 0
    """How many alarms there have ever been."""
    rule_sets: tuple[RuleSet, ...] = ()
    """The club's own, in the order in which they were saved; those too that are no longer offered."""
    withdrawn: frozenset[str] = frozenset()
    """The names of those that are no longer offered."""
    sanctions: SanctionTable = field(default_factory=SanctionTable)
    """What conduct brings."""
    proposal: Approval[LimitsProposed, int] | None = None
    """Limits that an owner wants to raise, while it waits; one at a time."""
    proposals: int = 0
    """How many of these there have ever been."""
    backups: Backups = field(default_factory=Backups)

    def stands(self, kind: str, subject: str) -> bool:
        """Return whether an alarm of this kind about this subject is unanswered."""
        return any(
            alarm.raised.kind == kind and alarm.raised.subject == subject for alarm in self.alarms
        )


def evolve(state: ClubState, event: ClubEvent, at: datetime) -> ClubState:
    """Return the club's state after one more event, recorded at this time."""
    match event:
        case HouseRulesSet(rules):
            return replace(state, house_rules=rules)
        case ClubSettingsSet(settings):
            return replace(state, settings=settings)
        case SanctionTableSet(table):
            return replace(state, sanctions=table.completed())
        case AlarmRaised(number):
            return replace(state, alarms=(*state.alarms, Alarm(event, at)), raised=number)
        case AlarmAnswered(number):
            left = tuple(alarm for alarm in state.alarms if alarm.number != number)
            return replace(state, alarms=left)
        case LimitsProposed(number):
            return replace(state, proposal=approval_of(event, at), proposals=number)
        case LimitsSigned() | LimitsDeclined() | LimitsTakenBack() | LimitsRipened():
            return replace(state, proposal=None)
        case RuleSetSaved(rules):
            return replace(state, rule_sets=(*state.rule_sets, rules))
        case RuleSetWithdrawn(name):
            return replace(state, withdrawn=state.withdrawn | {name})
        case RuleSetOffered(name):
            return replace(state, withdrawn=state.withdrawn - {name})
        case BackupPassphraseMade() | BackupMade():
            return replace(state, backups=state.backups.after(event, at))
    return state
