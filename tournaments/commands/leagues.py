"""Sets a league's table of points in all its tournaments at the same time.

`tournaments.commands.corrections.correct_settings` adds a tournament to a league, or takes it out.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

from games.models import Player
from tournaments import queries
from tournaments.commands.authority import check_no_interest, require_director
from tournaments.commands.lifecycle import FILLERS, rules_offered
from tournaments.commands.unit_of_work import TournamentWork
from tournaments.engine.correcting.correction_events import Setting, SettingCorrected
from tournaments.engine.correcting.terms_corrected import decide_correct_settings
from tournaments.engine.decisions import Events
from tournaments.engine.state import Status, TournamentState
from tournaments.errors import refusal, translate_refusals


def set_league(
    *,
    by: Player,
    series: str,
    best: int,
    points: Sequence[int],
    present: int,
    reason: str,
    now: datetime,
    idempotency_key: str | None = None,
) -> int:
    """Set how a series scores, in each of its tournaments; return how many tournaments it has.

    Only a director may. A director with an interest in a tournament of the series that has started is refused. Raises
    Refused("tournament.no-such-series").
    """
    require_director(by)
    settings: dict[str, Setting] = {
        "series_best": best,
        "series_points": tuple(points),
        "series_present": present,
    }

    def decide(state: TournamentState) -> Events:
        if state.status is not Status.OPEN:
            check_no_interest(by, state)
        return decide_correct_settings(
            state,
            settings=settings,
            reason=reason,
            director=by.pk,
            known_rules=rules_offered(),
            known_fillers=FILLERS,
        )

    with translate_refusals(), transaction.atomic():
        rows = queries.tournaments_of(series)
        if not rows:
            raise refusal("tournament.no-such-series")
        for row in rows:  # in order of their ids, as every lock
            work = TournamentWork.on(row.pk, now=now, by=by)
            work.carry_out(decide, idempotency_key=idempotency_key, brings=(SettingCorrected,))
    return len(rows)
