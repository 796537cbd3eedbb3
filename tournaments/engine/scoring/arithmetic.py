"""Explains a place: each deal's score, the adjustments, and what separates a member from the neighbours.

The points of the counted deals, the adjustments and the points for rounds sat out by turns always add up to the
points of the standings.
"""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.engine.correcting.correction_events import PointsAdjusted
from tournaments.engine.participants import is_bot, player_id
from tournaments.engine.round_state import DealScore
from tournaments.engine.scoring.standing_rows import StandingRow
from tournaments.engine.scoring.standings import CountedDeal, RankedStandings, last_round
from tournaments.engine.scoring.tie_breaks import TieBreak, Value
from tournaments.engine.state import TournamentState


@dataclass(frozen=True, slots=True)
class DealLine:
    """A deal of a member, as one line of the explanation; a voided deal adds no points, whatever its score says."""

    round: int
    table: int
    seat: int
    result: CountedDeal
    """What it counts for whom, in parts of a point (`TournamentState.unit`)."""
    score: DealScore
    voided: bool

    @property
    def points(self) -> Value:
        """Return the exact points that the deal adds to the member's total, in parts of a point."""
        return 0 if self.voided else self.result.scores[self.seat]

    @property
    def won(self) -> bool:
        """Return whether the deal counts and the member won it."""
        return not self.voided and self.score.winner == self.seat

    @property
    def penalised(self) -> bool:
        """Return whether the deal counts and the member paid its penalty."""
        return not self.voided and self.score.penalised == self.seat

    @property
    def played_for(self) -> bool:
        """Return whether the careful bot made every move for the member."""
        return self.seat in self.score.played_for

    @property
    def own(self) -> bool:
        """Return whether the deal counts as played by the member themselves."""
        return self.seat not in self.result.played_for

    @property
    def rulings(self) -> tuple[tuple[int, int, int], ...]:
        """Return the rulings that changed the deal: each ruling's id, and the member's payment before and after."""
        nets = (*self.score.before, self.score.net)
        return tuple(
            (ruling, before[self.seat], behind[self.seat])
            for ruling, before, behind in zip(self.score.rulings, nets, nets[1:], strict=False)
        )


@dataclass(frozen=True, slots=True)
class ArithmeticStep:
    """One tie-break between two neighbours: the value of each, and the deals that it is counted from."""

    asked: TieBreak
    mine: Value
    theirs: Value
    my_deals: tuple[DealLine, ...]
    their_deals: tuple[DealLine, ...]
    among: tuple[str, ...]
    """Who was equal until then, with both of them."""
    my_rounds: int = 0
    """What of the value is for rounds sat out by turns."""
    their_rounds: int = 0

    @property
    def decides(self) -> bool:
        """Return whether the two neighbours differ in this tie-break."""
        return self.mine != self.theirs


@dataclass(frozen=True, slots=True)
class Neighbour:
    """The line above or below a member's line, and the tie-breaks compared between these two lines.

    The last of ``steps`` is the tie-break that decided, unless the two share a place.
    """

    row: StandingRow
    steps: tuple[ArithmeticStep, ...]

    @property
    def settled_by(self) -> TieBreak:
        """Return the tie-break that separates the member from this neighbour; `SHARED` if none does."""
        return self.steps[-1].asked if self.steps[-1].decides else TieBreak.SHARED


@dataclass(frozen=True, slots=True)
class Arithmetic:
    """The derivation of a member's line of the standings."""

    row: StandingRow
    deals: tuple[DealLine, ...]
    """In the order of rounds and deals, with voided ones."""
    adjustments: tuple[PointsAdjusted, ...]
    sat_out: int
    """What rounds sat out by turns count, in parts of a point."""
    above: Neighbour | None
    below: Neighbour | None


def arithmetic(state: TournamentState, label: str) -> Arithmetic | None:
    """Return how a member's place was reached; None for a label without a line in the standings, and for bots."""
    found = state.ranked()
    rows = found.rows()
    at = next((index for index, row in enumerate(rows) if row.participant == label), None)
    if at is None or is_bot(label):
        return None
    above = rows[at - 1] if at and rows[at].place is not None else None
    below = rows[at + 1] if at + 1 < len(rows) and rows[at + 1].place is not None else None
    return Arithmetic(
        row=rows[at],
        deals=deal_lines(state, label),
        adjustments=tuple(
            one for one in state.adjustments.values() if one.player == player_id(label)
        ),
        sat_out=_sat_out(found, label),
        above=None if above is None else _neighbour(state, found, label, above),
        below=None if below is None else _neighbour(state, found, label, below),
    )


def _sat_out(found: RankedStandings, label: str) -> int:
    """Return the points for rounds sat out, rounded so that they and the other points add up to the total."""
    tally = found.tallies[label]
    return round(tally.points) - round(tally.points - tally.sat_out)


def deal_lines(state: TournamentState, label: str) -> tuple[DealLine, ...]:
    """Return every scored deal of a participant, voided ones included, by round and deal."""
    lines = []
    for drawn in state.rounds:
        scored = [(number, score, result, False) for number, score, result in state.counted(drawn)]
        for number, table in enumerate(drawn.tables, 1):
            for score in table.voided:
                counted = table.counted(
                    score, drawn.number, for_player=state.options.counts_for_player
                )
                scored.append((number, score, counted, True))
        lines += [
            DealLine(drawn.number, number, result.seats.index(label), result, score, voided)
            for number, score, result, voided in sorted(
                scored, key=lambda one: (one[0], one[1].number)
            )
            if label in result.seats
        ]
    return tuple(lines)


def _neighbour(
    state: TournamentState, found: RankedStandings, label: str, other: StandingRow
) -> Neighbour:
    mine = _counted(state, label)
    theirs = _counted(state, other.participant)
    began = state.final_began
    plays_final = found.tallies[label].in_final is not None
    last = last_round(state.results())
    steps: list[ArithmeticStep] = []
    for asked, values in found.ranking.values.items():
        among = found.ranking.equal_to(label, asked)
        if other.participant not in among:
            break
        adds = asked is TieBreak.POINTS
        step = ArithmeticStep(
            asked,
            values[label],
            values[other.participant],
            _behind(asked, mine, among, last, began),
            _behind(asked, theirs, among, last, began),
            among,
            *(_sat_out(found, who) * adds for who in (label, other.participant)),
        )
        # Trivial steps are left out: both have played, and both or neither play the final.
        plain = asked in (TieBreak.FINAL, TieBreak.FINAL_PLAYED, TieBreak.PLAYED)
        plain = plain or (asked is TieBreak.IN_FINAL and not plays_final)
        if step.decides or not plain:
            steps.append(step)
        if step.decides:
            break
    return Neighbour(other, tuple(steps))


def _counted(state: TournamentState, label: str) -> tuple[DealLine, ...]:
    return tuple(deal for deal in deal_lines(state, label) if not deal.voided)


def _behind(
    asked: TieBreak,
    deals: tuple[DealLine, ...],
    among: tuple[str, ...],
    last: int,
    began: int | None,
) -> tuple[DealLine, ...]:
    """Return the deals from which a tie-break's value is counted."""
    best = max((deal.score.points for deal in deals if deal.won), default=0)
    match asked:
        case TieBreak.FINAL:
            return ()
        case TieBreak.FINAL_PLAYED:
            return tuple(deal for deal in deals if deal.own and deal.round >= (began or 0))
        case TieBreak.IN_FINAL:
            return tuple(deal for deal in deals if deal.round >= (began or 0))
        case TieBreak.PLAYED:
            return tuple(deal for deal in deals if deal.own)
        case TieBreak.WINS:
            return tuple(deal for deal in deals if deal.won)
        case TieBreak.BEST_HAND:
            return tuple(deal for deal in deals if deal.won and deal.score.points == best)
        case TieBreak.PENALTIES:
            return tuple(deal for deal in deals if deal.penalised)
        case TieBreak.DIRECT:
            return tuple(deal for deal in deals if len(set(among) & set(deal.result.seats)) > 1)
        case TieBreak.LAST_ROUND:
            return tuple(deal for deal in deals if deal.round == last)
        case _:
            return deals


@dataclass(frozen=True, slots=True)
class StandingChange:
    """A member's line before and after an event, with the prizes in chips, 0 for none."""

    before: StandingRow
    after: StandingRow
    prize_before: int
    prize: int

    @property
    def participant(self) -> str:
        """Return the participant of the line."""
        return self.after.participant

    @property
    def gained(self) -> bool:
        """Return whether points or prize changed, not only the place."""
        return (self.before.points, self.prize_before) != (self.after.points, self.prize)


def changes(before: TournamentState | None, after: TournamentState) -> tuple[StandingChange, ...]:
    """Return the members' lines in which place, points or prize changed, in the new order.

    Empty before the first draw.
    """
    if before is None or not before.rounds:
        return ()
    old = {row.participant: row for row in before.standings()}
    paid = {row.standing.participant: row.prize for row in before.final}
    prizes = {row.standing.participant: row.prize for row in after.final}
    found = [
        StandingChange(old[one], row, paid.get(one, 0), prizes.get(one, 0))
        for row in after.standings()
        if (one := row.participant) in old and not is_bot(one)
    ]
    return tuple(one for one in found if one.gained or one.before.place != one.after.place)
