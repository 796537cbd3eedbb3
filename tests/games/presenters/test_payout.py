"""The payout in words: each payment once, and what is paid twice says so."""

from games.engine.rules import FOURSAC
from games.engine.scoring import Line, Reason, Result
from games.engine.state import Ending
from games.presenters.payout import payout

NAMES = ("An", "Bình", "Chi", "Dũng")


def test_two_kongs_of_one_seat_are_told_as_two():
    kong = Line(Reason.KHUI, 0, 1, 6)
    lines = (Line(Reason.HAND, 0, 2, 7), kong, kong, Line(Reason.KHUI, 3, 1, 6))
    result = Result(2, 7, 7, (), None, lines, (-19, 18, 7, -6))
    shown = payout(Ending(result, 2, None, result), FOURSAC, NAMES, mine=0, chips_per_point=0)
    told = [amount for words, amount in shown.lines if words.startswith("2 × An pays Bình for a")]
    assert told == [12]
    assert len(shown.lines) == 3
    assert sum(amount for _words, amount in shown.lines) == sum(line.amount for line in lines)
