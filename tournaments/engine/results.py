"""Counts results of the club's deals, and rulings on them, in a tournament."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.engine import decisions
from tournaments.engine.correcting.correction_events import DealVoided, VoidingTakenBack
from tournaments.engine.evolve import evolve
from tournaments.engine.participants import Net
from tournaments.engine.state import Status, TournamentState


@dataclass(frozen=True, slots=True)
class DealResult:
    """The end of a deal at a table; the fields are those of `events.TableDealScored`."""

    round_number: int
    table: int
    deal_number: int
    deal_id: int
    net: Net
    winner: int | None
    points: int
    penalised: int | None
    played_for: tuple[int, ...] = ()
    sat_in: tuple[tuple[int, int], ...] = ()

    def decide(self, state: TournamentState) -> decisions.Events:
        """Count the deal; return no events if it is counted already. Raises `TournamentRefused`."""
        return decisions.decide_score_deal(
            state,
            round_number=self.round_number,
            table=self.table,
            deal_number=self.deal_number,
            deal_id=self.deal_id,
            net=self.net,
            winner=self.winner,
            points=self.points,
            penalised=self.penalised,
            played_for=self.played_for,
            sat_in=self.sat_in,
        )


@dataclass(frozen=True, slots=True)
class RuledResult:
    """A change of a deal's score by a ruling or its withdrawal; the fields are those of `events.DealRescored`.

    ``void`` says whether the ruling declares the deal void. ``by`` is the referee's label, ``section`` and ``reason``
    are the ruling's; they are needed if the deal is declared void or restored.
    """

    deal_id: int
    net: Net
    penalised: int | None
    ruling: int
    void: bool = False
    by: str = ""
    section: str = ""
    reason: str = ""

    def decide(self, state: TournamentState) -> decisions.Events:
        """Count the ruling. Raises `TournamentRefused`.

        Returns no events if the ruling is counted already, or the deal was never counted.
        """
        if state.status is Status.CANCELLED and state.find_deal(self.deal_id) is None:
            return ()  # the deal ended after the cancellation and never counted
        rescored = decisions.decide_rescore_deal(
            state,
            deal_id=self.deal_id,
            net=self.net,
            penalised=self.penalised,
            ruling=self.ruling,
        )
        if not rescored:
            return ()
        moved = moved_by_ruling(
            state,
            deal_id=self.deal_id,
            ruling=self.ruling,
            void=self.void,
            by=int(self.by.removeprefix("player:") or 0),
            section=self.section,
            reason=self.reason,
        )
        if moved is None:
            return rescored
        # The prizes are corrected once, for both together.
        behind = evolve(state, rescored[0])
        return (
            rescored[0],
            *decisions.with_prizes(behind, moved, ruling=self.ruling, deal=self.deal_id),
        )


def moved_by_ruling(
    state: TournamentState,
    *,
    deal_id: int,
    ruling: int,
    void: bool,
    by: int,
    section: str,
    reason: str,
) -> DealVoided | VoidingTakenBack | None:
    """Return the event by which a ruling voids a deal of this tournament or restores it; None if it does neither.

    A ruling does not restore a deal that a director voided or that is replayed.
    """
    found = state.find_deal(deal_id)
    assert found is not None
    number, table_number, score = found
    table = state.rounds[number - 1].tables[table_number - 1]
    place = (number, table_number, score.number, deal_id)
    if void:
        return DealVoided(*place, reason, section, by, ruling)
    if score.ruled_out and not score.called_off and score.number not in table.replays:
        return VoidingTakenBack(*place, None, reason, by)
    return None
