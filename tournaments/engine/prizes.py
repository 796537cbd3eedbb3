"""Prizes: how the pot is shared out, to the last chip.

The rules, in this order. They always pay out exactly the pot, and never less than nothing.

1. The pot is all entry fees. Fillers pay none and win none.
2. The shares are percents of the pot by place. With fewer members than shares the shares of the places that nobody
   takes go to the others in proportion: the pot is divided by the shares that remain.
3. Each place gets its share rounded down to whole chips. The odd chips go, one each, to the places that lost most by
   the rounding; of places that lost equally, to the better one.
4. Members who share a place pool the prizes of the places that they cover and share them equally. The odd chips go,
   one each, to them in order of entry.

Worked: seven members at 15 chips make a pot of 105, shares 50, 30, 20. Exact prizes are 52.5, 31.5 and 21; rounded down
52, 31, 21 leave one chip; first and second lost half a chip each, so the first gets it: 53, 31, 21. If the second and
third place are shared by two, they pool 52 and get 26 each; if by three, 18, 17 and 17.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import groupby

from tournaments.engine.events import FinalRow, PlayerAmount, StandingRow
from tournaments.engine.participants import member_label, player_id


def place_prizes(pot: int, shares: Sequence[int], members: int) -> tuple[int, ...]:
    """The prize of each place in chips, best first, when nobody shares a place; as many as places are paid."""
    taken = list(shares[:members])
    if not taken:
        return ()
    whole = sum(taken)
    prizes = [pot * share // whole for share in taken]
    lost = [pot * share % whole for share in taken]
    by_loss = sorted(range(len(taken)), key=lambda place: (-lost[place], place))
    for place in by_loss[: pot - sum(prizes)]:
        prizes[place] += 1
    return tuple(prizes)


def final_rows(
    standing: Sequence[StandingRow], *, pot: int, shares: Sequence[int], entry_order: Sequence[int]
) -> tuple[FinalRow, ...]:
    """The standings with the prizes; ``entry_order`` are the player ids in the order in which they entered."""
    placed = [row for row in standing if row.place is not None]
    prizes = place_prizes(pot, shares, len(placed))
    entered = {member_label(player): index for index, player in enumerate(entry_order)}
    won: Counter[str] = Counter()
    first = 0
    for _, group in groupby(placed, key=lambda row: row.place):
        sharers = sorted((row.participant for row in group), key=entered.__getitem__)
        each, odd = divmod(sum(prizes[first : first + len(sharers)]), len(sharers))
        for index, label in enumerate(sharers):
            won[label] = each + (index < odd)
        first += len(sharers)
    return tuple(FinalRow(row, won[row.participant]) for row in standing)


def prizes_by_player(rows: Sequence[FinalRow]) -> dict[int, int]:
    """The prize of each member in chips, those without a prize left out."""
    return {player_id(row.standing.participant): row.prize for row in rows if row.prize}


def corrections(old: Mapping[int, int], new: Mapping[int, int]) -> tuple[PlayerAmount, ...]:
    """What each member must still get, or give back (negative), by player id; zero in all if the pots agree."""
    changed = ((player, new.get(player, 0) - old.get(player, 0)) for player in sorted({*old, *new}))
    return tuple(PlayerAmount(player, amount) for player, amount in changed if amount)
