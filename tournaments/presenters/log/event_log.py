"""The tournament's public log: a line for each event, and the standings after any of them."""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Final, NamedTuple

from django.utils.translation import gettext as _

from games.common.joints import listed
from games.models import Player
from games.presenters.amounts import signed
from games.queries.play.participants import names_of
from tournaments import queries
from tournaments.engine.events import RefereeAnswered
from tournaments.engine.participants import member_label
from tournaments.engine.scoring.arithmetic import StandingChange, changes
from tournaments.engine.scoring.means import in_points
from tournaments.engine.state import TournamentState
from tournaments.errors import refusal
from tournaments.models import Tournament
from tournaments.presenters.log.draw_event_words import details
from tournaments.presenters.log.event_words import ACTS, event_words
from tournaments.presenters.log.render_context import RenderContext, is_kept
from tournaments.presenters.page.standing_lines import StandingLine, lines_of
from tournaments.projections.standings import standing_rows
from tournaments.queries import Happening
from tournaments.schema import to_stored

LINES: Final = 50
"""Events on a page."""


class LogLine(NamedTuple):
    """An event in words."""

    version: int
    at: datetime
    event: str
    """The name under which it is stored."""
    by: str
    """Who did it, empty where it followed by itself."""
    plays: bool
    """Whether it was done by a director who plays in the tournament."""
    words: str
    details: tuple[str, ...]
    deal_id: int | None
    """The deal of the club that it speaks of."""


@dataclass(frozen=True)
class LogPage:
    """A page of the log, the newest event first."""

    row: Tournament
    lines: tuple[LogLine, ...]
    newer: int | None
    """Before which version the page with newer events begins, None where there are none."""
    older: int | None
    rounds: tuple[tuple[int, int], ...]
    """Each round, and the version of its draw."""


def log_page(
    tournament_id: int, before: int | None, size: int, *, viewer: Player | None
) -> LogPage:
    """Return a page of the log, as shown to this reader.

    It has the newest events of all, or those before the version `before`. Raises Refused("tournament.unknown").
    """
    row = queries.get_tournament(tournament_id)
    last = row.version if before is None else min(max(before - 1, 1), row.version)
    first = max(last - size + 1, 1)
    lines = tuple(reversed(_lines(queries.happenings(row.pk, first, last), viewer)))
    return LogPage(
        row=row,
        lines=lines,
        newer=min(last + size, row.version) + 1 if last < row.version else None,
        older=first if first > 1 else None,
        rounds=_rounds(row),
    )


def _rounds(row: Tournament) -> tuple[tuple[int, int], ...]:
    return tuple(queries.draws(row.pk).items())


def _lines(happened: list[Happening], viewer: Player | None) -> list[LogLine]:
    names, kept = _names(happened), is_kept((one.event for one in happened), viewer)
    return [_line(one, RenderContext(one.before, names, kept=kept)) for one in happened]


def _names(happened: list[Happening]) -> dict[str, str]:
    """Return by label the names of all people in these events, read in one query."""
    labels = {member_label(one.by) for one in happened if one.by is not None}
    if happened:
        state = happened[-1].after
        labels.update(state.members)
        labels.update(
            label for drawn in state.rounds for table in drawn.tables for label in table.seats
        )
    return dict(zip(labels, names_of(labels), strict=True))


def _line(one: Happening, context: RenderContext) -> LogLine:
    # A worker delivers a referee's answer, but it is the referee's act.
    by = one.event.referee if isinstance(one.event, RefereeAnswered) else one.by
    return LogLine(
        version=one.version,
        at=one.at,
        event=one.name,
        by="" if by is None else context.member(by),
        plays=_plays(one),
        words=event_words(one.event, context),
        details=details(one.event, context),
        deal_id=getattr(one.event, "deal_id", None),
    )


def _plays(one: Happening) -> bool:
    act = ACTS.get(one.name)
    return (
        act is not None
        and one.by is not None
        and getattr(one.event, "player", None) != one.by
        and one.before is not None
        and one.before.interested(one.by)
        and (act.only is None or act.only(to_stored(one.event).payload))
    )


class MovedStanding(NamedTuple):
    """A participant's name, and what an event changed in the standings for them."""

    name: str
    changes: str


def _change_words(one: StandingChange, unit: int) -> str:
    before, after = one.before, one.after
    said = [
        (
            _("points"),
            signed(in_points(before.points, unit)),
            signed(in_points(after.points, unit)),
        ),
        (_("place"), str(before.place or "–"), str(after.place or "–")),
        (_("prize"), str(one.prize_before), str(one.prize)),
    ]
    return listed(f"{what} {old} → {new}" for what, old, new in said if old != new)


@dataclass(frozen=True)
class LoggedMoment:
    """A tournament right after one of its events."""

    row: Tournament
    """The row, with the status of then."""
    line: LogLine
    state: TournamentState
    before: TournamentState | None
    last: int
    """The version of the newest event."""
    rounds: tuple[tuple[int, int], ...]
    own_line: tuple[StandingLine, ...] = ()

    @property
    def at(self) -> int:
        """Return the version of the event.

        The standings link with it to pages that explain a place as it was right after the event.
        """
        return self.line.version

    @property
    def previous(self) -> int | None:
        """Return the version of the event before, None for the first event."""
        return self.line.version - 1 or None

    @property
    def next(self) -> int | None:
        """Return the version of the next event, None for the last event."""
        return self.line.version + 1 if self.line.version < self.last else None

    @cached_property
    def standings(self) -> tuple[StandingLine, ...]:
        """Return the standings at that time; none before the first draw."""
        if not self.state.rounds:
            return ()
        return lines_of(standing_rows(self.row.pk, self.state), "")

    @cached_property
    def _changed(self) -> tuple[StandingChange, ...]:
        return changes(self.before, self.state)

    @cached_property
    def moved(self) -> tuple[MovedStanding, ...]:
        """Return the participants whose points or prize changed, in the new order."""
        found = [one for one in self._changed if one.gained]
        names = names_of(one.participant for one in found)
        return tuple(
            MovedStanding(name, _change_words(one, self.state.unit))
            for one, name in zip(found, names, strict=True)
        )

    @property
    def others_moved(self) -> int:
        """Return how many participants changed in place only."""
        return sum(not one.gained for one in self._changed)


def moment(tournament_id: int, version: int, *, viewer: Player | None) -> LoggedMoment:
    """Return a tournament after the event of this version, as shown to this reader.

    Raises Refused("tournament.unknown") and Refused("tournament.no-such-event").
    """
    row = queries.get_tournament(tournament_id)
    found = queries.happenings(row.pk, version, version)
    if not found:
        raise refusal("tournament.no-such-event")
    (happened,) = found
    state = happened.after
    then = copy(row)
    then.status = Tournament.Status(state.status.value)
    (line,) = _lines(found, viewer)
    return LoggedMoment(then, line, state, happened.before, row.version, _rounds(row))
