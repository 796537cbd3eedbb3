"""Builds the coach's advice: one move, the reason for it, and the buttons to press.

The careful bot chooses the move. It sees only what the seat sees. Under rules that judge discards, its discards are
never penalised.
"""

from __future__ import annotations

from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.bots.careful import careful
from games.common.labels import label
from games.engine.cards import CARDS, Card
from games.engine.hands.chances import chance_to_win
from games.engine.hands.hand import Block, count, melds, trash, without
from games.engine.moves import Claim, Discard, Hit, Meld
from games.engine.recording.notation import move_text
from games.engine.sets import CardSet
from games.engine.sight import SeatView
from games.engine.state import Phase
from games.presenters.cards import card_name, set_words
from games.queries.play.seen import SeenDeal


class Advice(NamedTuple):
    """The coach's advice for the present moment."""

    words: str
    """The move and the reason for it."""
    move: str
    """The move in notation, as the form takes it."""


def advice_of(shown: SeenDeal, *, free: bool) -> Advice | None:
    """Return advice on the seat's next move, or None if it has no move.

    `free` says that no discard can be penalised at this moment.
    """
    if not shown.moves or shown.paused:
        return None
    move = careful(shown.view, shown.moves)
    match move:
        case Discard(card=card):
            words = _discard_words(shown.view, card, free=free)
        case Meld(cards=cards):
            words = _meld_words(shown.view, cards)
        case _:
            words = _other_words(shown.view, move)
    return Advice(words, move_text(move))


def _discard_words(view: SeatView, card: Card, *, free: bool) -> str:
    verdict, after = view.verdict, without(view.block, (card,))
    safe = free or (verdict is not None and card in verdict.worst)
    said = (
        _("Discard the %(card)s: it is safe.")
        if verdict is not None and safe
        else _("Discard the %(card)s: your hand needs it least.")
    )
    return f"{said % {'card': card_name(card)}} {_hopes(after, _seen_with(view, card))}".strip()


def _seen_with(view: SeatView, card: Card) -> list[int]:
    """Return the number of face-up copies of each kind of card, as if `card` were face up too."""
    return [copies + (kind == card) for kind, copies in enumerate(view.face_up)]


def _hopes(block: Block, face_up: list[int]) -> str:
    """Return in words how many unseen cards would win.

    If none would, return how many would help the hand; empty if none would do that either.
    """
    winning = chance_to_win(block, face_up).winning
    if winning:
        return ngettext(
            "%(number)d card still to come would win for you.",
            "%(number)d cards still to come would win for you.",
            winning,
        ) % {"number": winning}
    before = trash(block)
    helping = sum(
        4 - count(block, card) - face_up[card]
        for card in CARDS
        if any(option.trash < before for option in melds(block, card))
    )
    if not helping:
        return ""
    return ngettext(
        "%(number)d card still to come would help your hand.",
        "%(number)d cards still to come would help your hand.",
        helping,
    ) % {"number": helping}


def _meld_words(view: SeatView, cards: tuple[Card, ...]) -> str:
    assert view.active is not None
    active = view.active.card
    options = melds(view.block, active, king_triples=view.rules.king_triples)
    made = next((one for one in options if sorted(one.cards) == sorted(cards)), None)
    if made is None:
        return _("Take the %(card)s.") % {"card": card_name(active)}
    said = _("Take the %(card)s: it makes a set (%(set)s).") % {
        "card": card_name(active),
        "set": set_words(CardSet(made.kind, tuple(sorted((active, *cards))))),
    }
    return said if made.trash else said + " " + _("That completes your hand.")


def _other_words(view: SeatView, move: object) -> str:
    assert view.active is not None
    card = card_name(view.active.card)
    if isinstance(move, Claim):
        if move.kind == "win":
            return _("Win with the %(card)s: it completes your hand.") % {"card": card}
        return _("Take the %(card)s: press “%(button)s”.") % {
            "card": card,
            "button": label(move.kind),
        }
    if isinstance(move, Hit):
        return _("Draw a card: the %(card)s is no use to your hand.") % {"card": card}
    if view.phase is Phase.CLAIMS:
        return _("Leave the %(card)s: it is no use to your hand.") % {"card": card}
    return _("Pass: the %(card)s is no use to your hand.") % {"card": card}
