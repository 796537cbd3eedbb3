"""Draws a Swiss round with tables of three, where members take turns: neighbours in the standings share a table.

Members whose turn it is fill the tables of three, in the order of the standings; the others fill tables of four.
Within each of these two parts a member may move one step to avoid a repeated meeting, as in `swiss`. The tables are
in the order of their members' places.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from tournaments.engine.draws.odd.threes import best_winds, due_winds, seats_had, sides_of
from tournaments.engine.draws.odd.turns import Out, shares_of_threes
from tournaments.engine.draws.pairing_history import PairingHistory, Pairs
from tournaments.engine.draws.seating import Round
from tournaments.engine.draws.swiss import BandSearch
from tournaments.engine.participants import SEATS, THREE, member_label, player_id
from tournaments.engine.scoring.standing_rows import RankAtDraw


def draw_swiss_threes(
    participants: Sequence[str],
    history: Sequence[Round],
    outs: Sequence[Out],
    *,
    seed: int,
    ranking: Sequence[RankAtDraw],
    apart: Pairs,
) -> Round:
    """Return the tables of the next round, those of the best members first. There are no bots."""
    rng = Random(f"{seed}:{len(history)}:swiss")  # noqa: S311 - a draw that anybody can repeat
    members = sorted(participants, key=player_id)
    rng.shuffle(members)  # the order of members who share a place
    place = {member_label(one.player): one.place for one in ranking}
    members.sort(key=lambda label: place.get(label, len(ranking) + 1))
    at = {label: number for number, label in enumerate(members)}
    chairs = THREE * (-len(members) % SEATS)
    sides = sides_of(members, chairs, shares_of_threes(history, outs))
    must = [label for label in members if sides[label] == {True}]
    free = [label for label in members if sides[label] == {True, False}]
    due = {*must, *free[len(free) - (chairs - len(must)) :]}  # of equals who stand last
    past, had = PairingHistory.of(history, apart), seats_had(history)
    found = []
    for three, size in ((True, THREE), (False, SEATS)):
        here = [label for label in members if (label in due) is three]
        rows = [here[first : first + size] for first in range(0, len(here), size)]
        wanted = {label: due_winds(label, had, three=three) for label in here}
        if rows:
            found += BandSearch(rows, past.met, wanted, {}, rng).run()
    found.sort(key=lambda row: sum(at[label] for label in row) / len(row))
    return tuple(best_winds(row, had, past.followed) for row in found)
