"""A finished tournament, checked line by line: ledger, log, draws, and its rows rebuilt from the log."""

from __future__ import annotations

import json
from io import StringIO
from time import perf_counter
from typing import Any

from django.core.management import call_command
from django.db.models import Model

from games.models import Deal, DealSeat
from tournaments import queries
from tournaments.engine.draws.certificate import certificate, faults
from tournaments.models import Entry, RoundTable, Standing, Tournament

_ROWS: dict[type[Model], tuple[str, ...]] = {
    Tournament: ("pk",),
    Entry: ("tournament_id", "player_id"),
    RoundTable: ("tournament_id", "round", "number"),
    Standing: ("tournament_id", "participant"),
    Deal: ("pk",),
    DealSeat: ("deal_id", "number"),
}
_DRAWN_ANEW = {Entry, Standing, RoundTable}
"""Rows the keys of which are given anew when they are made again."""


def projected() -> dict[str, list[dict[str, Any]]]:
    """Return every column of every row made from events."""
    return {
        model.__name__: [
            {name: value for name, value in row.items() if name != "id" or model not in _DRAWN_ANEW}
            for row in model._default_manager.order_by(*order).values()
        ]
        for model, order in _ROWS.items()
    }


def checked(tournament_id: int) -> list[str]:
    """Return a line for each check, with its subject and seconds; AssertionError or CommandError if one fails."""
    lines = []
    for command in ("check_ledger", "verify_log"):
        out, began = StringIO(), perf_counter()
        call_command(command, stdout=out)
        said = out.getvalue().strip().splitlines()
        lines.append(f"{command}: {said[-1] if said else 'nothing found'} {_since(began)}")
    began = perf_counter()
    state = queries.load_state(tournament_id)
    assert state is not None
    for drawn in state.rounds:
        found = faults(json.loads(json.dumps(certificate(state, drawn.number))))
        assert not found, found
    lines.append(f"check_draw: {len(state.rounds)} rounds drawn again alike {_since(began)}")
    before, began = projected(), perf_counter()
    call_command("rebuild", "games", "tournaments", stdout=StringIO())
    took = _since(began)
    after = projected()
    for name, rows in before.items():
        assert rows == after[name], name
    counted = ", ".join(f"{len(rows)} {name}" for name, rows in before.items())
    lines.append(f"rebuild: the same rows to the last column: {counted} {took}")
    return lines


def _since(began: float) -> str:
    return f"({perf_counter() - began:.1f} s)"
