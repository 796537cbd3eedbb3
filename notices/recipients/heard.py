"""An event of the log as notices hear it: decoded, with what tells whom it concerns."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from games.club import calls, chips, held_chips
from games.ledger.accounts import member_account
from games.ledger.commands import Owed
from games.log.store import Recorded, read_named
from games.models import DealSeat
from games.queries import seated_at, with_duty
from games.schema import deal_of
from games.schema import from_stored as deal_event
from tournaments import schema as tournament_schema
from tournaments.engine.entry_events import SeatGiven
from tournaments.engine.evolve import fold
from tournaments.engine.participants import is_bot
from tournaments.engine.round_state import Span
from tournaments.engine.seats import with_substitute

Facts = dict[str, Any]


class Told(NamedTuple):
    """A member who is told, and what the words need."""

    player: int
    facts: Facts = {}


class Heard:
    """An event of the log, decoded, with what tells whom it concerns."""

    def __init__(self, recorded: Recorded) -> None:
        """The event is read at once, by the schema of its stream."""
        self.recorded = recorded
        self.deal_id = deal_of(recorded.stream)
        self.tournament_id = tournament_schema.tournament_of(recorded.stream)
        self.member_id = chips.member_of(recorded.stream)
        self.held_for = held_chips.held_for(recorded.stream)
        stored = recorded.name, recorded.schema, recorded.payload
        self.event: Any = (
            deal_event(*stored)
            if self.deal_id is not None
            else tournament_schema.from_stored(*stored)
            if self.tournament_id is not None
            else chips.from_stored(*stored)
            if self.member_id is not None
            else calls.from_stored(*stored)
            if self.call_id is not None
            else held_chips.from_stored(*stored)
            if self.held_for is not None
            else None
        )

    @property
    def by(self) -> int | None:
        """Who did it, None for the service."""
        by = self.recorded.metadata.get("by")
        return by if isinstance(by, int) else None

    @property
    def subject(self) -> Facts:
        """What the notice leads to."""
        deal = self.held_for if self.deal_id is None else self.deal_id
        if deal is not None:
            return {"deal": deal}
        return {} if self.tournament_id is None else {"tournament": self.tournament_id}

    @property
    def call_id(self) -> int | None:
        """The call of the referee that it is about."""
        return calls.call_of(self.recorded.stream)

    def seats(self) -> dict[int, int]:
        """The members at the seats of a deal, by seat."""
        rows = DealSeat.objects.filter(deal=self.deal_id, player__isnull=False)
        return {seat: int(player) for seat, player in rows.values_list("number", "player")}

    def fee(self) -> int:
        """The entry fee that a member paid in the tournament by then; 0 where the club paid it."""
        stream, last = self.recorded.stream, self.recorded.version
        terms = (
            tournament_schema.from_stored(row.name, row.schema, row.payload)
            for name in ("tournament.created", "tournament.setting-corrected")
            for row in read_named(stream, name)
            if row.version <= last
        )
        options = fold(terms).options
        return 0 if options.club_pays else options.entry_fee

    def substitutes(self) -> Mapping[int, int | None]:
        """Who had the seats of which members for the rest of the tournament by then, None the careful bot."""
        found: Mapping[int, int | None] = {}
        for row in read_named(self.recorded.stream, "tournament.seat-given"):
            event = tournament_schema.from_stored(row.name, row.schema, row.payload)
            assert isinstance(event, SeatGiven)
            if row.version <= self.recorded.version and event.span is Span.REST:
                found = found if is_bot(event.owner) else with_substitute(found, event)
        return found

    def call(self) -> calls.CallMade:
        """How the call began that it is about, with whom that concerned; of older calls, whom it would concern now."""
        (made,) = read_named(self.recorded.stream, calls.NAMES[calls.CallMade])
        event = calls.from_stored(made.name, made.schema, made.payload)
        assert isinstance(event, calls.CallMade)
        if event.seated is None or event.asked is None:
            seated = seated_at(event.table)
            but = {*seated, event.player}
            asked = tuple(one.pk for one in with_duty() if one.pk not in but)
            event = replace(event, seated=tuple(seated), asked=asked)
        return event

    def chips_of(self, player: int, transfers: Iterable[Owed]) -> int:
        """What the transfers that this event calls for bring a member."""
        code, version = member_account(player), self.recorded.version
        mine = (one for one in transfers if one.event.version == version)
        return sum(one.amounts.get(code, 0) for one in mine)
