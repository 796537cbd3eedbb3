"""What a draw, its discarding and its return change of where a tournament stands."""

from __future__ import annotations

from dataclasses import replace

from tournaments.engine.correction_events import DrawDiscarded, RedrawTakenBack
from tournaments.engine.events import RoundDrawn
from tournaments.engine.round_state import DiscardedDraw, RoundState
from tournaments.engine.seats import at_draw, standing_again
from tournaments.engine.state import TournamentState


def with_draw(state: TournamentState, event: RoundDrawn) -> TournamentState:
    """A round was drawn, be it anew."""
    drawn = RoundState(
        event.number,
        tuple(at_draw(state, seats) for seats in event.tables),
        event.starters,
        method=event.method,
        draw=state.draws + 1,
        secret=event.secret,
        apart=event.apart,
        ranking=event.ranking,
        groups=event.groups,
        finalists=event.finalists,
        had_left=frozenset(state.left),
        begun=_begins_at_once(state),
    )
    former = state.former
    return replace(
        state,
        rounds=(*state.rounds, drawn),
        absent=frozenset(),
        draws=drawn.draw,
        secret=event.secret or state.secret,
        former=former if former is not None and former.drawn.number == event.number else None,
    )


def without_draw(state: TournamentState, event: DrawDiscarded) -> TournamentState:
    """The newest draw was discarded. Who has entered since may play the round after all."""
    number = event.round
    late = {player: min(first, number) for player, first in state.late.items() if number > 1}
    made_in = {one: min(drawn, number - 1) for one, drawn in state.adjusted_in.items()}
    return replace(
        state,
        rounds=state.rounds[:-1],
        absent=frozenset(event.absent),
        late=late,
        adjusted_in=made_in,
        former=DiscardedDraw(state.rounds[-1], state.late, state.absent, state.adjusted_in),
    )


def with_former_draw(state: TournamentState, event: RedrawTakenBack) -> TournamentState:
    """The draw that was discarded last stands again; ValueError where there is none.

    The secrets that were opened stay so: the next draw opens the one behind them. Who has come since the draw that
    stands again plays from the next round.
    """
    former, number = state.former, event.round
    if former is None or former.drawn.number != number:
        raise ValueError(f"round {number} was not drawn anew")
    drawn = replace(
        former.drawn,
        tables=standing_again(state, former.drawn),
        begun=_begins_at_once(state),
        clock=None,
        time_up=False,
    )
    entered_since = {player: max(first, number + 1) for player, first in state.late.items()}
    return replace(
        state,
        rounds=(*state.rounds[:-1], drawn),
        absent=frozenset(event.absent),
        late={**entered_since, **former.late},
        adjusted_in={**state.adjusted_in, **former.adjusted_in},
        former=None,
        restored=number,
    )


def _begins_at_once(state: TournamentState) -> bool:
    return not (state.options.round_minutes or state.options.wait_minutes)
