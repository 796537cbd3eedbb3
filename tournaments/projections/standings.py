"""Writes the rows of the standings from a tournament's state."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from tournaments.engine.participants import is_bot, player_id
from tournaments.engine.scoring.standing_flags import StandingFlag, notes
from tournaments.engine.scoring.standing_rows import StandingRow
from tournaments.engine.state import TournamentState
from tournaments.models import Standing

_COLUMNS: Final = (
    "line",
    "place",
    "points",
    "unit",
    "deals",
    "wins",
    "best_hand",
    "penalties",
    "settled_by",
    "prize",
    "notes",
)


def project_standings(tournament_id: int, state: TournamentState) -> int:
    """Update the rows of the standings to `state`, and return how many changed."""
    rows = Standing.objects.filter(tournament_id=tournament_id)
    stored = {row[0]: row[1:] for row in rows.values_list("participant", *_COLUMNS).order_by()}
    changed = []
    for participant, new in _lines(state):
        if stored.pop(participant, None) != new:
            changed.append(_standing(tournament_id, participant, new))
    if stored:
        rows.filter(participant__in=list(stored)).delete()
    # One statement for new and changed lines alike: an UPDATE by CASE would take seconds for 400.
    Standing.objects.bulk_create(
        changed,
        update_conflicts=True,
        unique_fields=("tournament", "participant"),
        update_fields=_COLUMNS,
    )
    return len(changed) + len(stored)


def standing_rows(tournament_id: int, state: TournamentState) -> list[Standing]:
    """Return the standings of `state` as unsaved rows."""
    return [_standing(tournament_id, who, columns) for who, columns in _lines(state)]


def _lines(state: TournamentState) -> Iterator[tuple[str, tuple[Any, ...]]]:
    prizes = {row.standing.participant: row.prize for row in state.final}
    remarks = notes(state)
    for line, standing in enumerate(state.standings(), 1):
        who = standing.participant
        remarked = remarks.get(who, ())
        yield who, _columns(line, standing, state.unit, prizes.get(who), remarked)


def _columns(
    line: int, row: StandingRow, unit: int, prize: int | None, remarks: Sequence[StandingFlag]
) -> tuple[Any, ...]:
    """Return the values of a line, in the order of `_COLUMNS`."""
    return (
        line,
        row.place,
        row.points,
        unit,
        row.deals,
        row.wins,
        row.best_hand,
        row.penalties,
        row.settled_by,
        prize,
        [list(remark) for remark in remarks],
    )


def _standing(tournament_id: int, participant: str, columns: tuple[Any, ...]) -> Standing:
    return Standing(
        tournament_id=tournament_id,
        participant=participant,
        player_id=None if is_bot(participant) else player_id(participant),
        **dict(zip(_COLUMNS, columns, strict=True)),
    )
