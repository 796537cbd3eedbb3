"""A reader of deal records that knows docs/records.md alone: its tables, its program, and what it says follows what.

Nothing of the engine is imported. It says what is wrong by the page, and leaves to the rulebook which melds, claims,
verdicts and payments are right.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import re
from collections import Counter
from collections.abc import Iterator
from datetime import datetime, timedelta
from functools import cache
from typing import Any

from tests.support.running_site import PROJECT

Record = dict[str, Any]
PATH = PROJECT / "docs" / "records.md"
TEXT = PATH.read_text(encoding="utf-8")
MOVES = ("card-discarded", "card-drawn", "card-melded", "turn-passed", "king-died")
IN_A_PAUSE = ("seat-back", "pause-asked", "resumed")
RULINGS = ("ruling-given", "ruling-shared", "ruling-voided")


def part(heading: str) -> str:
    """The text below a heading, up to the next one of any level."""
    found = re.search(
        rf"^#+ {re.escape(heading)}\n(.*?)(?=^#+ |\Z)", TEXT, re.DOTALL | re.MULTILINE
    )
    assert found, heading
    return found[1]


def first_column(heading: str) -> list[str]:
    """The names in the first column of the first table below a heading."""
    table = re.search(r"(?:^\|.*\n)+", part(heading), re.MULTILINE)
    assert table, heading
    return re.findall(r"^\| `(\w+)` \|", table[0], re.MULTILINE)


@cache
def event_fields() -> dict[str, list[str]]:
    rows = re.findall(r"^\| `deal\.([a-z-]+)` \| ([^|]*) \|", part("Events"), re.MULTILINE)
    return {name: re.findall(r"`(\w+)`", fields) for name, fields in rows}


@cache
def formats() -> dict[str, list[str]]:
    """Each format, the lowest first, with the names of what it adds."""
    rows = re.findall(r"^\| `(tusac-deal/\d+)` \| (.*) \|$", part("Formats"), re.MULTILINE)
    return {name: re.findall(r"`([a-z._-]+)`", adds) for name, adds in rows}


def line_fields() -> list[str]:
    table = part("Result").partition("Each line:")[2]
    return re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE)


def presets() -> dict[str, Record]:
    (block,) = re.findall(r"```json presets\n(.*?)```", TEXT, re.DOTALL)
    return {rules["key"]: rules for rules in map(json.loads, block.splitlines())}


@cache
def _program() -> dict[str, Any]:
    names: dict[str, Any] = {}
    (program,) = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)
    exec(compile(program, str(PATH), "exec"), names)
    return names


def name_of(event: Record) -> str:
    return str(event["name"]).removeprefix("deal.")


def kept_seed(secret: str, seat: int) -> str:
    message = f"tusac-kept-seed-1\n{seat}".encode()
    return hmac.new(bytes.fromhex(secret), message, hashlib.sha256).digest()[:16].hex()


def lowest_format(record: Record) -> str:
    at = 0
    for number, adds in enumerate(formats().values()):
        fields = [one for one in adds if "." not in one]
        names = [one for one in adds if "." in one]
        for event in record["events"]:
            if fields:
                given = any(event.get(one) is not None for one in fields)
                there = event["name"] in names and given
            else:
                there = event["name"] in names
            at = number if there else at
    return list(formats())[at]


def wrong(record: Record) -> list[str]:
    """What is wrong with a record by the page; empty for a right one."""
    try:
        return list(_wrong(record))
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
        return [f"no record: {type(error).__name__} {error}"]


def _wrong(record: Record) -> Iterator[str]:
    yield from _form(record)
    yield from _summary(record)
    yield from _rules(record["rules"])
    yield from _seeds(record)
    yield from _Course(record).wrong()


def _form(record: Record) -> Iterator[str]:
    if list(record) != first_column("A record"):
        yield f"fields: {list(record)}"
    if list(record["rules"]) != first_column("Rules"):
        yield "fields of the rules"
    if record["format"] != lowest_format(record):
        yield f"format: {lowest_format(record)}"
    order = list(formats())
    for event in record["events"]:
        expected = ["at", "name", *event_fields()[name_of(event)]]
        for number, (_format, adds) in enumerate(formats().items()):
            if event["name"] in adds and number > order.index(record["format"]):
                expected = [one for one in expected if one not in adds]
        if list(event) != expected:
            yield f"fields of {event['name']}: {list(event)}"
        result = event.get("result")
        if result is not None and list(result) != first_column("Result"):
            yield f"result of {event['name']}"
        for line in result["lines"] if result else ():
            if list(line) != line_fields():
                yield f"line of {event['name']}"


def _summary(record: Record) -> Iterator[str]:
    events = record["events"]
    first = events[0]
    of = {name_of(event): event for event in events}
    seeds = {event["seat"]: event["seed"] for event in events if name_of(event) == "seed-given"}
    said = [
        event["result"]
        for event in events
        if "result" in event and name_of(event) != "ruling-proposed"
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
        re.findall(r"^\| `rules\.(\w+)` \| (\d+ to [\d,]+) \|", part("Limits"), re.MULTILINE)
    )
    for option, numbers in limits.items():
        least, most = (int(one.replace(",", "")) for one in numbers.split(" to "))
        if not least <= rules[option] <= most:
            yield f"{option}: is not {numbers}"
    if rules["payment"] == "amount" and (rules["unit"], rules["loser_kongs"]) != (1, "paid"):
        yield "unit or loser_kongs under amount"
    if rules["payment"] == "points" and rules["penalty"]:
        yield "a penalty under points"
    if rules["claims"] == "forced" and (
        rules["declined_king_dies"] or rules["fourth_to_exposed_triple"]
    ):
        yield "options of claims that are declined, where they are forced"
    if presets().get(rules["key"], rules) != rules:
        yield "a preset's name with other options"


def _seeds(record: Record) -> Iterator[str]:
    secret, bound = record["secret"], {}
    events = [event for event in record["events"] if name_of(event).startswith("seed-")]
    if (
        secret is not None
        and hashlib.sha256(bytes.fromhex(secret)).hexdigest() != record["commitment"]
    ):
        yield "the secret is not the one that was committed to"
    for event in events:
        if name_of(event) == "seed-committed":
            bound[event["seat"]] = event
    for event in events:
        if name_of(event) != "seed-given":
            continue
        seat, seed = event["seat"], event["seed"]
        binding = bound.get(seat)
        if binding and hashlib.sha256(seed.encode()).hexdigest() != binding["commitment"]:
            yield f"the seed of seat {seat} is not the one that it is bound to"
        if secret is None:
            continue
        if binding and binding["kept"]:
            if seed != kept_seed(secret, seat):
                yield f"the seed kept for seat {seat} is not made of the secret"
        elif seed in [kept_seed(secret, one) for one in range(len(record["players"]))]:
            yield f"the seed of seat {seat} is made of the secret"


class _Course:
    """What follows what: cards, presence and pauses, the end and its dispute."""

    def __init__(self, record: Record) -> None:
        self.record, self.events = record, record["events"]
        self.people = {
            seat for seat, who in enumerate(record["players"]) if who.startswith("player:")
        }
        self.seats = len(record["players"])
        self.bound = any(name_of(event) == "seed-committed" for event in self.events)
        self.playing = self.ended = self.claims = self.paused = self.directed = False
        self.gone: set[int] = set()
        self.asking: set[int] = set()
        self.missed: Counter[int] = Counter()
        self.bank: Counter[int] = Counter()
        self.called: Counter[int | None] = Counter()
        self.stock: list[str] = []
        self.active: str | None = None
        self.waiting: set[int] = set()
        self.late: int | None = None
        self.died = self.published = False
        self.dispute: Record = {}

    def wrong(self) -> Iterator[str]:
        before = ""
        for at, event in enumerate(self.events):
            name = name_of(event)
            after = self.events[at + 1] if at + 1 < len(self.events) else None
            for said in self._one(name, event, before, after):
                yield f"event {at + 1}, {name}: {said}"
            if at and event["at"] < self.events[at - 1]["at"]:
                yield f"event {at + 1}: earlier than the one before it"
            before = name if name != "seat-gone" or before != "started" else before
        if not self.ended:
            yield "the deal is not over"
        yield from self._pauses()

    def _one(self, name: str, event: Record, before: str, after: Record | None) -> Iterator[str]:
        if self.paused and name not in IN_A_PAUSE:
            yield "in a pause"
        if name == "started":
            yield from self._started(event)
        elif name in MOVES or name == "triple-completed":
            yield from self._move(name, event)
        elif name in ("claims-offered", "claim-answered", "claims-declined"):
            yield from self._claim(name, event)
        elif name in ("won", "exhausted", "stopped", "cancelled"):
            if self.ended or (self.playing is (name == "cancelled")):
                yield "no end belongs here"
            if name == "stopped" and event["due"] != self.record["starter"]:
                yield "due is not who started"
            self.playing, self.ended = False, True
        elif name == "secret-published":
            if not self.ended or self.published:
                yield "the secret is published once and behind the end"
            self.published = True
        elif name in ("dispute-filed", "deadline-set") or name.startswith(
            ("dispute-", "ruling-", "signature-")
        ):
            yield from self._of_dispute(name, event, before, after)
        elif not name.startswith(("seed-", "committed")):
            yield from self._aside(name, event, before, after)

    def _started(self, event: Record) -> Iterator[str]:
        dice, deck = _program()["shuffle"](self.record["secret"], self.record["seeds"])
        first = self.events[0]["starter"]
        starter = (sum(dice) - 1) % self.seats if first is None else first
        if event["starter"] != starter or event["dice"] != (dice if first is None else None):
            yield "starter or dice"
        sort = _program()["DECK"].index
        for number in range(self.seats):
            seat, dealt = (starter + number) % self.seats, self.seats * 20
            hand = deck[number : dealt : self.seats] + ([deck[dealt]] if not number else [])
            if event["hands"][seat] != sorted(hand, key=sort):
                yield f"the hand of seat {seat}"
            quans = sorted({card for card in hand if hand.count(card) == 4}, key=sort)
            if event["quans"][seat] != quans:
                yield f"the quans of seat {seat}"
        self.stock = deck[self.seats * 20 + 1 :]
        if event["stock"] != self.stock:
            yield "the stock"
        self.playing, self.waiting = True, {starter}

    def _move(self, name: str, event: Record) -> Iterator[str]:
        seat = event["seat"]
        if not self.playing:
            yield "no cards are played"
        if name == "card-drawn":
            if self.stock[:1] != [event["card"]]:
                yield "not the next card of the stock"
            del self.stock[:1]
        if name in ("card-melded", "triple-completed"):
            if self.active != event.get("active", event.get("card")):
                yield "not the active card"
            self.active = None
        elif "card" in event:
            self.active = event["card"]
        by_itself = name == "card-drawn" and self.died
        if name in MOVES and name != "card-melded" and not by_itself:
            self.asking.discard(seat)
            if seat != self.late and seat not in self.gone:
                self.missed.pop(seat, None)
        self.late, self.claims, self.died = None, False, name == "king-died"
        if self.died:
            self.active = None

    def _claim(self, name: str, event: Record) -> Iterator[str]:
        if name == "claims-offered":
            self.claims = True
            self.waiting = {seat for seat, offer in enumerate(event["offers"]) if offer}
            self.offers = event["offers"]
        elif name == "claim-answered":
            if not self.claims or event["seat"] not in self.waiting:
                yield "no claim is waited for"
            elif event["kind"] is not None and event["kind"] not in self.offers[event["seat"]]:
                yield "was not offered"
            self.waiting.discard(event["seat"])
        else:
            if not self.claims or self.waiting:
                yield "not all have answered"
            self.claims = False

    def _own_move(self, seat: int, after: Record | None, *names: str) -> bool:
        """Whether a move of this seat, or one of these events, follows at once, and not under claims."""
        if after is None or self.claims or seat in self.gone:
            return False
        name = name_of(after)
        who = after["due"] if name == "exhausted" else after.get("seat")
        return who == seat and name in (*MOVES, "exhausted", *names)

    def _aside(self, name: str, event: Record, before: str, after: Record | None) -> Iterator[str]:
        seat = event.get("seat")
        if not self.playing:
            if name != "clock-extended" or self.ended:
                yield "no cards are played"
            return
        of_all = ("time-ran-out", "clock-extended", "window-held", "paused", "resumed")
        if name not in of_all and seat not in self.people and seat is not None:
            yield "of no member"
        right = True
        if name == "time-ran-out" and not self.claims:
            right = seat not in self.gone or not self.bound
            self.missed[seat] += 1
            self.late = seat
            if self.bound and self.missed[seat] >= 2 and right:
                right = after is not None and (name_of(after), after.get("seat")) == (
                    "seat-gone",
                    seat,
                )
        elif name == "time-ran-out":
            right = seat in self.waiting
        elif name == "window-held":
            offered = self.record["rules"]["claims"] == "offered"
            right = offered and self.active is not None and event["seconds"] >= 1
        elif name == "bank-used":
            self.bank[seat] += event["seconds"]
            right = self.bank[seat] <= 600 and self._own_move(seat, after, "time-ran-out")
        elif name == "seat-unseen":
            right = self._own_move(seat, after)
            self.gone.add(seat)
            self.asking.discard(seat)
        elif name == "seat-gone":
            kept = self.record["seeds"][seat] == kept_seed(self.record["secret"], seat)
            second = before == "time-ran-out" and self.late == seat and self.missed[seat] >= 2
            right = seat not in self.gone and (second or (before == "started" and kept))
            self.gone.add(seat)
            self.asking.discard(seat)
        elif name == "seat-back":
            right = seat in self.gone
            self.gone.discard(seat)
            self.missed.pop(seat, None)
        elif name == "pause-asked":
            right = event["resume"] == self.paused and seat not in self.asking and not self.directed
            self.asking.add(seat)
        elif name == "referee-called":
            right = not self.paused and (seat is None or self.called[seat] < 2)
            right = right and after is not None and name_of(after) == "paused"
            self.called[seat] += 1
        elif name == "paused":
            all_ask = bool(self.asking) and self.asking >= self.people - self.gone
            called = before == "referee-called"
            right = not self.paused and (event["director"] or all_ask or called)
            self.paused, self.directed = True, event["director"]
            self.asking.clear()
        elif name == "resumed":
            right = self.paused and (event["director"] or not self.directed)
            self.paused = self.directed = False
            self.asking.clear()
        if not right:
            yield "does not belong here"

    def _pauses(self) -> Iterator[str]:
        began = None
        for at, event in enumerate(self.events):
            if name_of(event) == "paused":
                began = None if event["director"] else datetime.fromisoformat(event["at"])
            elif name_of(event) == "resumed" and began is not None:
                behind = self.events[at + 1 : at + 2]
                away = sum(
                    one.get("seconds", 0) for one in behind if name_of(one) == "clock-extended"
                )
                lasted = datetime.fromisoformat(event["at"]) - began
                if lasted > timedelta(minutes=31, seconds=away):
                    yield "a pause that lasted too long"
                began = None

    def _of_dispute(
        self, name: str, event: Record, before: str, after: Record | None
    ) -> Iterator[str]:
        now = self.dispute
        opened, proposed = now.get("open", False), now.get("proposed")
        ruled, appealed = now.get("ruled", False), now.get("appealed", False)
        may = {
            "dispute-filed": self.ended and not now,
            "dispute-joined": opened and event.get("seat") not in now.get("objects", ()),
            "dispute-answered": opened
            and not now.get("answered")
            and event.get("seat") == now.get("discarder")
            and event.get("seat") not in now.get("objects", ()),
            "ruling-proposed": not proposed and not (ruled and appealed) and bool(now),
            "ruling-signed": bool(proposed) and proposed != event.get("referee"),
            "signature-refused": bool(proposed),
            "ruling-withdrawn": ruled and not appealed and not proposed,
            "ruling-appealed": ruled and not appealed,
            "deadline-set": before == "dispute-filed"
            if event.get("step") == "dispute"
            else before in RULINGS,
        }
        right = may.get(name, (opened or (appealed and not ruled)) and not proposed and bool(now))
        if name == "ruling-proposed":
            right = right and (ruled if event["outcome"] == "withdrawn" else not ruled)
        if not right or event["dispute"] != 1:
            yield "does not belong here"
        if name == "dispute-filed":
            discard = self.events[event["discard"] - 1]
            if name_of(discard) != "card-discarded":
                yield "is about no discard"
            now |= {"open": True, "objects": [event["seat"]], "discarder": discard.get("seat")}
        elif name == "dispute-joined":
            now["objects"].append(event["seat"])
        elif name == "dispute-answered":
            now["answered"] = True
        elif name in RULINGS:
            now |= {"open": False, "ruled": True}
        elif name == "ruling-withdrawn":
            now |= {"open": True, "ruled": False}
        elif name == "ruling-appealed":
            now |= {"appealed": True, "ruled": False, "open": False, "proposed": None}
        elif name == "ruling-proposed":
            now["proposed"] = event["referee"]
        elif name in ("ruling-signed", "signature-refused"):
            now["proposed"] = None
