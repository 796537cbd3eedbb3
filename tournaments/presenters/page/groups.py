"""Shows groups and a final: which tables belong to which group, and each group's standings."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal

from django.utils.translation import gettext as _

from games.queries.play.participants import called
from tournaments import queries
from tournaments.engine.participants import player_id
from tournaments.engine.scoring.group_standings import group_standings
from tournaments.engine.scoring.means import in_points
from tournaments.models import RoundTable


@dataclass(frozen=True, slots=True)
class GroupLine:
    """A member's line in the standings of a group."""

    place: int
    """In the group; who is equal in everything stands in order of entry."""
    member: int | None
    """To whose page the name leads; None of a guest."""
    name: str
    points: int | Decimal
    """Of the group's rounds alone."""
    finalist: bool
    left: bool


@dataclass(frozen=True, slots=True)
class GroupLines:
    """The standings of a group, best first."""

    number: int
    lines: tuple[GroupLine, ...]


def part_words(section: int | None, final: int) -> str:
    """Return in words what a table plays for: a group, the final, or the places below the finalists.

    `section` is the group's number, 0 for the final, None for any other table; for None without a `final` the text is
    empty.
    """
    if section is None:
        return _("for the places below the finalists") if final else ""
    return _("Final") if section == 0 else _("Group %(number)s") % {"number": section}


def parts_of(tables: Iterable[RoundTable]) -> dict[int, str]:
    """Return in words what each table of a round plays for, by its number; empty if there are no groups."""
    rows = list(tables)
    if all(table.section is None for table in rows):
        return {}
    final = sum(table.section == 0 for table in rows)
    return {table.number: part_words(table.section, final) for table in rows}


def groups_of(tournament_id: int) -> tuple[GroupLines, ...]:
    """Return the standings of each group; empty without groups."""
    state = queries.current(tournament_id).state
    groups, found = group_standings(state)
    if found is None:
        return ()
    labels = [label for group in groups for label in group]
    people = dict(zip(labels, called(labels), strict=True))
    finalists = state.rounds[-1].finalists
    return tuple(
        GroupLines(
            number,
            tuple(
                GroupLine(
                    place,
                    people[label].member,
                    people[label].name,
                    in_points(round(found.tallies[label].points), state.unit),
                    player_id(label) in finalists,
                    player_id(label) in state.left,
                )
                for place, label in enumerate(group, 1)
            ),
        )
        for number, group in enumerate(groups, 1)
    )
