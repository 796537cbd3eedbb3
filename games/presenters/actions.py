"""The bar of moves: four buttons that are always there, in the same places; one that is not legal now says why."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.engine.moves import Claim, Pass
from games.engine.state import Phase
from games.labels import label
from games.presenters.choices import risk_words, warning_of
from games.presenters.selection import Selection
from games.presenters.why import why_not
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
    aimed: bool = False
    """Whether what is selected is for it: Enter presses it."""
    note: str = ""
    """What one should know before pressing it, under the caption."""
    warning: str = ""
    """What the button says in place of its caption while it has such a note; empty where it never has one."""

    @property
    def words(self) -> str:
        """What the button says now."""
        return self.warning if self.note else self.caption


@dataclass(frozen=True, slots=True)
class Bar:
    """The buttons from left to right: each place holds one, or all the claims that are offered."""

    places: tuple[tuple[Action, ...], ...]
    asked: bool
    """Whether the table waits for the viewer."""
    judged: str
    """Where a discard is due that the rules judge: what they say of those that are not safe."""


def bar(shown: SeenDeal, selection: Selection) -> Bar:
    """The bar of a seat in a running deal, with these cards of its hand selected."""
    moves = shown.moves
    claims = [move for move in moves if isinstance(move, Claim)]
    may = {type(move) for move in moves}
    whys = why_not(shown)

    def action(name: str, caption: str, key: str, *, note: str = "", warning: str = "") -> Action:
        aimed = name == selection.aim
        return Action(name, name, caption, key, whys.get(name, ""), aimed, note, warning)

    offered = tuple(
        Action(
            f"claim-{move.kind}" if place else "meld",
            f"claim {move.kind}",
            label(move.kind),
            "m" if place == 0 else str(place + 1),
            "",
            aimed=f"claim {move.kind}" == selection.aim,
        )
        for place, move in enumerate(claims)
    )
    return Bar(
        (
            (action("hit", label("hit"), "h"),),
            offered or (action("meld", label("meld"), "m"),),
            (
                action(
                    "pass",
                    label(
                        "decline" if shown.view.phase is Phase.CLAIMS and Pass in may else "pass"
                    ),
                    "p",
                ),
            ),
            (
                action(
                    "discard",
                    label("discard"),
                    "d",
                    note=warning_of(shown, selection.cards),
                    warning=_("Discard!!!") if shown.view.verdict is not None else "",
                ),
            ),
        ),
        asked=bool(moves),
        judged=risk_words(shown) if shown.view.verdict is not None else "",
    )
