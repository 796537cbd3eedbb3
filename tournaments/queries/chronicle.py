"""Reading a tournament's log: what happened, by whom and when, and how the tournament stood before and behind it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from games.engine.events import RulingGiven
from games.log import read, read_events, read_named
from games.schema import from_stored as deal_event
from games.schema import stream_of as stream_of_deal
from tournaments.engine.events import PrizesCorrected, RoundDrawn, TournamentEvent
from tournaments.engine.state import TournamentState, evolve
from tournaments.schema import from_stored, name_of, stream_of

_EVENTS: Final = 1_000_000
"""More than a deal has events: so the deal and the place of a ruling in its stream make one number."""


@dataclass(frozen=True, slots=True)
class Happening:
    """An event of a tournament, with the tournament as it stood before; None before the first."""

    version: int
    at: datetime
    by: int | None
    """The player who did it; None of what followed by itself."""
    name: str
    """Under which the event is stored."""
    event: TournamentEvent
    before: TournamentState | None

    @property
    def after(self) -> TournamentState:
        """The tournament behind the event."""
        return evolve(self.before, self.event)


def happenings(tournament_id: int, first: int, last: int) -> list[Happening]:
    """The events of these versions, both included, as far as there are such. All before them are folded, too."""
    return [one for one in _told(tournament_id, last) if one.version >= first]


def _told(tournament_id: int, last: int) -> Iterator[Happening]:
    state: TournamentState | None = None
    for stored in read_events(stream_of(tournament_id)):
        if stored.version > last:
            return
        event = from_stored(stored.name, stored.schema, stored.payload)
        by = stored.metadata.get("by")
        yield Happening(stored.version, stored.recorded_at, by, stored.name, event, state)
        state = evolve(state, event)


def draws(tournament_id: int) -> list[tuple[int, datetime]]:
    """The version and the time of each draw, by round."""
    drawn = read_named(stream_of(tournament_id), name_of(RoundDrawn))
    return [(stored.version, stored.recorded_at) for stored in drawn]


def drawn_at(tournament_id: int) -> datetime | None:
    """When its latest round was drawn; None before the first."""
    drawn = draws(tournament_id)
    return drawn[-1][1] if drawn else None


def prize_corrections(tournament_id: int) -> list[tuple[int, datetime, PrizesCorrected]]:
    """What rulings have changed of its prizes after the closing, each with its version and time."""
    found = []
    for stored in read_named(stream_of(tournament_id), name_of(PrizesCorrected)):
        event = from_stored(stored.name, stored.schema, stored.payload)
        assert isinstance(event, PrizesCorrected)
        found.append((stored.version, stored.recorded_at, event))
    return found


@dataclass(frozen=True, slots=True)
class RulingSource:
    """Where a ruling that a tournament has counted stands: its deal, and the section of the rulebook that it cites."""

    deal_id: int
    section: str
    """Empty where the event takes a ruling back."""


def ruling_id(deal_id: int, version: int) -> int:
    """The id under which a tournament knows a ruling: its deal and its place in the deal's stream, together."""
    return deal_id * _EVENTS + version


def ruling_source(ruling: int) -> RulingSource | None:
    """The ruling of this id, None where the log holds no such event."""
    deal_id, version = divmod(ruling, _EVENTS)
    found = read(stream_of_deal(deal_id), version - 1)[:1] if deal_id and version else []
    if not found:
        return None
    event = deal_event(found[0].name, found[0].schema, found[0].payload)
    return RulingSource(deal_id, event.section if isinstance(event, RulingGiven) else "")
