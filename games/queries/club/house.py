"""Queries on the club's own stream: house rules, settings, rule sets, and alarms that wait for an owner."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, tzinfo
from zoneinfo import ZoneInfo

import msgspec
from django.conf import settings as site
from django.utils import timezone

from games.club.backups import BackupPassphraseMade
from games.club.events import (
    NAMES,
    STREAM,
    AlarmAnswered,
    AlarmRaised,
    ClubEvent,
    HouseRulesSet,
    RuleSetSaved,
    SanctionTableSet,
    SealAccepted,
    from_stored,
)
from games.club.house_rules import HouseRules
from games.club.settings import ClubSettings
from games.club.state import Alarm, ClubState, evolve
from games.club.vouching import vouched
from games.engine.disputing.sanctions import SanctionTable
from games.engine.rules import PRESETS, RuleSet
from games.log import UNREADABLE, Head, Recorded, read, read_past_damage
from games.log.aggregates import Aggregates, head_behind
from games.log.integrity import tree
from games.log.integrity.keys import NoKey, log_key
from games.log.integrity.memory import NotedAlarm, noted_alarms
from games.log.integrity.notes import VerifierKey

_log = logging.getLogger(__name__)

_OWNERS = (AlarmAnswered, BackupPassphraseMade)
"""Acts that count only as an owner's, with the log key's signature."""


@dataclass(frozen=True, slots=True)
class LoadedClub:
    """The state of the club, folded from its whole stream."""

    state: ClubState
    head: Head


def _follow(known: LoadedClub | None, events: Sequence[Recorded]) -> LoadedClub:
    state = known.state if known else ClubState()
    for stored in events:
        event = _known(stored)
        if event is None:
            continue
        if isinstance(event, _OWNERS) and not _by_an_owner(stored):
            continue  # anybody may have put it in; verify_log names it
        state = evolve(state, event, stored.recorded_at)
    return LoadedClub(state, head_behind(events))


def _known(stored: Recorded) -> ClubEvent | None:
    """Return an event's content, or None if it can't be read. The club goes on, and verify_log reports it."""
    try:
        return from_stored(stored.name, stored.schema, stored.payload)
    except UNREADABLE as error:
        # The name is somebody's text, the kind of error none.
        _log.error("%s, version %s, is left out: %s", STREAM, stored.version, type(error).__name__)
        return None


def _said(kind: type[ClubEvent]) -> Iterator[tuple[Recorded, ClubEvent]]:
    """Yield the club's readable events of one kind, oldest first."""
    for stored in read_past_damage(STREAM):
        if stored.name == NAMES[kind] and (event := _known(stored)) is not None:
            yield stored, event


def _author(stored: Recorded) -> int:
    """Return the id of the player who caused this event; 0, which is nobody, if the event doesn't say."""
    by = stored.metadata.get("by")
    return by if isinstance(by, int) else 0


def _by_an_owner(answer: Recorded) -> bool:
    """Return whether an owner really gave this answer to an alarm.

    The log's key must have signed it, or a checkpoint must cover it, which means that it was checked before. Without
    a key, any answer with an author counts.
    """
    if answer.metadata.get("by") is None:
        return False
    try:
        if vouched(answer, log_key().verifier):
            return True
    except NoKey:
        return True  # who has no key cannot tell
    return answer.version <= tree.sealed_ends([STREAM]).get(STREAM, 0)


CLUB = Aggregates(_follow, read_past_damage)
"""The club, by its one stream."""


def current_club() -> LoadedClub:
    """Return the present state of the club; `ClubState()` if it has no events."""
    return CLUB.load(STREAM) or LoadedClub(ClubState(), Head(STREAM))


def house_rules() -> HouseRules:
    """Return the current house rules."""
    return current_club().state.house_rules


def club_settings() -> ClubSettings:
    """Return the club's current settings."""
    return current_club().state.settings


def shown_settings() -> ClubSettings:
    """Return the club's settings for display, cached: changes by another process appear some seconds later."""
    club = CLUB.glance(STREAM, within=site.TUSAC_SETTINGS_SEEN)
    return club.state.settings if club else ClubSettings()


def own_unit() -> str:
    """Return the name of the unit the club plays for; empty if it plays for chips."""
    return shown_settings().unit


def clock_of(held: ClubSettings) -> tzinfo:
    """Return the time zone of a club with these settings; a zone set in the environment takes precedence."""
    if held.time_zone and not site.TUSAC_TIME_ZONE_IS_FIXED:
        return ZoneInfo(held.time_zone)
    return timezone.get_default_timezone()


def sanction_table() -> SanctionTable:
    """Return the club's current table of sanctions."""
    return current_club().state.sanctions


def sanction_tables_set() -> Iterator[tuple[datetime, int, SanctionTable]]:
    """Yield each change of the table of sanctions: its time, its author, and the whole new table."""
    for stored, event in _said(SanctionTableSet):
        if isinstance(event, SanctionTableSet):
            yield stored.recorded_at, _author(stored), event.table


def offered_rules() -> dict[str, RuleSet]:
    """Return the rule sets offered for new tables, by name (§11.1).

    The club's usual rule set comes first, then other presets, then the club's own.
    """
    club = current_club().state
    own = (rules for rules in club.rule_sets if rules.key not in club.withdrawn)
    offered = PRESETS | {rules.key: rules for rules in own}
    first = {key: offered[key] for key in (club.settings.rules,) if key in offered}
    return first | offered


def rules_named(key: str) -> RuleSet:
    """Return the rule set of this name, even if it is no longer offered. Raises KeyError for an unknown name."""
    return known_rules()[key]


def known_rules() -> dict[str, RuleSet]:
    """Return every rule set that ever existed, by name: the presets and the club's own, including withdrawn ones."""
    return PRESETS | {rules.key: rules for rules in current_club().state.rule_sets}


def open_alarms() -> tuple[Alarm, ...]:
    """Return the alarms that no owner has answered yet, the oldest first."""
    return current_club().state.alarms


def house_rules_set() -> Iterator[tuple[datetime, int, HouseRules]]:
    """Yield each change of the house rules: its time, its author, and all rules after it."""
    for stored, event in _said(HouseRulesSet):
        if isinstance(event, HouseRulesSet):
            yield stored.recorded_at, _author(stored), event.rules


def rule_sets_saved() -> Iterator[tuple[datetime, int, RuleSet]]:
    """Yield each rule set of the club's own, oldest first: when it was saved, by which player, and its content."""
    for stored, event in _said(RuleSetSaved):
        if isinstance(event, RuleSetSaved):
            yield stored.recorded_at, _author(stored), event.rules


@dataclass(frozen=True, slots=True)
class Acceptance:
    """An owner's acceptance of a log that no longer matches its signature."""

    version: int
    """Of its event in the stream `club`."""
    at: datetime
    by: int | None
    event: SealAccepted
    vouched: bool
    """Whether the log's key has signed it. Only then does it count."""


def acceptances(key: VerifierKey | None) -> list[Acceptance]:
    """Return all of the owners' acceptances, including forged ones, which are not `vouched`.

    Without a `key` forgeries can't be recognised: every complete acceptance with an author is `vouched`.
    """
    found: list[Acceptance] = []
    try:
        told = [one for one in read(STREAM) if one.name == NAMES[SealAccepted]]
    except (msgspec.MsgspecError, ValueError):
        return found  # no event of a stream counts that cannot be read, and the log is not sealed
    for stored in told:
        try:
            event = from_stored(stored.name, stored.schema, stored.payload)
        except (msgspec.MsgspecError, ValueError):
            continue
        assert isinstance(event, SealAccepted)
        by = stored.metadata.get("by")
        whole = bool(by and event.reason.strip() and len(event.ends) == len(event.streams))
        holds = whole and (key is None or vouched(stored, key))
        found.append(Acceptance(stored.version, stored.recorded_at, by, event, holds))
    return found


def lost_alarms(key: VerifierKey | None) -> list[NotedAlarm]:
    """Return the alarms that this machine has raised but that are missing in the club's stream. Raises OSError.

    Alarms older than an owner's acceptance of that stream are left out.
    """
    noted = noted_alarms(key) if key else []
    if not noted:
        return []
    raised = {
        (event.alarm, event.kind, stored.recorded_at)
        for stored, event in _said(AlarmRaised)
        if isinstance(event, AlarmRaised)
    }
    lost = [alarm for alarm in noted if alarm not in raised]
    if not lost:
        return []
    accepted = [one.at for one in acceptances(key) if one.vouched and STREAM in one.event.streams]
    return [alarm for alarm in lost if all(at < alarm.at for at in accepted)]


def accepted_ends(key: VerifierKey | None) -> dict[str, int]:
    """Return the latest version that owners have accepted of each stream."""
    ends: dict[str, int] = {}
    for one in acceptances(key):
        if one.vouched:
            for stream, (version, _head) in zip(one.event.streams, one.event.ends, strict=True):
                ends[stream] = max(version, ends.get(stream, 0))
    return ends
