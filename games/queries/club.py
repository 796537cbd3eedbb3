"""Reading the club's own stream: the rules of the house, and the alarms that wait for an owner."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from games.club.events import STREAM, HouseRulesSet
from games.club.house_rules import HouseRules
from games.club.schema import from_stored
from games.club.state import Alarm, ClubState, evolve
from games.log import Head, Recorded, read_events
from games.log.aggregates import Aggregates, head_behind


@dataclass(frozen=True, slots=True)
class LoadedClub:
    """The club as far as its stream goes."""

    state: ClubState
    head: Head


def _follow(known: LoadedClub | None, events: Sequence[Recorded]) -> LoadedClub:
    state = known.state if known else ClubState()
    for stored in events:
        event = from_stored(stored.name, stored.schema, stored.payload)
        state = evolve(state, event, stored.recorded_at)
    return LoadedClub(state, head_behind(events))


CLUB = Aggregates(_follow)
"""The club, by its one stream."""


def current_club() -> LoadedClub:
    """The club as it stands; one without events is as `ClubState()` says."""
    return CLUB.load(STREAM) or LoadedClub(ClubState(), Head(STREAM))


def house_rules() -> HouseRules:
    """The rules of the house that hold now."""
    return current_club().state.house_rules


def open_alarms() -> tuple[Alarm, ...]:
    """The alarms that no owner has answered yet, the oldest first."""
    return current_club().state.alarms


def house_rules_set() -> Iterator[tuple[datetime, int, HouseRules]]:
    """Each time that the rules of the house were set: when, by which player, and all of them from then on."""
    for stored in read_events(STREAM):
        event = from_stored(stored.name, stored.schema, stored.payload)
        if isinstance(event, HouseRulesSet):
            yield stored.recorded_at, stored.metadata["by"], event.rules
