"""Builds the coach's hints from the player's own cards and the open cards (§3.5, §10.2, §10.3).

It uses only a `SeatView` and the seat's legal moves, so it knows only what the seat knows. Under rules without a
penalty it doesn't mention worst cards.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.cards import CARDS, Card
from games.engine.hands.hand import count, melds, trash, trash_cards
from games.engine.moves import Claim, Discard, Hit, Meld, Pass
from games.engine.sets import CardSet
from games.engine.sight import SeatView
from games.engine.state import PREPARED, Phase
from games.engine.worst import Gain, gains
from games.presenters.cards import card_name, set_words
from games.presenters.learning.advice import Advice, advice_of
from games.presenters.learning.house_notes import lesson_for, query_of
from games.presenters.learning.lessons import rule_address
from games.presenters.play.choices import is_opening
from games.presenters.sentences import sentence_case
from games.queries.play.seen import SeenDeal
from games.queries.play.seen_table import SeenTable


@dataclass(frozen=True, slots=True)
class Awaited:
    """A kind of card that would complete a trash card, and how many copies the seat has not seen."""

    card: Card
    unseen: int


@dataclass(frozen=True, slots=True)
class CardsWaitedFor:
    """A trash card, with all kinds of cards that would take it out of the trash."""

    card: Card
    kinds: tuple[Awaited, ...]

    @property
    def unseen(self) -> int:
        """Return the number of cards waited for that the seat hasn't seen."""
        return sum(kind.unseen for kind in self.kinds)


@dataclass(frozen=True, slots=True)
class CoachedDiscard:
    """A legal discard, with the hope that the hand keeps without that card (§10.3)."""

    card: Card
    usefulness: int
    worst: bool
    gains: tuple[Gain, ...]
    """The kinds of which the usefulness is made; each counts its unseen copies times its gain."""


@dataclass(frozen=True, slots=True)
class Hint:
    """A hint for the present moment, with its section of the rules."""

    words: str
    section: str

    @property
    def rule(self) -> str:
        """Return the address of the hint's section."""
        return rule_address(self.section)


@dataclass(frozen=True, slots=True)
class Coach:
    """The coach at a table, with its hints and advice. While it is switched off, these are empty."""

    on: bool
    lesson: str
    """The lesson that is nearest to these rules."""
    query: str
    """What its address ends with, so that it says what is different by these rules."""
    penalty: bool
    """Whether these rules judge discards (§10)."""
    ends: str = ""
    """When it switches itself off; empty where only the reader does."""
    advice: Advice | None = None
    """What to do now; None where nothing is to be done."""
    now: Hint | None = None
    trash: str = ""
    pairs: str = ""
    """Whether the seat may let pairs go, or does so; empty where it may not (§13.6)."""
    waiting: tuple[CardsWaitedFor, ...] = ()
    active: tuple[str, ...] = ()
    judged: tuple[CoachedDiscard, ...] = ()
    """Empty where nothing is to be discarded now, or the rules know no worst card (§9.6)."""
    free: str = ""
    """Why any of them may go without risk; empty where none may (§10.5)."""
    kept: str = ""
    """That cards from sets, which may be discarded here, are never safe (§13.13); empty where nobody would pay."""


def coach_of(page: SeenTable, *, on: bool, last_deal: int | None = None) -> Coach | None:
    """Return the coach for the viewer's seat in the running deal; None if the table has no coach or the viewer no
    seat.

    `last_deal` is set if the coach was switched on automatically: the last deal for which it is on, or 0 if it is on
    until a lesson is finished.
    """
    shown = page.current
    if shown is None or not page.table.has_coach or shown.view.viewer is None:
        return None
    lesson, query = lesson_for(shown.view.rules), query_of(shown.view.rules)
    ends = "" if last_deal is None or not on else _ends(last_deal, shown.deal.number)
    if not on or shown.view.phase in (*PREPARED, Phase.OVER):
        return Coach(on, lesson, query, shown.view.rules.judges, ends)
    view = shown.view
    judged = _judged(view)
    free = _free(shown)
    return Coach(
        on=True,
        lesson=lesson,
        query=query,
        penalty=view.rules.judges,
        ends=ends,
        advice=advice_of(shown, free=bool(free)),
        now=_now(shown),
        trash=_trash_words(view),
        pairs=_pairs(shown),
        waiting=tuple(_waiting(view, card) for card in trash_cards(view.block)),
        active=_active_words(shown),
        judged=judged,
        free=free if judged else "",
        kept=_kept(shown) if judged else "",
    )


def _ends(last_deal: int, deal: int) -> str:
    """Return in words when the coach switches itself off."""
    if not last_deal:
        return _(
            "The coach switches itself off when you have finished a lesson under “Learn to play”."
        )
    if deal >= last_deal:
        return _("This is the last deal with the coach: it switches itself off afterwards.")
    return _("The coach switches itself off after deal %(number)d.") % {"number": last_deal}


def _trash_words(view: SeatView) -> str:
    number = trash(view.block)
    if not number:
        return _("No trash: any card that makes a set completes your hand.")
    said = ngettext(
        "%(number)d trash card: it makes no set yet.",
        "%(number)d trash cards: they make no set yet.",
        number,
    ) % {"number": number}
    if len(trash_cards(view.block)) > number:
        said += " " + _(
            "The list below shows more cards, because some can replace each other in a set."
        )
    return said


def _pairs(shown: SeenDeal) -> str:
    """Return a hint that the seat's pairs are being let go, or may be (§13.6); empty if they may not."""
    if shown.view.lets_pairs_go:
        return _(
            "You are letting pairs go: your pairs take no card until your next discard (§13.6)."
        )
    if shown.may_let_pairs_go:
        return _(
            "You are waiting to win, so you may let pairs go: then your pairs don't have to take a card (§13.6)."
        )
    return ""


def _unseen(view: SeatView, card: Card, face_up: list[int]) -> int:
    return 4 - count(view.block, card) - face_up[card]


def _waiting(view: SeatView, card: Card) -> CardsWaitedFor:
    before, face_up = trash(view.block), view.face_up
    kinds = []
    for kind in CARDS:
        options = melds(view.block, kind, king_triples=view.rules.king_triples)
        if any(card in option.cards and option.trash < before for option in options):
            kinds.append(Awaited(kind, _unseen(view, kind, face_up)))
    return CardsWaitedFor(card, tuple(kinds))


def _active_words(shown: SeenDeal) -> tuple[str, ...]:
    """Return a line for each set that the active card could make, or that it makes none.

    Empty without an active card, or if the seat discarded it.
    """
    view = shown.view
    active = view.active
    if active is None or (active.seat == view.viewer and not active.drawn):
        return ()
    options = melds(view.block, active.card, king_triples=view.rules.king_triples)
    closed = ""
    if view.phase is Phase.TURN and view.turn == view.viewer:
        legal = [move.cards for move in shown.moves if isinstance(move, Meld)]
        is_open = [option for option in options if option.cards in legal]
        if view.rules.melds == "least-trash" and 0 < len(is_open) < len(options):
            closed = _("Other sets would leave more trash, so you can't make them now (§13.11).")
        options = tuple(is_open)
    if not options:
        said = _("%(card)s: it makes no set with your cards.")
        return (said % {"card": sentence_case(card_name(active.card))},)
    made = (
        (
            _("%(set)s: it would complete your hand.")
            if not option.trash
            else ngettext(
                "%(set)s: it would leave %(number)d trash card.",
                "%(set)s: it would leave %(number)d trash cards.",
                option.trash,
            )
        )
        % {
            "set": set_words(CardSet(option.kind, tuple(sorted((active.card, *option.cards))))),
            "number": option.trash,
        }
        for option in options
    )
    return (*made, closed) if closed else tuple(made)


def _judged(view: SeatView) -> tuple[CoachedDiscard, ...]:
    """Return the legal discards with their judgement by §10.3, worst cards first."""
    verdict = view.verdict
    if verdict is None:
        return ()
    face_up = view.face_up
    found = [
        CoachedDiscard(card, useful, card in verdict.worst, gains(view.block, card, face_up))
        for card, useful in verdict.usefulness
    ]
    found.sort(key=lambda one: (not one.worst, -one.usefulness, one.card))
    return tuple(found)


def _free(shown: SeenDeal) -> str:
    """Return the reason why no discard is penalised now; empty if one may be."""
    view = shown.view
    if view.stock <= view.rules.stock_limit:
        return _("The stock is down to its limit: every trash card is safe (§10.3).")
    if len(view.players) == 2:
        return _("With two players there is no penalty (§10.5).")
    if is_opening(shown):
        return _("There is no penalty for the opening discard (§10.5).")
    return ""


def _kept(shown: SeenDeal) -> str:
    """Return a warning that discarding a card from a set is never safe.

    Empty if such cards may not be discarded, or if no discard can be penalised.
    """
    view = shown.view
    if view.rules.discards == "trash" or len(view.players) == 2 or is_opening(shown):
        return ""
    return _("You may discard cards from your sets here, but they are never safe (§13.13).")


def _now(shown: SeenDeal) -> Hint:
    """Return a hint about what to do next, for a newcomer."""
    moves, view = shown.moves, shown.view
    forced = not view.rules.offers
    if any(isinstance(move, Discard) for move in moves):
        if view.rules.discards == "trash":
            return Hint(_("You hold one card too many: discard one of your trash cards."), "§4.1")
        if view.rules.discards == "any":
            return Hint(_("You hold one card too many: discard one. Trash is best."), "§13.9")
        return Hint(
            _("You hold one card too many: discard one, any card but a king. Trash is best."),
            "§4.2",
        )
    if any(isinstance(move, Claim) for move in moves):
        return Hint(_("You may claim this card out of turn, or decline it."), "§6.6")
    if any(isinstance(move, Hit) for move in moves):
        return Hint(
            _("Take the active card if it helps your hand. Otherwise draw another one."),
            "§6.4" if forced else "§6.7",
        )
    if moves and not any(isinstance(move, Pass) for move in moves):
        return Hint(
            _("You drew a king, so you keep it. Choose the set that leaves you the least trash."),
            "§13.7",
        )
    if moves and view.rules.unclaimed_draw == "dies":
        return Hint(
            _(
                "You drew this card. Take it if it helps your hand. Otherwise pass: the card is then dead."
            ),
            "§13.8",
        )
    if moves:
        return Hint(
            _("You drew this card. Take it if it helps your hand. Otherwise pass it on."),
            "§6.4" if forced else "§6.7",
        )
    if forced:
        return Hint(
            _("Wait for your turn. If your hand has to take a card, that happens automatically."),
            "§6.1",
        )
    if view.rules.forces:
        return Hint(
            _(
                "Wait for your turn. Your hand takes some cards automatically. You will be asked "
                "about others."
            ),
            "§13.5",
        )
    return Hint(_("Wait for your turn. If you may claim a card, you will be asked."), "§6.6")
