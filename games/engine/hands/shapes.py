"""The three types of family, with tables that are computed once for all colours (§3.6).

The king-guard-minister families of the four colours differ only in the cards at their three places, and so do the
rook-cannon-knight families; the pawns are one family of four places. A shape computes with places instead of cards;
``families`` translates places into cards.

Khaps are locked (§3.4): three identical cards stay apart from all others. Four identical cards are a quan and locked
too; a block holds them only until the quan is laid (§3.2).
"""

from collections.abc import Callable
from functools import cache
from itertools import combinations
from typing import Final, NamedTuple

from games.engine.sets import SetKind

Places = tuple[int, ...]
"""Places of a family, or (as counts) how many cards are held at each place."""

NO_MELD: Final = 99
"""Where a least trash is asked for: the active card cannot be melded at all."""


class PlaceMeld(NamedTuple):
    """A meld of the active card within its family, with places instead of cards."""

    kind: SetKind
    places: Places
    after: int
    trash: int


class Grouping(NamedTuple):
    """One way to divide the cards of a family into sets and leftover cards."""

    trash: int
    points: int
    sets: tuple[tuple[SetKind, Places], ...]
    loose: Places


class Shape:
    """The tables of one type of family, in places instead of cards.

    The four colours of a type differ only in the cards that stand at the places, so the
    search is done once for each type.
    """

    def __init__(self, sets: tuple[tuple[SetKind, Places], ...], width: int) -> None:
        self.mixed = sets
        self.width = width
        self.has_king = any(kind is SetKind.KGM for kind, _ in sets)
        # In a fixed order, best first, so that equal groupings always resolve alike.
        every = (
            *sets,
            *(((SetKind.KING, (0,)),) if self.has_king else ()),
            *((SetKind.PAIR, (place, place)) for place in range(width)),
        )
        self._starting = tuple(
            tuple(entry for entry in every if entry[1][0] == place) for place in range(width)
        )
        self.counts = tuple(
            tuple(code // 5**place % 5 for place in range(width)) for code in range(5**width)
        )
        # How many cards are left over does not depend on what the sets are worth.
        self.trash = tuple(grouping.trash for grouping in self.groupings(lambda _kind, _place: 0))
        self.trash_places = tuple(self._trash_places(code) for code in range(5**width))
        self.two_card_wait = tuple(self._waits_on_two(code) for code in range(5**width))
        self.waits = tuple(self._waits(code) for code in range(5**width))
        self.melds = tuple(
            tuple(self._melds(code, place) for place in range(width)) for code in range(5**width)
        )
        self.least_after = tuple(
            tuple(min([meld.trash for meld in melds], default=NO_MELD) for melds in by_place)
            for by_place in self.melds
        )
        self.gain = tuple(self._gains(code, alone=False) for code in range(5**width))
        self.gain_alone = tuple(self._gains(code, alone=True) for code in range(5**width))

    def groupings(self, worth: Callable[[SetKind, int], int]) -> tuple[Grouping, ...]:
        """Return the best grouping for every code: the least trash, then the most points (§2.11).

        Khaps and quans are locked (§3.4). `worth` returns the points of a set of this kind whose first card is at
        this place.
        """

        @cache
        def best(counts: Places) -> Grouping:
            first = next((place for place, held in enumerate(counts) if held), None)
            if first is None:
                return Grouping(0, 0, (), ())
            ways = []
            for kind, places in self._starting[first]:
                if all(places.count(place) <= counts[place] for place in places):
                    rest = best(_less(counts, places))
                    sets = ((kind, places), *rest.sets)
                    more = worth(kind, first)
                    ways.append(Grouping(rest.trash, rest.points + more, sets, rest.loose))
            # A king alone is a set, so it is never left over (§2.1, §3.5).
            if not (self.has_king and first == 0):
                rest = best(_less(counts, (first,)))
                loose = (first, *rest.loose)
                ways.append(Grouping(rest.trash + 1, rest.points, rest.sets, loose))
            return min(ways, key=lambda way: (way.trash, -way.points))

        def arranged(counts: Places) -> Grouping:
            locked = tuple(
                (SetKind.KHAP if held == 3 else SetKind.QUAN, (place,) * held)
                for place, held in enumerate(counts)
                if held >= 3
            )
            rest = best(tuple(held if held < 3 else 0 for held in counts))
            return Grouping(
                rest.trash,
                rest.points + sum(worth(kind, places[0]) for kind, places in locked),
                locked + rest.sets,
                rest.loose,
            )

        return tuple(arranged(counts) for counts in self.counts)

    def _trash_places(self, code: int) -> Places:
        """Return the places whose cards are trash (§3.5)."""
        return tuple(
            place
            for place, held in enumerate(self.counts[code])
            if 0 < held < 3
            and not (self.has_king and place == 0)
            and self.trash[code - 5**place] == self.trash[code] - 1
        )

    def _waits_on_two(self, code: int) -> bool:
        """Return whether the family has exactly two trash cards that can be chosen as different cards (§6.3 c).

        Always False for a family with a king.
        """
        if self.has_king or self.trash[code] != 2:
            return False
        loose = [place for place, held in enumerate(self.counts[code]) if 0 < held < 3]
        return any(
            self.trash[code - 5**one - 5**other] == 0 for one, other in combinations(loose, 2)
        )

    def _waits(self, code: int) -> bool:
        """Return whether the family has exactly two trash cards that a third card could complete to a set (§13.6).

        One suitable choice of the trash is enough.
        """
        if not self.has_king:
            return self.two_card_wait[code]
        guard, minister = self.counts[code][1:]
        return (
            self.trash[code] == 2
            and 0 < guard < 3
            and 0 < minister < 3
            and self.trash[code - 5 - 25] == 0
        )

    def _melds(self, code: int, place: int) -> tuple[PlaceMeld, ...]:
        """Return the melds of the active card at ``place`` that §3.4, §5.1 and §5.2 allow."""
        counts = self.counts[code]
        held = counts[place]
        if held == 4:
            # All four copies are here: none can be active.
            return ()
        found: list[tuple[SetKind, Places]] = []
        if self.has_king and place == 0:
            found.append((SetKind.KING, ()))
        if held == 3:
            found.append((SetKind.KHUI, (place,) * 3))
        elif held:
            found.append((SetKind.PAIR, (place,)))
            if held == 2:
                found.append((SetKind.TRIPLE, (place,) * 2))
        for kind, places in self.mixed:
            others = tuple(other for other in places if other != place)
            if len(others) < len(places) and all(0 < counts[other] < 3 for other in others):
                found.append((kind, others))
        # The fewest cards first, so a list of melds reads from the smallest set to the largest.
        found.sort(key=lambda entry: (len(entry[1]), entry[1]))
        melds = []
        for kind, places in found:
            after = code - sum(5**used for used in places)
            if self.trash[after] <= self.trash[code]:
                melds.append(PlaceMeld(kind, places, after, self.trash[after]))
        return tuple(melds)

    def _gains(self, code: int, *, alone: bool) -> tuple[int, ...]:
        """Return gain(c, k) of §10.2 for each place of the family, where k is the card at that place.

        ``code`` is the family without the discard c. ``alone`` says that no other family of the block holds trash.
        Then a meld that leaves no trash in this family wins, and may be chosen where a khui would otherwise be
        forced.
        """
        gains = []
        for place, melds in enumerate(self.melds[code]):
            least = self.least_after[code][place]
            if self.counts[code][place] == 3 and not (alone and least == 0):
                least = next(meld.trash for meld in melds if meld.kind is SetKind.KHUI)
            gains.append(0 if least == NO_MELD else 1 + self.trash[code] - least)
        return tuple(gains)


def _less(counts: Places, places: Places) -> Places:
    """Return ``counts`` with one card less at each of ``places``."""
    left = list(counts)
    for place in places:
        left[place] -= 1
    return tuple(left)


KINGS: Final = Shape(((SetKind.KGM, (0, 1, 2)),), 3)
"""King, guard and minister of one colour, in this order of places (§2.7)."""

ROOKS: Final = Shape(((SetKind.RCN, (0, 1, 2)),), 3)
"""Rook, cannon and knight of one colour, in this order of places (§2.8)."""

PAWNS: Final = Shape(
    (
        (SetKind.PAWNS4, (0, 1, 2, 3)),
        *((SetKind.PAWNS3, places) for places in combinations(range(4), 3)),
    ),
    4,
)
"""The pawns of the four colours (§2.9, §2.10)."""
