"""Builds downloads of the casebook: as a table, and as plain data. The names of the fields are final."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC
from typing import Any, Final

from games.presenters.sheets import Cell, Sheet
from replays.queries.casebook import Case, ruling_of

COLUMNS: Final = (
    *("case", "ruled", "section", "outcome", "penalty", "reason", "referee", "on_appeal", "unlike"),
    *("deal", "discard", "card", "like"),
)
"""What both forms have; the position stands behind them."""
_POSITION: Final = ("rules", "private", "public", "face_up", "stock", "trash", "worst")


def plain(case: Case) -> dict[str, Any]:
    """Return a case as plain data, None for hidden values. `position` has the form that `manage.py judge` reads."""
    return {
        **dict(zip(COLUMNS, _line(case), strict=True)),
        "real_cards": case.reported is not None,
        "unlike": case.unlike,
        "on_appeal": case.dispute.appealed,
        "position": case.position.position,
    }


def sheet(cases: Iterable[Case]) -> Sheet:
    """Return cases as a table. The cards of a position are in one cell, with commas between sets."""
    return Sheet(
        (*COLUMNS, *_POSITION, "usefulness", "real_cards"),
        [
            (*_line(case), *_position(case.position.position), "yes" if case.reported else "no")
            for case in cases
        ],
    )


def _line(case: Case) -> tuple[Cell, ...]:
    dispute = case.dispute
    told = case.named
    referee = dispute.referee
    return (
        dispute.pk,
        None if dispute.ruled_at is None else dispute.ruled_at.astimezone(UTC).date().isoformat(),
        dispute.section,
        dispute.status,
        "fell" if case.position.penalty else "absent",
        ruling_of(case),
        str(referee) if told and referee is not None else None,
        "yes" if dispute.appealed else "no",
        "yes" if case.unlike else "no",
        dispute.deal_id if told else None,
        dispute.discard if told and case.reported is None else None,
        case.position.card,
        case.position.alike,
    )


def _position(told: dict[str, Any]) -> tuple[Cell, ...]:
    return (
        told["rules"],
        " ".join(told["private"]),
        ", ".join(" ".join(made) for made in told["public"]),
        " ".join(told["face_up"]),
        told["stock"],
        told["trash"],
        " ".join(told["worst"]),
        " ".join(f"{card} {useful}" for card, useful in told["usefulness"].items()),
    )
