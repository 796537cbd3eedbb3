"""docs/records.md against true records: its tables are what the code writes, and a reader made of it takes them all."""

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import fields, replace
from functools import cache
from random import Random
from typing import Any, get_args, get_type_hints

import pytest

from games.engine.deal import cancel, commit_deal, to_move
from games.engine.disputing import outcomes, rulings
from games.engine.errors import BadNotation, IllegalMove
from games.engine.events import (
    EVENTS,
    BankUsed,
    CardDiscarded,
    ClaimAnswered,
    ClaimsOffered,
    ClockExtended,
    DeadlineSet,
    DealCommitted,
    DealPaused,
    DealResumed,
    DealStarted,
    Event,
    PauseAsked,
    RefereeCalled,
    RulingProposed,
    SeatGone,
    SeatUnseen,
    SecretPublished,
    TimeRanOut,
    WindowHeld,
)
from games.engine.evolve import fold
from games.engine.recording.notation import NAMES, rules_to_plain
from games.engine.recording.records import FORMATS, from_record
from games.engine.recording.verification import verify
from games.engine.rules import FOURSAC, OPTIONS, OWN, PRESETS, VINAGAMES
from games.engine.seeds import bind_seed, give_seed, withhold
from games.engine.shuffle import commit, commit_seed, kept_seed
from tests.support.deals import penalty_seed, played
from tests.support.documented import course, page
from tests.support.documented.reader import wrong
from tests.support.engine.disputes import give_ruling, share_payment, void_deal
from tests.support.lies import told
from tests.support.record_mutations import originals, timed

Step = Callable[[Any], tuple[Event, ...]]
SAID: dict[str, Any] = {
    "dispute": 1,
    "referee": "player:9",
    "section": "§10.8",
    "reason": "As it was.",
}
OTHER: dict[str, Any] = {"dispute": 1, "referee": "player:8"}
UNTIL = "2026-11-22T19:30:00+00:00"


def filed(rule_by: str | None = None) -> Step:
    return lambda s: rulings.file_dispute(
        s, seat=None, discard=s.ending.taken.version, reason="Why?", rule_by=rule_by
    )


def deadline(step: Any) -> Step:
    return lambda _state: (DeadlineSet(1, step, UNTIL),)


def joined(*places: int) -> Step:
    """Seats that many places behind the discarder."""
    return lambda s: tuple(
        event
        for place in places
        for event in rulings.join_dispute(
            s, dispute=1, seat=(s.ending.taken.seat + place) % 4, reason="I too."
        )
    )


def answered(state: Any) -> tuple[Event, ...]:
    return rulings.answer_dispute(state, dispute=1, seat=state.ending.taken.seat, reason="Mine.")


def ruled(upheld: bool) -> Step:
    return lambda s: give_ruling(s, upheld=upheld, **SAID)


def shared(state: Any) -> tuple[Event, ...]:
    return share_payment(state, **SAID)


def voided(state: Any) -> tuple[Event, ...]:
    return void_deal(state, **SAID)


def withdrawn(state: Any) -> tuple[Event, ...]:
    return rulings.withdraw_ruling(state, reason="Not so.", **OTHER)


def appealed(rule_by: str | None = None) -> Step:
    return lambda s: rulings.appeal_ruling(s, dispute=1, seat=2, reason="No.", rule_by=rule_by)


def proposed(outcome: outcomes.Outcome) -> Step:
    section = "" if outcome is outcomes.Outcome.WITHDRAWN else "§10.8"
    said = rulings.Said(1, "player:9", section, "As it was.")
    return lambda s: rulings.propose(s, outcome, said)


def signed(state: Any) -> tuple[Event, ...]:
    return rulings.sign(state, **OTHER)


def refused(state: Any) -> tuple[Event, ...]:
    return rulings.refuse(state, reason="Not so.", **OTHER)


VOIDED, WITHDRAWN = outcomes.Outcome.VOIDED, outcomes.Outcome.WITHDRAWN
DISPUTES: dict[str, tuple[Step, ...]] = {
    "filed and not ruled": (filed(), deadline("dispute")),
    "joined and upheld": (filed(), joined(1, 2), ruled(True), deadline("appeal")),
    "answered and reversed": (filed(), answered, ruled(False), deadline("appeal")),
    "shared, with the time of an appeal": (filed(), shared, deadline("appeal")),
    "void, with the time of an appeal": (filed(), voided, deadline("appeal")),
    "withdrawn, joined and answered then": (
        *(filed(), ruled(False), withdrawn, joined(1), answered, ruled(True)),
    ),
    "appealed and final": (
        *(filed(), ruled(False), deadline("appeal"), appealed(), voided, deadline("appeal")),
    ),
    "by when to rule": (filed(UNTIL), ruled(True), appealed(UNTIL)),
    "one moment by when to rule of two": (filed(UNTIL), ruled(True), appealed()),
    "proposed and signed": (filed(), proposed(VOIDED), joined(2), signed, deadline("appeal")),
    "proposed and refused": (filed(), proposed(VOIDED), refused, ruled(True)),
    "a withdrawal that is signed": (filed(), voided, proposed(WITHDRAWN), signed, ruled(True)),
    "a proposal that an appeal overtakes": (filed(), voided, proposed(WITHDRAWN), appealed()),
}


@cache
def won() -> tuple[Event, ...]:
    return played(VINAGAMES, penalty_seed()).events


def disputed(case: str) -> dict[str, Any]:
    events = won()
    for step in DISPUTES[case]:
        events = (*events, *step(fold(events)))
    return timed(f"deal {case}", events)


def called_off(name: str, *, starter: int | None) -> dict[str, Any]:
    """Return all seats are bound, the last keeps its seed back: the deal is called off and its secret published."""
    secret = "5a" * 32
    players = [*(f"player:{number}" for number in (1, 2, 3)), "bot:safe"]
    seeds = ["one", "two", "three", kept_seed(secret, 3)]
    events: tuple[Event, ...] = commit_deal(
        VINAGAMES, players=players, commitment=commit(secret), starter=starter
    )
    for seat, seed in enumerate(seeds):
        said: dict[str, Any] = {"seat": seat, "commitment": commit_seed(seed), "kept": seat == 3}
        events = (*events, *bind_seed(fold(events), **said))
    events = (*events, *give_seed(fold(events), seat=0, seed="one"))
    events = (*events, *withhold(fold(events), seat=1), *cancel(fold(events), reason="late"))
    return timed(name, (*events, SecretPublished(secret)))


def answered_last(*between: Event) -> dict[str, Any]:
    """Return a deal of 4sac among members with this between the last answer to a claim and what it leads to."""
    events = [*played(FOURSAC, 3).events]
    assert isinstance(events[0], DealCommitted)
    events[0] = replace(events[0], players=tuple(f"player:{number}" for number in range(1, 5)))
    at = next(
        number
        for number, event in enumerate(events)
        if isinstance(event, ClaimAnswered) and not to_move(fold(events[: number + 1]))
    )
    return timed("deal-between", (*events[: at + 1], *between, *events[at + 1 :]))


def records() -> Iterator[dict[str, Any]]:
    """Won, drawn and called off, of both rule sets and a club's own, with disputes of all sorts."""
    yield told()
    yield from map(json.loads, originals())
    yield from map(disputed, DISPUTES)
    yield called_off("deal-late", starter=None)
    yield called_off("deal-late-fixed", starter=2)


# --- the tables ----------------------------------------------------------------------------------


def test_the_fields_of_a_record_stand_in_the_order_of_the_tables():
    for record in records():
        assert list(record) == page.first_column("A record")
        assert list(record["rules"]) == page.options(record["format"])
        assert list(record["result"]) == page.first_column("Result")
        for line in record["result"]["lines"]:
            assert list(line) == page.line_fields()


def test_the_formats_of_the_page_are_those_of_the_code():
    assert list(page.formats()) == list(FORMATS)
    count = {11: "eleven", 12: "twelve", 13: "thirteen", 14: "fourteen"}[len(FORMATS)]
    first, *_between, last = FORMATS
    assert f"There are {count} [formats](#formats), `{first}` to `{last}`" in page.TEXT
    for name, adds in page.formats().items():
        number = FORMATS[name]
        added = {kind for kind, row in EVENTS.items() if 1 < row.since == number}
        events = {one for one in adds if one.startswith("deal.")}
        if "rule_by" in adds:
            assert events == {"deal.dispute-filed", "deal.ruling-appealed"} and not added
        else:
            assert events == {NAMES[kind] for kind in added}
            options = {name for name, one in OPTIONS.items() if 1 < one.since == number}
            if number == OWN:
                assert page.options(name) == ["key", "seats", *OPTIONS] and options
                assert not set(adds) - events
            else:
                assert set(adds) - events == options


def test_the_fields_of_every_event_stand_in_the_order_of_its_row():
    assert set(page.event_fields()) == {name.removeprefix("deal.") for name in NAMES.values()}
    for kind, name in NAMES.items():
        written = [field.name for field in fields(kind)]
        assert page.event_fields()[name.removeprefix("deal.")] == written


def test_the_page_and_its_reader_know_each_ruling_and_what_may_be_proposed():
    assert tuple(f"deal.{name}" for name in course.RULINGS) == outcomes.RULING_NAMES
    named = re.findall(r"`(deal\.ruling-[a-z]+)`", page.words_of("deadline-set"))
    assert {*named} == {*outcomes.RULING_NAMES}
    said = page.words_of("ruling-proposed").partition("`outcome` is ")[2].partition(" (")[0]
    values = get_args(get_type_hints(RulingProposed)["outcome"])
    assert {*re.findall(r"`(\w+)`", said)} == {*values} == {*outcomes.Outcome}


def test_the_presets_of_the_page_are_those_of_the_code():
    assert page.presets() == {key: rules_to_plain(rules) for key, rules in PRESETS.items()}


# --- true records --------------------------------------------------------------------------------


def test_a_reader_made_of_the_page_takes_every_true_record():
    for record in records():
        assert verify(from_record(record)) is None, record["deal"]
        assert wrong(record) == [], record["deal"]
    written = {record["format"] for record in records()}
    assert len(written) >= 4


def test_a_deal_that_was_called_off_has_the_starter_that_was_fixed_and_no_dice():
    for starter in (None, 2):
        record = called_off("deal", starter=starter)
        assert (record["starter"], record["dice"], record["secret"]) == (starter, None, "5a" * 32)


BETWEEN: dict[str, tuple[tuple[Event, ...], bool]] = {
    "nothing": ((), True),
    "more time": ((ClockExtended(30, "the service was away"),), True),
    "a hold": ((WindowHeld(0, 10), WindowHeld(3, 10)), True),
    "a director's pause": ((DealPaused(True), DealResumed(True)), True),
    "a call": ((RefereeCalled(2), DealPaused(False), DealResumed(False)), True),
    "somebody asks for a pause": ((PauseAsked(1, False),), True),
    "a time that runs out": ((TimeRanOut(0),), False),
    "a bank": ((BankUsed(0, 5),), False),
    "somebody gone": ((SeatGone(0),), False),
    "somebody unseen": ((SeatUnseen(0),), False),
}


@pytest.mark.parametrize("case", BETWEEN)
def test_what_may_stand_between_the_last_answer_and_what_it_leads_to(case):
    between, right = BETWEEN[case]
    record = answered_last(*between)
    assert (verify(from_record(record)) is None) is right
    assert right is (wrong(record) == [])


def test_a_window_is_held_where_nobody_may_claim_and_only_while_a_card_is_active():
    events = [*played(FOURSAC, 3).events]
    cards = [at for at, event in enumerate(events) if isinstance(event, CardDiscarded)]
    quiet = next(at for at in cards if not isinstance(events[at + 1], ClaimsOffered))
    started = next(at for at, event in enumerate(events) if isinstance(event, DealStarted))
    for at, right in ((quiet, True), (started, False)):
        record = timed("deal", (*events[: at + 1], WindowHeld(1, 10), *events[at + 1 :]))
        assert (verify(from_record(record)) is None) is right
        assert right is (wrong(record) == [])


@pytest.mark.parametrize("case", DISPUTES)
def test_whatever_the_page_lets_follow_in_a_dispute_the_club_lets_too(case):
    """Each next step of each dispute, at each of its places: page and engine say the same."""
    steps = {
        "joined": joined(1),
        "joined by the director": lambda s: rulings.join_dispute(
            s, dispute=1, seat=None, reason="I too."
        ),
        "answered": answered,
        "ruled": ruled(False),
        "shared": shared,
        "voided": voided,
        "withdrawn": withdrawn,
        "appealed": appealed(),
        "proposed": proposed(VOIDED),
        "a withdrawal proposed": proposed(WITHDRAWN),
        "signed": signed,
        "refused": refused,
        "time to appeal": deadline("appeal"),
    }
    events = won()
    for step in DISPUTES[case]:
        events = (*events, *step(fold(events)))
    for name, step in steps.items():
        try:
            record = timed("deal", (*events, *step(fold(events))))
        except IllegalMove:
            continue
        taken = verify(from_record(record)) is None
        assert (wrong(record) == []) is taken, (name, wrong(record))


def test_what_the_page_refuses_the_verifier_refuses():
    """So no true record can be refused by who follows the page: events moved, left out and put in twice."""
    random, tried, by_page = Random(24), 0, 0
    texts = [json.dumps(record) for record in records()]
    for _ in range(400):
        record = json.loads(random.choice(texts))
        rows = record["events"]
        one, two = random.randrange(1, len(rows)), random.randrange(1, len(rows))
        match random.randrange(3):
            case 0:
                del rows[one]
            case 1:
                rows.insert(two, dict(rows[one]))
            case 2:
                rows[one], rows[two] = rows[two], rows[one]
        for row in rows:
            row["at"] = rows[0]["at"]
        record["format"] = page.lowest_format(record)
        try:
            fault = verify(from_record(record))
        except BadNotation as error:
            fault = str(error)
        tried += 1
        if wrong(record):
            by_page += 1
            assert fault is not None, wrong(record)
    assert by_page > tried / 4
