"""What rulings have changed of a tournament after its closing, for its page."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from games.queries.participants import names_of
from tournaments import queries
from tournaments.engine.participants import member_label
from tournaments.presenters.happenings import Scene, amounts, ruling_name


class Correction(NamedTuple):
    """What a ruling after the closing has changed of the prizes."""

    version: int
    at: datetime
    ruling: str
    changes: str
    """Empty where the prizes stay."""


def corrections(tournament_id: int) -> tuple[Correction, ...]:
    """What has been corrected of a closed tournament's prizes, the oldest first."""
    found = queries.prize_corrections(tournament_id)
    labels = {member_label(one.player) for _v, _at, event in found for one in event.corrections}
    scene = Scene(None, dict(zip(labels, names_of(labels), strict=True)))
    return tuple(
        Correction(version, at, ruling_name(event.ruling), amounts(event.corrections, scene))
        for version, at, event in found
    )
