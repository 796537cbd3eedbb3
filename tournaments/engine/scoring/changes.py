"""What one event changed in the standings."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.engine.participants import is_bot
from tournaments.engine.scoring.standing_rows import StandingRow
from tournaments.engine.state import TournamentState


@dataclass(frozen=True, slots=True)
class Change:
    """A member's line before and behind an event, with the prizes in chips, 0 for none."""

    before: StandingRow
    after: StandingRow
    prize_before: int
    prize: int

    @property
    def participant(self) -> str:
        """Whose line it is."""
        return self.after.participant

    @property
    def gained(self) -> bool:
        """Whether points or prize changed, and not the place alone."""
        return (self.before.points, self.prize_before) != (self.after.points, self.prize)


def changes(before: TournamentState | None, after: TournamentState) -> tuple[Change, ...]:
    """The lines that differ, in the order of those behind; none before the first draw."""
    if before is None or not before.rounds:
        return ()
    old = {row.participant: row for row in before.standings()}
    paid = {row.standing.participant: row.prize for row in before.final}
    prizes = {row.standing.participant: row.prize for row in after.final}
    found = [
        Change(old[one], row, paid.get(one, 0), prizes.get(one, 0))
        for row in after.standings()
        if (one := row.participant) in old and not is_bot(one)
    ]
    return tuple(one for one in found if one.gained or one.before.place != one.after.place)
