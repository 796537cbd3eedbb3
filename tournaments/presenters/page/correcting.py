"""The pages where a director or referee makes corrections."""

from __future__ import annotations

from dataclasses import dataclass

from games.queries.play.participants import names_of
from tournaments import queries
from tournaments.engine.correcting.correction_events import PointsAdjusted
from tournaments.engine.correcting.corrections import redrawn_round
from tournaments.engine.correcting.terms_corrected import correctable
from tournaments.engine.participants import member_label
from tournaments.engine.round_state import DealScore, TableState
from tournaments.engine.state import Status, TournamentState
from tournaments.models import Tournament


@dataclass(frozen=True, slots=True)
class ChosenDeal:
    """A deal to choose, with its result; `winner` is empty if nobody won."""

    number: int
    deal_id: int
    winner: str
    points: int
    voided: bool


@dataclass(frozen=True, slots=True)
class ChosenTable:
    """A table with its scored deals, in order."""

    number: int
    names: tuple[str, ...]
    deals: tuple[ChosenDeal, ...]
    running: int | None
    """The deal that is played there just now."""


@dataclass(frozen=True)
class CorrectingPage:
    """What can be corrected in a tournament."""

    row: Tournament
    state: TournamentState
    round: int
    """The round whose tables are listed, 0 before the start."""
    tables: tuple[ChosenTable, ...]
    members: tuple[tuple[int, str], ...]
    """Id and name of each, in order of entry."""
    former: tuple[tuple[str, ...], ...]
    """Who sat at which table by the draw that was discarded last, where it may stand again."""

    @property
    def adjustments(self) -> list[tuple[PointsAdjusted, str]]:
        """Return the adjustments that count, each with the member's name."""
        names = dict(self.members)
        return [(one, names[one.player]) for one in self.state.adjustments.values()]

    @property
    def groups(self) -> list[tuple[int, list[str]]]:
        """Return the groups of members kept apart: each one's number and the members' names."""
        names = dict(self.members)
        return [
            (number, [names.get(player, "") for player in players])
            for number, players in self.state.apart.items()
        ]

    @property
    def terms(self) -> tuple[str, ...]:
        """Return the terms that can still be corrected."""
        return correctable(self.state)

    @property
    def parts(self) -> bool:
        """Return whether a director can now choose members to keep apart, or end such a choice."""
        state = self.state
        going = state.status in (Status.OPEN, Status.RUNNING)
        return going and bool(len(state.rounds) < state.options.rounds or state.apart)

    @property
    def redraws(self) -> int:
        """Return the round that may be drawn again because no card is dealt yet; 0 for none."""
        return redrawn_round(self.state)

    @property
    def takes_redraw_back(self) -> bool:
        """Return whether a discarded draw of the round in `redraws` may be restored."""
        return bool(self.redraws and self.former)

    @property
    def redraw_stays(self) -> bool:
        """Return whether another redraw of the round in `redraws` would be final, since one was already taken
        back.
        """
        return bool(self.redraws) and self.state.restored == self.redraws


def _winner(table: TableState, score: DealScore) -> str:
    """Return the label of the member who won this deal, who may be a substitute."""
    assert score.winner is not None
    sitting = dict(score.sat_in).get(score.winner)
    return table.seats[score.winner] if sitting is None else member_label(sitting)


def correcting_page(tournament_id: int, *, round_number: int | None = None) -> CorrectingPage:
    """Return the possible corrections, with the tables of a round, by default the newest.

    Raises Refused("tournament.unknown").
    """
    row = queries.get_tournament(tournament_id)
    state = queries.current(tournament_id).state
    shown = len(state.rounds)
    if round_number is not None and 1 <= round_number <= shown:
        shown = round_number
    running = queries.running_deals(tournament_id, shown)
    tables = state.rounds[shown - 1].tables if shown else ()
    back = state.former if len(state.rounds) != state.restored else None
    former = back.drawn.tables if back is not None else ()
    scores = [(table, one) for table in tables for one in (*table.scores, *table.voided)]
    won = (_winner(table, one) for table, one in scores if one.winner is not None)
    labels = {
        *won,
        *state.members,
        *(label for table in (*tables, *former) for label in table.seats),
    }
    names = dict(zip(labels, names_of(labels), strict=True))
    return CorrectingPage(
        row=row,
        state=state,
        round=shown,
        tables=tuple(
            ChosenTable(
                number,
                tuple(names[label] for label in table.seats),
                tuple(
                    ChosenDeal(
                        score.number,
                        score.deal_id,
                        "" if score.winner is None else names[_winner(table, score)],
                        score.points,
                        score in table.voided,
                    )
                    for score in sorted(
                        (*table.scores, *table.voided), key=lambda score: score.number
                    )
                ),
                running.get(number),
            )
            for number, table in enumerate(tables, 1)
        ),
        members=tuple((player, names[member_label(player)]) for player in state.entrants),
        former=tuple(tuple(names[label] for label in table.seats) for table in former),
    )
