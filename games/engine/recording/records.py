"""Writes a finished deal as a record, one self-contained JSON object, and reads it back.

`docs/records.md` has the format.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import accumulate, zip_longest
from typing import Any, Final

from games.engine import events as ev
from games.engine.errors import BadNotation
from games.engine.events import EVENTS
from games.engine.evolve import fold
from games.engine.recording.lines import quoted, read_line
from games.engine.recording.notation import CLASSES, NAMES, event_from_plain, event_to_plain
from games.engine.recording.stored_rules import format_of, in_format, misfit
from games.engine.rules import OPTIONS
from games.engine.state import DealState, Phase

_NEWEST: Final = max(
    *(kind.since for kind in EVENTS.values()),
    *(since for kind in EVENTS.values() for since in kind.later.values()),
    *(option.since for option in OPTIONS.values()),
)
FORMATS: Final = {f"tusac-deal/{number}": number for number in range(1, _NEWEST + 1)}
"""Each format, the oldest first → its number; a deal is written in the first that can say all of it.

A new event, field or rule option names its format where it stands (`events.EVENTS`, `rules.RuleSet`), and
docs/records.md names it too. What it must fulfil is a line in `verification.CHECKS`.
"""
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
    """A finished deal: `deal` is its name where it was played, and each event has its time, with time zone."""

    deal: str
    events: tuple[tuple[datetime, ev.Event], ...]

    @property
    def history(self) -> tuple[ev.Event, ...]:
        """Return the events alone, in order."""
        return tuple(event for _, event in self.events)

    def state(self) -> DealState:
        """Return the deal as it ended."""
        return fold(self.history)


def to_record(record: DealRecord) -> dict[str, Any]:
    """Return the record as plain data. Raises BadNotation for a deal that is not over: its hands are still private.

    Times never go back: an event dated before the previous one, because a clock was set back, gets that one's time.
    """
    state = record.state()
    if state.phase is not Phase.OVER or state.ending is None:
        raise BadNotation(f"{record.deal}: the deal is not over, so there is no record of it yet")
    return _plain(record, state)


def _plain(record: DealRecord, state: DealState) -> dict[str, Any]:
    times = accumulate((at for at, _event in record.events), max)
    number = _format_of(record.history)
    return {
        "format": f"tusac-deal/{number}",
        "deal": record.deal,
        **_summary(state, number),
        "events": [
            {"at": _time_text(at), "name": NAMES[type(event)], **_fields_in(number, event)}
            for at, event in zip(times, record.history, strict=True)
        ],
    }


def to_line(record: DealRecord) -> str:
    """Return the record in its canonical form, without the line's end. Raises BadNotation as `to_record` does."""
    return _line(to_record(record))


def _line(plain: dict[str, Any]) -> str:
    return json.dumps(plain, ensure_ascii=False, separators=(",", ":"))


def from_line(line: str, *, canonical: bool = True) -> DealRecord:
    """Return the deal that a line records. Raises BadNotation as `from_record` does.

    It also refuses any line that differs from what `to_line` writes. With `canonical` False the order of fields,
    spaces and escapes may differ.
    """
    record, state = _read(read_line(line, LONGEST_LINE))
    if canonical and (wanted := _line(_plain(record, state))) != line:
        pairs = zip_longest(line, wanted)
        place = next(number for number, (one, other) in enumerate(pairs, 1) if one != other)
        raise BadNotation(
            f"not in canonical form from character {place} on; verify_deal --canonical writes it so"
        )
    return record


def from_record(plain: object) -> DealRecord:
    """Return the deal of a record. Raises BadNotation, which says what is wrong and where.

    The summary must agree with the events. Whether the events follow the rules is checked by `verification`.
    """
    return _read(plain)[0]


def _read(plain: object) -> tuple[DealRecord, DealState]:
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
    number = FORMATS[plain["format"]]
    record = DealRecord(deal, tuple(_event(row, at, number) for at, row in enumerate(rows)))
    _check_order(record)
    if number != (least := _format_of(record.history)):
        raise BadNotation(f"format: its events are those of 'tusac-deal/{least}'")
    try:
        state = record.state()
    except (AssertionError, IndexError, KeyError, ValueError, TypeError) as error:
        raise BadNotation("events: they do not follow from one another") from error
    if state.phase is not Phase.OVER or state.ending is None:
        raise BadNotation("events: the deal is not over")
    for name, value in _summary(state, number).items():
        # In JSON's own words: to Python 1, 1.0 and true are equal, to a reader they are not.
        if json.dumps(plain[name], sort_keys=True) != json.dumps(value, sort_keys=True):
            raise BadNotation(f"{name}: it is not what the events say")
    return record, state


def _format_of(history: tuple[ev.Event, ...]) -> int:
    """Return the number of the first format that can say these events, their fields and the rules."""
    needed = [1]
    for event in history:
        kind = EVENTS[type(event)]
        needed.append(kind.since)
        needed += [since for at, since in kind.later.items() if getattr(event, at) is not None]
        if isinstance(event, ev.DealCommitted):
            needed.append(format_of(event.rules))
    return max(needed)


def _fields_in(number: int, event: ev.Event) -> dict[str, Any]:
    plain = event_to_plain(event)
    for name, since in EVENTS[type(event)].later.items():
        if since > number:
            del plain[name]
    if isinstance(event, ev.DealCommitted):
        plain["rules"] = in_format(plain["rules"], number)
    return plain


def _summary(state: DealState, number: int) -> dict[str, Any]:
    """Return the fields that sum a deal up for readers; they repeat what the events say and must agree with them."""
    assert state.ending is not None
    first = event_to_plain(
        ev.DealCommitted(
            state.rules, state.setup.players, state.setup.commitment, state.setup.starter
        )
    )
    last = event_to_plain(ev.DealExhausted(0, state.ending.result))
    return {
        "rules": in_format(first["rules"], number),
        "players": first["players"],
        "commitment": first["commitment"],
        "secret": state.ending.secret,
        "seeds": list(state.setup.seeds),
        "dice": None if state.setup.dice is None else list(state.setup.dice),
        "starter": first["starter"],
        "result": last["result"],
    }


def _event(row: object, at: int, number: int) -> tuple[datetime, ev.Event]:
    place = f"events[{at}]"
    if not isinstance(row, Mapping) or not isinstance(row.get("name"), str):
        raise BadNotation(f"{place}: an object with a name expected")
    fields = {name: value for name, value in row.items() if name not in ("at", "name")}
    event = CLASSES.get(row["name"])
    for name, since in EVENTS[event].later.items() if event else ():
        if since > number:
            if name in fields:
                raise BadNotation(f"{place}: {name}: 'tusac-deal/{number}' has no such field")
            fields[name] = None
    _check_options(fields.get("rules"), number, place)
    try:
        return _time(row.get("at")), event_from_plain(row["name"], fields)
    except BadNotation as error:
        raise BadNotation(f"{place}: {error}") from None


def _check_options(rules: object, number: int, place: str) -> None:
    """Raise BadNotation if the rules lack options of their format or have others.

    Reading adds the options that older formats lack.
    """
    if isinstance(rules, Mapping) and (wrong := misfit(rules, number)) is not None:
        raise BadNotation(f"{place}: rules: {wrong}")


def _check_order(record: DealRecord) -> None:
    """Raise BadNotation unless one commitment comes first, times never go back, and all seats are at the table."""
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
