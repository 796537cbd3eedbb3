"""Standings: the order, the named tie-breaks, shared places."""

from collections.abc import Iterable

from hypothesis import given
from hypothesis import strategies as st

from tests.support.tournaments import V1, V2, V7, result_of
from tournaments.engine.participants import Table
from tournaments.engine.scoring.standing_rows import StandingRow
from tournaments.engine.scoring.standings import CountedDeal, standings
from tournaments.engine.scoring.tie_breaks import TieBreak

ABCD: Table = ("player:1", "player:2", "player:3", "player:4")


def table(rows: Iterable[StandingRow]) -> list[tuple[int | None, str, int, str]]:
    return [(row.place, row.participant, row.points, row.settled_by) for row in rows]


def test_the_worked_example_of_the_docstring_holds():
    rows = standings(
        ABCD,
        [CountedDeal(ABCD, V2, 0, 7, None), CountedDeal(ABCD, (0, 60, 0, -60), 1, 7, 3)],
    )
    assert [(r.place, r.participant, r.points, r.wins, r.best_hand, r.penalties) for r in rows] == [
        (1, "player:1", 60, 1, 7, 0),
        (2, "player:2", 40, 1, 7, 0),
        (3, "player:3", -20, 0, 0, 0),
        (4, "player:4", -80, 0, 0, 1),
    ]
    assert {row.settled_by for row in rows} == {"points"}


def test_a_second_worked_example_where_every_tie_break_decides_something():
    """Six members with 0 points: wins, then the best hand, then penalties separate all but two."""
    seats: Table = ("player:1", "bot:greedy", "bot:greedy", "bot:greedy")

    def one(player: int, winner: int | None, points: int, penalised: int | None) -> CountedDeal:
        return CountedDeal(
            (f"player:{player}", *seats[1:]), (0, 0, 0, 0), winner, points, penalised
        )

    results = [
        one(1, 0, 3, None),
        one(1, 0, 3, None),
        one(2, 0, 9, None),
        one(3, 0, 5, None),
        one(4, None, 0, None),
        one(5, None, 0, None),
        one(6, None, 0, 0),
    ]
    rows = standings([f"player:{n}" for n in range(1, 7)], results)
    assert table(rows) == [
        (1, "player:1", 0, "wins"),
        (2, "player:2", 0, "best-hand"),
        (3, "player:3", 0, "best-hand"),
        (4, "player:4", 0, "shared"),
        (4, "player:5", 0, "shared"),
        (6, "player:6", 0, "penalties"),
        (None, "bot:greedy", 0, "points"),
    ]


def test_who_stands_above_more_points_by_having_played_is_said_to():
    """Players 3 and 4 never moved a card themselves: their points are the careful bot's."""
    one = CountedDeal(ABCD, (-79, 30, 82, -33), 2, 7, None, played_for=(2, 3))
    two = CountedDeal(("player:5", *ABCD[:3]), (10, 0, 0, -10), None, 0, None, played_for=(3,))
    rows = standings((*ABCD, "player:5"), [one, two])
    assert table(rows) == [
        (1, "player:2", 30, "points"),
        (2, "player:5", 10, "points"),
        (3, "player:1", -79, "played"),
        (4, "player:3", 72, "played"),
        (5, "player:4", -33, "points"),
    ]


def test_a_ruling_counts_in_place_of_what_it_corrects():
    before = standings(ABCD, [CountedDeal(ABCD, V7, 0, 7, 3)])
    after = standings(ABCD, [CountedDeal(ABCD, V2, 0, 7, None)])
    assert [row.place for row in before] == [1, 2, 2, 4]
    assert [row.place for row in after] == [1, 2, 2, 2]


def test_fillers_play_but_take_no_place():
    seats: Table = ("bot:safe", "player:1", "bot:greedy", "bot:greedy")
    rows = standings(("player:1",), [CountedDeal(seats, V1, 0, 1, None)])
    assert [(row.place, row.participant, row.points, row.deals) for row in rows] == [
        (1, "player:1", -14, 1),
        (None, "bot:greedy", -28, 2),
        (None, "bot:safe", 42, 1),
    ]


def test_before_the_first_deal_all_members_share_the_first_place():
    assert {(row.place, row.settled_by) for row in standings(ABCD, [])} == {(1, TieBreak.SHARED)}


def test_a_member_alone_is_first_by_points():
    assert table(standings(("player:1",), [])) == [(1, "player:1", 0, "points")]


LABELS = [f"player:{n}" for n in range(1, 7)] + ["bot:greedy", "bot:safe"]


@st.composite
def some_results(draw: st.DrawFn) -> CountedDeal:
    south, east, north, west = draw(st.permutations(LABELS))[:4]
    seats: Table = (south, east, north, west)
    if draw(st.booleans()):
        return CountedDeal(seats, (0, 0, 0, 0), None, 0, None)
    winner = draw(st.integers(0, 3))
    points = draw(st.sampled_from([1, 3, 5]))
    penalised = draw(st.sampled_from([None, (winner + 1) % 4]))
    return CountedDeal(seats, result_of(winner, points, penalised), winner, points, penalised)


@given(results=st.lists(some_results(), max_size=12), data=st.data())
def test_standings_do_not_depend_on_the_order_of_the_deals(results, data):
    assert standings(LABELS, results) == standings(LABELS, data.draw(st.permutations(results)))


@given(results=st.lists(some_results(), max_size=12))
def test_places_are_a_total_preorder(results):
    rows = standings(LABELS, results)
    assert sum(row.points for row in rows) == 0
    placed = [row for row in rows if row.place is not None]
    keys = [
        (row.deals == 0, -row.points, -row.wins, -row.best_hand, row.penalties) for row in placed
    ]
    assert keys == sorted(keys)
    for mine, row in zip(keys, placed, strict=True):
        assert row.place == 1 + sum(other < mine for other in keys)
        assert (row.settled_by == "shared") <= (keys.count(mine) > 1)
    assert sorted(row.participant for row in rows) == sorted(LABELS)


@given(results=st.lists(some_results(), max_size=8), data=st.data())
def test_the_order_of_entry_changes_no_place(results, data):
    def places(labels: list[str]) -> dict[str, tuple[int | None, str]]:
        return {row.participant: (row.place, row.settled_by) for row in standings(labels, results)}

    one = places(LABELS)
    other = places(data.draw(st.permutations(LABELS)))
    assert {label: place for label, (place, _) in one.items()} == {
        label: place for label, (place, _) in other.items()
    }
