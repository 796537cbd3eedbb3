"""Builds the viewer's own hand on the table page: groups and rows of cards, the selection, each discard's risk."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple, Protocol, TypeVar

from django.utils.translation import gettext as _

from games.engine.cards import COLOURS, RANKS, Card, colour_of, rank_of
from games.engine.events import OPEN_MOVES
from games.engine.moves import Discard
from games.engine.sets import CardSet, SetKind
from games.engine.state import Phase
from games.presenters.cards import alike_name, set_name
from games.queries.play.seen import SeenDeal

ROW = 11
"""So many cards lie side by side on a phone, each wide enough for a finger."""


class Pile(NamedTuple):
    """Cards shown together: a set, the cards in no set (`made` is None), or all cards of a rank or colour (`of`)."""

    cards: tuple[Card, ...]
    made: CardSet | None = None
    of: str = ""
    """The letter of the rank or of the colour."""


def piles(sets: Iterable[CardSet], loose: Iterable[Card], order: str) -> tuple[Pile, ...]:
    """Return the sets and loose cards of the hidden hand as piles, in the player's preferred `order`.

    The orders are those of `games.common.preferences.Preferences.order`.
    """
    made = [Pile(tuple(one.cards), one) for one in sets]
    rest = [Pile(tuple(loose))] if loose else []
    if order == "last":
        return (*made, *rest)
    if order in ("rank", "colour"):
        letters, letter_of = (RANKS, rank_of) if order == "rank" else (COLOURS, colour_of)
        return _by(letters, letter_of, [card for pile in (*made, *rest) for card in pile.cards])
    return (*rest, *made)


def _by(letters: str, letter_of: Callable[[Card], str], cards: list[Card]) -> tuple[Pile, ...]:
    alike = {
        letter: sorted(card for card in cards if letter_of(card) == letter) for letter in letters
    }
    return tuple(Pile(tuple(found), of=letter) for letter, found in alike.items() if found)


class HeldCard(NamedTuple):
    """A card of the viewer's own hand."""

    card: Card
    copy: int
    """Which of the equal cards it is, counted along the hand from 0."""
    trash: bool
    """Whether it belongs to no set."""
    verdict: str
    """`safe` or `risk` where it may be discarded now, `free` where no penalty can follow; else empty."""
    checked: bool
    mark: str
    """The verdict in so few words that the card holds them."""
    said: str
    """The verdict in full, with its section: part of the card's accessible name."""

    @property
    def warning(self) -> str:
        """Return the warning about discarding this card; empty for a card that carries no risk."""
        return _warning(self.verdict, self.mark)


class HandGroup(NamedTuple):
    """A group of the viewer's own hand: a set, a khạp, or the remaining cards (§2.11, §3.5)."""

    look: str
    """trash, khap, set, or row of one rank or colour."""
    title: str
    cards: tuple[HeldCard, ...]


Row = tuple[HandGroup, ...]


def rows(shown: SeenDeal, chosen: Iterable[Card], order: str = "trash") -> tuple[Row, ...]:
    """Return the viewer's own hand in two rows of groups; empty for spectators and after the deal.

    The engine finds the sets, `order` arranges them (`piles`). `chosen` are the cards selected so far.
    """
    view = shown.view
    if view.viewer is None or view.phase is Phase.OVER:
        return ()
    sets, loose = view.arranged
    marks = _marks(shown)
    picked, trash = Counter(chosen), Counter(loose)

    def held(card: Card, made: CardSet | None) -> HeldCard:
        checked, is_trash = picked[card] > 0, made is None and trash[card] > 0
        picked[card] -= checked
        trash[card] -= is_trash
        # Of two equal cards the one in the trash is the one to let go.
        marked = made is None or card not in loose
        verdict, mark, said = marks.get(card, ("", "", "")) if marked else ("", "", "")
        return HeldCard(card, 0, is_trash, verdict, checked, mark, said)

    def look(pile: Pile) -> tuple[str, str]:
        if pile.made is None:
            return ("row", alike_name(pile.of)) if pile.of else ("trash", _("Trash (rác)"))
        if pile.made.kind is SetKind.KHAP:
            locked = _("Khạp, locked") if view.rules.discards == "trash" else set_name(SetKind.KHAP)
            return "khap", locked
        return "set", set_name(pile.made.kind)

    laid = piles(sets, loose, order)
    # Of two equal cards the one in no set is the one to choose, wherever it lies.
    first = sorted(range(len(laid)), key=lambda at: laid[at].made is not None)
    drawn = {at: [held(card, laid[at].made) for card in laid[at].cards] for at in first}
    groups, copies = [], Counter[Card]()
    for at, pile in enumerate(laid):
        name, title = look(pile)
        numbered = []
        for one in drawn[at]:
            numbered.append(one._replace(copy=copies[one.card]))
            copies[one.card] += 1
        # More cards than a row holds begin the second one.
        for start in range(0, len(numbered), ROW):
            part = tuple(numbered[start : start + ROW])
            groups.append(HandGroup(name, "" if start else title, part))
    return two_rows(groups)


class Grouped(Protocol):
    """A pile of cards, or a group of the hand."""

    @property
    def cards(self) -> Sequence[object]:
        """Return the cards."""


G = TypeVar("G", bound=Grouped)


def two_rows(groups: Sequence[G]) -> tuple[tuple[G, ...], ...]:
    """Return the groups in their order, split into two rows so that the longer row is as short as possible."""
    if not groups:
        return ()
    sizes = [len(group.cards) for group in groups]
    cut = min(
        range(1, len(groups) + 1), key=lambda at: (max(sum(sizes[:at]), sum(sizes[at:])), -at)
    )
    return tuple(row for row in (tuple(groups[:cut]), tuple(groups[cut:])) if row)


def _marks(shown: SeenDeal) -> dict[Card, tuple[str, str, str]]:
    """Return for each possible discard its risk (§10.3, §10.5) as a key, a short text and a sentence.

    Empty unless the seat is about to discard.
    """
    legal = [move.card for move in shown.moves if isinstance(move, Discard)]
    verdict = shown.view.verdict
    if verdict is None:
        return dict.fromkeys(legal, ("free", "", ""))
    if _is_free(shown):
        words = _("not a safe discard, but there is no penalty here (§10.5)")
        other = ("free", risk_words(shown), words)
    else:
        words = _("risky: you may have to pay for everyone (§10.5)")
        other = ("risk", risk_words(shown), words)
    safe = ("safe", _("safe"), _("safe to discard (§10.3)"))
    # What may be discarded beside the trash is never safe (§13.13).
    return {card: safe if card in verdict.worst else other for card in (*legal, *verdict.discards)}


def warning_of(shown: SeenDeal, chosen: Sequence[Card]) -> str:
    """Return the warning about discarding the selected card; empty if there is none."""
    if len(chosen) != 1:
        return ""
    verdict, mark, _said = _marks(shown).get(chosen[0], ("", "", ""))
    return _warning(verdict, mark)


def _warning(verdict: str, mark: str) -> str:
    return mark if verdict != "safe" else ""


def risk_words(shown: SeenDeal) -> str:
    """Return the risk of a discard that is not a worst card, short enough for a legend."""
    return _("better kept") if _is_free(shown) else _("risky")


def _is_free(shown: SeenDeal) -> bool:
    """Return whether the next discard cannot be penalised: in a duel and at the opening (§10.5)."""
    return len(shown.view.players) == 2 or is_opening(shown)


def is_opening(shown: SeenDeal) -> bool:
    """Return whether the next discard opens the deal, and is therefore exempt from the penalty (§10.5)."""
    return not any(isinstance(row.event, OPEN_MOVES) for row in shown.events)
