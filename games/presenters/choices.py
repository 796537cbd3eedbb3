"""What a seat may choose on the table page: the cards of its hand, and the buttons of its legal moves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.engine.cards import Card
from games.engine.events import CardDiscarded, CardDrawn, CardMelded
from games.engine.moves import Claim, Discard, Hit, Meld, Pass
from games.engine.notation import cards_text
from games.engine.sets import CardSet, SetKind, kind_of
from games.engine.state import Phase
from games.presenters import sentences
from games.presenters.cards import set_name
from games.queries.seen import SeenDeal


@dataclass(frozen=True, slots=True)
class HandCard:
    """A card of the own hand; `mark` says what the rules think of discarding it."""

    card: Card
    may_go: bool
    checked: bool
    mark: str


@dataclass(frozen=True, slots=True)
class HandGroup:
    """A group of the own hand: a set, a khạp, or what is left over (§2.11, §3.5)."""

    look: str
    title: str
    cards: tuple[HandCard, ...]

    @property
    def may_go(self) -> bool:
        """Whether one of its cards may be discarded now."""
        return any(card.may_go for card in self.cards)


@dataclass(frozen=True, slots=True)
class MeldChoice:
    """A meld that is legal now: the value of its input, and the set that it would make."""

    value: str
    made: CardSet
    checked: bool


@dataclass(frozen=True, slots=True)
class Buttons:
    """The moves that are legal now, as buttons."""

    melds: tuple[MeldChoice, ...]
    claims: tuple[tuple[str, str], ...]
    """Value and caption, the strongest first."""
    discard: bool
    hit: bool
    leave: bool
    """Pass on the own draw (§6.4)."""
    decline: bool
    """Decline every claim (§6.6)."""


def groups(shown: SeenDeal, chosen: str) -> tuple[HandGroup, ...]:
    """The own hand as the engine groups it; `chosen` is the card that the viewer has picked but not yet discarded."""
    view = shown.view
    if view.viewer is None or view.phase is Phase.OVER:
        return ()
    legal = {move.card for move in shown.moves if isinstance(move, Discard)}
    marks = _marks(shown)
    sets, loose = view.arranged
    left = set(legal)

    def placed(cards: Sequence[Card]) -> tuple[HandCard, ...]:
        made = []
        for card in cards:
            first = card in left
            left.discard(card)
            made.append(
                HandCard(
                    card,
                    first,
                    first and (len(legal) == 1 or cards_text((card,)) == chosen),
                    marks.get(card, "") if first else "",
                )
            )
        return tuple(made)

    # The trash first: of two equal cards the one that lies there is the one to choose.
    rest = placed(loose)
    groups = [
        HandGroup(
            "khap" if made.kind is SetKind.KHAP else "set",
            _("Khạp, locked")
            if made.kind is SetKind.KHAP and view.rules.trash_only
            else set_name(made.kind),
            placed(made.cards),
        )
        for made in sets
    ]
    if rest:
        only = bool(legal) and view.rules.trash_only
        title = _("Trash (rác): choose the card to discard") if only else _("Trash (rác)")
        groups.insert(0, HandGroup("trash" if legal else "loose", title, rest))
    return tuple(groups)


def _marks(shown: SeenDeal) -> dict[Card, str]:
    """What each discard risks (§10.3, §10.5); only for the one who is about to discard."""
    verdict = shown.view.verdict
    if verdict is None:
        return {}
    free = len(shown.view.players) == 2 or is_opening(shown)
    risk = _("not the worst") if free else _("penalty possible")
    return {card: _("safe") if card in verdict.worst else risk for card in verdict.discards}


def is_opening(shown: SeenDeal) -> bool:
    """Whether the next discard opens the deal, and is therefore exempt from the penalty (§10.5)."""
    played = (CardDiscarded, CardDrawn, CardMelded)
    return not any(isinstance(row.event, played) for row in shown.events)


def buttons(shown: SeenDeal, chosen: str | None) -> Buttons:
    """The legal moves as buttons; `chosen` is the meld that the viewer has picked but not yet made."""
    moves = shown.moves
    melds = [move for move in moves if isinstance(move, Meld)]
    return Buttons(
        melds=tuple(
            _meld_choice(shown, move, checked=len(melds) == 1 or cards_text(move.cards) == chosen)
            for move in melds
        ),
        claims=tuple(
            (f"claim {move.kind}", sentences.claim_name(move.kind))
            for move in moves
            if isinstance(move, Claim)
        ),
        discard=any(isinstance(move, Discard) for move in moves),
        hit=any(isinstance(move, Hit) for move in moves),
        leave=shown.view.phase is Phase.TURN and any(isinstance(move, Pass) for move in moves),
        decline=shown.view.phase is Phase.CLAIMS and any(isinstance(move, Pass) for move in moves),
    )


def _meld_choice(shown: SeenDeal, move: Meld, *, checked: bool) -> MeldChoice:
    active = shown.view.active
    assert active is not None
    cards = tuple(sorted((active.card, *move.cards)))
    kind = kind_of(cards, exposed=True)
    if kind is None:  # the fourth of an own exposed triple takes no private card (§5.5)
        cards = (active.card,) * 4
        kind = SetKind.KHUI
    return MeldChoice(cards_text(move.cards), CardSet(kind, cards), checked)
