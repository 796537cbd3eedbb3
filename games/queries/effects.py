"""Describes what a ruling on a deal would change in its tournament, before anybody signs it (§10.8)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from games.engine.disputing.outcomes import Outcome
from games.engine.scoring import Result
from games.ledger.commands import Owed
from games.queries.behalf import StandingsLine


def moved(transfers: Sequence[Owed]) -> Mapping[str, int]:
    """Return how many chips these transfers move to or from each account; accounts with sum 0 are left out."""
    sums: dict[str, int] = {}
    for one in transfers:
        for account, amount in one.amounts.items():
            sums[account] = sums.get(account, 0) + amount
    return {account: amount for account, amount in sums.items() if amount}


@dataclass(frozen=True, slots=True)
class OutcomeEffect:
    """The effects of one outcome of a ruling."""

    outcome: Outcome
    result: Result
    standings: tuple[StandingsLine, ...]
    """Of its tournament; empty where there is none."""
    transfers: tuple[Owed, ...]
    """Every transfer that it would call for, the deal's and the tournament's."""


@dataclass(frozen=True, slots=True)
class Effects:
    """What each possible outcome of a dispute would change, and the deal as it is now."""

    version: int
    """Of what the referee has been shown: of the deal's stream, or how often somebody has spoken."""
    players: tuple[str, ...]
    """The labels of the seats."""
    result: Result
    discarder: int
    lifts: bool
    """A reversal lifts a penalty; else it lays one."""
    chips_per_point: int
    tournament: str
    """Its name, empty where there is none."""
    paid: bool
    """Whether its prizes have been paid."""
    standings: tuple[StandingsLine, ...]
    outcomes: tuple[OutcomeEffect, ...]
    """Those that the dispute can have now; none where it is final."""

    def chips(self, one: OutcomeEffect) -> int:
        """Return how many chips this outcome moves in all, including prizes that have not been paid yet."""
        ledger = sum(amount for amount in moved(one.transfers).values() if amount > 0)
        if self.paid:
            return ledger
        before = {row.participant: row.prize for row in self.standings}
        prizes = (row.prize - before.get(row.participant, 0) for row in one.standings)
        return ledger + sum(more for more in prizes if more > 0)
