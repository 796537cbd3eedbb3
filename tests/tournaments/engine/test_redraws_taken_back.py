"""A redraw is taken back, and who sits by the former draw is as things stand by now."""

from typing import Any

import pytest

from tests.support.corrections import DIRECTOR, bound, redraw, take_redraw_back
from tournaments.engine import corrections, decisions, entries
from tournaments.engine.round_state import Span
from tournaments.engine.substitutes import (
    decide_give_seat,
    decide_leave_reserve,
    decide_list_reserve,
)


def test_who_has_come_or_left_since_the_former_draw_plays_on_by_what_is_so_now():
    told = bound(8, late_until=3)
    told.then(decide_list_reserve(told.state, player=30))
    told.then(
        decide_give_seat(
            told.state,
            table=1,
            seat=2,
            player=30,
            span=Span.ROUND,
            reason="Ill.",
            director=DIRECTOR,
        )
    )
    told.then(decisions.decide_enter(told.state, player=20))
    redraw(told, 2)
    assert told.state.late == {}
    told.then(decisions.decide_enter(told.state, player=21))
    told.then(entries.decide_leave(told.state, player=5))
    take_redraw_back(told)
    assert told.state.late == {20: 2, 21: 2} and 5 in told.state.left
    assert told.state.rounds[0].tables[0].given[2].player == 30


@pytest.mark.parametrize("since", ["gone home", "entered", "judged"])
def test_a_substitute_of_the_former_draw_who_stands_in_no_more_has_no_seat_by_it(since):
    told = bound(8, late_until=3)
    told.then(decide_list_reserve(told.state, player=30))
    said: dict[str, Any] = {"table": 1, "seat": 2, "player": 30, "span": Span.ROUND}
    told.then(decide_give_seat(told.state, reason="Ill.", director=DIRECTOR, **said))
    redraw(told, 2)
    if since == "gone home":
        told.then(decide_leave_reserve(told.state, player=30))
    elif since == "entered":
        told.then(decisions.decide_enter(told.state, player=30))
    else:
        told.then(
            corrections.decide_adjust(
                told.state, player=1, points=5, reason="x", section="", director=30
            )
        )
    take_redraw_back(told)
    assert told.state.rounds[0].tables[0].given == {}
