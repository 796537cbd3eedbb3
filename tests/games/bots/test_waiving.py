"""Which bots let a forced pair go while they wait to win (§13.6), and on what."""

import pytest

from games.bots import BOTS, careful, club, newcomer
from games.bots.waiving import WAIVING, turned
from games.engine.deal import legal_moves
from games.engine.events import PairWaived, WaiverTurned
from games.engine.evolve import evolve
from games.engine.moves import Hit, Pass
from games.engine.rules import MIEN_NAM
from games.engine.sight import see
from tests.support.builders import DULL, Table, position
from tests.support.rollouts import turn_switches


def waiting(hand: str, dead: str = "") -> Table:
    return position(MIEN_NAM, hands=["Gw Rg", hand, "Gw Rg"], dead=dead, active="Cg")


@pytest.mark.parametrize(
    ("hand", "dead", "by_club", "by_careful"),
    [
        pytest.param("Pr Pg Ny Ny", "", True, True, id="eight pawns win"),
        pytest.param("Pr Pg Ny Ny", "Py Py Py Py Pw Pw Pw", True, False, id="one pawn is left"),
        pytest.param("Rr Cr Ny Ny", "", False, False, id="a rook hopes for its like as well"),
        pytest.param("Rr Cr Ny Ny", "Rr Rr Rr Cr Cr", False, True, id="and has none left"),
        pytest.param("Gr Mr Ny Ny", "Gr Gr Gr Mr Mr", False, True, id="the king of the court"),
        pytest.param("Rr Ny Ny", "", False, False, id="behind the triple any set wins"),
        pytest.param("Pr Pg Cw Ny Ny", "", False, False, id="it does not wait"),
    ],
)
def test_a_bot_lets_pairs_go_where_its_wait_is_worth_more(hand, dead, by_club, by_careful):
    state = waiting(hand, dead).state
    for bot, wished in ((club, by_club), (careful, by_careful)):
        said = [WaiverTurned(1, on=True)] if wished else []
        assert list(turned(state, [None, bot, None])) == said


def test_the_newcomer_never_does_and_nobody_for_a_person():
    state = waiting("Pr Pg Ny Ny").state
    assert list(turned(state, [newcomer, newcomer, None])) == []
    assert set(WAIVING) == set(BOTS.values()) - {newcomer}


def test_a_switch_is_turned_back_when_its_wait_is_worth_less():
    state = waiting("Pr Pg Ny Ny", "Py Py Py Py Pw Pw Pw").state
    state = evolve(state, WaiverTurned(1, on=True))
    assert list(turned(state, [None, careful, None])) == [WaiverTurned(1, on=False)]


def test_the_pair_that_is_let_go_makes_no_triple():
    table = position(MIEN_NAM, hands=[DULL, "Pr Pg Ny Ny", DULL], active="Cg", stock="Ny Py")
    table.state = turn_switches(table.state)
    table.when(0, Hit(0))
    assert PairWaived(1) in table.events
    assert see(table.state, 2).waived == 1
    table.when(0, Pass(0))
    assert table.state.ending is not None and table.state.ending.result.winner == 1
    assert not legal_moves(table.state, 1)
