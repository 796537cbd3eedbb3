"""A round drawn anew before its first card, and that taken back: each one transaction, authority first."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from games import commands as club
from games.errors import Refused
from games.models import Player
from tournaments.commands.authority import carry_out, check_no_interest, require_director
from tournaments.engine import corrections, timing
from tournaments.engine.corrections import check_draw_shown
from tournaments.engine.draw_events import DrawDiscarded, RedrawTakenBack
from tournaments.engine.events import TournamentEvent
from tournaments.engine.state import TournamentState
from tournaments.models import RoundTable
from tournaments.projections.secrets import draw_secret


def redraw(
    *,
    by: Player,
    tournament_id: int,
    reason: str,
    now: datetime,
    shown: int | None = None,
    idempotency_key: str | None = None,
) -> int:
    """Draw the newest round anew before its first card; its tables close. Only a director may who does not play.

    ``shown`` is the number of the draw at which the director looked, None where nobody says: of two who discard one
    draw at once the second is refused, and discards no other.
    """
    require_director(by)

    def decide(state: TournamentState) -> Sequence[TournamentEvent]:
        check_no_interest(by, state)
        check_draw_shown(state, shown)
        dealt = _dealt(state, tournament_id, now)
        secret = draw_secret(tournament_id, draw=state.draws + 1, draws=state.bound_draws)
        events = corrections.decide_redraw(
            state, reason=reason, dealt=dealt, secret=secret, director=by.pk
        )
        return timing.with_clock(state, events, now=now)

    return carry_out(
        decide,
        by=by,
        tournament_id=tournament_id,
        now=now,
        idempotency_key=idempotency_key,
        brings=(DrawDiscarded,),
    )


def take_redraw_back(
    *,
    by: Player,
    tournament_id: int,
    reason: str,
    now: datetime,
    shown: int | None = None,
    idempotency_key: str | None = None,
) -> int:
    """Let the draw that was discarded last stand again, before the first card; the tables of the new one close.

    Once a round, and only a director may who does not play. ``shown`` is as in `redraw`.
    """
    require_director(by)

    def decide(state: TournamentState) -> Sequence[TournamentEvent]:
        check_no_interest(by, state)
        check_draw_shown(state, shown)
        events = corrections.decide_take_redraw_back(
            state, reason=reason, dealt=_dealt(state, tournament_id, now), director=by.pk
        )
        return timing.with_clock(state, events, now=now)

    return carry_out(
        decide,
        by=by,
        tournament_id=tournament_id,
        now=now,
        idempotency_key=idempotency_key,
        brings=(RedrawTakenBack,),
    )


def _dealt(state: TournamentState, tournament_id: int, now: datetime) -> bool:
    """Whether cards were dealt in the open round, or are about to be; else its tables are closed now."""
    current = state.open_round
    return current is not None and not _closed(tournament_id, current.number, now)


def _closed(tournament_id: int, number: int, now: datetime) -> bool:
    """Close the club's tables of a round; False where cards were dealt at one, or are about to be."""
    tables = RoundTable.objects.filter(tournament=tournament_id, round=number)
    # Whoever opens one just now holds its row: else its table would stay open, and be found for the new draw.
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
