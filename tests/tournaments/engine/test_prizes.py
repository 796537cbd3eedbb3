"""Prizes: to the last chip, never less than nothing."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.tournaments import row
from tournaments.engine.scoring.prizes import (
    corrections,
    final_rows,
    place_prizes,
    prizes_by_player,
)
from tournaments.engine.scoring.standing_rows import PlayerAmount, StandingRow


@pytest.mark.parametrize(
    ("pot", "shares", "members", "prizes"),
    [
        (105, (50, 30, 20), 7, (53, 31, 21)),  # first and second lost half a chip each
        (100, (50, 30, 20), 4, (50, 30, 20)),
        (10, (34, 33, 33), 10, (4, 3, 3)),
        (80, (50, 30, 20), 2, (50, 30)),  # the third place is nobody's: 5 to 3
        (15, (50, 30, 20), 1, (15,)),
        (1, (60, 40), 2, (1, 0)),
        (7, (40, 30, 30), 3, (3, 2, 2)),  # 2.8, 2.1, 2.1: the first lost most
        (0, (100,), 3, (0,)),
        (100, (100,), 0, ()),
    ],
)
def test_each_place_gets_its_share_in_whole_chips(pot, shares, members, prizes):
    assert place_prizes(pot, shares, members) == prizes


def test_two_sharers_pool_their_places():
    standing = [row(1, "player:5"), row(2, "player:6"), row(2, "player:7"), row(4, "player:8")]
    rows = final_rows(standing, pot=105, shares=(50, 30, 20), entry_order=(8, 7, 6, 5))
    assert prizes_by_player(rows) == {5: 53, 6: 26, 7: 26}


def test_the_odd_chips_of_sharers_go_in_order_of_entry():
    standing = [row(1, "player:1"), row(2, "player:2"), row(2, "player:3"), row(2, "player:4")]
    rows = final_rows(standing, pot=105, shares=(50, 30, 20), entry_order=(4, 3, 2, 1))
    assert prizes_by_player(rows) == {1: 53, 4: 18, 3: 17, 2: 17}


def test_fillers_win_nothing():
    standing = [row(1, "player:1"), row(None, "bot:greedy", points=500)]
    rows = final_rows(standing, pot=15, shares=(50, 30, 20), entry_order=(1,))
    assert [(one.standing.participant, one.prize) for one in rows] == [
        ("player:1", 15),
        ("bot:greedy", 0),
    ]


def test_a_correction_is_new_less_old_for_those_it_touches():
    assert corrections({1: 53, 2: 31, 3: 21}, {2: 53, 1: 31, 3: 21}) == (
        PlayerAmount(1, -22),
        PlayerAmount(2, 22),
    )


shares_of_100 = (
    st.lists(st.integers(1, 40), min_size=1, max_size=8)
    .map(lambda parts: [max(1, part * 100 // sum(parts)) for part in parts])
    .map(lambda parts: sorted([*parts[1:], 100 - sum(parts[1:])], reverse=True))
    .filter(lambda parts: min(parts) >= 1)
)


@st.composite
def standings_with_ties(draw: st.DrawFn) -> list[StandingRow]:
    sizes = draw(st.lists(st.integers(1, 4), min_size=1, max_size=8))
    rows: list[StandingRow] = []
    first = 1
    for size in sizes:
        rows += [row(first, f"player:{first + i}") for i in range(size)]
        first += size
    return rows


@given(
    standing=standings_with_ties(), pot=st.integers(0, 10**9), shares=shares_of_100, data=st.data()
)
def test_prizes_always_add_up_to_the_pot_and_none_is_negative(standing, pot, shares, data):
    assert sum(shares) == 100
    entry_order = data.draw(st.permutations(range(1, len(standing) + 1)))
    rows = final_rows(standing, pot=pot, shares=shares, entry_order=entry_order)
    assert sum(one.prize for one in rows) == pot
    assert all(one.prize >= 0 for one in rows)
    for better, worse in pairwise(rows):
        if better.standing.place == worse.standing.place:
            assert abs(better.prize - worse.prize) <= 1
        else:
            assert better.prize >= worse.prize


@given(one=standings_with_ties(), pot=st.integers(0, 10**6), shares=shares_of_100, data=st.data())
def test_corrections_add_up_to_zero(one, pot, shares, data):
    order = [int(r.participant.removeprefix("player:")) for r in one]
    shuffled = data.draw(st.permutations(order))
    other = [row(i, f"player:{player}") for i, player in enumerate(shuffled, 1)]
    old = prizes_by_player(final_rows(one, pot=pot, shares=shares, entry_order=order))
    new = prizes_by_player(final_rows(other, pot=pot, shares=shares, entry_order=order))
    owed = corrections(old, new)
    assert sum(amount.amount for amount in owed) == 0
    for amount in owed:
        assert old.get(amount.player, 0) + amount.amount == new.get(amount.player, 0)
