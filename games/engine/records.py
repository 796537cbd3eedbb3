"""Deal records: one self-contained JSON object a finished deal, and back. The format stands in `docs/records.md`."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, BinaryIO

from games.engine import events as ev
from games.engine.errors import BadNotation
from games.engine.evolve import fold
from games.engine.lines import lines_of, read_line
from games.engine.notation import NAMES, event_from_plain, event_to_plain
from games.engine.state import DealState, Phase

FORMAT = "tusac-deal/1"
"""The name and version of the format; a change of meaning is a new number."""
LONGEST_LINE = 1_000_000
"""The most characters of a record in a file; that of a long deal with a dispute needs some fifty thousand."""
_FIELDS = (
    "format",
    "deal",
    "rules",
    "players",
    "commitment",
    "secret",
    "seeds",
    "dice",
    "starter",
    "events",
    "result",
)


@dataclass(frozen=True, slots=True)
class DealRecord:
    """A finished deal: `deal` is its name where it was played, and each event has its aware time."""

    deal: str
    events: tuple[tuple[datetime, ev.Event], ...]

    @property
    def history(self) -> tuple[ev.Event, ...]:
        """The events alone, in order."""
        return tuple(event for _, event in self.events)

    def state(self) -> DealState:
        """The deal as it ended."""
        return fold(self.history)


def to_record(record: DealRecord) -> dict[str, Any]:
    """The record as plain data. Raises BadNotation for a deal that is not over: its hands are still private."""
    state = record.state()
    if state.phase is not Phase.OVER or state.ending is None:
        raise BadNotation(f"{record.deal}: the deal is not over, so there is no record of it yet")
    return {
        "format": FORMAT,
        "deal": record.deal,
        **_summary(state),
        "events": [
            {"at": _time_text(at), "name": NAMES[type(event)], **event_to_plain(event)}
            for at, event in record.events
        ],
    }


def records_of(stream: BinaryIO) -> Iterator[tuple[int, DealRecord | BadNotation]]:
    """The deals of a file with the numbers of their lines, or why a line is none; empty lines are passed over."""
    for number, line in lines_of(stream, LONGEST_LINE):
        if not line.strip() and len(line) <= LONGEST_LINE:
            continue
        try:
            yield number, from_record(read_line(line, LONGEST_LINE))
        except BadNotation as error:
            yield number, error


def from_record(plain: object) -> DealRecord:
    """The deal of a record. Raises BadNotation, which says what is wrong and where.

    The summary must say what the events say. Whether the events keep the rules is for `verification`.
    """
    if not isinstance(plain, Mapping):
        raise BadNotation("a record is an object")
    if plain.get("format") != FORMAT:
        raise BadNotation(f"format: {FORMAT!r} expected")
    for name in _FIELDS:
        if name not in plain:
            raise BadNotation(f"{name} is missing")
    for name in plain:
        if name not in _FIELDS:
            raise BadNotation(f"{str(name)[:60]!r} is not a field of a record")
    deal, rows = plain["deal"], plain["events"]
    if not isinstance(deal, str) or not 0 < len(deal) <= 100:
        raise BadNotation("deal: a name of 1 to 100 characters expected")
    if not isinstance(rows, list) or not rows:
        raise BadNotation("events: a list of events expected")
    record = DealRecord(deal, tuple(_event(row, at) for at, row in enumerate(rows)))
    if not isinstance(record.events[0][1], ev.DealCommitted):
        raise BadNotation("events[0]: a deal begins with deal.committed")
    if any(isinstance(event, ev.DealCommitted) for event in record.history[1:]):
        raise BadNotation("events: a deal is committed once")
    _check_seats(record)
    try:
        state = record.state()
    except (AssertionError, IndexError, KeyError, ValueError, TypeError) as error:
        raise BadNotation("events: they do not follow from one another") from error
    if state.phase is not Phase.OVER or state.ending is None:
        raise BadNotation("events: the deal is not over")
    for name, value in _summary(state).items():
        # In JSON's own words: to Python 1, 1.0 and true are equal, to a reader they are not.
        if json.dumps(plain[name], sort_keys=True) != json.dumps(value, sort_keys=True):
            raise BadNotation(f"{name}: it is not what the events say")
    return record


def _summary(state: DealState) -> dict[str, Any]:
    """What a reader wants to know without folding: it repeats the events and must agree with them."""
    assert state.ending is not None
    first = event_to_plain(
        ev.DealCommitted(
            state.rules, state.setup.players, state.setup.commitment, state.setup.starter
        )
    )
    last = event_to_plain(ev.DealExhausted(0, state.ending.result))
    return {
        "rules": first["rules"],
        "players": first["players"],
        "commitment": first["commitment"],
        "secret": state.ending.secret,
        "seeds": list(state.setup.seeds),
        "dice": None if state.setup.dice is None else list(state.setup.dice),
        "starter": first["starter"],
        "result": last["result"],
    }


def _event(row: object, at: int) -> tuple[datetime, ev.Event]:
    place = f"events[{at}]"
    if not isinstance(row, Mapping) or not isinstance(row.get("name"), str):
        raise BadNotation(f"{place}: an object with a name expected")
    fields = {name: value for name, value in row.items() if name not in ("at", "name")}
    try:
        return _time(row.get("at")), event_from_plain(row["name"], fields)
    except BadNotation as error:
        raise BadNotation(f"{place}: {error}") from None


def _check_seats(record: DealRecord) -> None:
    first = record.history[0]
    assert isinstance(first, ev.DealCommitted)
    for at, event in enumerate(record.history):
        seat = getattr(event, "seat", None)
        if seat is not None and not 0 <= seat < len(first.players):
            raise BadNotation(f"events[{at}]: there is no seat {seat}")


def _time_text(at: datetime) -> str:
    return at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def _time(text: object) -> datetime:
    try:
        if isinstance(text, str):
            return datetime.strptime(text, "%Y-%m-%dT%H:%M:%S.%fZ").replace(tzinfo=UTC)
    except ValueError:
        pass
    raise BadNotation("at: a time like 2026-11-21T19:30:00.000000Z expected")
