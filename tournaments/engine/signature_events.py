"""A correction behind the closing that moves much: proposed by one, signed or not by another, or taken back (0248)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from tournaments.engine.cardboard_events import Lay


@dataclass(frozen=True, slots=True)
class CorrectionProposed:
    """A correction that would move so many ``chips`` waits for a second person; nothing follows before.

    ``what`` is void, take-back, points, adjustment or result. Round, table, deal and ``deal_id`` are 0 where it is not
    about a deal, ``player`` where it is not about a member; ``about`` is the number of the adjustment, or the revision
    of the result.
    """

    number: int
    what: str
    round: int
    table: int
    deal_number: int
    deal_id: int
    player: int
    points: int
    about: int
    lay: Lay | None
    chips: int
    section: str
    reason: str
    director: int


@dataclass(frozen=True, slots=True)
class CorrectionSigned:
    """A second person signed it; the correction is the next event, and is still the first one's."""

    number: int
    director: int


@dataclass(frozen=True, slots=True)
class CorrectionUnsigned:
    """A second person did not sign it, or the first one took it back; nothing changes."""

    number: int
    reason: str
    director: int


SignatureEvent: TypeAlias = CorrectionProposed | CorrectionSigned | CorrectionUnsigned
"""Everything that happens to corrections that wait."""
