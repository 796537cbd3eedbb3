"""Keeps what the earlier rounds mean for the next draw: meetings, seats and bots."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations
from math import ceil
from typing import Final, TypeAlias

from tournaments.engine.draws.opponent_counts import pair
from tournaments.engine.draws.winds import due, neighbours
from tournaments.engine.participants import SEATS, Table, is_bot

Pairs: TypeAlias = frozenset[tuple[str, str]]
"""Pairs of labels, each in the order of `meetings.pair`."""
_ALL: Final = frozenset(range(SEATS))
_APART: Final = 1000
"""What a meeting of two who are not to meet weighs, in meetings."""


@dataclass(slots=True)
class PairingHistory:
    """Meetings of members in earlier rounds, and the seats and bots that members had at tables of four."""

    met: Counter[tuple[str, str]] = field(default_factory=Counter)
    bots: dict[str, Fraction] = field(default_factory=dict)
    """Bots that a member has met, less the mean of those who played the round."""
    seats: Counter[tuple[str, int]] = field(default_factory=Counter)
    followed: Counter[tuple[str, str]] = field(default_factory=Counter)

    @classmethod
    def of(cls, history: Sequence[Sequence[Table]], apart: Pairs) -> PairingHistory:
        """Return the history of these rounds; pairs in ``apart`` count as having met often."""
        past = cls()
        past.met.update(dict.fromkeys(apart, _APART))
        for drawn in history:
            past.add([table for table in drawn if len(table) == SEATS])
            for table in drawn:
                past.followed.update(neighbours(table))
                if len(table) == SEATS:
                    past.seats.update((label, seat) for seat, label in enumerate(table))
                else:  # whose turn it is at tables of three, and for which wind, is counted in `odd.turns`
                    past.met.update(pair(*both) for both in combinations(table, 2))
        return past

    def add(self, companies: Sequence[Sequence[str]]) -> int:
        """Count the meetings of one more round; return how often its members had met before."""
        met, before = {}, 0
        for company in companies:
            members = [label for label in company if not is_bot(label)]
            pairs = [pair(one, other) for one, other in combinations(members, 2)]
            before += sum(self.met[one] for one in pairs)
            self.met.update(pairs)
            met.update(dict.fromkeys(members, SEATS - len(members)))
        if met:
            mean = Fraction(sum(met.values()), len(met))
            for label, bots in met.items():
                self.bots[label] = self.bots.get(label, Fraction()) + bots - mean
        return before

    def copy(self) -> PairingHistory:
        """Return a copy, to try a round on."""
        return PairingHistory(
            self.met.copy(), self.bots.copy(), self.seats.copy(), self.followed.copy()
        )

    def keeps_apart(self) -> bool:
        """Return whether some members must be kept apart."""
        return max(self.met.values(), default=0) >= _APART

    def due_seats(self, label: str) -> frozenset[int]:
        """Return the seats due to a member, so that each seat comes once in four rounds."""
        had = [self.seats.get((label, seat), 0) for seat in range(SEATS)]
        return frozenset(next(iter(due(had)), _ALL))

    def uneven(self, members: Sequence[str]) -> int:
        """Return by how much the members' counts of bots differ beyond one."""
        shares = [self.bots.get(label, Fraction()) for label in members] or [Fraction()]
        return max(0, ceil(max(shares) - min(shares)) - 1)
