"""docs/records.md: its programs run, its tables are whole, and its sentences hold for played deals."""

import json
import re
from dataclasses import replace
from functools import cache
from itertools import combinations, pairwise
from typing import Any

import pytest

from games.engine.recording.notation import cards_text, event_from_plain, event_to_plain
from games.engine.recording.records import YEARS
from games.engine.recording.verification import NAME_LENGTH, REASON_LENGTH, SECONDS, SECTION_LENGTH
from games.engine.rules import FOURSAC, MIEN_NAM, OPTIONS, VINAGAMES
from games.engine.shuffle import commit, shuffle
from tests.support.documented.page import in_full
from tests.support.record_mutations import dealt, originals, strayed, written
from tests.support.running_site import PROJECT

RECORDS = PROJECT / "docs" / "records.md"
TEXT = RECORDS.read_text(encoding="utf-8")
RANKS, COLOURS = "KGMRCNP", "rygw"
FAMILIES = [
    *([r + c for r in ranks] for ranks in ("KGM", "RCN") for c in COLOURS),
    ["Pr", "Py", "Pg", "Pw"],
]


def place(card):
    """The order of cards that the description calls sorted."""
    return RANKS.index(card[0]), COLOURS.index(card[1])


@cache
def records():
    """Deals of every sort: those that are mutated, and ninety more."""
    club = replace(FOURSAC, key="club", loser_kongs="deduct", unit=3)
    dear = replace(VINAGAMES, key="dear", khap=6, quan=10, penalty="none")
    blamed = replace(FOURSAC, key="blamed", factor=2, factor_for="quan", penalty="pays-for-all")
    mixed = replace(VINAGAMES, key="mixed", pair_claim="offered", discards="any", drawn_king="kept")
    flat = replace(VINAGAMES, key="flat", payment="flat", loser_kongs="none", unit=4, yellow_king=1)
    tables = (
        *((VINAGAMES, 2), (VINAGAMES, 3), (VINAGAMES, 4), (FOURSAC, 4), (club, 4)),
        *((dear, 3), (blamed, 4), (flat, 4), (MIEN_NAM, 4), (mixed, 4)),
    )
    more = (dealt("deal", rules, seats, 100 + n) for rules, seats in tables for n in range(12))
    most = (strayed("deal", rules, seats, 300 + n) for rules, seats in tables for n in range(6))
    return [*map(json.loads, originals()), *more, *most]


def of(name):
    """Each event of this name with its record and its place there."""
    return [(r, at, e) for r in records() for at, e in enumerate(r["events"]) if e["name"] == name]


def at_the_end(record):
    """The public sets and private cards of each seat, by the events alone."""
    public, private = [], []
    for event in record["events"]:
        match event["name"]:
            case "deal.started":
                for hand, quans in zip(event["hands"], event["quans"], strict=True):
                    public.append([{"kind": "quan", "cards": [card] * 4} for card in quans])
                    private.append([card for card in hand if card not in quans])
            case "deal.card-discarded":
                private[event["seat"]].remove(event["card"])
            case "deal.card-melded":
                for card in event["cards"]:
                    private[event["seat"]].remove(card)
                cards = sorted((event["active"], *event["cards"]), key=place)
                public[event["seat"]].append({"kind": event["kind"], "cards": cards})
            case "deal.triple-completed":
                triple = {"kind": "triple", "cards": [event["card"]] * 3}
                khui = {"kind": "khui", "cards": [event["card"]] * 4}
                mine = public[event["seat"]]
                mine[mine.index(triple)] = khui
    return public, private


def grouped(cards):
    """The sets of private cards in the order of the description."""
    found = []
    for family in FAMILIES:
        held = {card: cards.count(card) for card in family if card in cards}
        found += [{"kind": "khap", "cards": [card] * 3} for card in held if held[card] == 3]
        found += best(tuple(c for c in family for _ in range(held.get(c, 0) % 3)), tuple(family))[2]
    return found


@cache
def best(cards, family):
    """Trash, points below zero and sets of what is left of a family."""
    if not cards:
        return 0, 0, []
    first, ways = cards[0], []
    kinds = [c for c in family if c in cards]
    if family[0][0] == "P":
        ways += [("four-pawns", kinds, 2)] if len(kinds) == 4 else []
        ways += [("three-pawns", [first, *two], 1) for two in combinations(kinds[1:], 2)]
    elif len(kinds) == 3:
        ways.append(
            ("king-guard-minister" if first[0] == "K" else "rook-cannon-knight", list(family), 1)
        )
    ways += [("king", [first], 1)] if first[0] == "K" else []
    ways += [("pair", [first, first], 0)] if cards.count(first) == 2 else []
    ends = []
    for kind, used, points in [*ways, ("", [first], 0)]:
        rest = list(cards)
        for card in used:
            rest.remove(card)
        trash, less, sets = best(tuple(rest), family)
        formed = [{"kind": kind, "cards": used}] if kind else []
        ends.append((trash + (not kind), less - points, [*formed, *sets]))
    return min(ends, key=lambda end: end[:2])


def lines_by_the_book(record, result):
    """Every payment, from the sets that lie on the table and in the hands."""
    rules, winner, offender = in_full(record["rules"]), result["winner"], result["offender"]
    public, private = at_the_end(record)
    worth = {"quan": rules["quan"], "khui": rules["khui"]}
    kongs = [[shown["kind"] for shown in sets if shown["kind"] in worth] for sets in public]
    losers = [seat for seat in range(len(public)) if seat != winner]
    unit = rules["unit"] if rules["payment"] == "points" else 1
    said: list[tuple[Any, ...]] = []
    for loser in losers:
        amount = result["amount"]
        if rules["payment"] == "points" and rules["loser_kongs"] == "deduct":
            amount = max(0, amount - unit * sum(worth[kind] for kind in kongs[loser]))
        if offender is None:
            said.append(("hand", loser, winner, amount, None))
        else:
            said.append(("penalty", offender, winner, amount, loser))
    for owner in losers:
        others = [seat for seat in losers if seat != owner]
        if rules["loser_kongs"] == "paid" and rules["payment"] == "amount":
            khaps = sum(private[owner].count(card) == 3 for card in set(private[owner]))
            for payer in (winner, *others):
                said += [(kind, payer, owner, worth[kind], None) for kind in kongs[owner]]
                said += [("khap", payer, owner, rules["khap"], None)] * (
                    khaps if payer != winner else 0
                )
        elif rules["loser_kongs"] == "paid":
            payers = sorted((winner, *others))
            said += [(k, p, owner, worth[k] * unit, None) for k in kongs[owner] for p in payers]
    return said


def blocks(language):
    return re.findall(rf"```{language}\n(.*?)```", TEXT, flags=re.DOTALL)


@pytest.mark.parametrize(
    ("example", "numbers"), list(zip(blocks("json shuffle"), (113, 114), strict=True))
)
def test_the_shuffle_in_the_description_runs_and_gives_its_worked_examples(example, numbers):
    told = json.loads(example)
    drawn: list[int] = []

    def counted(number):
        drawn.append(number)
        return number

    names: dict[str, Any] = {"counted": counted}
    (program,) = blocks("python")
    # As it stands, but for a note of every number that is taken from the stream.
    program = program.replace("next(stream)", "counted(next(stream))")
    exec(compile(program, str(RECORDS), "exec"), names)
    dice, deck = names["shuffle"](told["secret"], told["seeds"])
    assert [dice, deck] == [told["dice"], told["deck"].split()]
    assert commit(told["secret"]) == told["commitment"]
    ours_dice, ours = shuffle(told["secret"], told["seeds"])
    assert list(ours_dice) == told["dice"]
    assert cards_text(ours) == told["deck"]
    assert len(drawn) == numbers
    if numbers == 114:
        assert (
            f"the 24th number of the stream is {drawn[23]}" in TEXT
            and drawn[23] >= 2**32 - 2**32 % 91
        )


def test_the_example_events_of_the_description_are_read():
    examples = [json.loads(line) for block in blocks("json events") for line in block.splitlines()]
    assert len(examples) >= 5
    for example in examples:
        fields = {name: value for name, value in example.items() if name not in ("at", "name")}
        assert event_to_plain(event_from_plain(example["name"], fields)) == fields


def test_the_limits_of_the_description_are_those_of_the_checks():
    part = TEXT.partition("### Limits")[2].partition("## ")[0]
    rows = dict(re.findall(r"^\| (`.*`) \| (.*) \|$", part, flags=re.MULTILINE))
    assert rows["`deal`, `rules.key`"].startswith(f"1 to {NAME_LENGTH} ")
    assert rows["`section`"].startswith(f"1 to {SECTION_LENGTH} ")
    assert rows["`reason`"].startswith(f"1 to {REASON_LENGTH} ")
    for option, numbers in {
        **{f"rules.{o}": n.values for o, n in OPTIONS.items() if isinstance(n.values, range)},
        "seconds": SECONDS,
    }.items():
        assert rows[f"`{option}`"] == f"{numbers[0]} to {numbers[-1]:,}", option
    assert f"in the years {YEARS[0]} to {YEARS[-1]}" in TEXT


def test_the_spelling_of_the_description_is_the_canonical_one():
    (told,) = re.findall(r"In Python it is `([^`]+)`", TEXT)
    record = {**records()[0], "deal": 'ván\x7f\u2028 "/\\'}
    assert eval(told, {"json": json, "record": record}).encode() == written(record)


def test_results_without_a_winner_are_empty():
    assert of("deal.exhausted") and of("deal.cancelled")
    for record, _at, _event in (*of("deal.exhausted"), *of("deal.cancelled")):
        seats = len(record["players"])
        assert record["result"] == {
            "winner": None,
            "points": 0,
            "amount": 0,
            "sets": [],
            "offender": None,
            "lines": [],
            "net": [0] * seats,
        }


def test_sets_and_lines_stand_as_the_description_orders_them():
    reasons, deducted, himself = set(), 0, 0
    for record, _at, event in of("deal.won"):
        result = event["result"]
        public, private = at_the_end(record)
        winner = result["winner"]
        assert result["sets"] == [*public[winner], *grouped(sorted(private[winner], key=place))]
        lines = [tuple(line.values()) for line in result["lines"]]
        assert lines == lines_by_the_book(record, result)
        reasons |= {line["reason"] for line in result["lines"]}
        himself += any(line["instead_of"] == line["payer"] for line in result["lines"])
        hands = [line["amount"] for line in result["lines"] if line["reason"] == "hand"]
        deducted += any(amount < result["amount"] for amount in hands)
    assert reasons == {"hand", "penalty", "quan", "khui", "khap"} and deducted and himself


def test_two_seats_have_verdicts_and_no_offender():
    two = [record for record in records() if len(record["players"]) == 2]
    blamed = 0
    for record in two:
        assert record["result"]["offender"] is None
        for event, after in pairwise(record["events"]):
            if event["name"] == "deal.card-discarded":
                assert event["verdict"] is not None
                won = (
                    after["name"] == "deal.card-melded"
                    and record["result"]["winner"] == after["seat"]
                )
                blamed += won and event["card"] not in event["verdict"]["worst"]
    assert blamed


def test_worst_cards_and_melded_cards_are_sorted():
    for _record, _at, event in of("deal.card-discarded"):
        if event["verdict"] is not None:
            judged = [card for card, _useful in event["verdict"]["usefulness"]]
            for cards in (judged, event["verdict"]["worst"]):
                assert cards == sorted(set(cards), key=place)
    for _record, _at, event in of("deal.card-melded"):
        assert event["cards"] == sorted(event["cards"], key=place)


def test_what_follows_what():
    declined = dead = 0
    for record, at, event in of("deal.card-drawn"):
        before = record["events"][at - 1]
        if before["name"] == "deal.card-discarded":
            # Nobody took the discard: no event says so but the next seat's draw.
            assert event["seat"] == (before["seat"] + 1) % len(record["players"])
            declined += 1
    for record, at, event in of("deal.king-died"):
        after = record["events"][at + 1]
        assert after["name"] in ("deal.card-drawn", "deal.exhausted")
        assert after.get("seat", after.get("due")) == (event["seat"] + 1) % 4
        dead += 1
    assert declined and dead
    for record, at, event in of("deal.claims-offered"):
        card = record["events"][at - 1]
        rules = in_full(record["rules"])
        behind = "forced" in (rules["khap_claim"], rules["pair_claim"])
        assert len(event["offers"]) == 4 and (any(event["offers"]) or behind)
        assert all(
            offer in ([], ["win"], ["kong"], ["triple"], ["win", "kong"], ["win", "triple"])
            for offer in event["offers"]
        )
        if card["name"] == "deal.card-discarded":
            assert event["offers"][card["seat"]] == []
    assert {event["opening"] for _r, at, event in of("deal.card-discarded")} == {True, False}
