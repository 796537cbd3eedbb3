"""A league: points by place and for taking part; and terms that can be corrected after the closing."""

import pytest

from tests.support.corrections import DIRECTOR, refused
from tests.support.tournaments import Told, decide_create
from tournaments.engine.correcting import terms_corrected
from tournaments.engine.correcting.correction_events import Setting
from tournaments.engine.errors import TournamentRefused
from tournaments.engine.events import TournamentCreated
from tournaments.engine.scoring.league import Attended, league_scores
from tournaments.engine.scoring.series import series_standing

TABLE = (10, 8, 6)


def points(*attended: tuple[int, int, int | None], present: int = 2) -> list[tuple[int, int, int]]:
    found = league_scores([Attended(*one) for one in attended], by_place=TABLE, present=present)
    return [(one.tournament, one.player, int(one.points)) for one in found]


def test_a_place_gives_its_points_and_everybody_those_for_being_there():
    assert points((1, 7, 1), (1, 8, 3), (1, 9, 4)) == [(1, 7, 12), (1, 8, 8), (1, 9, 2)]


def test_members_who_share_a_place_each_get_its_points_in_full():
    assert points((1, 7, 1), (1, 8, 1), (1, 9, 3)) == [(1, 7, 12), (1, 8, 12), (1, 9, 8)]


def test_who_left_early_was_there_and_has_no_place():
    assert points((1, 7, None)) == [(1, 7, 2)]


def test_the_best_evenings_of_a_member_count():
    attended = [Attended(1, 7, 1), Attended(2, 7, 4), Attended(3, 7, 2), Attended(3, 8, 1)]
    scores = league_scores(attended, by_place=TABLE, present=0)
    first, second = series_standing(scores, best=2)
    assert (first.player, first.total, len(first.others)) == (7, 18, 1)
    assert (second.player, second.total) == (8, 10)


@pytest.mark.parametrize(
    ("terms", "code"),
    [
        ({"series_points": (8, 10)}, "tournament.series-points-rising"),
        ({"series_points": (1001,)}, "tournament.series-points-out-of-range"),
        ({"series_points": (5, -1)}, "tournament.series-points-out-of-range"),
        ({"series_points": (True,)}, "tournament.series-points-out-of-range"),
        ({"series_points": (1,) * 61}, "tournament.series-points-many"),
        ({"series_present": -1}, "tournament.series-present-out-of-range"),
    ],
)
def test_tables_of_points_that_cannot_be_are_refused(terms, code):
    with pytest.raises(TournamentRefused) as caught:
        decide_create(series="Autumn", series_best=3, **terms)
    assert caught.value.code == code


def test_without_a_series_there_is_no_table():
    (created,) = decide_create(series_points=TABLE, series_present=2)
    assert isinstance(created, TournamentCreated)
    assert (created.series_points, created.series_present) == ((), 0)


def test_a_closed_tournament_joins_a_league_and_its_standings_stay():
    told = Told(range(1, 5)).start().play_all().close()
    before = told.state.final
    assert terms_corrected.correctable(told.state) == (
        *("series", "series_best", "series_points", "series_present"),
    )
    joined: dict[str, Setting] = {
        "series": "Autumn",
        "series_best": 3,
        "series_points": TABLE,
        "series_present": 2,
    }
    told.then(
        terms_corrected.decide_correct_settings(
            told.state, settings=joined, reason="Forgotten.", director=DIRECTOR
        )
    )
    assert {name: getattr(told.state.options, name) for name in joined} == joined
    assert told.state.final == before
    refused(
        "tournament.closed",
        terms_corrected.decide_correct_settings,
        told.state,
        settings={"name": "Spring"},
        reason="No.",
    )
