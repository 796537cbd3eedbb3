"""A line of a score sheet, printed or typed in: how a deal ended, in numbers without cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from games.engine.real_cards.counted import MOST_NUMBER, CountedHand
from games.engine.real_cards.results import parse_aside, parse_set
from games.engine.rules import RuleSet
from games.engine.scoring import yellow_kings
from games.engine.sets import SetKind
from games.inputs import WHOLE
from tournaments.engine.participants import SEATS
from tournaments.engine.real_cards.deciding import CALLED_BY
from tournaments.engine.real_cards.events import Lay
from tournaments.errors import refusal
from tournaments.presenters.cardboard.draft import NOBODY, seat_text

_LONGEST: Final = 4
"""Characters of a number that are read; more than `MOST_NUMBER` has."""


def counted_kinds(rules: RuleSet) -> tuple[SetKind, ...]:
    """Return the kinds of set that a sheet counts for each seat.

    Khaps are among them only if the rules pay for them (§9.2, §13.3).
    """
    kongs = (SetKind.QUAN, SetKind.KHUI)
    paid = rules.payment == "amount" and rules.loser_kongs == "paid"
    return (*kongs, SetKind.KHAP) if paid else kongs


class SheetColumns(NamedTuple):
    """The columns of a score sheet under these rules, for printing it and for typing it in."""

    rules: RuleSet
    seats: int = SEATS

    @property
    def kinds(self) -> tuple[SetKind, ...]:
        """Return the kinds of set that are counted for each seat."""
        return counted_kinds(self.rules)

    @property
    def before(self) -> int:
        """Return how many columns precede those of the seats.

        They are deal, starter, winner and points, and yellow kings and penalty if the rules have them.
        """
        return 4 + bool(self.rules.yellow_king) + self.rules.judges

    @property
    def a_seat(self) -> int:
        """Return how many columns a seat has: its kinds, and its score."""
        return len(self.kinds) + 1

    @property
    def all(self) -> int:
        """Return how many columns there are."""
        return self.before + self.seats * self.a_seat

    @property
    def empty(self) -> range:
        """Return the indexes of the columns that are printed empty, to be filled in by hand."""
        return range(2, self.all)


class SheetCell(NamedTuple):
    """How many sets of one kind a seat has, as a field of the sheet."""

    name: str
    """Of its field in the form."""
    kind: SetKind
    text: str


@dataclass(frozen=True, slots=True)
class SheetLine:
    """A deal on a score sheet; every value is text as it was typed."""

    prefix: str = ""
    """What its fields begin with, where one form has several lines."""
    winner: str = ""
    """A seat, `NOBODY`, or empty."""
    points: str = ""
    yellow_kings: str = ""
    """How many the winner has; asked for only where they are paid (§13.4)."""
    offender: str = ""
    section: str = CALLED_BY[0]
    held: Mapping[tuple[int, SetKind], str] = field(default_factory=dict)
    """How many sets of a kind a seat has."""
    seats: int = SEATS

    @classmethod
    def read(
        cls, asked: Mapping[str, str], rules: RuleSet, prefix: str = "", seats: int = SEATS
    ) -> SheetLine:
        """Return the sheet's line from a submitted form, for a table with this many seats."""
        held = {
            (seat, kind): asked.get(f"{prefix}{kind}-{seat}", "").strip()[:_LONGEST]
            for seat in range(seats)
            for kind in counted_kinds(rules)
        }
        return cls(
            prefix,
            seat_text(asked.get(f"{prefix}winner", ""), NOBODY),
            asked.get(f"{prefix}points", "").strip()[:_LONGEST],
            asked.get(f"{prefix}yellow_kings", "").strip()[:_LONGEST] if rules.yellow_king else "",
            seat_text(asked.get(f"{prefix}offender", "")),
            asked.get(f"{prefix}section", CALLED_BY[0]),
            {place: text for place, text in held.items() if text},
            seats,
        )

    @classmethod
    def of(cls, lay: Lay, points: int) -> SheetLine:
        """Return the line for an entered result, with or without its cards."""
        if lay.winner is None:
            return cls(winner=NOBODY, seats=len(lay.asides))
        sets = [parse_set(text) for text in lay.sets]
        won, kings = [shown.kind for shown in sets], yellow_kings(sets)
        if lay.counted is not None:
            won, kings = lay.counted.kongs, lay.counted.yellow_kings
        kinds = {
            seat: [parse_aside(text).kind for text in one] for seat, one in enumerate(lay.asides)
        }
        kinds[lay.winner] = [kind for kind in won if kind in (SetKind.QUAN, SetKind.KHUI)]
        counts = Counter((seat, kind) for seat, one in kinds.items() for kind in one)
        return cls(
            winner=str(lay.winner),
            points=str(points),
            yellow_kings=str(kings or ""),
            offender="" if lay.offender is None else str(lay.offender),
            section=lay.section or CALLED_BY[0],
            held={place: str(count) for place, count in counts.items()},
            seats=len(lay.asides),
        )

    @property
    def empty(self) -> bool:
        """Return whether nothing is written on the line."""
        return not (self.winner or self.points or self.yellow_kings or self.offender or self.held)

    def cells(self, seat: int, rules: RuleSet) -> tuple[SheetCell, ...]:
        """Return the fields of a seat, in the order of the sheet."""
        return tuple(
            SheetCell(f"{self.prefix}{kind}-{seat}", kind, self.held.get((seat, kind), ""))
            for kind in counted_kinds(rules)
        )

    @property
    def lay(self) -> Lay:
        """Return the result that the line describes. Raises Refused for a missing or invalid number.

        A khap of the winner is included in the points of the hand, and is not paid for separately.
        """
        if not self.winner:
            raise refusal("tournament.cardboard-winner")
        counts = {place: _number(text) for place, text in self.held.items()}
        if self.winner == NOBODY:
            if self.points or self.yellow_kings or self.offender or any(counts.values()):
                raise refusal("cardboard.nobody-pays")
            return Lay(None, asides=((),) * self.seats)
        if not self.points:
            raise refusal("cardboard.points-missing")
        winner = int(self.winner)
        hand = CountedHand(
            _number(self.points),
            counts.get((winner, SetKind.QUAN), 0),
            counts.get((winner, SetKind.KHUI), 0),
            _number(self.yellow_kings or "0"),
        )
        asides = tuple(
            tuple(
                kind.value
                for (owner, kind), count in counts.items()
                if owner == seat != winner
                for _ in range(count)
            )
            for seat in range(self.seats)
        )
        offender = int(self.offender) if self.offender else None
        section = "" if offender is None else self.section
        return Lay(winner, (), asides, offender, section, hand)


def _number(text: str) -> int:
    if not WHOLE.fullmatch(text) or not 0 <= (number := int(float(text))) <= MOST_NUMBER:
        raise refusal("cardboard.number", text=text, most=MOST_NUMBER)
    return number
