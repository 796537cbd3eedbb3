"""Explains each option of a rule set: what it means, with cards, and which presets and clubs play it."""

from __future__ import annotations

from typing import Final, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.common.joints import listed
from games.engine.cards import CARD_BY_NAME, Card
from games.engine.rules import PRESETS
from games.presenters.club.how_we_play import SETS
from games.presenters.sentences import rules_name

_HOUSES: Final[dict[str, frozenset[int]]] = {
    "four_pawns": frozenset({4}),
    "khap": frozenset({6}),
    "king_guard_minister": frozenset({2}),
    "rook_cannon_knight": frozenset({2}),
}
"""The points that published house rules have, by option, where the presets have others (§13.1)."""


class QuestionScene(NamedTuple):
    """A moment of the game that explains an option: a line of text, the cards held, and the active card."""

    words: str | Promise
    held: tuple[Card, ...] = ()
    active: tuple[Card, ...] = ()
    """The card that turns up."""


def _cards(names: str) -> tuple[Card, ...]:
    return tuple(CARD_BY_NAME[name] for name in names.split())


_SCENES: Final[dict[str, QuestionScene]] = {
    "pair_claim": QuestionScene(
        gettext_lazy("You hold two red rooks, and the player on your right discards a third."),
        _cards("Rr Rr"),
        _cards("Rr"),
    ),
    "pair_waived_when_waiting": QuestionScene(
        gettext_lazy("You are only waiting for the red knight, and a third green pawn turns up."),
        _cards("Pg Pg"),
        _cards("Pg"),
    ),
    "khap_claim": QuestionScene(
        gettext_lazy("You hold three white knights, and the fourth turns up."),
        SETS["khap"].cards,
        _cards("Nw"),
    ),
    "win_claim": QuestionScene(
        gettext_lazy("You are only waiting for the red knight, and it turns up."),
        _cards("Rr Cr"),
        _cards("Nr"),
    ),
    "drawn_king": QuestionScene(
        gettext_lazy("You draw a yellow king that fits none of your sets."),
        (),
        _cards("Ky"),
    ),
    "unclaimed_draw": QuestionScene(
        gettext_lazy("You draw a white cannon and don't take it."),
        (),
        _cards("Cw"),
    ),
    "fourth_to_exposed_triple": QuestionScene(
        gettext_lazy("You took a third red cannon, and later you draw the fourth."),
        SETS["exposed_triple"].cards,
        _cards("Cr"),
    ),
    "king_triples": QuestionScene(
        gettext_lazy("You hold two yellow kings, and a third is drawn."),
        SETS["king_pair"].cards,
        _cards("Ky"),
    ),
    "discards": QuestionScene(
        gettext_lazy("Are you allowed to break up a set and discard one of these?"),
        SETS["rook_cannon_knight"].cards,
    ),
    "yellow_king": QuestionScene(
        gettext_lazy("1: each yellow king adds half a stake. 2: it adds a whole one."),
        _cards("Ky"),
    ),
    "king_pair": QuestionScene(
        gettext_lazy("Clubs that give 1 point for a pair of kings give none for a single king."),
        SETS["king_pair"].cards,
    ),
    "base": QuestionScene(
        gettext_lazy("Vinagames adds 3 to the points, and doubles that for a quan or khui.")
    ),
    "fixed": QuestionScene(gettext_lazy("Vinagames adds 10 to the result.")),
    "stock_limit": QuestionScene(gettext_lazy("0: play until the last card is drawn.")),
    "pot": QuestionScene(gettext_lazy("0: no pot. Tournaments are played without one.")),
}


def scene_of(name: str) -> QuestionScene:
    """Return the moment that explains an option; empty if there is none.

    An option about a set's points is explained by the set.
    """
    if name in _SCENES:
        return _SCENES[name]
    return QuestionScene("", SETS[name].cards) if name in SETS else QuestionScene("")


def played_by(name: str, value: object) -> str:
    """Return which presets and clubs play an option with this value, in words; empty if none is known."""
    found = [rules_name(rules) for rules in PRESETS.values() if getattr(rules, name) == value]
    if value in _HOUSES.get(name, ()):
        found.append(_("many clubs"))
    return listed(found)


def numbers_played(name: str) -> tuple[str, ...]:
    """Return a line for each known value of a numeric option, such as `Vinagames, 4sac: 3`."""
    known = {getattr(rules, name) for rules in PRESETS.values()}
    return tuple(
        _("%(where)s: %(number)d") % {"where": played_by(name, value), "number": value}
        for value in sorted(known | _HOUSES.get(name, frozenset()))
    )
