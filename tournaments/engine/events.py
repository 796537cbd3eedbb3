"""What happened to a tournament: every official fact, in the past tense, in the order of its stream.

All amounts are whole chips, all seats are numbers 0..3 counted South, East, North, West (§1.2), all round, table and
deal numbers count from 1. An event carries enough that `state.evolve` need not think.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

Table: TypeAlias = tuple[str, str, str, str]
"""Who sits at one table: four participant labels, by seat."""

Net: TypeAlias = tuple[int, int, int, int]
"""What a deal brought each seat, in points; the sum is zero (§9.7)."""


@dataclass(frozen=True, slots=True)
class StandingRow:
    """One line of the standings.

    ``place`` is None for a filler; equal members share a place. ``settled_by`` names what decided the place: see
    `standings.TieBreak`.
    """

    place: int | None
    participant: str
    points: int
    deals: int
    wins: int
    best_hand: int
    penalties: int
    settled_by: str


@dataclass(frozen=True, slots=True)
class FinalRow:
    """One line of the final standings, with the prize in chips."""

    standing: StandingRow
    prize: int


@dataclass(frozen=True, slots=True)
class PlayerAmount:
    """Chips that a member gets (positive) or gives back (negative)."""

    player: int
    amount: int


@dataclass(frozen=True, slots=True)
class TournamentCreated:
    """A director announced a tournament.

    ``rules`` is the key of a rule set (§11.1), ``prize_shares`` are percents of the pot for the first, second, …
    place, 100 in all; ``filler`` is the label of the bots that fill the tables: the last one, and if ``fill_to`` says
    so, more of them until that many play. ``bank_seconds`` are a seat's for a deal, and ``spectator_delay`` says how
    many seconds later who looks on sees a table; None that nobody may.
    """

    name: str
    rules: str
    rounds: int
    deals_per_round: int
    entry_fee: int
    prize_shares: tuple[int, ...]
    seconds_per_move: int
    director: int
    filler: str
    fill_to: int
    bank_seconds: int
    spectator_delay: int | None


@dataclass(frozen=True, slots=True)
class MemberEntered:
    """A member entered and owes the entry fee to the pot."""

    player: int


@dataclass(frozen=True, slots=True)
class MemberWithdrew:
    """A member withdrew before the start and gets the entry fee back."""

    player: int


@dataclass(frozen=True, slots=True)
class TournamentStarted:
    """The entries are closed; ``seed`` (0 up to, not including, 2**53) fixes all draws that follow."""

    seed: int


@dataclass(frozen=True, slots=True)
class RoundDrawn:
    """The tables of a round; ``starters[k - 1]`` is the seat that starts deal k (§8.3)."""

    number: int
    tables: tuple[Table, ...]
    starters: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TableDealScored:
    """A deal of a table ended and counts.

    ``winner`` is a seat, or None when nobody won (§8.1); ``points`` are those of the winning hand (§9.1);
    ``penalised`` is the seat that paid the penalty (đền, §10.5), if any.
    """

    round: int
    table: int
    deal_number: int
    deal_id: int
    net: Net
    winner: int | None
    points: int
    penalised: int | None


@dataclass(frozen=True, slots=True)
class DealRescored:
    """A ruling changed what a scored deal counts. ``ruling`` is the ruling's id; winner and points stay."""

    round: int
    table: int
    deal_number: int
    deal_id: int
    net: Net
    penalised: int | None
    ruling: int


@dataclass(frozen=True, slots=True)
class RoundClosed:
    """Every deal of the round is scored."""

    number: int


@dataclass(frozen=True, slots=True)
class TournamentClosed:
    """The standings became final and the prizes are owed: they add up to the pot."""

    rows: tuple[FinalRow, ...]


@dataclass(frozen=True, slots=True)
class PrizesCorrected:
    """A ruling after the closing changed the final standings.

    ``rows`` replace the older ones; ``corrections`` are the new prizes less the old ones, only where they differ,
    zero in all.
    """

    rows: tuple[FinalRow, ...]
    corrections: tuple[PlayerAmount, ...]
    ruling: int


@dataclass(frozen=True, slots=True)
class TournamentCancelled:
    """The tournament was called off; every fee goes back, as ``refunds`` lists."""

    reason: str
    refunds: tuple[PlayerAmount, ...]


TournamentEvent: TypeAlias = (
    TournamentCreated
    | MemberEntered
    | MemberWithdrew
    | TournamentStarted
    | RoundDrawn
    | TableDealScored
    | DealRescored
    | RoundClosed
    | TournamentClosed
    | PrizesCorrected
    | TournamentCancelled
)
"""Everything that can happen to a tournament."""
