"""The page of a tournament's conduct reports, with a preview of a new report's sanction."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.translation import gettext as _

from games.engine.disputing.sanctions import SanctionKind, SanctionStep, SanctionTable
from games.presenters.club.sanctions import kind_name, rule_words, step_words, time_words
from games.queries.club.house import sanction_table
from games.queries.play.deals import with_replay
from games.queries.play.participants import names_of
from tournaments import queries
from tournaments.engine.correcting.correction_events import MemberSanctioned
from tournaments.engine.correcting.sanctions import times
from tournaments.engine.participants import member_label
from tournaments.engine.state import Status, TournamentState
from tournaments.errors import refusal
from tournaments.models import Tournament
from tournaments.presenters.log.correction_event_words import departure_words


class Report(NamedTuple):
    """A report as everyone may read it."""

    number: int
    player: int
    name: str
    kind: str
    rule: str
    time: str
    given: str
    reason: str
    departure: str
    place: str
    """The round and the table; empty where none was named."""
    deal: int | None
    """The deal it is about, where its replay opens."""
    by: str
    taken_back: str
    "The person and the reason; empty while the report counts."
    event: MemberSanctioned


class ForeseenSanction(NamedTuple):
    """The sanction that the club's table gives for a report about to be written."""

    player: int
    name: str
    kind: str
    kind_name: str
    rule: str
    time: int
    time_words: str
    step: SanctionStep
    step_words: str
    most: int


@dataclass(frozen=True, slots=True)
class ConductPage:
    """The reports of a tournament, and the members and kinds for a new one."""

    row: Tournament
    state: TournamentState
    reports: tuple[Report, ...]
    "Newest first."
    members: tuple[tuple[int, str], ...]
    table: SanctionTable
    open: bool
    """Whether reports can still be written and taken back, as far as the status says."""

    @property
    def kinds(self) -> list[tuple[str, str]]:
        """Return the kinds of report on offer, each with its key and name."""
        return [(one.kind, kind_name(one.kind)) for one in self.table.kinds if one.offered]

    def foreseen(self, player: int, kind: str) -> ForeseenSanction:
        """Return the sanction that a report would have now. Raises Refused for unknown members and kinds."""
        name = dict(self.members).get(player)
        found = self.table.find(kind)
        if name is None:
            raise refusal("tournament.not-entered")
        if found is None or not found.offered:
            raise refusal("tournament.no-such-sanction-kind")
        return self._foreseen(player, name, found)

    def _foreseen(self, player: int, name: str, one: SanctionKind) -> ForeseenSanction:
        time = times(self.state, player=player, kind=one.kind) + 1
        step = one.step(time)
        return ForeseenSanction(
            player,
            name,
            one.kind,
            kind_name(one.kind),
            rule_words(one.section, one.words),
            time,
            time_words(time),
            step,
            step_words(step),
            self.table.most_points,
        )


def conduct_page(tournament_id: int) -> ConductPage:
    """Return the reports of a tournament. Raises Refused("tournament.unknown")."""
    row = queries.get_tournament(tournament_id)
    state = queries.current(tournament_id).state
    in_it = dict.fromkeys(
        (*state.entrants, *(one for one in state.substitutes.values() if one is not None))
    )
    people = dict.fromkeys(
        (
            *in_it,
            *(one.player for one in state.sanctions.values()),
            *(one.director for one in state.sanctions.values()),
            *(one.director for one in state.sanctions_back.values()),
        )
    )
    names = dict(zip(people, names_of(map(member_label, people)), strict=True))
    given = list(state.sanctions.values())
    open_ones = with_replay(one.deal for one in given if one.deal is not None)
    reports = tuple(_report(state, one, names, open_ones) for one in reversed(given))
    members = tuple((player, names[player]) for player in in_it)
    going = state.status is Status.RUNNING
    return ConductPage(row, state, reports, members, sanction_table(), going)


def _report(
    state: TournamentState,
    one: MemberSanctioned,
    names: dict[int, str],
    open_ones: Collection[int],
) -> Report:
    back = state.sanctions_back.get(one.number)
    facts = {"round": one.round, "table": one.table}
    place = ""
    if one.round is not None:
        place = (
            _("Round %(round)d, table %(table)d") if one.table is not None else _("Round %(round)d")
        ) % facts
    return Report(
        number=one.number,
        player=one.player,
        name=names[one.player],
        kind=kind_name(one.kind),
        rule=rule_words(one.section, one.words),
        time=time_words(one.time),
        given=step_words(one.given),
        reason=one.reason,
        departure=departure_words(one),
        place=place,
        deal=one.deal if one.deal in open_ones else None,
        by=names[one.director],
        taken_back=""
        if back is None
        else _("Taken back by %(name)s: %(reason)s")
        % {"name": names[back.director], "reason": back.reason},
        event=one,
    )
