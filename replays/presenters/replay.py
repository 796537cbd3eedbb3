"""Builds the replay page: one step, its neighbours, and all words in the reader's language. It adds no
information.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from django.utils.translation import gettext as _

from games.engine.events import CardDiscarded
from games.engine.rules import RuleSet
from games.models import Deal, Player
from games.presenters import sentences
from games.presenters.cards import card_name
from games.presenters.play.payout import Payout, payout
from games.presenters.play.shuffle import SeatSeed, seeds_of
from games.queries.play.deals import seat_of
from games.queries.play.participants import name_elsewhere, names_at_table
from games.queries.pots import pot_during
from replays.models import Dispute
from replays.presenters.rulings import DisputeBox, dispute_boxes
from replays.presenters.verdict import VerdictBox, review_box
from replays.presenters.view_options import (
    DEFAULT_VIEW,
    By,
    ViewLink,
    ViewOptions,
    kinds_of,
    perspectives,
    ways,
)
from replays.queries.replay import Frame, OpenSeat, Replay
from replays.queries.steps import ReplayStep
from replays.queries.what_if import decisions_of

TRIED: Final = "tried"
"""Among the kinds of a move: another one can be tried there."""
ASKED: Final = "asked"
"""The same: it is a discard that can be asked as a puzzle."""


@dataclass(frozen=True, slots=True)
class Move:
    """An entry in the list of moves."""

    version: int
    number: int
    words: str
    penalty: bool
    """The discard for which the offender pays, as the deal stands."""
    current: bool
    link: str
    kinds: str
    """By which ways one steps to it, and whether another move can be tried or it can be asked, with spaces between."""
    mistake: bool


@dataclass(frozen=True, slots=True)
class ReplaySeat:
    """A seat at the step that is shown."""

    name: str
    wind: str
    """Empty where the name says it already."""
    open: OpenSeat


@dataclass(frozen=True, slots=True)
class ShownReplay:
    """The part of a replay page that changes with each step: the table, the move in words, its review and
    disputes.
    """

    at: int
    words: str
    whence: str
    where: str
    """Which step of how many, in words."""
    frame: Frame
    review: VerdictBox | None
    disputes: tuple[DisputeBox, ...]
    """What was disputed and ruled on this very discard."""
    seats: tuple[ReplaySeat, ...]
    rules: RuleSet


@dataclass(frozen=True, slots=True)
class Links:
    """The links from a step to others, in the chosen kind of steps; each is empty if there is no such step."""

    here: str
    plain: str
    """Here, in the reader's own language."""
    judged: str
    first: str
    back: str
    forward: str
    last: str


@dataclass(frozen=True, slots=True)
class ReplayPage:
    """The replay page at one step, ready to be rendered."""

    deal: Deal
    view_options: ViewOptions
    is_open: bool
    title: str
    rules: str
    at: int
    shown: ShownReplay
    when: datetime
    place: int
    count: int
    """Of the steps by which one steps."""
    perspectives: tuple[ViewLink, ...]
    ways: tuple[ViewLink, ...]
    links: Links
    moves: tuple[Move, ...]
    disputes: tuple[DisputeBox, ...]
    tried: bool
    """Whether there is a step at which another move can be tried."""
    tried_here: bool
    asked_here: bool
    """Whether this step is a discard that can be asked as a puzzle."""
    judged_at: int | None
    may_dispute: bool
    """The viewer may file a dispute on the judged discard."""
    payout: Payout
    commitment: str
    secret: str
    dice: tuple[int, int] | None
    seeds: tuple[SeatSeed, ...]
    two_steps: bool
    """Whether the seats were bound before any seed was opened."""


def draw(
    deal: Deal,
    whole: Replay,
    disputes: Sequence[Dispute],
    *,
    viewer: Player | None,
    at: int | None = None,
    view_options: ViewOptions = DEFAULT_VIEW,
) -> ReplayPage:
    """Return the page of a replay at step `at`, the first step for None.

    Raises Refused("replay.step") if there is no such step.
    """
    replay = view_options.seen(whole)
    plain = names_in(deal, whole)
    names = sentences.distinct_names(plain)
    frame = replay.frame(replay.steps[0].version if at is None else at)
    here = frame.step.version
    seated = seat_of(deal.pk, viewer)
    mine = seated if replay.is_open else replay.eyes
    stops = [step.version for step in replay.steps if view_options.by in kinds_of(step, mine)]
    before = [stop for stop in stops if stop < here]
    after = [stop for stop in stops if stop > here]
    tried = decisions_of(replay)
    is_director = viewer is not None and viewer.is_director
    return ReplayPage(
        deal=deal,
        view_options=view_options,
        is_open=replay.is_open,
        title=deal.shown_name,
        rules=sentences.rules_name(replay.rules),
        at=here,
        shown=show(replay, frame, plain, disputes),
        when=frame.step.at,
        place=frame.place,
        count=len(stops),
        perspectives=tuple(perspectives(view_options, here, names)),
        ways=tuple(ways(view_options, replay, here, mine)),
        links=Links(
            here=view_options.link(here),
            plain=replace(view_options, language="").link(here),
            judged="" if replay.judged_at is None else view_options.link(replay.judged_at),
            first=view_options.link(before[0]) if before else "",
            back=view_options.link(before[-1]) if before else "",
            forward=view_options.link(after[0]) if after else "",
            last=view_options.link(after[-1]) if after else "",
        ),
        moves=tuple(_moves(replay, names, here, view_options, mine, tried)),
        disputes=dispute_boxes(disputes, whole.acts, names),
        tried=bool(tried),
        tried_here=here in tried,
        asked_here=ASKED in _also(frame.step, tried),
        judged_at=replay.judged_at,
        may_dispute=replay.disputable
        and replay.judged_at is not None
        and (seated is not None or is_director),
        payout=payout(
            whole.ending,
            whole.rules,
            names,
            mine=seated,
            chips_per_point=deal.table.chips_per_point,
            pot=pot_during(deal),
        ),
        commitment=whole.final.setup.commitment,
        secret=whole.ending.secret or "",
        dice=whole.final.setup.dice,
        seeds=seeds_of(names, whole.final.setup.bound, whole.final.setup.seeds),
        two_steps=bool(whole.final.setup.bound),
    )


def draw_steps(
    deal: Deal, whole: Replay, disputes: Sequence[Dispute], view_options: ViewOptions
) -> Iterator[ShownReplay]:
    """Yield every step as the page shows it, in order."""
    replay, plain = view_options.seen(whole), names_in(deal, whole)
    for frame in replay.frames():
        yield show(replay, frame, plain, disputes)


def draw_step(
    deal: Deal | None, whole: Replay, at: int, *, names: Sequence[str] | None = None
) -> ShownReplay:
    """Return one step with all hands open and without disputes. `names`, if given, replace the players' names.

    Raises Refused("replay.step") if there is no such step.
    """
    return show(whole, whole.frame(at), names or names_in(deal, whole), ())


def draw_position(
    deal: Deal, whole: Replay, view_options: ViewOptions, at: int | None
) -> tuple[str, ShownReplay]:
    """Return a deal's name and the page of one step of its replay, without disputes.

    `view_options` say whose cards are shown; `at` None is the first step. Raises Refused("replay.step") if there is no
    such step.
    """
    replay = view_options.seen(whole)
    frame = replay.frame(replay.steps[0].version if at is None else at)
    title = deal.shown_name
    return title, show(replay, frame, names_in(deal, whole), ())


def draw_before_discard(
    deal: Deal, whole: Replay, *, names: Sequence[str] | None = None
) -> ShownReplay | None:
    """Return the exact position that the discarder saw just before the winning discard.

    None if no discard was won with; `names` as in `draw_step`.
    """
    taken = whole.ending.taken
    if whole.judged_at is None or taken is None:
        return None
    return draw_before(deal, whole, taken.seat, whole.judged_at, names=names)


def draw_before(
    deal: Deal | None, whole: Replay, seat: int, version: int, *, names: Sequence[str] | None = None
) -> ShownReplay | None:
    """Return the position exactly as this seat saw it just before the event of this version.

    None if the seat saw nothing before. `names` as in `draw_step`.
    """
    own = whole.as_seen(seat)
    before = [step for step in own.steps if step.logged < version]
    if not before:
        return None
    return show(own, own.frame(before[-1].version), names or names_in(deal, whole), ())


def show(
    replay: Replay, frame: Frame, plain: Sequence[str], disputes: Sequence[Dispute]
) -> ShownReplay:
    """Return one step of the replay with these seat names, and its disputes."""
    names = sentences.distinct_names(plain)
    here = frame.step.version
    boxes = dispute_boxes(disputes, replay.acts, names) if here == replay.judged_at else ()
    return ShownReplay(
        at=here,
        words=short(frame.step, names),
        whence="" if frame.active is None else sentences.whence(frame.active, names, None),
        where=_("Step %(place)s of %(count)s") % {"place": frame.place, "count": len(replay.steps)},
        frame=frame,
        review=review_box(replay, frame, names, boxes, paid=here == _penalty_at(replay)),
        disputes=boxes,
        seats=tuple(_box(seat, plain) for seat in frame.seats),
        rules=replay.rules,
    )


def _penalty_at(replay: Replay) -> int | None:
    judged = replay.judged_at
    return judged if judged is not None and replay.result.offender is not None else None


def _moves(
    replay: Replay,
    names: Sequence[str],
    at: int,
    view_options: ViewOptions,
    mine: int | None,
    tried: Collection[int],
) -> Iterator[Move]:
    for number, step in enumerate(replay.steps, 1):
        kinds = kinds_of(step, mine)
        yield Move(
            step.version,
            number,
            short(step, names),
            step.version == _penalty_at(replay),
            step.version == at,
            view_options.link(step.version),
            " ".join([*kinds, *_also(step, tried)]),
            By.MISTAKE in kinds,
        )


def _also(step: ReplayStep, tried: Collection[int]) -> Iterator[str]:
    if step.version in tried:
        yield TRIED
        if isinstance(step.event, CardDiscarded):
            yield ASKED


def short(step: ReplayStep, names: Sequence[str]) -> str:
    """Return a move in one sentence, without the judgement of the discard."""
    if isinstance(step.event, CardDiscarded):
        return _("%(who)s discarded the %(card)s.") % {
            "who": names[step.event.seat],
            "card": card_name(step.event.card),
        }
    return sentences.event_words(step.event, names)


def _box(seat: OpenSeat, names: Sequence[str]) -> ReplaySeat:
    name = names[seat.number]
    return ReplaySeat(name=name, wind=sentences.wind_beside(seat.number, name), open=seat)


def names_in(deal: Deal | None, replay: Replay) -> tuple[str, ...]:
    """Return the names of the players of a deal, in seat order.

    `deal` is None for a bots' deal without a row. Player ids in an imported deal are another club's, so they name
    nobody here.
    """
    return names_at_table(replay.players) if deal is None else seat_names(deal, replay.players)


def seat_names(deal: Deal, players: Sequence[str]) -> tuple[str, ...]:
    """Return the players' names for these labels of a deal's seats, in seat order.

    People of an imported deal are named as in `names_in`.
    """
    rows = list(deal.seats.order_by("number"))
    known = names_at_table(players)
    return tuple(
        name_elsewhere(row) if label.startswith("player:") and row.player_id is None else name
        for row, label, name in zip(rows, players, known, strict=True)
    )
