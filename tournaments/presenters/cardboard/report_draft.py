"""Keeps a draft of a reported discard with real cards, only in the addresses and forms of its page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from games.engine.cards import CARD_NAMES, Card
from games.engine.errors import BadNotation
from games.engine.real_cards.results import set_text
from games.engine.recording.notation import parse_card
from games.engine.sets import CardSet, SetKind
from tournaments.engine.real_cards.events import Discard
from tournaments.presenters.cardboard.draft import KINDS, read_sets, seat_text, without

FACE_UP: Final = tuple(kind for kind in KINDS if kind is not SetKind.KHAP)
"""The kinds of set that can lie face up, in the order of their buttons."""
_MOST: Final = 40
"""More cards than are dead, or in a hand."""


@dataclass(frozen=True, slots=True)
class ReportDraft:
    """The position before the discard, as far as entered."""

    seat: str = ""
    card: str = ""
    hand: tuple[Card, ...] = ()
    dead: tuple[Card, ...] = ()
    public: tuple[tuple[int, CardSet], ...] = ()
    to: str = "hand"
    """Where the buttons add: `hand`, `dead`, or the seat before which a set lay."""
    kind: str = SetKind.TRIPLE.value

    @classmethod
    def read(cls, asked: Mapping[str, str], lists: Mapping[str, list[str]]) -> ReportDraft:
        """Return the draft in an address or form, with the pressed button applied; invalid input is ignored."""
        draft = cls(
            seat=seat_text(asked.get("seat", "")),
            card=asked.get("card", ""),
            hand=read_cards(lists["hand"]),
            dead=read_cards(lists["dead"]),
            public=face_up_of(lists["public"]),
            to=seat_text(asked.get("to", ""), "dead") or "hand",
            kind=asked.get("kind", ""),
        )
        if draft.kind not in set(FACE_UP):
            draft = replace(draft, kind=SetKind.TRIPLE.value)
        added, (what, _space, place) = asked.get("add", ""), asked.get("drop", "").partition(" ")
        if added and draft.to == "hand":
            draft = replace(draft, hand=(*draft.hand, *read_cards([added])))
        elif added and draft.to == "dead":
            draft = replace(draft, dead=(*draft.dead, *read_cards([added])))
        elif added:
            draft = replace(draft, public=(*draft.public, *face_up_of([f"{draft.to} {added}"])))
        if what in ("hand", "dead", "public") and place.isdecimal() and len(place) < 3:
            left: dict[str, Any] = {what: without(getattr(draft, what), int(place))}
            draft = replace(draft, **left)
        return draft

    def of_seats(self, seats: int) -> ReportDraft:
        """Return the draft without seats that the table does not have."""
        gone = "0123"[seats:]
        return replace(
            self,
            seat="" if self.seat in gone else self.seat,
            to="hand" if self.to in gone else self.to,
            public=tuple(one for one in self.public if one[0] < seats),
        )

    @property
    def discard(self) -> Discard:
        """Return the reported discard as the command that files the dispute takes it."""
        return Discard(
            int(self.seat),
            self.card,
            tuple(CARD_NAMES[card] for card in self.hand),
            tuple(
                tuple(set_text(made) for seat, made in self.public if seat == number)
                for number in range(4)
            ),
            tuple(CARD_NAMES[card] for card in self.dead),
        )

    @property
    def copies(self) -> Counter[Card]:
        """Return how many of each card are reported."""
        face_up = (card for _seat, made in self.public for card in made.cards)
        return Counter([*self.hand, *self.dead, *face_up])


def read_cards(names: Iterable[str]) -> tuple[Card, ...]:
    """Return the cards of these names; skip unknown names."""
    found = []
    for name in list(names)[:_MOST]:
        try:
            found.append(parse_card(name))
        except BadNotation:
            continue
    return tuple(found)


def face_up_of(texts: Iterable[str]) -> tuple[tuple[int, CardSet], ...]:
    """Return the sets in texts such as `2 pair Rr Rr`, each with its seat; skip other texts."""
    found = []
    for text in list(texts)[:_MOST]:
        seat, _space, rest = text.partition(" ")
        if seat_text(seat):
            sets = read_sets([rest])
            found += [(int(seat), made) for made in sets if made.kind is not SetKind.KHAP]
    return tuple(found)
