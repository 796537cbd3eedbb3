"""Builds the page of an analysis: two charts, the parts of each seat's result, and its decisions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import pairwise
from typing import Any, Final, NamedTuple

from django.utils.translation import gettext as _

from games.common.labels import label
from games.engine.cards import Card
from games.engine.moves import Claim, Discard, Hit, Meld, Move
from games.engine.recording.notation import parse_move
from games.models import Deal
from games.presenters.cards import card_name, cards_words
from games.presenters.sentences import claim_name, distinct_names
from replays.analysis.course import SeatsMoment, course_of
from replays.analysis.summary import Share, shares
from replays.analysis.weighing import Estimate
from replays.models import Analysis
from replays.presenters.replay import names_in
from replays.queries.replay import Replay

WIDTH: Final = 720
HEIGHT: Final = 240
_LEFT: Final = 60
_RIGHT: Final = 130
"""Room for the names at the lines' ends."""
_EDGE: Final = 16
_APART: Final = 17
"""How far two names stand apart at the least."""


class ChartLine(NamedTuple):
    """The line of one seat in a chart."""

    seat: int
    name: str
    points: str
    """Of an SVG polyline."""
    x: str
    y: str
    """Where it ends."""
    label_y: str
    """Where its name stands."""


class Tick(NamedTuple):
    """A tick on a chart's vertical axis: its height and its number."""

    y: str
    words: str


class ChartLines(NamedTuple):
    """All lines of a chart."""

    lines: tuple[ChartLine, ...]
    ticks: tuple[Tick, ...]


def course_chart(
    names: Sequence[str], rows: Sequence[Sequence[float]], *, unit: str = ""
) -> ChartLines | None:
    """Return a chart with a line for each seat; None for fewer than two rows.

    Each row has one number per seat.
    """
    if len(rows) < 2:
        return None
    most = max(1, *(max(row) for row in rows))
    step = (WIDTH - _LEFT - _RIGHT) / (len(rows) - 1)

    def height(number: float) -> float:
        return HEIGHT - _EDGE - number / most * (HEIGHT - 2 * _EDGE)

    ends = _spread([height(number) for number in rows[-1]])
    lines = []
    for seat, name in enumerate(names):
        points = " ".join(
            f"{_LEFT + at * step:.1f},{height(row[seat]):.1f}" for at, row in enumerate(rows)
        )
        lines.append(
            ChartLine(
                seat,
                name,
                points,
                f"{WIDTH - _RIGHT:.1f}",
                f"{height(rows[-1][seat]):.1f}",
                f"{ends[seat]:.1f}",
            )
        )
    marks = sorted({0, round(most / 2), round(most)})
    ticks = tuple(Tick(f"{height(mark):.1f}", f"{mark}{unit}") for mark in marks)
    return ChartLines(tuple(lines), ticks)


def _spread(heights: Sequence[float]) -> list[float]:
    """Return these heights, moved apart so that names at them do not overlap. Their order stays the same."""
    order = sorted(range(len(heights)), key=lambda seat: heights[seat])
    placed = list(heights)
    for upper, lower in pairwise(order):
        placed[lower] = max(placed[lower], placed[upper] + _APART)
    floor = HEIGHT - _EDGE / 2
    for seat in reversed(order):
        placed[seat] = min(placed[seat], floor)
        floor = placed[seat] - _APART
    return placed


@dataclass(frozen=True, slots=True)
class EstimateFigure:
    """An estimate on a page, rounded to tenths of a point."""

    points: Decimal
    give_or_take: Decimal
    """Its standard error."""


@dataclass(frozen=True, slots=True)
class Alternative:
    """A possible move at a decision, with its estimates."""

    words: str
    card: Card | None
    """The card of a discard."""
    chosen: bool
    expected: EstimateFigure
    better: EstimateFigure
    draws: int


@dataclass(frozen=True, slots=True)
class DecisionBox:
    """A decision with its moves, the best first."""

    place: int
    """Its step of the replay, 1, 2, 3 …"""
    link: str
    """To that step."""
    words: str
    """What was chosen."""
    cost: EstimateFigure
    sure: bool
    """The cost is more than two standard errors: hardly chance alone."""
    moves: tuple[Alternative, ...]


@dataclass(frozen=True, slots=True)
class AnalysedSeat:
    """One seat in an analysis: its result, the parts that add up to the result, and the seat's decisions.

    The parts may differ from the result by rounding. Costs are negative, so that all parts can simply be added.
    """

    name: str
    result: int
    parts: tuple[tuple[str, EstimateFigure], ...]
    decisions: tuple[DecisionBox, ...]
    mine: bool
    """The viewer sat there."""

    @property
    def sure(self) -> list[DecisionBox]:
        """Return the seat's decisions for which another move was certainly better."""
        return [one for one in self.decisions if one.sure]

    @property
    def others(self) -> list[DecisionBox]:
        """Return the decisions that are not in `sure`."""
        return [one for one in self.decisions if not one.sure]


class CourseRow(NamedTuple):
    """The numbers of the charts for one seat at one step."""

    place: int
    link: str
    trash: int
    chance: str
    """In words: of the cards that the seat could not see, how many would have won."""


@dataclass(frozen=True, slots=True)
class AnalysisPage:
    """The page of an analysis, as far as it is done."""

    deal: Deal
    title: str
    names: tuple[str, ...]
    trash: ChartLines | None
    chances: ChartLines | None
    numbers: tuple[tuple[str, tuple[CourseRow, ...]], ...]
    """What the charts draw, seat by seat: its name, and a row for each step."""
    done: int
    total: int
    """How many parts there are, 0 where nobody has asked for it."""
    seats: tuple[AnalysedSeat, ...]
    """The viewer's own first; empty before it is whole."""
    ruled: bool
    """A ruling has changed the payments since."""

    @property
    def made_of(self) -> list[str]:
        """Return the names of the parts of a result; empty until the analysis is complete."""
        return [name for name, _figure in self.seats[0].parts] if self.seats else []

    @property
    def is_running(self) -> bool:
        """Return whether the analysis is requested and incomplete."""
        return 0 < self.total > self.done


def analysis_page(
    deal: Deal, replay: Replay, kept: Analysis | None, *, mine: int | None
) -> AnalysisPage:
    """Return the page of this deal's analysis; `kept` is its stored part, `mine` the viewer's seat."""
    names = distinct_names(names_in(deal, replay))
    moments = course_of(replay.history)
    places = {step.version: place for place, step in enumerate(replay.steps, 1)}
    whole = kept is not None and kept.is_whole
    seats = _seats(replay, kept.parts, names, places, mine) if kept and whole else ()
    return AnalysisPage(
        deal=deal,
        title=deal.shown_name,
        names=names,
        trash=course_chart(names, [one.trash for one in moments]),
        chances=course_chart(
            names, [[100 * chance.share for chance in one.chances] for one in moments], unit=" %"
        ),
        numbers=tuple(
            (name, tuple(_course_row(one, places, seat) for one in moments))
            for seat, name in enumerate(names)
        ),
        done=0 if kept is None else kept.done,
        total=0 if kept is None else kept.total,
        seats=tuple(sorted(seats, key=lambda seat: not seat.mine)),
        ruled=replay.ending.original.net != replay.result.net,
    )


def _course_row(moment: SeatsMoment, places: dict[int, int], seat: int) -> CourseRow:
    chance = moment.chances[seat]
    said = _("%(percent)d %% (%(winning)d of %(unseen)d)") % {
        "percent": round(100 * chance.share),
        "winning": chance.winning,
        "unseen": chance.unseen,
    }
    return CourseRow(places[moment.version], f"?at={moment.version}", moment.trash[seat], said)


def _seats(
    replay: Replay,
    parts: Sequence[dict[str, Any]],
    names: Sequence[str],
    places: dict[int, int],
    mine: int | None,
) -> Iterator[AnalysedSeat]:
    for seat, share in enumerate(shares(parts, replay.ending.original.net)):
        yield AnalysedSeat(
            names[seat],
            share.result,
            tuple(_parts(share)),
            tuple(
                _weighed(part, places)
                for part in parts
                if part["what"] in ("discard", "take") and part["seat"] == seat
            ),
            seat == mine,
        )


def _parts(share: Share) -> Iterator[tuple[str, EstimateFigure]]:
    yield _("Luck of the deal"), _figure(share.deal)
    yield _("Luck of the draw"), _figure(share.draws)
    yield _("What the others chose"), _figure(share.others)
    yield _("Cost of discards"), _figure(_taken(share.discards))
    yield _("Cost of taking or leaving cards"), _figure(_taken(share.takes))
    yield _("The rest"), _figure(share.rest)


def _taken(cost: Estimate) -> Estimate:
    return Estimate(-cost.mean, cost.error)


def _weighed(part: dict[str, Any], places: dict[int, int]) -> DecisionBox:
    cost = Estimate(*part["cost"])
    seat = part["seat"]
    return DecisionBox(
        places[part["version"]],
        f"?at={part['version']}",
        move_words(parse_move(part["chosen"], seat)),
        _figure(cost),
        cost.mean > 2 * cost.error and cost.mean >= 0.05,
        tuple(_alternative(one, part["chosen"], seat) for one in part["moves"]),
    )


def _alternative(one: dict[str, Any], chosen: str, seat: int) -> Alternative:
    move = parse_move(one["move"], seat)
    return Alternative(
        move_words(move),
        move.card if isinstance(move, Discard) else None,
        one["move"] == chosen,
        _figure(Estimate(*one["expected"])),
        _figure(Estimate(*one["better"])),
        one["draws"],
    )


def move_words(move: Move) -> str:
    """Return a seat's possible move, in words."""
    if isinstance(move, Discard):
        return _("Discard: %(card)s") % {"card": card_name(move.card)}
    if isinstance(move, Meld):
        if not move.cards:
            return _("Meld: only the king")
        return _("Meld with: %(cards)s") % {"cards": cards_words(move.cards)}
    if isinstance(move, Claim):
        return _("Claim: %(claim)s") % {"claim": claim_name(move.kind)}
    return label("hit") if isinstance(move, Hit) else _("Leave the card")


def _figure(one: Estimate) -> EstimateFigure:
    # A nonzero error is never rounded to zero.
    return EstimateFigure(_tenths(one.mean), _tenths(max(one.error, 0.1) if one.error else 0.0))


def _tenths(number: float) -> Decimal:
    """Return the number rounded to tenths, never as minus zero."""
    return Decimal(f"{number:.1f}") + Decimal("0.0")
