"""What a referee reports of a player's conduct, beside rulings on deals: sanctions, and taking one back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from games.engine.sanctions import Step


@dataclass(frozen=True, slots=True)
class MemberSanctioned:
    """A referee's report on a member, and what it brings; ``number`` counts the reports of a tournament from 1.

    ``time`` says how often this kind has stood against the member with it; ``by_table`` is what the club's table gave
    for that, ``given`` what the referee gave, and ``departure`` why that is less or more. ``adjustment`` is the number
    of the adjustment by which the points count, 0 where none are taken.
    """

    number: int
    player: int
    kind: str
    section: str
    words: str
    time: int
    by_table: Step
    given: Step
    departure: str
    adjustment: int
    reason: str
    round: int | None
    table: int | None
    deal: int | None
    call: int | None
    director: int


@dataclass(frozen=True, slots=True)
class SanctionTakenBack:
    """The counter-event: the report of this number stands no more, and its points do not count."""

    number: int
    player: int
    kind: str
    points: int
    reason: str
    director: int


SanctionEvent: TypeAlias = MemberSanctioned | SanctionTakenBack
"""Everything of this room that can happen to a tournament."""
