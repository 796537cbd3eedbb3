"""Rule sets of a club's own (§11.1): whatever may be saved is played by bots to its end, adds up, and is proved."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.bots import MANNERS
from games.bots.playout import play_deal
from games.club.house_rules import is_taken, why_not
from games.engine.recording.records import DealRecord
from games.engine.recording.verification import verify
from games.engine.rules import FOURSAC, MIEN_NAM, VINAGAMES, RuleSet
from games.engine.scoring import most_lost
from games.engine.shuffle import SECRET_BYTES
from tests.support.engine.own_rules import OWN

NOW = datetime(2026, 11, 21, 19, 0, tzinfo=UTC)
FLAT = replace(VINAGAMES, key="Nhà An", payment="flat", unit=10, loser_kongs="none", yellow_king=1)


@settings(max_examples=40, deadline=None)
@given(
    rules=OWN,
    bots=st.lists(
        st.sampled_from([bot for bot in MANNERS if bot != "master"]), min_size=2, max_size=4
    ),
    secret=st.binary(min_size=SECRET_BYTES, max_size=SECRET_BYTES),
)
def test_whatever_may_be_saved_can_be_played_and_is_proved(
    rules: RuleSet, bots: list[str], secret: bytes
) -> None:
    played = play_deal(
        rules, bots, secret=secret.hex(), seeds=[f"{seat:016x}" for seat in range(len(bots))]
    )
    assert played.state.ending is not None
    net = played.state.ending.result.net
    assert sum(net) == 0
    assert -min(net) <= most_lost(rules, len(bots))
    timed = tuple((NOW, event) for event in played.events)
    assert verify(DealRecord("1", timed)) is None


@pytest.mark.parametrize(
    ("rules", "code"),
    [
        (replace(VINAGAMES, loser_kongs="deduct"), "rule-set.deduct"),
        (replace(FLAT, loser_kongs="deduct"), "rule-set.flat"),
        (replace(FOURSAC, pot=1), "rule-set.pot"),
        (replace(FLAT, loser_kongs="paid"), "rule-set.flat"),
        (replace(FLAT, unit=5), "rule-set.yellow-king"),
        (replace(FOURSAC, yellow_king=1, unit=2), "rule-set.yellow-king"),
        (replace(MIEN_NAM, pair_claim="offered"), "rule-set.waiver"),
        (replace(FOURSAC, unit=1001), "rule-set.number"),
        (replace(FOURSAC, factor=0), "rule-set.number"),
        (replace(FOURSAC, four_pawns=21), "rule-set.number"),
        (replace(FOURSAC, unit=0), "rule-set.number"),
        (replace(VINAGAMES, stock_limit=21), "rule-set.number"),
        (replace(VINAGAMES, seats=()), "rule-set.seats"),
        (replace(VINAGAMES, seats=(4, 3)), "rule-set.seats"),
        (replace(VINAGAMES, key=""), "rule-set.name"),
        (replace(VINAGAMES, key="x" * 41), "rule-set.name"),
    ],
)
def test_what_does_not_go_together_is_refused_by_name(rules: RuleSet, code: str) -> None:
    refused = why_not(rules)
    assert refused is not None and refused[0] == code


@pytest.mark.parametrize(
    "rules",
    [
        VINAGAMES,
        FOURSAC,
        FLAT,
        replace(FLAT, unit=5, yellow_king=0),
        replace(FOURSAC, unit=1000, loser_kongs="deduct", penalty="pays-for-all"),
        replace(VINAGAMES, unit=5, loser_kongs="none"),
    ],
)
def test_the_presets_and_what_is_near_them_may_be_saved(rules: RuleSet) -> None:
    assert why_not(rules) is None


@pytest.mark.parametrize("name", ["vinagames", "Vinagames", "4SAC", "VINAGAMES", "nhà an"])
def test_no_name_may_be_taken_for_another(name: str) -> None:
    assert is_taken(name, [replace(FOURSAC, key="Nhà An")])
    assert not is_taken("Nhà Bình", [replace(FOURSAC, key="Nhà An")])
