"""What deals of the club bring a tournament: a result, or a ruling on one, and the events that follow from each."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.engine import decisions
from tournaments.engine.events import Net
from tournaments.engine.state import Status, TournamentState


@dataclass(frozen=True, slots=True)
class DealResult:
    """A deal of a table has ended; the fields are those of `events.TableDealScored`."""

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
        """Count it; none where it is counted already. Raises `TournamentRefused`."""
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
    """A ruling, or its withdrawal, has changed what a deal brings; the fields are those of `events.DealRescored`."""

    deal_id: int
    net: Net
    penalised: int | None
    ruling: int

    def decide(self, state: TournamentState) -> decisions.Events:
        """Count it; none where it is counted already, or the deal never was. Raises `TournamentRefused`."""
        if state.status is Status.CANCELLED and state.find_deal(self.deal_id) is None:
            return ()  # the deal ended after the cancelling and never counted
        return decisions.decide_rescore_deal(
            state,
            deal_id=self.deal_id,
            net=self.net,
            penalised=self.penalised,
            ruling=self.ruling,
        )
