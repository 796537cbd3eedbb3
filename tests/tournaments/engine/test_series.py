"""A series: of each member's tournaments the best few count, and none that brought a loss."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.tournaments import decide_create
from tournaments.engine.errors import TournamentRefused
from tournaments.engine.events import TournamentCreated
from tournaments.engine.scoring.series import Scored, series_standing


def told(*points: tuple[int, int, int]) -> list[tuple[int, int, Any]]:
    rows = series_standing([Scored(*one) for one in points], best=2)
    return [(row.place, row.player, row.total) for row in rows]


def test_the_best_two_count_and_a_loss_does_not():
    assert told((1, 7, 30), (2, 7, -50), (3, 7, 20), (4, 7, 10), (1, 8, 45), (2, 8, -1)) == [
        (1, 7, 50),
        (2, 8, 45),
    ]


def test_equal_sums_are_decided_by_the_best_one_or_shared():
    assert told((1, 1, 20), (2, 1, 20), (1, 2, 30), (2, 2, 10), (3, 3, 20), (4, 3, 20)) == [
        (1, 2, 40),
        (2, 1, 40),
        (2, 3, 40),
    ]
    assert told((1, 5, -3), (1, 4, 0)) == [(1, 4, 0), (1, 5, 0)]


@given(
    st.dictionaries(
        st.tuples(st.integers(1, 6), st.integers(1, 5)), st.integers(-60, 60), max_size=30
    ),
    st.integers(1, 6),
)
def test_nobody_is_better_off_by_staying_away(points, best):
    scored = [Scored(tournament, player, won) for (tournament, player), won in points.items()]
    rows = {row.player: row for row in series_standing(scored, best=best)}
    for row in rows.values():
        mine = [won for (_, player), won in points.items() if player == row.player]
        assert row.total == sum(sorted((max(0, won) for won in mine), reverse=True)[:best])
        assert len(row.counted) <= best and len(row.counted) + len(row.others) == len(mine)
    for left_out in scored:
        fewer = series_standing([one for one in scored if one != left_out], best=best)
        now = next((row.total for row in fewer if row.player == left_out.player), 0)
        assert now <= rows[left_out.player].total


@pytest.mark.parametrize(
    ("terms", "code"),
    [
        ({"series": "x" * 81, "series_best": 2}, "tournament.series-too-long"),
        ({"series_best": 2}, "tournament.series-missing"),
        ({"series": "Autumn"}, "tournament.series-out-of-range"),
        ({"series": "Autumn", "series_best": 41}, "tournament.series-out-of-range"),
        ({"series": "Autumn", "series_best": True}, "tournament.series-out-of-range"),
    ],
)
def test_terms_that_make_no_series_are_refused(terms, code):
    with pytest.raises(TournamentRefused) as caught:
        decide_create(**terms)
    assert caught.value.code == code


def test_a_series_is_a_term():
    (created,) = decide_create(series=" Autumn ", series_best=3)
    assert isinstance(created, TournamentCreated)
    assert (created.series, created.series_best) == ("Autumn", 3)
