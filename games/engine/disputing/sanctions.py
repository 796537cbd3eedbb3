"""The table of sanctions: what a referee imposes for misconduct, by its kind and how often it has happened.

Each club edits its own table, since the rulebook sets no sanctions; §10.8 only says who may judge.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final


class Measure(StrEnum):
    """What a sanction does. The values are stored and must never change."""

    WARNING = "warning"
    POINTS = "points"
    REMOVAL = "removal"
    """Removal from the tournament is asked of its director, who alone removes."""


@dataclass(frozen=True, slots=True)
class SanctionStep:
    """The sanction for one occurrence; ``points`` are deducted, and are 0 except with `Measure.POINTS`."""

    measure: Measure = Measure.WARNING
    points: int = 0


Steps = tuple[SanctionStep, SanctionStep, SanctionStep]


def _taking(points: int) -> SanctionStep:
    return SanctionStep(Measure.POINTS, points)


@dataclass(frozen=True, slots=True)
class SanctionKind:
    """A kind of misconduct, with its sanctions the first time, the second time, and every time after that."""

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
        """Return the sanction for the ``time``-th occurrence, counted from 1."""
        return self.steps[min(time, len(self.steps)) - 1]


KNOWN: Final = ("slow", "exposed", "talking", "looking", "leaving", "abuse")
"""The kinds that every club has, each with a name in the reader's language."""


@dataclass(frozen=True, slots=True)
class SanctionTable:
    """All kinds of misconduct, and how many points one sanction may deduct at most."""

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
        """Return the table with the standard kinds added that were introduced after it was stored."""
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
    """Return the code of the first thing wrong with this table; None if nothing is.

    The caller checks the sections, and whether names look alike.
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
    """Return whether a step's points are allowed: 1 to `most` if it deducts points, otherwise 0."""
    if step.measure is not Measure.POINTS:
        return step.points == 0
    return 1 <= step.points <= most
