"""A line of a score sheet: what is missing or is no number is refused, and a stored result makes the line again."""

from typing import Any

import pytest

from games.engine.real_cards.counted import CountedHand
from games.engine.rules import FOURSAC, VINAGAMES
from games.engine.sets import SetKind
from tests.support.cardboard import V4
from tests.support.refused import refused
from tournaments.engine.real_cards.events import Lay
from tournaments.presenters.cardboard.sheet_line import SheetColumns, SheetLine

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ({}, "tournament.cardboard-winner"),
        ({"winner": "4", "points": "7"}, "tournament.cardboard-winner"),
        ({"winner": "0"}, "cardboard.points-missing"),
        ({"winner": "0", "points": "seven"}, "cardboard.number"),
        ({"winner": "0", "points": "7", "quan-3": "-1"}, "cardboard.number"),
        ({"winner": "none", "khui-0": "1"}, "cardboard.nobody-pays"),
        ({"winner": "none", "offender": "2"}, "cardboard.nobody-pays"),
    ],
)
def test_what_is_missing_or_no_number_is_refused(asked, code):
    with refused(code):
        _ = SheetLine.read(asked, VINAGAMES).lay


def test_a_khap_of_the_winner_is_in_the_points_and_pays_nothing_more():
    asked = {"winner": "0", "points": "7", "khap-0": "2", "khap-1": "1"}
    assert SheetLine.read(asked, VINAGAMES).lay.asides == ((), ("khap",), (), ())
    columns = SheetColumns(FOURSAC)
    assert SheetLine.read(asked, FOURSAC).lay.asides == ((), (), (), ()), "4sac pays no khap"
    assert columns.kinds == (SetKind.QUAN, SetKind.KHUI) and len(columns.empty) == 14


@pytest.mark.parametrize(
    "lay",
    [
        Lay(None),
        Lay(1, counted=CountedHand(19, 1, 1)),
        Lay(3, counted=CountedHand(19, 1, 1, 2)),
        Lay(2, (), (("khap", "khap", "quan"), (), (), ()), 0, "§10.3", CountedHand(7)),
    ],
)
def test_a_result_makes_the_line_from_which_it_came(lay):
    line: Any = SheetLine.of(lay, lay.counted.points if lay.counted else 0)
    again = line.lay
    assert (again.winner, again.counted, again.offender) == (lay.winner, lay.counted, lay.offender)
    assert [sorted(one) for one in again.asides] == [sorted(one) for one in lay.asides]


def test_a_result_with_its_cards_gives_its_numbers():
    assert SheetLine.of(V4, 19).lay == Lay(1, counted=CountedHand(19, 1, 1))
