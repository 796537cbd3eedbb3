"""A rule option that came later than others (§11.1): what is stored from before it, and records of both times."""

from dataclasses import fields, replace
from datetime import UTC, datetime
from typing import Any, get_args, get_type_hints

import pytest

from games.bots.playout import play_deal
from games.engine import records
from games.engine.errors import BadNotation
from games.engine.notation import rules_from_plain, rules_to_plain
from games.engine.records import DealRecord, from_record, to_record
from games.engine.rules import FOURSAC, OPTIONS, PRESETS, VINAGAMES, RuleSet, completed
from games.engine.verification import verify
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
    chosen = {name: get_args(hint) for name, hint in get_type_hints(RuleSet).items()}
    for name in ("claims", "payment", "loser_kongs"):
        assert chosen[name] == OPTIONS[name].values


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
