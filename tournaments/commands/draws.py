"""Changes of draws by a director: given by hand for every round, redrawn before the first card, or restored.

Each use case is one transaction, authority first.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from games import commands as club
from games.errors import Refused
from tournaments.commands.authority import require_director, without_interest
from tournaments.commands.unit_of_work import Ask, Decide, command
from tournaments.engine import decisions
from tournaments.engine.clock import timing
from tournaments.engine.correcting import corrections
from tournaments.engine.correcting.corrections import check_draw_shown
from tournaments.engine.draw_events import DrawDiscarded, DrawGiven, RedrawTakenBack, RoundDrawn
from tournaments.engine.draws.fixed import Placed, decide_give
from tournaments.engine.events import TournamentEvent
from tournaments.engine.state import TournamentState
from tournaments.models import RoundTable
from tournaments.projections.secrets import draw_secret


@command(DrawGiven)
def give_draw(ask: Ask, *, places: Sequence[Placed]) -> Decide:
    """Give the tables of all rounds before the start; return the version. Only a director who does not play may.

    Raises `games.errors.Refused` for the first invalid seat, and changes nothing then.
    """
    require_director(ask.by)
    return lambda state: decide_give(state, places, director=ask.by.pk)


@command(RoundDrawn)
def draw_on(ask: Ask) -> Decide:
    """Draw the next round with bots, since too few members are left for an automatic draw. Only a director may."""
    require_director(ask.by)

    def decide(state: TournamentState) -> Sequence[TournamentEvent]:
        def secret(draw: int) -> str | None:
            return draw_secret(ask.tournament_id, draw=draw, draws=state.bound_draws)

        return timing.with_clock(state, decisions.decide_draw_on(state, secret=secret), now=ask.now)

    return decide


@command(DrawDiscarded, advantage=True)
def redraw(ask: Ask, *, reason: str, shown: int | None = None) -> Decide:
    """Discard the newest round's draw before its first card and draw again; its tables close.

    Only a director may; one who plays needs another member's agreement. ``shown`` is the number of the draw that the
    director saw, None if unknown: if two directors discard one draw at the same time, the second is refused and
    discards no other draw.
    """
    require_director(ask.by)

    def decide(state: TournamentState) -> Sequence[TournamentEvent]:
        check_draw_shown(state, shown)
        dealt = _dealt(state, ask.tournament_id, ask.now)
        secret = draw_secret(ask.tournament_id, draw=state.draws + 1, draws=state.bound_draws)
        events = corrections.decide_redraw(
            state, reason=reason, dealt=dealt, secret=secret, director=ask.by.pk
        )
        return timing.with_clock(state, events, now=ask.now)

    return without_interest(ask, decide)


@command(RedrawTakenBack, advantage=True)
def take_redraw_back(ask: Ask, *, reason: str, shown: int | None = None) -> Decide:
    """Restore the draw discarded last, before the first card; the tables of the new draw close.

    Possible once for each round. Only a director may; one who plays needs another member's agreement. ``shown`` is as
    in `redraw`.
    """
    require_director(ask.by)

    def decide(state: TournamentState) -> Sequence[TournamentEvent]:
        check_draw_shown(state, shown)
        events = corrections.decide_take_redraw_back(
            state,
            reason=reason,
            dealt=_dealt(state, ask.tournament_id, ask.now),
            director=ask.by.pk,
        )
        return timing.with_clock(state, events, now=ask.now)

    return without_interest(ask, decide)


def _dealt(state: TournamentState, tournament_id: int, now: datetime) -> bool:
    """Return whether cards are dealt, or about to be, at a table of the open round; if not, close its tables.

    Without an open round it returns False.
    """
    current = state.open_round
    return current is not None and not _closed(tournament_id, current.number, now)


def _closed(tournament_id: int, number: int, now: datetime) -> bool:
    """Close the club's tables of a round; return False if cards are dealt at one of them, or about to be."""
    tables = RoundTable.objects.filter(tournament=tournament_id, round=number)
    # A worker opening one holds its row: otherwise its table would stay open, and be found for the new draw.
    drawn = tables.select_for_update().order_by("pk")
    for table_id in drawn.values_list("games_table_id", flat=True):
        if table_id is not None:
            try:
                club.discard_table(table_id=table_id, now=now)
            except Refused as refused:
                if refused.code not in ("seat.playing", "seat.revealing"):
                    raise
                return False
    return True
