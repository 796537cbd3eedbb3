"""What the page of a seat is drawn from, without a database."""

from typing import Any

from games.engine.attendance import Attendance, Terms
from games.engine.sight import in_window, moves_of, see, waiting_for
from games.engine.state import DealState
from games.queries.play.seen import SeenDeal

NAMES = ("An", "Bình", "Chi", "Dung")


def seen(state: DealState, seat: int = 0, *, window: bool = False) -> SeenDeal:
    """Return what the page of this seat is drawn from, as far as cards go."""
    if window:
        state = in_window(state)
    row: Any = None
    return SeenDeal(
        deal=row,
        view=see(state, seat),
        moves=moves_of(state, seat),
        waiting=waiting_for(state, seat),
        names=NAMES,
        seats=(),
        events=(),
        window=window,
        there=Attendance(),
        terms=Terms(60),
    )
