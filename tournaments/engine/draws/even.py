"""Draws evenly: by a design while it has rounds left, else by a search.

A pure function of the participants, the earlier rounds and the seeds of the draws: anybody can repeat it. `designs`
has rounds with meetings as even as possible; `rounds_searched` finds others. Unlike the older methods in `seating`,
which are kept for the rounds drawn by them, members' counts of bots differ by at most one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import chain
from typing import Final

from tournaments.engine.draws.pairing_history import PairingHistory, Pairs
from tournaments.engine.draws.remaining_rounds import completions, spreading
from tournaments.engine.draws.rounds_designed import drawn_by_design
from tournaments.engine.draws.rounds_searched import drawn_by_search
from tournaments.engine.draws.seating import Round, in_order
from tournaments.engine.participants import SEATS, is_bot

METHOD_EVEN: Final = 9
"""The number of `draw_even`."""

_TURNS: Final = 2
"""Draws whose secrets say who is who in a design; before them nobody can know its rounds."""


def draw_even(
    participants: Sequence[str],
    history: Sequence[Round],
    *,
    seeds: Sequence[int],
    apart: Sequence[Pairs],
    spread: bool = False,
) -> Round:
    """Return the tables of the next round, by a seed unknown before it.

    ``participants`` are labels in any order, fillers included. ``history`` are the earlier rounds, oldest first.
    ``seeds`` and ``apart`` have an entry for each earlier round and one for this round; ``apart`` are pairs who meet
    only if unavoidable. With ``spread`` eight members meet more evenly (`spreading`). Raises TournamentRefused if there
    are no members, a member is named twice, or the participants do not fill tables of four.
    """
    players = in_order(participants)
    rounds = tuple(tuple(drawn) for drawn in history)
    start = _start(players, rounds)
    found = drawn_by_design(players, rounds, seeds, apart[-1], start)
    if found is not None:
        return found.tables
    return drawn_by_search(players, rounds, tuple(seeds), tuple(apart), start, spread)


def chosen_among(
    participants: Sequence[str],
    history: Sequence[Round],
    *,
    seeds: Sequence[int],
    apart: Sequence[Pairs],
    spread: bool = False,
) -> int | None:
    """Return from how many candidate rounds the last seed chose the next round, at most.

    The candidates are the rounds that anyone who knew the players' positions in the design could list before the
    draw. None if nobody could know the positions yet, or if the round was found by a free search.
    """
    players = in_order(participants)
    if len(history) < _TURNS:
        return None
    rounds = tuple(tuple(drawn) for drawn in history)
    found = drawn_by_design(players, rounds, seeds, apart[-1], _start(players, rounds))
    if found is not None:
        return found.among
    past = PairingHistory.of(rounds, apart[-1])
    left = completions(players, rounds, seeds, past)
    if spread:
        left = [spreading(one, past) for one in left]
    ways = {frozenset(map(frozenset, one)) for one in chain(*left)}
    return len(ways) or None


def _start(players: Sequence[str], rounds: Sequence[Round]) -> int:
    """Return the index of the first of the four rounds in which most of these players have each wind once."""
    played = Counter(label for drawn in rounds for table in drawn for label in table)
    phases = Counter(played[label] % SEATS for label in players if not is_bot(label))
    here = max(sorted(phases), key=phases.__getitem__, default=0)
    return len(rounds) - here
