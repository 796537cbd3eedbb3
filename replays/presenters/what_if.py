"""Builds the page of hypothetical play after a decision. It adds no information, and nothing on it is paid."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from urllib.parse import urlencode

from django.utils.translation import gettext as _

from games.common.labels import label
from games.engine.cards import Card
from games.engine.moves import Claim, Discard, Hit, Meld, Move
from games.engine.recording.notation import move_text
from games.engine.state import DealState, Phase
from games.models import Deal
from games.presenters import sentences
from games.presenters.cards import card_name, cards_words
from games.presenters.play.payout import ending_words
from replays.presenters.replay import ShownReplay, names_in, short, show
from replays.presenters.view_options import ViewLink, ViewOptions
from replays.queries.replay import OPEN, Replay
from replays.queries.what_if import WhatIfLine


@dataclass(frozen=True, slots=True)
class MoveOption:
    """A legal move that can be tried."""

    link: str
    words: str
    card: Card | None
    """The card of a discard."""
    real: bool
    """It is what was really done."""


@dataclass(frozen=True, slots=True)
class LineMove:
    """An entry in the list of moves after the decision."""

    link: str
    words: str
    current: bool


@dataclass(frozen=True, slots=True)
class Compared:
    """A seat's points in the real deal and in this line of play, and their difference."""

    name: str
    own: bool
    """It is the seat that decided otherwise."""
    real: int
    here: int
    apart: int


@dataclass(frozen=True, slots=True)
class WhatIfPage:
    """A decision and the line of play after it, ready to be rendered."""

    deal: Deal
    title: str
    who: str
    was: str
    """What was really done, in a sentence."""
    back: str
    """The link to the real move."""
    again: str
    """The link to the decision, nothing chosen."""
    shown: ShownReplay
    options: tuple[MoveOption, ...]
    players: tuple[ViewLink, ...]
    """Who plays the seat behind the decision."""
    eyes: tuple[ViewLink, ...]
    moves: tuple[LineMove, ...]
    before: str
    after: str
    """The links to the steps beside this one; empty where there is none."""
    over: bool
    ending: str
    real_ending: str
    rows: tuple[Compared, ...]


@dataclass(frozen=True, slots=True)
class WhatIfRequest:
    """What the link to hypothetical play asks for, apart from the deal."""

    at: int
    """The number of the decision, by the count of who looks."""
    wishes: tuple[str, ...]
    alone: bool
    view_options: ViewOptions
    step: int | None = None

    @property
    def query(self) -> str:
        """Return the link as a query string."""
        asked: list[tuple[str, object]] = [("at", self.at)]
        asked += [("move", wish) for wish in self.wishes]
        asked += [("play", "own")] if self.alone else []
        asked += [] if self.step is None else [("step", self.step)]
        return "?" + urlencode(asked) + self.view_options.tail


def what_if_page(deal: Deal, whole: Replay, line: WhatIfLine, asked: WhatIfRequest) -> WhatIfPage:
    """Return the page of a hypothetical line of play.

    Raises Refused("replay.step") if the line has no step with the requested number.
    """
    decision = line.decision
    seen, real = asked.view_options.seen(line.replay), asked.view_options.seen(whole)
    plain = names_in(deal, whole)
    names = sentences.distinct_names(plain)
    behind = [step for step in seen.steps if step.logged >= line.began]
    at = asked.step
    if at is None:
        # The question is the position now; otherwise steps start at the first new move.
        at = seen.steps[-1].version if line.asked or not behind else behind[0].version
    around = [seen.nearest(line.began - 1), *[step.version for step in behind]]
    place = around.index(at) if at in around else 0
    return WhatIfPage(
        deal=deal,
        title=deal.shown_name,
        who=names[decision.seat],
        was=short(real.step(asked.at), names),
        back=asked.view_options.link(asked.at),
        again=replace(asked, wishes=(), step=None).query,
        shown=show(seen, seen.frame(at), plain, ()),
        options=tuple(_options(line, asked)),
        players=tuple(_players(asked, names[decision.seat])),
        eyes=tuple(_eyes(whole, line, asked, names[decision.seat])),
        moves=tuple(
            LineMove(
                replace(asked, step=step.version).query,
                short(step, names),
                step.version == at,
            )
            for step in behind
        ),
        before=replace(asked, step=around[place - 1]).query if place > 0 else "",
        after=replace(asked, step=around[place + 1]).query if place + 1 < len(around) else "",
        over=line.result is not None,
        ending=_ending(line.replay, names),
        real_ending=_ending(whole, names),
        rows=tuple(_compared(whole, line, names)),
    )


def move_words(move: Move, state: DealState) -> str:
    """Return a possible move in words: ``Discard the red rook``."""
    match move:
        case Discard(_seat, card):
            return _("Discard the %(card)s") % {"card": card_name(card)}
        case Meld(_seat, cards):
            if not cards:
                return _("Meld it by itself")
            return _("Meld it with: %(cards)s") % {"cards": cards_words(cards)}
        case Claim(_seat, kind):
            return sentences.claim_name(kind)
        case Hit():
            return label("hit")
    return label("decline" if state.phase is Phase.CLAIMS else "pass")


def _options(line: WhatIfLine, asked: WhatIfRequest) -> Iterator[MoveOption]:
    first = not asked.wishes
    for move in line.asked:
        yield MoveOption(
            replace(asked, wishes=(*asked.wishes, move_text(move)), step=None).query,
            move_words(move, line.replay.final),
            move.card if isinstance(move, Discard) else None,
            first and move == line.decision.made,
        )


def _players(asked: WhatIfRequest, who: str) -> Iterator[ViewLink]:
    """Yield two links: bots play for everyone, or the viewer plays the seat that made the decision.

    Both keep only the first chosen move, because bots may take over after it.
    """
    first = replace(asked, wishes=asked.wishes[:1], step=None)
    yield ViewLink(replace(first, alone=False).query, _("Bots play for everyone"), not asked.alone)
    words = _("I play for %(who)s") % {"who": who}
    yield ViewLink(replace(first, alone=True).query, words, asked.alone)


def _eyes(whole: Replay, line: WhatIfLine, asked: WhatIfRequest, who: str) -> Iterator[ViewLink]:
    """Yield links to this page with all hands open, and as the deciding seat saw it.

    The step number of the decision differs between them.
    """
    seat = line.decision.seat
    own = whole.as_seen(seat).nearest(line.decision.at)
    for eyes, at, words in (
        (OPEN, line.decision.at, _("All hands open")),
        (str(seat), own, _("As %(who)s saw it") % {"who": who}),
    ):
        view_options = replace(asked.view_options, eyes=eyes)
        query = replace(asked, at=at, step=None, view_options=view_options).query
        yield ViewLink(query, words, eyes == asked.view_options.eyes)


def _ending(replay: Replay, names: Sequence[str]) -> str:
    ending = replay.final.ending
    if ending is None:
        return ""
    void = ending.original.winner is not None
    return ending_words(ending.result, names, ending.taken, void=void)


def _compared(whole: Replay, line: WhatIfLine, names: Sequence[str]) -> Iterator[Compared]:
    if line.result is None:
        return
    for seat, name in enumerate(names):
        real, here = whole.result.net[seat], line.result.net[seat]
        yield Compared(name, seat == line.decision.seat, real, here, here - real)
