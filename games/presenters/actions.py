"""The bar of moves: four buttons that are always there, in the same places; one that is not legal now says why."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.engine.moves import Claim, Discard, Hit, Meld, Pass
from games.engine.state import Phase
from games.presenters import sentences
from games.presenters.choices import risk_words
from games.queries.seen import SeenDeal


@dataclass(frozen=True, slots=True)
class Action:
    """A button of the bar. Its place never changes, whatever it says and whether it is legal or not."""

    name: str
    """hit, meld, pass, discard; further claims on the same card have a name of their own."""
    value: str
    caption: str
    key: str
    why: str
    """Why it cannot be done now; empty where it can."""


@dataclass(frozen=True, slots=True)
class Bar:
    """The buttons from left to right: each place holds one, or all the claims that are offered."""

    places: tuple[tuple[Action, ...], ...]
    asked: bool
    """Whether the table waits for the viewer."""
    judged: str
    """Where a discard is due that the rules judge: what they say of those that are not safe."""


def bar(shown: SeenDeal) -> Bar:
    """The bar of a seat in a running deal."""
    moves = shown.moves
    claims = [move for move in moves if isinstance(move, Claim)]
    may = {type(move) for move in moves}
    whys = _whys(shown)

    def action(kind: type, name: str, caption: str, key: str) -> Action:
        return Action(name, name, caption, key, "" if kind in may else whys[name])

    offered = tuple(
        Action(
            f"claim-{move.kind}" if place else "meld",
            f"claim {move.kind}",
            sentences.claim_name(move.kind),
            "m" if place == 0 else str(place + 1),
            "",
        )
        for place, move in enumerate(claims)
    )
    return Bar(
        (
            (action(Hit, "hit", _("Hit"), "h"),),
            offered or (action(Meld, "meld", _("Meld"), "m"),),
            (
                action(
                    Pass,
                    "pass",
                    _("Decline")
                    if shown.view.phase is Phase.CLAIMS and Pass in may
                    else _("Pass"),
                    "p",
                ),
            ),
            (action(Discard, "discard", _("Discard"), "d"),),
        ),
        asked=bool(moves),
        judged=risk_words(shown) if shown.view.verdict is not None else "",
    )


def _whys(shown: SeenDeal) -> dict[str, str]:
    """By the name of a move, why it is not legal now, if it is not."""
    view = shown.view
    if not shown.moves:
        if shown.window:
            waits = _("Claims are open until the time is up.")
        else:
            waits = _("%(who)s is to play.") % {"who": shown.names[view.turn]}
        return dict.fromkeys(("hit", "meld", "pass", "discard"), waits)
    if view.phase is Phase.CLAIMS:
        first = _("First claim the card or decline it (§6.6).")
        return dict.fromkeys(("hit", "meld", "pass", "discard"), first)
    if view.phase is Phase.DISCARD:
        first = _("First discard a card (§5.3).")
        return dict.fromkeys(("hit", "meld", "pass"), first)
    drawn = view.active is not None and view.active.drawn and view.active.seat == view.viewer
    return {
        "hit": _("You drew this card yourself: meld it or pass it (§6.4).") if drawn else "",
        "pass": ""
        if drawn
        else _("Only a card that you drew yourself is passed: hit instead (§6.4)."),
        "meld": _("No set of your cards can take this card (§5.1)."),
        "discard": _("You discard after you have melded (§5.3)."),
    }
