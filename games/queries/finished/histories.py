"""Reads a deal's stream: its events, the state folded from them, and its record, also as a line of a file.

Nothing here is filtered by `sight` yet.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, TypeAlias

from games.engine.attendance import attend
from games.engine.events import DealCommitted, Event, Gone
from games.engine.evolve import evolve, fold
from games.engine.recording.people import LONGEST_NAME, Mask, line_of_people
from games.engine.recording.records import DealRecord, to_line
from games.engine.state import DealState
from games.errors import Refused
from games.log import Head, Recorded, Replayed, read_events, read_facts
from games.log.aggregates import Aggregates, head_behind
from games.models import Deal, DealSeat
from games.queries.play.participants import names_of
from games.schema import from_stored, from_text, stream_of

People: TypeAlias = Literal["numbers", "named", "masked"]
"""How people stand in a file: by the club's numbers alone, with a first line of their names, or by other numbers."""


@dataclass(frozen=True, slots=True)
class Row:
    """An event of a deal with its position in the stream, not filtered for any viewer."""

    version: int
    at: datetime
    event: Event
    by: int | None
    """The player who asked for it, None for the service."""
    chips_per_point: int | None = None
    """What the deal is played for; the first event says it, but in deals from before it did."""
    imported: bool = False
    """It came with a record: its people are those of another club, whatever their numbers are here."""


def history(deal_id: int) -> list[Row]:
    """Return all events of a deal, in order; empty if there is no such deal."""
    return [_row(stored) for stored in read_events(stream_of(deal_id))]


def _row(stored: Recorded | Replayed) -> Row:
    return Row(
        stored.version,
        stored.recorded_at,
        from_stored(stored.name, stored.schema, stored.payload),
        stored.metadata.get("by"),
        stored.metadata.get("chips_per_point"),
        "imported" in stored.metadata,
    )


def load_state(deal_id: int) -> DealState:
    """Return the state of a deal, folded from its whole stream. Moves use `current`, which reads only new events."""
    return fold([from_text(*fact) for fact in read_facts(stream_of(deal_id))])


def gone_to_the_end(rows: Sequence[Row], seated: Mapping[int, int]) -> frozenset[tuple[int, int]]:
    """Return pairs of seat and player id: the players who were absent when the deal ended and have done nothing
    since.

    During a deal an answer to a claim doesn't count as a return, since that would reveal the claim (§6.10). After the
    deal an answer or a dispute shows that the player is there.
    """
    since: dict[int, int] = {}
    acted: dict[int, int] = {}
    for row in rows:
        if isinstance(row.event, Gone):
            since[row.event.seat] = row.version
        if row.by is not None:
            acted[row.by] = row.version
    gone = attend(row.event for row in rows).gone
    return frozenset(
        (seat, player)
        for seat, player in seated.items()
        if seat in gone and acted.get(player, 0) <= since[seat]
    )


@dataclass(frozen=True, slots=True)
class LoadedDeal:
    """A deal as loaded from its stream: its rows, and the state that they fold to."""

    rows: tuple[Row, ...]
    state: DealState
    head: Head


def _follow(known: LoadedDeal | None, events: Sequence[Recorded]) -> LoadedDeal:
    news = [_row(stored) for stored in events]
    if known is None:
        return LoadedDeal(tuple(news), fold([row.event for row in news]), head_behind(events))
    state = known.state
    for row in news:
        state = evolve(state, row.event)
    return LoadedDeal((*known.rows, *news), state, head_behind(events))


DEALS = Aggregates(_follow)
"""All deals, by their streams."""


def current(deal_id: int) -> LoadedDeal:
    """Return a deal's present state with its history. Raises Refused("deal.unknown") for a deal without events."""
    loaded = DEALS.load(stream_of(deal_id))
    if loaded is None:
        raise Refused("deal.unknown")
    return loaded


def players_of(event: Event) -> tuple[str, ...]:
    """Return the labels of the players named by a deal's first event; empty for any other event."""
    return event.players if isinstance(event, DealCommitted) else ()


def record_of(deal_id: int) -> DealRecord:
    """Return the deal as a record; `to_record` refuses it while it is played.

    Raises Refused("deal.unknown") for a deal without events, such as one with real cards, and Refused("deal.sealed")
    if other tables have yet to play it.
    """
    if Deal.objects.filter(pk=deal_id, sealed=True).exists():
        raise Refused("deal.sealed")
    rows = history(deal_id)
    if not rows:
        raise Refused("deal.unknown")
    return DealRecord(stream_of(deal_id), tuple((row.at, row.event) for row in rows))


def lines_of_deals(deal_ids: Sequence[int], *, people: People = "numbers") -> Iterator[str]:
    """Yield the records of these deals, one line each, without line ends.

    With `people` as "named", the first line has the players' names; imported deals are not allowed, because their
    player numbers belong to another club. With "masked", people and deals get new numbers.

    Raises BadNotation for a deal that is not over, Refused("deal.unknown") and Refused("deal.sealed").
    """
    if people == "named":
        labels = sorted(_people_in(deal_ids))
        names = (name[:LONGEST_NAME] for name in names_of(labels))
        yield line_of_people(dict(zip(labels, names, strict=True)))
    mask = Mask()
    for deal_id in deal_ids:
        record = record_of(deal_id)
        yield to_line(mask.over(record) if people == "masked" else record)


def _people_in(deal_ids: Sequence[int]) -> set[str]:
    """Return the labels of the players in these deals, who will be named. Referees will appear by number only."""
    seats = DealSeat.objects.filter(deal__in=deal_ids, player__isnull=False)
    return {f"player:{key}" for key in seats.values_list("player_id", flat=True).distinct()}
