"""For which seats the careful bot made every move of a deal."""

import pytest

from games.engine import events as ev
from games.engine.attendance import played_for
from games.engine.recording.notation import parse_card
from games.engine.sets import SetKind

A = parse_card("Pr")
OUT, GONE, BACK = ev.TimeRanOut(1), ev.SeatGone(1), ev.SeatBack(1)
HIT, PASS = ev.CardDrawn(1, A), ev.TurnPassed(1)
PUT = ev.CardDiscarded(1, A, None, False)
MELD, FORCED = (ev.CardMelded(1, A, (), SetKind.PAIR, forced) for forced in (False, True))
OFFER, ANSWER = ev.ClaimsOffered(((), (), (), ())), ev.ClaimAnswered(1, None)
DIED, BY_ITSELF = ev.KingDied(0), HIT


@pytest.mark.parametrize(
    ("told", "seats"),
    [
        ((), ()),
        ((HIT, PASS), ()),
        ((OUT, HIT), (1,)),
        ((OUT, HIT, OUT, GONE, PUT, HIT, PASS, MELD), (1,)),
        ((OUT, HIT, PASS), ()),  # the pass is its own
        ((OUT, HIT, OUT, GONE, PUT, BACK, HIT), ()),
        ((OUT, HIT, OUT, GONE, PUT, BACK), (1,)),  # back, but never moved
        ((GONE,), (1,)),  # the deal was over before its turn
        ((GONE, FORCED, PUT), (1,)),
        ((OUT, HIT, FORCED, OUT, GONE, PUT), (1,)),  # what the rules force is nobody's
        ((OUT, HIT, MELD), ()),
        ((OUT, HIT, OFFER, OUT, ANSWER, MELD), (1,)),
        ((OUT, HIT, OFFER, ANSWER), ()),
        ((OUT, HIT, DIED, BY_ITSELF), (1,)),
        ((ev.SeatUnseen(1), HIT, PASS), (1,)),
    ],
)
def test_a_seat_is_played_for_without_a_single_move_of_its_own(told, seats):
    assert played_for(told) == seats
