"""Builds the page of the club's table of sanctions, and of its history."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, npgettext

from games.common.joints import said_of
from games.engine.disputing.sanctions import Measure, SanctionKind, SanctionStep, SanctionTable
from games.queries.club.house import sanction_table, sanction_tables_set
from games.queries.play.participants import names_of

_KINDS: Final = {
    "slow": gettext_noop("Slow play"),
    "exposed": gettext_noop("An exposed card"),
    "talking": gettext_noop("Talking"),
    "looking": gettext_noop("Looking at another player's cards"),
    "leaving": gettext_noop("Leaving the table"),
    "abuse": gettext_noop("Abuse"),
}
_TIMES: Final = (
    gettext_noop("first time"),
    gettext_noop("second time"),
    gettext_noop("third time or more"),
)


def kind_name(kind: str) -> str:
    """Return the name of a kind of conduct: translated if it is a standard kind, else as the club named it."""
    return _(_KINDS[kind]) if kind in _KINDS else kind


def step_words(step: SanctionStep) -> str:
    """Return a sanction in words: "a warning", "2 points"."""
    if step.measure is Measure.POINTS:
        return npgettext("sanction", "%(points)d point", "%(points)d points", step.points) % {
            "points": step.points
        }
    return _("removal, if the director agrees") if step.measure is Measure.REMOVAL else _("warning")


def given_words(given: Mapping[str, Any]) -> str:
    """Return a sanction in words from its stored form; a dash if it is not valid."""
    try:
        return step_words(SanctionStep(Measure(given["measure"]), int(given["points"])))
    except (KeyError, ValueError):
        return "–"


def time_words(time: int) -> str:
    """Return an occurrence's number in words: "second time"."""
    return _(_TIMES[min(time, len(_TIMES)) - 1])


def rule_words(section: str, words: str) -> str:
    """Return the rule by which a kind is sanctioned: a section, the house's own rule, or both."""
    rule = _("club rule: %(words)s") % {"words": words} if words else _("club rule")
    if not section:
        return rule
    return f"{section}; {rule}" if words else section


class KindLine(NamedTuple):
    """A line of the sanction table: one kind of conduct and its sanctions."""

    name: str
    rule: str
    steps: tuple[tuple[str, str], ...]
    """The time in words, and what it brings."""
    offered: bool


class TableChange(NamedTuple):
    """One change that an owner made to the club's sanction table: when, by whom, and the changed lines in words."""

    at: datetime
    by: str
    changed: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SanctionTablePage:
    """The page of the table of sanctions."""

    lines: tuple[KindLine, ...]
    times: tuple[str, ...]
    most_points: int
    history: tuple[TableChange, ...]
    "Newest first."


def sanction_table_page() -> SanctionTablePage:
    """Return the current table of sanctions with its history."""
    table = sanction_table()
    return SanctionTablePage(
        tuple(map(_line, table.kinds)),
        tuple(map(time_words, (1, 2, 3))),
        table.most_points,
        tuple(reversed(_history())),
    )


def _line(one: SanctionKind) -> KindLine:
    steps = tuple((time_words(time), step_words(step)) for time, step in enumerate(one.steps, 1))
    return KindLine(kind_name(one.kind), rule_words(one.section, one.words), steps, one.offered)


def _history() -> list[TableChange]:
    events = list(sanction_tables_set())
    names = names_of(f"player:{by}" for _at, by, _table in events)
    before, found = SanctionTable(), []
    for (at, _by, table), owner in zip(events, names, strict=True):
        found.append(TableChange(at, owner, tuple(_changes(before, table))))
        before = table
    return found


def _changes(before: SanctionTable, after: SanctionTable) -> list[str]:
    said = []
    if before.most_points != after.most_points:
        facts = {"before": before.most_points, "after": after.most_points}
        said.append(_("maximum points: %(before)d → %(after)d") % facts)
    for one in after.kinds:
        old = before.find(one.kind)
        if old == one:
            continue
        now = _said(one)
        said.append(said_of(kind_name(one.kind), f"{_said(old)} → {now}") if old else now)
    return said


def _said(one: SanctionKind) -> str:
    line = _line(one)
    told = " / ".join(words for _time, words in line.steps) + f" ({line.rule})"
    return told if one.offered else told + ", " + _("no longer offered")
