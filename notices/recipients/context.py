"""Decodes an event of a deal, a call, a member or the club, with the data to find its recipients."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from games.club import calls, chips, held_chips, pots
from games.club.notices import Facts
from games.ledger.accounts import member_account
from games.ledger.commands import Owed
from games.log.store import Recorded, read_named
from games.models import DealSeat
from games.queries import seated_at, with_duty
from games.schema import deal_of
from games.schema import from_stored as deal_event


class NoticeContext:
    """A decoded event of the log, with the data to find its recipients."""

    def __init__(self, recorded: Recorded) -> None:
        """Decode the event by the schema of its stream."""
        self.recorded = recorded
        self.deal_id = deal_of(recorded.stream)
        self.member_id = chips.member_of(recorded.stream)
        self.held_for = held_chips.held_for(recorded.stream)
        self.pot_of = pots.table_of(recorded.stream)
        stored = recorded.name, recorded.schema, recorded.payload
        self.event: Any = (
            deal_event(*stored)
            if self.deal_id is not None
            else chips.from_stored(*stored)
            if self.member_id is not None
            else calls.from_stored(*stored)
            if self.call_id is not None
            else held_chips.from_stored(*stored)
            if self.held_for is not None
            else pots.from_stored(*stored)
            if self.pot_of is not None
            else None
        )

    @property
    def by(self) -> int | None:
        """Return who caused the event, None for the service."""
        by = self.recorded.metadata.get("by")
        return by if isinstance(by, int) else None

    @property
    def subject(self) -> Facts:
        """The deal that the notice links to, as a value for its words; empty if there is none."""
        deal = self.held_for if self.deal_id is None else self.deal_id
        if self.pot_of is not None:
            deal = self.event.deal
        return {} if deal is None else {"deal": deal}

    @property
    def call_id(self) -> int | None:
        """The id of the call for a referee that the event belongs to; None for other events."""
        return calls.call_of(self.recorded.stream)

    def seats(self) -> dict[int, int]:
        """Return the player ids of the deal's members by seat."""
        rows = DealSeat.objects.filter(deal=self.deal_id, player__isnull=False)
        return {seat: int(player) for seat, player in rows.values_list("number", "player")}

    def call(self) -> calls.CallMade:
        """Return the event that began the call, with the ids of those to notify.

        Older calls did not record them; for these, those who would be notified now are filled in.
        """
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
        """Return how many chips this event's transfers bring a member; negative if they take chips."""
        code, version = member_account(player), self.recorded.version
        mine = (one for one in transfers if one.event.version == version)
        return sum(one.amounts.get(code, 0) for one in mine)
