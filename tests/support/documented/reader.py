"""A reader of deal records built on docs/records.md: checks a record against the page."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from typing import Any

from tests.support.documented import page
from tests.support.documented.course import Course

Record = dict[str, Any]


def wrong(record: Record) -> list[str]:
    """Return a record's faults by the page; empty for a right one."""
    try:
        return list(_wrong(record))
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
        return [f"no record: {type(error).__name__} {error}"]


def _wrong(record: Record) -> Iterator[str]:
    yield from _form(record)
    yield from _summary(record)
    yield from _rules(page.in_full(record["rules"]))
    yield from _seeds(record)
    yield from Course(record).wrong()


def _form(record: Record) -> Iterator[str]:
    if list(record) != page.first_column("A record"):
        yield f"fields: {list(record)}"
    if list(record["rules"]) != page.options(record["format"]):
        yield "fields of the rules"
    if record["format"] != page.lowest_format(record):
        yield f"format: {page.lowest_format(record)}"
    order = list(page.formats())
    for event in record["events"]:
        expected = ["at", "name", *page.event_fields()[page.name_of(event)]]
        for number, (_format, adds) in enumerate(page.formats().items()):
            if event["name"] in adds and number > order.index(record["format"]):
                expected = [one for one in expected if one not in adds]
        if list(event) != expected:
            yield f"fields of {event['name']}: {list(event)}"
        result = event.get("result")
        if result is not None and list(result) != page.first_column("Result"):
            yield f"result of {event['name']}"
        for line in result["lines"] if result else ():
            if list(line) != page.line_fields():
                yield f"line of {event['name']}"


def _summary(record: Record) -> Iterator[str]:
    events = record["events"]
    first = events[0]
    of = {page.name_of(event): event for event in events}
    seeds = {
        event["seat"]: event["seed"] for event in events if page.name_of(event) == "seed-given"
    }
    said = [
        event["result"]
        for event in events
        if "result" in event and page.name_of(event) != "ruling-proposed"
    ]
    nobody = dict.fromkeys(("winner", "offender"))
    empty = {"points": 0, "amount": 0, "sets": [], "lines": [], "net": [0] * len(first["players"])}
    expected = {
        "rules": first["rules"],
        "players": first["players"],
        "commitment": first["commitment"],
        "secret": of.get("secret-published", {}).get("secret"),
        "seeds": [seeds.get(seat) for seat in range(len(first["players"]))],
        "dice": of.get("started", {}).get("dice"),
        "starter": of["started"]["starter"] if "started" in of else first["starter"],
        "result": said[-1] if said else {**empty, **nobody},
    }
    for name, value in expected.items():
        if record[name] != value:
            yield f"{name}: is not what the events say"


def _rules(rules: Record) -> Iterator[str]:
    limits = dict(
        re.findall(r"^\| `rules\.(\w+)` \| (\d+ to [\d,]+) \|", page.part("Limits"), re.MULTILINE)
    )
    for option, numbers in limits.items():
        least, most = (int(one.replace(",", "")) for one in numbers.split(" to "))
        if not least <= rules[option] <= most:
            yield f"{option}: is not {numbers}"
    if rules["payment"] == "flat" and rules["loser_kongs"] != "none":
        yield "something beside a flat stake"
    if rules["loser_kongs"] == "deduct" and rules["payment"] != "points":
        yield "deduct without points"
    if rules["yellow_king"] and (rules["payment"] != "flat" or rules["unit"] % 2):
        yield "yellow kings without an even flat stake"
    if rules["pair_waived_when_waiting"] and rules["pair_claim"] != "forced":
        yield "a pair that is waived where none is forced"
    if page.presets().get(rules["key"], rules) != rules:
        yield "a preset's name with other options"


def _seeds(record: Record) -> Iterator[str]:
    secret, bound = record["secret"], {}
    events = [event for event in record["events"] if page.name_of(event).startswith("seed-")]
    if (
        secret is not None
        and hashlib.sha256(bytes.fromhex(secret)).hexdigest() != record["commitment"]
    ):
        yield "the secret is not the one that was committed to"
    for event in events:
        if page.name_of(event) == "seed-committed":
            bound[event["seat"]] = event
    for event in events:
        if page.name_of(event) != "seed-given":
            continue
        seat, seed = event["seat"], event["seed"]
        binding = bound.get(seat)
        if binding and hashlib.sha256(seed.encode()).hexdigest() != binding["commitment"]:
            yield f"the seed of seat {seat} is not the one that it is bound to"
        if secret is None:
            continue
        if binding and binding["kept"]:
            if seed != page.kept_seed(secret, seat):
                yield f"the seed kept for seat {seat} is not made of the secret"
        elif seed in [page.kept_seed(secret, one) for one in range(len(record["players"]))]:
            yield f"the seed of seat {seat} is made of the secret"
