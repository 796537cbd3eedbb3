"""Keeps a draft of a result with real cards, only in the addresses and forms of the page."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Final, NamedTuple, TypeVar

from games.engine.cards import CARDS, Card, colour_of, is_king, rank_of
from games.engine.real_cards.results import (
    LOSES_WITH,
    Aside,
    BadResult,
    aside_text,
    is_set,
    parse_aside,
    parse_set,
    set_text,
)
from games.engine.sets import CardSet, SetKind
from tournaments.engine.real_cards.deciding import CALLED_BY
from tournaments.engine.real_cards.events import Lay

T = TypeVar("T")
KINDS: Final = (
    *(SetKind.PAIR, SetKind.KHAP, SetKind.TRIPLE, SetKind.KGM, SetKind.RCN),
    *(SetKind.PAWNS3, SetKind.PAWNS4, SetKind.KING, SetKind.QUAN, SetKind.KHUI),
)
"""The kinds of set in the order of their buttons."""
TOGETHER: Final = (SetKind.KGM, SetKind.RCN, SetKind.PAWNS3, SetKind.PAWNS4, SetKind.KING)
"""Kinds of so few sets that they are offered together: who enters several of them taps the kind once."""
NOBODY: Final = "none"
_SAME: Final = {
    SetKind.PAIR: 2,
    SetKind.KHAP: 3,
    SetKind.TRIPLE: 3,
    SetKind.QUAN: 4,
    SetKind.KHUI: 4,
}
_BY_COLOUR: Final = sorted(CARDS, key=lambda card: (card & 3, card))
_MOST: Final = 24
"""More sets than a hand has, and more kongs and khaps than three losers can hold."""


def choices_of(kind: SetKind) -> list[CardSet]:
    """Return every possible set of this kind, in the order of the page's buttons."""
    if kind in _SAME:
        return [CardSet(kind, (card,) * _SAME[kind]) for card in _BY_COLOUR]
    if kind is SetKind.KING:
        return [CardSet(kind, (card,)) for card in CARDS if is_king(card)]
    if kind is SetKind.PAWNS4:
        return [CardSet(kind, _of("P", "rygw"))]
    if kind is SetKind.PAWNS3:
        return [CardSet(kind, _of("P", "rygw".replace(less, ""))) for less in "wgyr"]
    ranks = "KGM" if kind is SetKind.KGM else "RCN"
    return [CardSet(kind, _of(ranks, colour)) for colour in "rygw"]


def _of(ranks: str, colours: str) -> tuple[Card, ...]:
    return tuple(card for card in CARDS if rank_of(card) in ranks and colour_of(card) in colours)


class SetButton(NamedTuple):
    """A button that adds a set."""

    value: str
    shown: CardSet | None
    """None where the kind of a loser's kong or khap is not entered."""
    left: bool
    """Whether so many cards of the kind are left, and the hand has room for them."""


class Entered(NamedTuple):
    """A set that has been added."""

    text: str
    shown: CardSet
    named: bool = True
    seat: int = 0
    name: str = ""


@dataclass(frozen=True, slots=True)
class Draft:
    """A draft of a result that is not yet sent; it is kept only in the addresses and forms of the page."""

    winner: str = ""
    """A seat, `NOBODY`, or empty."""
    sets: tuple[CardSet, ...] = ()
    asides: tuple[tuple[int, Aside], ...] = ()
    kind: str = SetKind.PAIR.value
    """Whose buttons are shown: a kind, for a loser behind the seat (`2 khap`)."""
    offender: str = ""
    section: str = CALLED_BY[0]

    @classmethod
    def read(cls, asked: Mapping[str, str], sets: Iterable[str], asides: Iterable[str]) -> Draft:
        """Return the draft in an address or form, with the pressed button applied; invalid input is ignored."""
        draft = cls(
            winner=seat_text(asked.get("winner", ""), NOBODY),
            sets=tuple(read_sets(sets)),
            asides=tuple(_asides(asides)),
            kind=asked.get("kind", "") or SetKind.PAIR.value,
            offender=seat_text(asked.get("offender", "")),
            section=asked.get("section", CALLED_BY[0]),
        )
        added = asked.get("add", "")
        if added[:1].isdigit():
            draft = replace(draft, asides=(*draft.asides, *_asides([added])), kind="pair")
        elif added:
            draft = replace(draft, sets=(*draft.sets, *read_sets([added])))
        what, _space, place = asked.get("drop", "").partition(" ")
        if place.isdecimal() and len(place) < 3:
            if what == "set":
                draft = replace(draft, sets=without(draft.sets, int(place)))
            else:
                draft = replace(draft, asides=without(draft.asides, int(place)))
        return draft

    @classmethod
    def of(cls, lay: Lay) -> Draft:
        """Return a draft filled with an entered result, for correcting it."""
        return cls(
            winner=NOBODY if lay.winner is None else str(lay.winner),
            sets=tuple(map(parse_set, lay.sets)),
            asides=tuple(
                (seat, parse_aside(text)) for seat, one in enumerate(lay.asides) for text in one
            ),
            offender="" if lay.offender is None else str(lay.offender),
            section=lay.section or CALLED_BY[0],
        )

    def of_seats(self, seats: int) -> Draft:
        """Return the draft without seats that the table does not have."""
        asides = tuple(one for one in self.asides if one[0] < seats)
        kind = self.kind if self.kind[:1] not in "0123"[seats:] else SetKind.PAIR.value
        return replace(self, asides=asides, kind=kind)

    @property
    def lay(self) -> Lay:
        """Return the result to send, without entries that cannot apply, such as sets if nobody won."""
        if self.winner in ("", NOBODY):
            return Lay(None)
        winner = int(self.winner)
        asides = tuple(
            tuple(aside_text(aside) for owner, aside in self.asides if owner == seat != winner)
            for seat in range(4)
        )
        offender = int(self.offender) if self.offender not in ("", self.winner) else None
        return Lay(winner, tuple(map(set_text, self.sets)), asides, offender, self.section)


def without(held: tuple[T, ...], place: int) -> tuple[T, ...]:
    """Return the items except the one at this index."""
    return held[:place] + held[place + 1 :]


def seat_text(text: str, *others: str) -> str:
    """Return the text if it names a seat or is one of ``others``; otherwise an empty text."""
    return text if text in ("0", "1", "2", "3", *others) else ""


def read_sets(texts: Iterable[str]) -> list[CardSet]:
    """Return the sets that these texts name; skip those that name none."""
    found = []
    for text in list(texts)[:_MOST]:
        try:
            shown = parse_set(text)
        except BadResult:
            continue
        if is_set(shown):
            found.append(shown)
    return found


def _asides(texts: Iterable[str]) -> list[tuple[int, Aside]]:
    found = []
    for text in list(texts)[:_MOST]:
        seat, _space, rest = text.partition(" ")
        try:
            aside = parse_aside(rest)
        except BadResult:
            continue
        if seat_text(seat) and aside.kind in LOSES_WITH:
            found.append((int(seat), aside))
    return found
