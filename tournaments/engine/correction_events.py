"""What directors and referees correct on an evening; each names who and why, and is undone by another event."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

Setting: TypeAlias = int | str | bool | tuple[int | str, ...] | None
"""The value of a term of a tournament."""


@dataclass(frozen=True, slots=True)
class DrawDiscarded:
    """The draw of the newest round counts no more; no card of it was dealt. A new draw follows.

    ``absent`` are the members who sit out the round again.
    """

    round: int
    absent: tuple[int, ...]
    reason: str
    director: int


@dataclass(frozen=True, slots=True)
class RedrawTakenBack:
    """The draw that was discarded last stands again, before the first card; the one that replaced it counts no more.

    ``draw`` is its number among all draws of the tournament; tables, starters, groups and finalists are as in
    `RoundDrawn`, and nothing is drawn: no secret is opened. ``absent`` are the members who sit out the round after it.
    """

    round: int
    draw: int
    tables: tuple[tuple[str, str, str, str], ...]
    starters: tuple[int, ...]
    groups: tuple[tuple[int, ...], ...]
    finalists: tuple[int, ...]
    absent: tuple[int, ...]
    reason: str
    director: int


@dataclass(frozen=True, slots=True)
class DealVoided:
    """A scored deal counts no more; ``section`` is the rule that was cited, empty for none.

    ``ruling`` is the id of the ruling that declared it void (§10.8), by the referee ``director``; 0 where a director
    did.
    """

    round: int
    table: int
    deal_number: int
    deal_id: int
    reason: str
    section: str
    director: int
    ruling: int = 0


@dataclass(frozen=True, slots=True)
class ReplayOrdered:
    """One more deal is played at a table, its ``deal_number``-th, instead of the voided deal ``instead_of``.

    ``starter`` is the seat that starts it, the same as in the voided one. A closed round is open again.
    """

    round: int
    table: int
    deal_number: int
    instead_of: int
    starter: int
    director: int


@dataclass(frozen=True, slots=True)
class VoidingTakenBack:
    """A voided deal counts again, as it was and as rulings have changed it.

    ``replay`` is the number of the deal that was to be played instead, and is not; None where there was none.
    """

    round: int
    table: int
    deal_number: int
    deal_id: int
    replay: int | None
    reason: str
    director: int


@dataclass(frozen=True, slots=True)
class PointsAdjusted:
    """A member has so many ``points`` more, or fewer; ``number`` counts the adjustments of a tournament from 1."""

    number: int
    player: int
    points: int
    reason: str
    section: str
    director: int


@dataclass(frozen=True, slots=True)
class AdjustmentTakenBack:
    """The adjustment of this number, which gave a member so many points, counts no more."""

    number: int
    player: int
    points: int
    reason: str
    director: int


@dataclass(frozen=True, slots=True)
class SettingCorrected:
    """A term that had not taken effect was changed; ``setting`` is the name of a field of `TournamentCreated`."""

    setting: str
    old: Setting
    new: Setting
    reason: str
    director: int


@dataclass(frozen=True, slots=True)
class MembersKeptApart:
    """No two of these members are to meet in the draws to come; ``number`` counts such groups from 1."""

    number: int
    players: tuple[int, ...]
    reason: str
    director: int


@dataclass(frozen=True, slots=True)
class KeepingApartEnded:
    """The members of the group of this number may meet again."""

    number: int
    players: tuple[int, ...]
    director: int


CorrectionEvent: TypeAlias = (
    DrawDiscarded
    | RedrawTakenBack
    | DealVoided
    | ReplayOrdered
    | VoidingTakenBack
    | PointsAdjusted
    | AdjustmentTakenBack
    | SettingCorrected
    | MembersKeptApart
    | KeepingApartEnded
)
"""Everything of this room that can happen to a tournament."""
