"""Holds the view options of a replay: perspective, kind of steps, language. Links keep them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final
from urllib.parse import urlencode

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.common.joints import with_brackets
from replays.queries.replay import OPEN, PUBLIC, Replay
from replays.queries.steps import ReplayStep, StepKind


class By(StrEnum):
    """The kind of step to which "forward" and "back" go."""

    MOVE = "move"
    DECISION = "decision"
    MINE = "mine"
    MISTAKE = "mistake"


@dataclass(frozen=True, slots=True)
class ViewOptions:
    """The view options of a replay."""

    eyes: str = OPEN
    """`open`, `public`, or the number of a seat."""
    by: By = By.MOVE
    language: str = ""
    """The language that the link asks for, empty where it leaves that to the reader."""
    review: int = 0
    """The shared review that is led or followed here, 0 for none."""

    def link(self, at: int | None) -> str:
        """Return the link, as a query string, to the step of this number."""
        return "?" + urlencode({} if at is None else {"at": at}) + self.tail

    @property
    def tail(self) -> str:
        """Return what follows `?at=…` in each link: the options that differ from the default."""
        kept: dict[str, str] = {}
        if self.eyes != OPEN:
            kept["as"] = self.eyes
        if self.by is not By.MOVE:
            kept["by"] = str(self.by)
        if self.language:
            kept["lang"] = self.language
        if self.review:
            kept["review"] = str(self.review)
        return "&" + urlencode(kept) if kept else ""

    def seen(self, replay: Replay) -> Replay:
        """Return the replay as seen from the perspective in these options."""
        return replay.with_eyes(self.eyes)


DEFAULT_VIEW: Final = ViewOptions()
"""All hands open, move by move, in the reader's own language."""


@dataclass(frozen=True, slots=True)
class ViewLink:
    """A link to another view."""

    link: str
    words: str
    current: bool


def kinds_of(step: ReplayStep, mine: int | None) -> list[By]:
    """Return the kinds of steps that include this one; `mine` is the viewer's own seat."""
    found = [By.MOVE]
    if StepKind.DECISION in step.kind:
        found.append(By.DECISION)
        if mine is not None and step.decided_by == mine:
            found.append(By.MINE)
    if StepKind.MISTAKE in step.kind:
        found.append(By.MISTAKE)
    return found


def perspectives(view_options: ViewOptions, at: int, names: Sequence[str]) -> list[ViewLink]:
    """Return a link to the same move for each perspective.

    A move has a different step number in each perspective, so a link to another perspective names the current one in
    `was`.
    """
    offered = [(OPEN, _("All hands open")), (PUBLIC, _("As spectators saw it"))]
    offered += [
        (str(seat), _("As %(who)s saw it") % {"who": name}) for seat, name in enumerate(names)
    ]
    return [
        ViewLink(
            replace(view_options, eyes=eyes).link(at)
            + ("" if eyes == view_options.eyes else f"&was={view_options.eyes}"),
            words,
            eyes == view_options.eyes,
        )
        for eyes, words in offered
    ]


def ways(view_options: ViewOptions, replay: Replay, at: int, mine: int | None) -> list[ViewLink]:
    """Return a link for each kind of step, with the number of such steps.

    Kinds without steps are left out, unless chosen.
    """
    words = {
        By.MOVE: pgettext("step by", "Moves"),
        By.DECISION: pgettext("step by", "Decisions"),
        By.MINE: pgettext("step by", "My decisions")
        if replay.is_open
        else _("This player's decisions"),
        By.MISTAKE: pgettext("step by", "Mistakes"),
    }
    counts = {by: sum(by in kinds_of(step, mine) for step in replay.steps) for by in By}
    return [
        ViewLink(
            replace(view_options, by=by).link(at),
            with_brackets(words[by], counts[by]),
            by is view_options.by,
        )
        for by in By
        if counts[by] or by is view_options.by
    ]
