"""The engine beside a referee that shares no code with it: every step of deals and positions that nobody chose."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.bots.playout import play_deal
from games.engine.recording.notation import rules_to_plain
from games.engine.recording.records import DealRecord, to_record
from games.engine.rules import FOURSAC, MIEN_NAM, OPTIONS, PRESETS, VINAGAMES
from tests.support.engine import beside, dealing, following
from tests.support.engine.own_rules import OWN

NOW = datetime(2026, 11, 21, 19, 0, tzinfo=UTC)
FLAT = replace(VINAGAMES, payment="flat", unit=10, loser_kongs="none", yellow_king=2)
WHERE_IT_MATTERS = {
    "exposed_triple": FOURSAC,
    "fourth_to_exposed_triple": FOURSAC,
    "loser_kongs": FOURSAC,
    "unit": FOURSAC,
    "payment": replace(VINAGAMES, loser_kongs="none"),
    "yellow_king": FLAT,
    "king_triples": replace(VINAGAMES, exposed_triple=20),
    "melds": replace(VINAGAMES, discards="any-but-king"),
}
"""By which rules an option is asked about, if not vinagames'."""
UNSEEN = {"khaps_announced", "pot"}
"""What changes no move and no payment of a deal: who may see it, tests/security asks; the pot is the table's."""


@settings(max_examples=25, deadline=None)
@given(
    rules=st.one_of(OWN, st.sampled_from([*PRESETS.values()])),
    seats=st.integers(2, 4),
    starter=st.integers(0, 3),
    shuffled=st.randoms(use_true_random=False),
    clumps=st.integers(0, 12),
    choices=st.lists(st.integers(0, 30), max_size=200),
)
def test_a_deal_is_played_and_paid_as_the_referee_says(
    rules, seats, starter, shuffled, clumps, choices
):
    at = seats if seats in rules.seats else rules.seats[-1]
    deck = dealing.deck(shuffled, at, clumps=clumps)
    pair = beside.whole(rules, deck, starter=starter % at, seats=at)
    assert pair.play(beside.listed(choices))["the end (§9)"] == 1


@settings(max_examples=150, deadline=None)
@given(
    rules=st.one_of(OWN, st.sampled_from([*PRESETS.values()])),
    seats=st.integers(2, 4),
    laid=st.randoms(use_true_random=False),
    choices=st.lists(st.integers(0, 30), max_size=30),
)
def test_a_position_is_judged_and_played_on_as_the_referee_says(rules, seats, laid, choices):
    lying = dealing.lying(laid, seats if seats in rules.seats else rules.seats[-1])
    compared = beside.middle(rules, lying).play(beside.listed(choices), most=8)
    assert compared["what a seat may do"]


@settings(max_examples=25, deadline=None)
@given(
    rules=st.one_of(OWN, st.sampled_from([*PRESETS.values()])),
    seats=st.integers(2, 4),
    bots=st.sampled_from(["club", "careful", "newcomer"]),
    number=st.integers(0, 10_000),
)
def test_13_the_record_of_what_bots_play_is_what_the_referee_says(rules, seats, bots, number):
    played = play_deal(
        rules,
        [bots] * (seats if seats in rules.seats else rules.seats[-1]),
        secret=f"{number:064x}",
        seeds=[f"{seat:016x}" for seat in range(4)][: seats if seats in rules.seats else 4],
    )
    record = to_record(DealRecord("1", tuple((NOW, event) for event in played.events)))
    assert list(following.complaints(record, rules_to_plain(rules))) == []


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("card-discarded", {"card": "Kr"}),
        ("card-drawn", {"seat": 3}),
        ("card-melded", {"forced": True}),
        ("card-melded", {"kind": "khui"}),
        ("card-died", {"name": "deal.turn-passed"}),
        ("won", {"seat": 3}),
    ],
)
def test_a_record_that_is_not_what_happened_is_found(name, change):
    seeds = [f"{seat:016x}" for seat in range(4)]
    played = play_deal(MIEN_NAM, ["careful"] * 4, secret="ab" * 32, seeds=seeds)
    record = to_record(DealRecord("1", tuple((NOW, event) for event in played.events)))
    assert list(following.complaints(record)) == []
    event = next(one for one in record["events"] if one["name"] == f"deal.{name}")
    event |= change
    if name == "won":
        event["result"] |= {"winner": 3}
    assert list(following.complaints(record)) != []


@pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS)
def test_the_presets_are_played_as_the_referee_says(rules):
    for number in range(12):
        beside.deal(number, rules)
        beside.few_moves(number, rules)


@pytest.mark.parametrize("number", range(10))
def test_many_deals_and_positions_are_as_the_referee_says(number):
    for one in range(
        40
    ):  # the properties above draw others, as many as `make explore` has time for
        beside.deal(1_000 + number * 100 + one)
        beside.few_moves(1_000 + number * 100 + one)


@pytest.mark.parametrize("name", sorted(OPTIONS.keys() - UNSEEN))
def test_the_referee_notices_an_engine_that_goes_by_another_value(name):
    rules = WHERE_IT_MATTERS.get(name, VINAGAMES)
    options = rules_to_plain(rules)
    values = OPTIONS[name].values
    other = values[-1] if options[name] != values[-1] else values[0]
    told = {**options, name: other}
    assert any(differs(beside.few_moves, number, rules, told) for number in range(300)) or any(
        differs(beside.deal, number, rules, told) for number in range(100)
    )


def differs(play, number, rules, told):
    """Return whether this deal, or this position, shows that the referee goes by other options."""
    try:
        play(number, rules, told=told)
    except beside.Differs:
        return True
    return False
