"""Winds alone: the turns that are due, and tables whose members cannot all have one."""

from collections import Counter
from random import Random

import pytest

from tournaments.engine.draws.opponent_counts import part_for_winds
from tournaments.engine.draws.winds import due, fit, seated


@pytest.mark.parametrize(
    ("had", "turns"),
    [
        ((0, 0, 0, 0), []),
        ((1, 0, 0, 1), [{1, 2}]),
        ((3, 3, 2, 3), [{2}]),
        ((2, 0, 1, 1), [{1}, {1, 2, 3}]),
    ],
)
def test_the_winds_had_least_are_due_first(had, turns):
    assert due(had) == turns


def test_any_tables_of_four_rounds_can_be_seated_with_every_wind_once():
    rng = Random(2)
    labels = [f"player:{i}" for i in range(1, 41)]
    for _ in range(5):
        rounds = []
        for _ in range(4):
            rng.shuffle(labels)
            rounds.append([labels[i : i + 4] for i in range(0, 40, 4)])
        drawn = seated(rounds, {}, {}, rng)
        assert [[sorted(table) for table in tables] for tables in drawn] == [
            [sorted(table) for table in tables] for tables in rounds
        ]
        had = Counter(
            (label, seat) for tables in drawn for t in tables for seat, label in enumerate(t)
        )
        assert len(had) == 160 and set(had.values()) == {1}


def test_seats_of_before_are_kept_in_turn():
    tables = [[f"player:{i}" for i in range(1, 5)], [f"player:{i}" for i in range(5, 9)]]
    had = {(f"player:{i}", seat): 1 for i in range(1, 9) for seat in range(4) if seat != i % 4}
    ((first, second),) = seated([tables], had, {}, Random(1))
    assert first == ("player:4", "player:1", "player:2", "player:3")
    assert second == ("player:8", "player:5", "player:6", "player:7")


def test_two_who_both_wait_for_one_wind_are_parted():
    companies = [[f"player:{i}" for i in range(1, 5)], [f"player:{i}" for i in range(5, 9)]]
    wanted = {f"player:{i}": frozenset({i % 4}) for i in range(1, 9)}
    wanted |= {"player:1": frozenset({2}), "player:6": frozenset({1})}
    assert not any(fit(tuple(wanted[label] for label in company)) for company in companies)
    part_for_winds(companies, wanted, {}, Random(1))
    assert all(fit(tuple(wanted[label] for label in company)) for company in companies)


def test_nobody_is_parted_at_the_price_of_a_repeated_meeting():
    companies = [[f"player:{i}" for i in range(1, 5)], [f"player:{i}" for i in range(5, 9)]]
    wanted = {f"player:{i}": frozenset({i % 4}) for i in range(1, 9)}
    wanted |= {"player:1": frozenset({2}), "player:6": frozenset({1})}
    before = [list(company) for company in companies]
    met = {(f"player:{i}", f"player:{j}"): 1 for i in range(1, 5) for j in range(5, 9)}
    part_for_winds(companies, wanted, met, Random(1))
    assert companies == before
