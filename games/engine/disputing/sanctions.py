"""The table of sanctions: what a referee's other acts bring a player, by kind and by how often it has happened.

It is the club's own (§10.8 speaks of who may judge, no section of what misconduct costs): an owner edits it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final


class Measure(StrEnum):
    """What a sanction does. The value is stored and final."""

    WARNING = "warning"
    POINTS = "points"
    REMOVAL = "removal"
    """Removal from the tournament is asked of its director, who alone removes."""


@dataclass(frozen=True, slots=True)
class SanctionStep:
    """What one time brings; ``points`` are taken, and are 0 but for `Measure.POINTS`."""

    measure: Measure = Measure.WARNING
    points: int = 0


Steps = tuple[SanctionStep, SanctionStep, SanctionStep]


def _taking(points: int) -> SanctionStep:
    return SanctionStep(Measure.POINTS, points)


@dataclass(frozen=True, slots=True)
class SanctionKind:
    """A kind of misconduct: what the first, the second, and the third and every further time bring."""

    kind: str
    """One of `KNOWN`, or the name that the club gave it."""
    steps: Steps = (SanctionStep(), _taking(2), _taking(5))
    section: str = ""
    """Of the rulebook, such as §1.4; empty for a rule of the house alone."""
    words: str = ""
    """The rule of the house in the club's words."""
    offered: bool = True
    """Whether it can be reported."""

    def step(self, time: int) -> SanctionStep:
        """Return what the ``time``-th time brings, counted from 1."""
        return self.steps[min(time, len(self.steps)) - 1]


KNOWN: Final = ("slow", "exposed", "talking", "looking", "leaving", "abuse")
"""The kinds that every club has, each with a name in the reader's language."""


@dataclass(frozen=True, slots=True)
class SanctionTable:
    """Every kind, and how many points one sanction may take at the most."""

    kinds: tuple[SanctionKind, ...] = (
        SanctionKind("slow"),
        SanctionKind("exposed"),
        SanctionKind("talking"),
        SanctionKind("looking", (_taking(2), _taking(5), SanctionStep(Measure.REMOVAL))),
        SanctionKind("leaving"),
        SanctionKind("abuse", (SanctionStep(), _taking(5), SanctionStep(Measure.REMOVAL))),
    )
    most_points: int = 20

    def completed(self) -> SanctionTable:
        """Return the same with the kinds that a club of before could not know, as every club begins with them."""
        missing = (one for one in SanctionTable().kinds if self.find(one.kind) is None)
        return replace(self, kinds=(*self.kinds, *missing))

    def find(self, kind: str) -> SanctionKind | None:
        """Return the kind of this name, None where there is none."""
        return next((one for one in self.kinds if one.kind == kind), None)


NAME_LENGTH: Final = 40
"""Characters of a kind's name."""
WORDS_LENGTH: Final = 200
"""Characters of a rule of the house."""
REASON_LENGTH: Final = 500
"""Characters of the words of a warning."""
MOST_KINDS: Final = 20
MOST_POINTS: Final = 50
"""Points that a club may let one sanction take; more is for a correction of points, with its own reason."""


def why_not(table: SanctionTable) -> str | None:
    """Return the code of what is wrong with this table; None if nothing. Sections and similar names are checked by the
    caller.
    """
    names = [one.kind for one in table.kinds]
    if len(names) > MOST_KINDS:
        return "sanction-table.many"
    if not 1 <= table.most_points <= MOST_POINTS:
        return "sanction-table.limit"
    if any(not 0 < len(name) <= NAME_LENGTH for name in names):
        return "sanction-table.name"
    if len(set(names)) < len(names) or not set(KNOWN) <= set(names):
        return "sanction-table.taken"
    for one in table.kinds:
        if len(one.words) > WORDS_LENGTH or (
            one.kind not in KNOWN and not (one.section or one.words)
        ):
            return "sanction-table.words"
        if not all(fits(step, table.most_points) for step in one.steps):
            return "sanction-table.points"
    return None


def fits(step: SanctionStep, most: int) -> bool:
    """Return whether a step takes points where it is to, and within the limit."""
    if step.measure is not Measure.POINTS:
        return step.points == 0
    return 1 <= step.points <= most
