"""Deal records, and what a forger, a careless hand or a broken disk may make of them; the same seed gives the same."""

import copy
import json
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import cache
from random import Random
from typing import Any

from games.bots.playout import play_deal, play_on
from games.engine.deal import cancel, commit_deal
from games.engine.disputing.rulings import file_dispute, withdraw_ruling
from games.engine.events import ClockExtended, DealStarted, Event, TimeRanOut
from games.engine.evolve import Course, fold
from games.engine.recording.notation import rules_to_plain
from games.engine.recording.records import DealRecord, to_record
from games.engine.rules import FOURSAC, VINAGAMES, RuleSet
from games.engine.seeds import give_seed
from games.engine.shuffle import commit
from tests.support.deals import penalty_seed, played
from tests.support.engine.disputes import give_ruling

Record = dict[str, Any]

TEXTS = (
    "",
    "x",
    "Rr",
    "a: OK\ndeal-2: OK",
    "\x1b[2J",
    "\0",
    "\x7f",
    "\u2028",
    "\u202e",
    "\ud800",
    "ván 1",
    "x" * 101,
    "x" * 1001,
    "bot:greedy",
    "player:0",
    "player:7",
    "§10.3",
)
NUMBERS = (-100, -1, 0, 1, 2, 3, 4, 7, 112, 20_001, 32_768, 2**31, 2**53 + 1, 10**400)
VALUES: tuple[Any, ...] = (
    *TEXTS,
    *NUMBERS,
    None,
    True,
    False,
    1.0,
    -0.0,
    1e300,
    float("nan"),
    [],
    {},
    [[]],
)
PIECES = (
    *(b"\xff", b"\0", b"\x1b", b"\xef\xbb\xbf", b"\\ud800", b"\\u0000", b" ", b"\t", b"\r", b"\n"),
    *(b"[", b"]", b"{", b"}", b",", b":", b'"', b"\\", b"-", b"0", b"1", b"e9", b".0", b"null"),
    *(b"[" * 40, b"{" * 40, b"[" * 20_000, b"9" * 5000, b'"seat":0,', b'"name":"deal.won",'),
)
TIMES = (
    "2026-11-21T19:00:00.000000+00:00",
    "2026-11-21T19:00:00Z",
    "2026-11-21 19:00:00.000000Z",
    "2026-11-21T19:00:00.0Z",
    "2026-11-21T9:00:00.000000Z",
    "2026-1-1T19:00:00.000000Z",
    "0999-11-21T19:00:00.000000Z",
    "1999-12-31T23:59:59.999999Z",
    "9999-12-31T23:59:59.999999Z",
    "2026-02-30T00:00:00.000000Z",
    "２026-11-21T19:00:00.000000Z",
    "2026-11-21T19:00:00.000000Z",
)


def written(record: object) -> bytes:
    """As `export_deals` writes it, halves of characters too."""
    text = json.dumps(record, ensure_ascii=False, separators=(",", ":"))
    return text.encode("utf-8", "surrogatepass")


def timed(name: str, events: tuple[Event, ...]) -> Record:
    """Return the record of these events, one a second."""
    first = datetime(2026, 11, 21, 19, tzinfo=UTC)
    return to_record(
        DealRecord(name, tuple((first + timedelta(seconds=n), e) for n, e in enumerate(events)))
    )


def _events(rules: RuleSet, seats: int, number: int) -> tuple[Event, ...]:
    seeds: list[str | None] = [f"seed-{seat}" for seat in range(seats)]
    seeds[-1] = None
    starter = number % seats if number % 2 else None
    bots = ["greedy"] * seats
    return play_deal(
        rules, bots, secret=commit(f"{number:064x}"), seeds=seeds, starter=starter
    ).events


def _up_to_the_cards(events: tuple[Event, ...]) -> tuple[Event, ...]:
    at = next(n for n, event in enumerate(events) if isinstance(event, DealStarted))
    return events[: at + 1]


def dealt(name: str, rules: RuleSet, seats: int, number: int, *, late: bool = False) -> Record:
    """Return a deal of greedy bots; with `late` somebody lets the time run out, after the clock was extended."""
    events = _events(rules, seats, number)
    if late:
        before = _up_to_the_cards(events)
        seat = fold(before).turn
        more = (ClockExtended(90, "the service was away"), TimeRanOut(seat))
        events = (*before, *more, *events[len(before) :])
    return timed(name, events)


def strayed(name: str, rules: RuleSet, seats: int, number: int) -> Record:
    """Return a deal in which everybody makes any legal move: what no bot would do happens in it."""
    events = _events(rules, seats, number)
    before = _up_to_the_cards(events)
    course, random = Course(fold(before)), Random(number)
    play_on(course, [lambda _seen, moves: random.choice(moves)] * seats)
    return timed(name, (*before, *course.events, events[-1]))


def _disputed() -> Record:
    events = played(VINAGAMES, penalty_seed()).events
    for decide in (
        lambda s: file_dispute(s, seat=0, discard=s.ending.taken.version, reason="Vì sao?\nMời."),
        lambda s: give_ruling(
            s, dispute=1, referee="player:9", upheld=False, section="§10.3", reason="Đúng"
        ),
        lambda s: withdraw_ruling(s, dispute=1, referee="player:9", reason="Nhầm"),
    ):
        events = (*events, *decide(fold(events)))
    return timed("deal-disputed", events)


def _cancelled() -> Record:
    players = [f"player:{number}" for number in range(1, 5)]
    events = commit_deal(VINAGAMES, players=players, commitment="ab" * 32, starter=None)
    events = (*events, *give_seed(fold(events), seat=2, seed="mine"))
    return timed("deal-off", (*events, *cancel(fold(events), reason="somebody was not there")))


@cache
def originals() -> tuple[str, ...]:
    """Records of every sort, as text: rule sets, seats, fixed starters, late seats, disputes, a deal called off."""
    deduct = replace(FOURSAC, key="club", loser_kongs="deduct", unit=3)
    return tuple(
        json.dumps(record)
        for record in (
            *(dealt(f"deal-{seats}", VINAGAMES, seats, seats) for seats in (2, 3, 4)),
            dealt("deal-fixed", VINAGAMES, 4, 5, late=True),
            *(dealt(f"sac-{number}", FOURSAC, 4, number) for number in (6, 7)),
            dealt("deduct", deduct, 4, 8),
            strayed("strayed", FOURSAC, 4, 9),
            _disputed(),
            _cancelled(),
        )
    )


def places(holder: Any, names: tuple[Any, ...] = ()) -> Iterator[tuple[Any, Any, tuple[Any, ...]]]:
    """Yield every place in a record: what holds it, its key there, and the way to it."""
    for key in list(holder) if isinstance(holder, dict) else range(len(holder)):
        yield holder, key, (*names, key)
        if isinstance(holder[key], dict | list):
            yield from places(holder[key], (*names, key))


def _bytes(random: Random, record: Record) -> bytes:
    line = bytearray(written(record))
    for _ in range(random.choice((1, 1, 1, 3))):
        at = random.randrange(len(line))
        match random.randrange(5):
            case 0:
                line[at] ^= 1 << random.randrange(8)
            case 1:
                del line[at : at + random.choice((1, 5, 500))]
            case 2:
                line[at:at] = random.choice(PIECES)
            case 3:
                line[at:at] = line[at : at + random.choice((1, 9, 90))]
            case 4:
                line[random.choice((0, at)) : at] = b""
        line = line or bytearray(b"{")
    return bytes(line)


def _value(random: Random, record: Record) -> bytes:
    holder, key, _names = random.choice(list(places(record)))
    holder[key] = random.choice(VALUES)
    return written(record)


def _field(random: Random, record: Record) -> bytes:
    objects = [record, *(h[k] for h, k, _ in places(record) if isinstance(h[k], dict))]
    chosen = random.choice([found for found in objects if found])
    name = random.choice(list(chosen))
    value = chosen.pop(name)
    if random.random() < 0.5:  # another order, or another name
        chosen[random.choice((name, name, f"{name}s", "\x1b[2J"))] = value
    return written(record)


def _twice(random: Random, record: Record) -> bytes:
    text = written(record)
    found = random.choice(list(re.finditer(rb'"[a-z_]+":(\d+|"[^"]*"|null|true|false)', text)))
    other = re.sub(rb":.*", b":" + random.choice((b"1", b"null", found[1])), found[0])
    return text[: found.start()] + random.choice((found[0], other)) + b"," + text[found.start() :]


def _order(random: Random, record: Record) -> bytes:
    events = record["events"]
    one, two = random.randrange(len(events)), random.randrange(len(events))
    match random.randrange(4):
        case 0:
            del events[one]
        case 1:
            events.insert(two, copy.deepcopy(events[one]))
        case 2:
            events[one], events[two] = events[two], events[one]
        case 3:
            del events[one:]
    return written(record)


def _alike(random: Random, record: Record) -> bytes:
    """In the event and in the summary, so that the record does not contradict itself."""
    first = record["events"][0]
    match random.randrange(6):
        case 0 | 1:
            option = random.choice(list(first["rules"]))
            value = random.choice((*VALUES, [4, 4], [2, 3, 4], [4, 3], "forced", "points", "paid"))
            record["rules"][option] = first["rules"][option] = value
        case 2:
            seat = random.randrange(len(first["players"]))
            record["players"][seat] = first["players"][seat] = random.choice(VALUES)
        case 3:
            field = random.choice(("commitment", "starter"))
            record[field] = first[field] = random.choice((*VALUES, "AB" * 32, "cd" * 32))
        case 4:
            for event in record["events"]:
                if event["name"] == "deal.seed-given":
                    event["seed"] = record["seeds"][event["seat"]] = random.choice(VALUES)
        case 5:
            ends = [event for event in record["events"] if "result" in event]
            if ends:
                field = random.choice(list(ends[-1]["result"]))
                record["result"][field] = ends[-1]["result"][field] = random.choice(VALUES)
    return written(record)


def _time(random: Random, record: Record) -> bytes:
    events = record["events"]
    at = random.randrange(len(events))
    match random.randrange(4):
        case 0:
            events[at]["at"] = random.choice(TIMES)
        case 1:
            events[at]["at"] = events[random.randrange(len(events))]["at"]
        case 2:
            for event in events:
                event["at"] = random.choice(TIMES)
        case 3:  # all at once: nothing is wrong with that, if it is a time
            time = random.choice((*TIMES, TIMES[-1], TIMES[-1]))
            for event in events:
                event["at"] = time
    return written(record)


def _spelling(random: Random, record: Record) -> bytes:
    text = written(record)
    match random.randrange(5):
        case 0:
            return json.dumps(record).encode()
        case 1:
            return json.dumps(record, sort_keys=True, separators=(",", ":")).encode()
        case 2:
            record["deal"] = random.choice(("ván", "a\u2028b", "a/b", "a\x7fb"))
            escaped = json.dumps(record, separators=(",", ":"))
            return random.choice((escaped, escaped.replace("/", "\\/"))).encode()
        case 3:
            number = random.choice(list(re.finditer(rb"(?<=[:,\[])\d+(?=[,\]}])", text)))
            other = random.choice((number[0] + b".0", number[0] + b"e0", b"0" + number[0], b"-0"))
            return text[: number.start()] + other + text[number.end() :]
        case _:
            return random.choice((b" " + text, text + b" ", text + b"\t", b"\xef\xbb\xbf" + text))


def _club(random: Random, _record: Record) -> bytes:
    """Return a deal by rules of a club's own, which may be beyond what a record takes."""
    seats = random.choice((2, 3, 4))
    yes_or_no: dict[str, Any] = {
        option: random.random() < 0.5
        for option, value in rules_to_plain(FOURSAC).items()
        if isinstance(value, bool)
    }
    rules = replace(
        random.choice((VINAGAMES, FOURSAC)),
        **yes_or_no,
        key=random.choice(("club", "của câu lạc bộ", "x" * 100, *TEXTS)),
        seats=random.choice(((2, 3, 4), (2, 3, 4), (seats,), (4, 3, 2), (seats, 10))),
        stock_limit=random.choice((0, 1, 7, 31, 112, 113, -1)),
        exposed_triple=random.choice((0, 1, 100, 100, -100, 20_001)),
        payment=random.choice(("amount", "points", "flat")),
        unit=random.choice((1, 3, 1000, 0, 2**31)),
        loser_kongs=random.choice(("paid", "deduct", "none")),
        penalty=random.choice(("none", "pays-for-all")),
        four_pawns=random.choice((2, 2, 4, 21)),
        yellow_king=random.choice((0, 0, 0, 1)),
        pot=random.choice((0, 0, 5, 1001)),
    )
    if random.random() < 0.5:
        rules = replace(
            rules, key="club", seats=(2, 3, 4), stock_limit=7, exposed_triple=100, unit=1000
        )
    if seats not in rules.seats:
        rules = replace(rules, seats=(seats,))
    return written(dealt("club", rules, seats, random.randrange(10**9)))


def _words(random: Random, record: Record) -> bytes:
    """Return what no rule decides: names, reasons, seconds. Much of it is right."""
    good = ("ván 1", "deal-9", "a: OK", "line 1", "x" * 100, "Lê\u00a0Lợi", "\u202eko")
    record["deal"] = random.choice((*good, *TEXTS))
    for event in record["events"]:
        for field in ("reason", "section", "referee", "seconds"):
            if field in event and random.random() < 0.4:
                more = (90, 1, 10**9) if field == "seconds" else (*good, "a\r\nb", "player:12")
                event[field] = random.choice((*more, *(NUMBERS if field == "seconds" else TEXTS)))
    return written(record)


def _file(random: Random, record: Record) -> bytes:
    text, other = written(record), json.loads(random.choice(originals()))
    return random.choice(
        (
            b"",
            b"\n",
            b"\xef\xbb\xbf",
            b"\xef\xbb\xbf\n" + text,
            text.decode().encode("utf-16"),
            text + b"\r\n\r\n",
            text + b"\n\n" + written(other),
            text + b"\n" + written({**record, "deal": "another name"}),
            text + b"\n" + text[:-1],
            b" \n" + text,
            text + b"\n\x1a",
            text + b" " * 1_000_001,
            b"{}\n[]\nnull\n" + text,
        )
    )


MUTATIONS: dict[str, Callable[[Random, Record], bytes]] = {
    "bytes": _bytes,
    "a value": _value,
    "a field": _field,
    "a field twice": _twice,
    "order of events": _order,
    "event and summary alike": _alike,
    "rules of a club": _club,
    "times": _time,
    "spelling": _spelling,
    "words": _words,
    "the file": _file,
}


def mutated(seed: int, count: int) -> Iterator[tuple[str, bytes]]:
    """Yield so many files, each with the sort of its mutation."""
    random = Random(seed)
    for number in range(count):
        sort = list(MUTATIONS)[number % len(MUTATIONS)]
        yield sort, MUTATIONS[sort](random, json.loads(random.choice(originals())))
