"""The draw: a partition, few repeated meetings, fillers spread, seats in turn."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.engine.designs import design_round, design_rounds
from tournaments.engine.participants import is_bot, member_label, with_fillers
from tournaments.engine.seating import Round, draw_round, starters


def people(count: int) -> tuple[str, ...]:
    return with_fillers([member_label(i) for i in range(1, count + 1)], "bot:greedy")


def schedule(count: int, rounds: int, seed: int = 1) -> list[Round]:
    history: list[Round] = []
    for _ in range(rounds):
        history.append(draw_round(people(count), history, seed=seed))
    return history


def meetings_of(history: list[Round]) -> Counter[tuple[str, str]]:
    people = [[one for one in table if not is_bot(one)] for tables in history for table in tables]
    return Counter(pair for table in people for pair in combinations(sorted(table), 2))


def repeats(history: list[Round]) -> int:
    return sum(times - 1 for times in meetings_of(history).values() if times > 1)


@pytest.mark.parametrize("players", [16, 20, 28, 32, 36, 44, 64, 80, 100, 400])
def test_a_design_lets_nobody_meet_anybody_twice(players):
    met: set[tuple[int, int]] = set()
    for index in range(design_rounds(players)):
        tables = design_round(players, index)
        assert sorted(position for table in tables for position in table) == list(range(players))
        pairs = {pair for table in tables for pair in combinations(sorted(table), 2)}
        assert not met & pairs
        met |= pairs


def test_sixteen_players_meet_all_others_once_in_five_rounds():
    history = schedule(16, 5)
    assert repeats(history) == 0
    assert len(meetings_of(history)) == 16 * 15 // 2


@pytest.mark.parametrize(
    ("players", "rounds", "most"),
    [
        (12, 2, 3),
        (13, 4, 0),
        (20, 5, 0),
        (24, 5, 0),
        (32, 9, 0),
        (40, 7, 0),
        (60, 10, 0),
        (98, 12, 0),
        (100, 12, 0),
        (400, 12, 0),
    ],
)
def test_meetings_repeat_no_more_than_measured(players, rounds, most):
    assert repeats(schedule(players, rounds)) <= most


def test_eight_players_meet_each_other_equally_often_after_seven_rounds():
    # 7 rounds × 12 pairs a round = 28 pairs × 3.
    assert sorted(meetings_of(schedule(8, 7)).values()) == [3] * 28


def test_a_design_gives_everybody_each_seat_once_in_four_rounds():
    history = schedule(100, 4)
    seats = Counter(
        (label, seat) for tables in history for t in tables for seat, label in enumerate(t)
    )
    assert set(seats.values()) == {1}
    assert len(seats) == 400


def test_four_players_change_seats_every_round():
    history = schedule(4, 4)
    assert len({(label, seat) for (table,) in history for seat, label in enumerate(table)}) == 16


@pytest.mark.parametrize("players", [5, 9, 14, 21, 45])
def test_fillers_are_spread_over_the_tables(players):
    fillers = -players % 4
    tables = (players + fillers) // 4
    for drawn in schedule(players, 4):
        counts = [sum(is_bot(label) for label in table) for table in drawn]
        assert sum(counts) == fillers
        assert max(counts) == -(-fillers // tables)


def test_the_company_of_fillers_is_shared_out():
    # 13 members, 3 fillers at 4 tables: in 4 rounds there are 36 chairs beside one, not quite 3 each.
    company = Counter(
        label
        for tables in schedule(13, 4)
        for table in tables
        for label in table
        if any(is_bot(one) for one in table)
    )
    assert max(times for label, times in company.items() if not is_bot(label)) <= 3


@given(
    count=st.integers(1, 26),
    rounds=st.integers(1, 3),
    seed=st.integers(0, 2**53 - 1),
)
@settings(max_examples=40, deadline=None)
def test_every_draw_is_a_partition_and_can_be_run_again(count, rounds, seed):
    history = schedule(count, rounds, seed)
    for drawn in history:
        seated = [label for table in drawn for label in table]
        assert sorted(seated) == sorted(people(count))
        assert all(len(table) == 4 for table in drawn)
    assert schedule(count, rounds, seed) == history


def test_another_seed_gives_another_draw():
    assert schedule(16, 1, seed=1) != schedule(16, 1, seed=2)


def test_a_history_that_left_the_design_still_gives_few_repeats():
    history = schedule(20, 2, seed=1)
    history.append(draw_round(people(20), history, seed=999))
    history.append(draw_round(people(20), history, seed=1))
    assert repeats(history) == 0


@pytest.mark.parametrize("labels", [(), ("player:1",) * 4, ("player:1", "player:2", "bot:safe")])
def test_what_does_not_fill_tables_is_an_error(labels):
    with pytest.raises(ValueError):
        draw_round(labels, [], seed=1)


def test_the_seats_start_the_deals_in_turn():
    """§8.3: a tournament fixes the starters."""
    assert starters(6) == (0, 1, 2, 3, 0, 1)


def test_a_design_has_no_round_beyond_its_last():
    with pytest.raises(ValueError):
        design_round(16, 5)
    with pytest.raises(ValueError):
        design_round(12, 0)
