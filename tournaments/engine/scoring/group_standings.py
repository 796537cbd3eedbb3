"""Computes the standings of each group from the rounds before the final.

They can still change later: a ruling on a deal of these rounds counts at any time, but the finalists stay as drawn.
"""

from __future__ import annotations

from collections import Counter

from tournaments.engine.participants import member_label
from tournaments.engine.scoring.standings import RankedStandings, ranked
from tournaments.engine.state import TournamentState


def group_standings(
    state: TournamentState,
) -> tuple[tuple[tuple[str, ...], ...], RankedStandings | None]:
    """Return the members of each group as labels, best first, and the ranking from which this order comes.

    If there are no groups, the result is an empty tuple and None.
    """
    groups = state.rounds[-1].groups if state.rounds else ()
    if not groups:
        return (), None
    ends = state.final_began or len(state.rounds) + 1
    extra: Counter[str] = Counter()
    for one in state.adjustments.values():
        if state.adjusted_in.get(one.number, 0) < ends:
            extra[member_label(one.player)] += one.points * state.unit
    found = ranked(
        state.members,
        [result for result in state.results() if result.round < ends],
        gone=state.without_place,
        extra=extra,
        tie_breaks=state.options.tie_breaks,
    )
    order = {label: number for number, label in enumerate([*found.ranking.order, *found.unplaced])}
    return tuple(
        tuple(sorted(map(member_label, group), key=order.__getitem__)) for group in groups
    ), found
