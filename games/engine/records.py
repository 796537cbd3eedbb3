"""Deal records: one self-contained JSON object a finished deal, and back. The format stands in `docs/records.md`."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import accumulate, zip_longest
from typing import Any, Final

from games.engine import events as ev
from games.engine.dispute_events import (
    DeadlineSet,
    DisputeAnswered,
    DisputeFiled,
    DisputeJoined,
    RulingAppealed,
    RulingProposed,
    RulingSigned,
    SignatureRefused,
)
from games.engine.errors import BadNotation
from games.engine.evolve import fold
from games.engine.lines import quoted, read_line
from games.engine.notation import NAMES, event_from_plain, event_to_plain
from games.engine.outcomes import RULINGS
from games.engine.state import DealState, Phase

_NEW: Final[dict[type[Any], int]] = {
    **dict.fromkeys((ev.SeedCommitted, ev.SeedWithheld, ev.WindowHeld), 2),
    **dict.fromkeys((ev.BankUsed, ev.SeatGone, ev.SeatBack, ev.PauseAsked), 3),
    **dict.fromkeys((ev.DealPaused, ev.DealResumed), 3),
    ev.SeatUnseen: 4,
    ev.RefereeCalled: 5,
    ev.DealStopped: 6,
    **dict.fromkeys((DisputeJoined, DeadlineSet, RulingAppealed), 7),
    **dict.fromkeys((RulingProposed, RulingSigned, SignatureRefused), 8),
    DisputeAnswered: 10,
    **{row.event: row.since for row in RULINGS.values()},
}
"""The first format that knows an event, where that is not the first of all."""
FORMATS: Final[dict[str, frozenset[type[Any]]]] = {
    f"tusac-deal/{number}": frozenset(kind for kind in NAMES if _NEW.get(kind, 1) <= number)
    for number in range(1, max(_NEW.values()) + 1)
}
"""Each format, the oldest first → the events that it knows; a deal is written in the first that knows all of its own.

A new format is the number of a new event in `_NEW`. What it must fulfil is a line in `verification.CHECKS`, and
docs/records.md names both. A new field is in `_SINCE` too.
"""
_SINCE: Final[dict[tuple[str, str], str]] = {
    (NAMES[DisputeFiled], "rule_by"): "tusac-deal/9",
    (NAMES[RulingAppealed], "rule_by"): "tusac-deal/9",
}
"""Event and field → the first format that has it; in those before it is left out, and means null."""
LONGEST_LINE: Final = 1_000_000
"""The most characters of a record in a file; that of a long deal with a dispute needs some fifty thousand."""
YEARS: Final = range(2000, 2200)
"""The years in which a deal may have been played."""
_FIELDS: Final = (
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
    """The record as plain data. Raises BadNotation for a deal that is not over: its hands are still private.

    No event is dated before another: where the clock of a log went back, it has the time of the one before it.
    """
    state = record.state()
    if state.phase is not Phase.OVER or state.ending is None:
        raise BadNotation(f"{record.deal}: the deal is not over, so there is no record of it yet")
    times = accumulate((at for at, _event in record.events), max)
    written = _format_of(record.history)
    return {
        "format": written,
        "deal": record.deal,
        **_summary(state),
        "events": [
            {"at": _time_text(at), "name": NAMES[type(event)], **_fields_in(written, event)}
            for at, event in zip(times, record.history, strict=True)
        ],
    }


def to_line(record: DealRecord) -> str:
    """The record in its canonical form, without the line's end. Raises BadNotation as `to_record` does."""
    return json.dumps(to_record(record), ensure_ascii=False, separators=(",", ":"))


def from_line(line: str, *, canonical: bool = True) -> DealRecord:
    """The deal of a line. Raises BadNotation as `from_record` does, and for any line that is not what `to_line` writes.

    With `canonical` False the order of fields, spaces and escapes do not matter.
    """
    record = from_record(read_line(line, LONGEST_LINE))
    if canonical and (wanted := to_line(record)) != line:
        pairs = zip_longest(line, wanted)
        place = next(number for number, (one, other) in enumerate(pairs, 1) if one != other)
        raise BadNotation(
            f"not in canonical form from character {place} on; verify_deal --canonical writes it so"
        )
    return record


def from_record(plain: object) -> DealRecord:
    """The deal of a record. Raises BadNotation, which says what is wrong and where.

    The summary must say what the events say. Whether the events keep the rules is for `verification`.
    """
    if not isinstance(plain, Mapping):
        raise BadNotation("a record is an object")
    if plain.get("format") not in tuple(FORMATS):
        raise BadNotation(f"format: {' or '.join(map(repr, FORMATS))} expected")
    for name in _FIELDS:
        if name not in plain:
            raise BadNotation(f"{name} is missing")
    for name in plain:
        if name not in _FIELDS:
            raise BadNotation(f"{quoted(name)} is not a field of a record")
    deal, rows = plain["deal"], plain["events"]
    if not isinstance(deal, str):
        raise BadNotation("deal: a name expected")
    if not isinstance(rows, list) or not rows:
        raise BadNotation("events: a list of events expected")
    told = plain["format"]
    record = DealRecord(deal, tuple(_event(row, at, told) for at, row in enumerate(rows)))
    _check_order(record)
    if told != _format_of(record.history):
        raise BadNotation(f"format: its events are those of {_format_of(record.history)!r}")
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


def _format_of(history: tuple[ev.Event, ...]) -> str:
    kinds = {type(event) for event in history}
    fields = {
        since
        for (event_name, field), since in _SINCE.items()
        for event in history
        if NAMES[type(event)] == event_name and getattr(event, field) is not None
    }
    order = list(FORMATS)
    least = max(map(order.index, fields), default=0)
    return next(name for name in order[least:] if kinds <= FORMATS[name])


def _later_fields(name: str, written: str) -> tuple[str, ...]:
    """The fields of this event that came with a later format than this."""
    order = list(FORMATS)
    at = order.index(written)
    return tuple(
        field
        for (event, field), since in _SINCE.items()
        if event == name and order.index(since) > at
    )


def _fields_in(written: str, event: ev.Event) -> dict[str, Any]:
    plain = event_to_plain(event)
    for field in _later_fields(NAMES[type(event)], written):
        del plain[field]
    return plain


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


def _event(row: object, at: int, written: str) -> tuple[datetime, ev.Event]:
    place = f"events[{at}]"
    if not isinstance(row, Mapping) or not isinstance(row.get("name"), str):
        raise BadNotation(f"{place}: an object with a name expected")
    fields = {name: value for name, value in row.items() if name not in ("at", "name")}
    for name in _later_fields(row["name"], written):
        if name in fields:
            raise BadNotation(f"{place}: {name}: {written!r} has no such field")
        fields[name] = None
    try:
        return _time(row.get("at")), event_from_plain(row["name"], fields)
    except BadNotation as error:
        raise BadNotation(f"{place}: {error}") from None


def _check_order(record: DealRecord) -> None:
    """One commitment and that first, no event before its forerunner, and no seat that is not at the table."""
    first, latest = record.history[0], record.events[0][0]
    if not isinstance(first, ev.DealCommitted):
        raise BadNotation("events[0]: a deal begins with deal.committed")
    if len(first.players) > 4:  # before they are folded: that takes time for each
        raise BadNotation("events[0]: players: at most 4 expected")
    for number, (at, event) in enumerate(record.events):
        if number and isinstance(event, ev.DealCommitted):
            raise BadNotation(f"events[{number}]: a deal is committed once")
        if at < latest:
            raise BadNotation(f"events[{number}]: at: earlier than the event before it")
        seat = getattr(event, "seat", None)
        if seat is not None and not 0 <= seat < len(first.players):
            raise BadNotation(f"events[{number}]: there is no seat {seat}")
        latest = at


def _time_text(at: datetime) -> str:
    return at.astimezone(UTC).isoformat(timespec="microseconds").removesuffix("+00:00") + "Z"


def _time(text: object) -> datetime:
    try:
        if isinstance(text, str):
            at = datetime.fromisoformat(text)
            if at.year in YEARS and _time_text(at) == text:
                return at
    except ValueError:
        pass
    raise BadNotation(
        f"at: a time like 2026-11-21T19:30:00.000000Z, from {YEARS[0]} to {YEARS[-1]}, expected"
    )
