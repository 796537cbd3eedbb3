"""Builds the action bar: four buttons that never change places. A button that is not legal now says why."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from games.common.labels import label
from games.engine.moves import Claim, ClaimKind, Pass
from games.engine.state import Phase
from games.presenters.learning.why import why_not
from games.presenters.play.choices import risk_words, warning_of
from games.presenters.play.selection import Selection
from games.queries.play.seen import SeenDeal


@dataclass(frozen=True, slots=True)
class Action:
    """A button of the action bar. Its place is fixed, whatever its label and whether it is legal or not."""

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
    question: str = ""
    """What the page asks before it sends this; empty where one press is enough."""
    sure: str = ""
    """What the button says that answers the question with yes."""
    asked_at: str = ""
    """The deal and the state that the question is about: in another one it is another question."""

    @property
    def words(self) -> str:
        """Return what the button says now."""
        return self.warning if self.note else self.caption


@dataclass(frozen=True, slots=True)
class Bar:
    """The action bar: four places from left to right, each with one button. Claims on offer share one place."""

    places: tuple[tuple[Action, ...], ...]
    asked: bool
    """Whether the table waits for the viewer."""
    judged: str
    """Where a discard is due that the rules judge: what they say of those that are not safe."""


def bar(shown: SeenDeal, selection: Selection, *, pauses_tell: bool = False) -> Bar:
    """Return the action bar of a seat in a running deal, for the cards selected so far.

    A button that gives up a win or a kong asks for confirmation. With `pauses_tell` every button that declines a
    claim asks, because otherwise the time taken to confirm would reveal what was declined (§6.10).
    """
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
    declines = shown.view.phase is Phase.CLAIMS and Pass in may
    declining = action("pass", label("decline" if declines else "pass"), "p")
    return Bar(
        (
            (action("hit", label("hit"), "h"),),
            offered or (action("meld", label("meld"), "m"),),
            (_asking(declining, claims, shown, pauses_tell),),
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


def _asking(
    declining: Action, claims: Sequence[Claim], shown: SeenDeal, pauses_tell: bool
) -> Action:
    """Return the declining button, with a question if it would decline something valuable."""
    kinds = {claim.kind for claim in claims}
    if ClaimKind.WIN in kinds:
        said = _("You can win with this card. Do you really want to decline?"), _("Decline the win")
    elif ClaimKind.KONG in kinds:
        said = (
            _("You can make a kong with this card. Do you really want to decline?"),
            _("Decline the kong"),
        )
    elif claims and pauses_tell:
        said = _("Do you really want to decline this card?"), _("Yes, decline")
    else:
        return declining
    asked_at = f"{shown.deal.pk}-{shown.view.version}"
    return replace(declining, question=said[0], sure=said[1], asked_at=asked_at)
