"""Divides the pot into prizes, to the last chip.

These rules apply in order. They always pay out exactly the pot, and no prize is negative.

1. The pot is all entry fees, whoever pays them. Fillers pay none and win none.

2. Fixed sums come first, one for each place that somebody takes. If the pot is smaller than their total, it is
divided in proportion to them.

3. The shares are percentages of the rest, by place. With fewer members than shares, the shares of the empty places go
to the others in proportion. If there are sums but no shares, the rest is divided in proportion to the sums.

4. Every amount is rounded down to whole chips. The odd chips go, one each, to the places that lost most by the
rounding; among equals, to the better place.

5. Members who share a place pool the prizes of the places that they cover and share them equally. The odd chips go,
one each, to them in order of entry.

6. Members win nothing if they played no deal or the careful bot played all of theirs, unless that is true of
everybody.

Worked: seven members at 15 chips make a pot of 105, shares 50, 30, 20. Exact prizes are 52.5, 31.5 and 21; rounded
down 52, 31, 21 leave one chip; first and second lost half a chip each, so the first gets it: 53, 31, 21. If the
second and third place are shared by two, they pool 52 and get 26 each; if by three, 18, 17 and 17.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from itertools import groupby, zip_longest
from typing import Final

from tournaments.engine.errors import TournamentRefused
from tournaments.engine.participants import member_label, player_id
from tournaments.engine.scoring.standing_rows import FinalRow, PlayerAmount, StandingRow

PAID_PLACES: Final = 20
"""Most places with a prize."""
SUM: Final = (1, 400_000_000)
"""Least and most chips of a fixed prize."""


def check_prizes(shares: Sequence[int], sums: Sequence[int]) -> None:
    """Raise `TournamentRefused` for invalid terms of prizes.

    Shares must add up to 100 percent, sums must not rise from place to place, and one of the two is needed.
    """
    if len(sums) > PAID_PLACES:
        raise TournamentRefused("tournament.sums-too-many", limit=PAID_PLACES)
    if any(type(one) is not int or not SUM[0] <= one <= SUM[1] for one in sums):
        raise TournamentRefused("tournament.sum-out-of-range", low=SUM[0], high=SUM[1])
    if list(sums) != sorted(sums, reverse=True):
        raise TournamentRefused("tournament.sums-rising")
    if sums and not shares:
        return
    if not 1 <= len(shares) <= PAID_PLACES:
        raise TournamentRefused("tournament.shares-missing", limit=PAID_PLACES)
    if any(type(share) is not int or share < 1 for share in shares):
        raise TournamentRefused("tournament.share-not-positive")
    if sum(shares) != 100:
        raise TournamentRefused("tournament.shares-not-100", total=sum(shares))
    if list(shares) != sorted(shares, reverse=True):
        raise TournamentRefused("tournament.shares-rising")


def check_paid(sums: Sequence[int], fee: int) -> None:
    """Raise `TournamentRefused` if there are fixed prizes but no entry fee, since the fees pay the prizes."""
    if sums and not fee:
        raise TournamentRefused("tournament.sums-unpaid")


def apportion(amount: int, weights: Sequence[int]) -> list[int]:
    """Divide `amount` chips in proportion to `weights`, which are more than 0, to the last chip (rule 4)."""
    whole = sum(weights)
    parts = [amount * weight // whole for weight in weights]
    lost = [amount * weight % whole for weight in weights]
    by_loss = sorted(range(len(parts)), key=lambda place: (-lost[place], place))
    for place in by_loss[: amount - sum(parts)]:
        parts[place] += 1
    return parts


def place_prizes(
    pot: int, shares: Sequence[int], members: int, sums: Sequence[int] = ()
) -> tuple[int, ...]:
    """Return the prize of each paid place in chips, best first, as if no place were shared."""
    fixed = list(sums[:members])
    if fixed and pot < sum(fixed):
        fixed, left = apportion(pot, fixed), 0
    else:
        left = pot - sum(fixed)
    weights = shares[:members] or sums[:members]
    shared = apportion(left, weights) if weights else []
    return tuple(map(sum, zip_longest(fixed, shared, fillvalue=0)))


def final_rows(
    standing: Sequence[StandingRow],
    *,
    pot: int,
    shares: Sequence[int],
    entry_order: Sequence[int],
    sums: Sequence[int] = (),
    idle: Collection[str] = (),
) -> tuple[FinalRow, ...]:
    """Return the standings with the prizes; ``entry_order`` are the player ids in order of entry.

    Members in ``idle`` have a place below all others and win nothing.
    """
    placed = [row for row in standing if row.place is not None and row.participant not in idle]
    prizes = place_prizes(pot, shares, len(placed), sums)
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
    """Return the prize of each member in chips, omitting those without one."""
    return {player_id(row.standing.participant): row.prize for row in rows if row.prize}


def corrections(old: Mapping[int, int], new: Mapping[int, int]) -> tuple[PlayerAmount, ...]:
    """Return the chips that each member still gets or gives back (negative), by player id.

    Members whose prize is unchanged are left out. If the prizes in `old` and `new` have the same total, the amounts
    add up to zero.
    """
    changed = ((player, new.get(player, 0) - old.get(player, 0)) for player in sorted({*old, *new}))
    return tuple(PlayerAmount(player, amount) for player, amount in changed if amount)
