"""A rule option that came later than others (§11.1): what is stored from before it, and records of both times."""

from dataclasses import fields, replace
from datetime import UTC, datetime
from typing import Any, get_args, get_type_hints

import pytest

from games.bots.playout import play_deal
from games.engine.errors import BadNotation
from games.engine.recording import records
from games.engine.recording.notation import rules_from_plain, rules_to_plain
from games.engine.recording.records import DealRecord, from_record, to_record
from games.engine.recording.stored_rules import completed, format_of, in_format, modern
from games.engine.recording.verification import verify
from games.engine.rules import (
    FOURSAC,
    MIEN_NAM,
    OPTIONS,
    OWN,
    PRESETS,
    VINAGAMES,
    RuleSet,
    misnamed,
)
from games.presenters.club.rule_sets import OPTION_WORDS

LATER = "khaps_announced"
NOW = datetime(2026, 11, 21, 19, 0, tzinfo=UTC)


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> None:
    """An option that records have since the format after the newest."""
    newest = len(records.FORMATS)
    monkeypatch.setitem(OPTIONS, LATER, replace(OPTIONS[LATER], since=newest + 1))
    monkeypatch.setitem(records.FORMATS, f"tusac-deal/{newest + 1}", newest + 1)


def record_of(rules: RuleSet) -> DealRecord:
    played = play_deal(
        rules, ["club"] * 4, secret="5e" * 32, seeds=[f"{seat}" for seat in range(4)]
    )
    return DealRecord("1", tuple((NOW, event) for event in played.events))


def without(plain: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in plain.items() if name != LATER}


def test_every_field_of_a_rule_set_but_name_and_seats_is_an_option_and_has_words():
    assert ["key", "seats", *OPTIONS] == [field.name for field in fields(RuleSet)]
    assert set(OPTION_WORDS) == set(OPTIONS)
    for name, option in OPTIONS.items():
        numbers = isinstance(option.values, range)
        assert set(OPTION_WORDS[name].values) == (set() if numbers else set(option.values)), name
        for preset in PRESETS.values():
            assert getattr(preset, name) in option.values


def test_every_choice_that_the_type_allows_may_be_chosen():
    chosen = get_type_hints(RuleSet)
    for name, option in OPTIONS.items():
        if not isinstance(option.values, range) and chosen[name] is not bool:
            assert get_args(chosen[name]) == option.values


@pytest.mark.parametrize("preset", [VINAGAMES, FOURSAC], ids=lambda preset: preset.key)
def test_a_rule_set_from_before_an_option_has_it_as_the_preset_of_its_payment(later, preset):
    own = replace(preset, key="Nhà An", stock_limit=3)
    assert rules_from_plain(without(rules_to_plain(own))) == own
    assert completed(rules_to_plain(own)) == rules_to_plain(own)


def test_a_record_names_the_option_only_where_it_is_not_what_older_records_mean(later):
    usual = to_record(record_of(VINAGAMES))
    assert LATER not in usual["rules"] and LATER not in usual["events"][0]["rules"]
    assert usual["format"] == to_record(record_of(replace(VINAGAMES, key="A")))["format"]
    assert usual["format"] != list(records.FORMATS)[-1]
    told = to_record(record_of(replace(VINAGAMES, key="A", khaps_announced=False)))
    assert told["format"] == list(records.FORMATS)[-1]
    assert told["rules"][LATER] is False and told["events"][0]["rules"][LATER] is False
    for record in (usual, told):
        assert verify(from_record(record)) is None


def test_a_record_of_an_option_has_it_in_its_own_format_alone(later):
    usual = to_record(record_of(VINAGAMES))
    first = usual["events"][0]
    first["rules"] = {**first["rules"], LATER: True}
    with pytest.raises(BadNotation, match=f"{LATER}: 'tusac-deal/2' has no such field"):
        from_record(usual)
    told = to_record(record_of(replace(VINAGAMES, key="A", khaps_announced=False)))
    told["events"][0]["rules"] = without(told["events"][0]["rules"])
    with pytest.raises(BadNotation, match=f"{LATER} is missing"):
        from_record(told)


FIRST = {
    "key": "Nhà An",
    "seats": [2, 3, 4],
    "stock_limit": 7,
    "claims": "forced",
    "trash_only": True,
    "king_triples": True,
    "fourth_to_exposed_triple": False,
    "declined_king_dies": False,
    "khaps_announced": True,
    "exposed_triple_points": 3,
    "payment": "amount",
    "penalty": True,
    "unit": 1,
    "loser_kongs": "paid",
}
"""A rule set as it was stored before §13."""


def test_13_18_a_rule_set_from_before_reads_as_it_was_meant():
    own = replace(VINAGAMES, key="Nhà An", exposed_triple=3)
    assert rules_from_plain(FIRST) == own
    assert in_format(rules_to_plain(own), OWN - 1) == FIRST
    points = {"payment": "points", "penalty": False, "loser_kongs": "deduct", "unit": 100}
    read = rules_from_plain(FIRST | points)
    assert read.penalty == "none" and (read.base, read.factor, read.factor_for) == (0, 1, "nothing")
    assert in_format(rules_to_plain(read), OWN - 1) == FIRST | points


def test_13_16_an_older_set_that_pays_the_amount_and_deducts_replays_as_paid():
    assert rules_from_plain(FIRST | {"loser_kongs": "deduct"}).loser_kongs == "paid"
    today = rules_to_plain(replace(VINAGAMES, loser_kongs="deduct"))
    assert modern(today) == today  # which whoever saves it, or checks a record, refuses


@pytest.mark.parametrize(
    "options",
    [
        {"exposed_triple": 0},
        {"exposed_triple": 9},
        {"four_pawns": 4},
        {"unit": 2},
        {"loser_kongs": "none"},
        {"base": 4},
        {"factor_for": "quan"},
        {"starter_after_draw": "same"},
        {"pot": 1000},
        {"payment": "points"},  # with a penalty, and with the factor of `amount`
        {"payment": "flat", "loser_kongs": "none"},
    ],
    ids=str,
)
def test_only_the_format_of_the_houses_own_rules_says_them(options):
    own = replace(VINAGAMES, key="Nhà An", **options)
    assert format_of(own) == OWN
    told = to_record(record_of(own))
    assert told["format"] == f"tusac-deal/{OWN}"
    assert told["rules"] == in_format(rules_to_plain(own), OWN)
    assert verify(from_record(told)) is None


def test_an_older_format_still_says_what_it_could():
    for rules in (VINAGAMES, FOURSAC, rules_from_plain(FIRST), replace(FOURSAC, unit=100)):
        assert format_of(rules) == 1


@pytest.mark.parametrize(
    ("options", "wrong"),
    [
        ({"exposed_triple_points": 0}, "exposed_triple_points: a number from 1 to 8 expected"),
        ({"exposed_triple_points": 9}, "exposed_triple_points: a number from 1 to 8 expected"),
        ({"penalty": "none"}, "penalty: true or false expected in 'tusac-deal/2'"),
        ({"loser_kongs": "none"}, 'loser_kongs: "paid" or "deduct" expected'),
        ({"payment": "flat"}, 'payment: "amount" or "points" expected'),
        ({"four_pawns": 2}, "four_pawns: 'tusac-deal/2' has no such field"),
        ({"exposed_triple": 3}, "exposed_triple: 'tusac-deal/2' has no such field"),
        ({"unit": 101}, "unit: a number from 1 to 100 expected"),
        ({"unit": 2}, "format: its events are those of 'tusac-deal/11'"),
        ({"payment": "points"}, "format: its events are those of 'tusac-deal/11'"),
        ({"loser_kongs": "deduct"}, "rules: it is not what the events say"),
    ],
)
def test_a_record_of_an_older_format_has_the_limits_of_its_format(options, wrong):
    told = to_record(record_of(rules_from_plain(FIRST)))
    told["rules"] = told["events"][0]["rules"] = FIRST | options
    with pytest.raises(BadNotation, match=wrong):
        from_record(told)


@pytest.mark.parametrize(
    ("options", "gone", "wrong"),
    [
        ({"exposed_triple_points": 3}, None, "exposed_triple_points: 'tusac-deal/11' has no"),
        ({"penalty": True}, None, 'penalty: "none" or "pays-for-all" expected'),
        ({}, "exposed_triple", "exposed_triple is missing"),
        ({}, "loser_kongs", "loser_kongs is missing"),
        ({}, "base", "base is missing"),
    ],
)
def test_a_record_of_the_houses_own_rules_says_every_option_by_its_name(options, gone, wrong):
    told = to_record(record_of(replace(VINAGAMES, key="Nhà An", four_pawns=4)))
    rules = {name: value for name, value in told["rules"].items() if name != gone} | options
    told["rules"] = told["events"][0]["rules"] = rules
    with pytest.raises(BadNotation, match=wrong):
        from_record(told)


@pytest.mark.parametrize("name", ["Vinagames", "VINAGAMES ", "Mien-Nam", "ｖinagames"])
def test_no_other_rules_go_under_a_name_that_reads_as_a_presets(name):
    assert misnamed(replace(MIEN_NAM, key=name, unit=1000)) is not None
    assert misnamed(replace(MIEN_NAM, key="Nhà An")) is None


def test_a_rule_set_is_read_once_and_what_is_none_is_refused_however_deep():
    plain = rules_to_plain(VINAGAMES)
    assert rules_from_plain(plain) == VINAGAMES
    assert rules_from_plain(plain) is rules_from_plain(dict(plain))
    deep: Any = []
    for _ in range(200):
        deep = [deep]
    odds: tuple[object, ...] = (
        plain | {"seats": deep},
        {**plain, "unit": True},
        {**plain, "key": None},
        [],
    )
    for odd in odds:
        with pytest.raises(BadNotation):
            rules_from_plain(odd)
    assert rules_from_plain(plain) == VINAGAMES
