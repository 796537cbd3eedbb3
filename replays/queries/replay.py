"""Builds the replay of a finished deal: its steps, the table at each of them, and the judgements.

Only `replay_of` creates a `Replay`. It refuses a deal that is still played, whose data would allow cheating. All
hands are open in a replay; `Replay.as_seen` restricts it to what one seat, or the public, saw.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from games import queries
from games.engine import sight
from games.engine.cards import Card
from games.engine.events import CardDiscarded, DisputeAct, Event
from games.engine.evolve import evolve, fold
from games.engine.hands.hand import count, grouping, khaps
from games.engine.rules import RuleSet
from games.engine.scoring import Result
from games.engine.sets import CardSet, SetKind
from games.engine.state import Active, DealState, Ending, Phase
from games.engine.worst import Hope, arithmetic
from games.errors import Refused
from games.models import Deal
from games.queries.finished.histories import Row
from replays.queries.steps import ReplayStep, StepKind, steps_in, steps_of

OPEN: Final = "open"
PUBLIC: Final = "public"
"""Whose eyes a replay is looked at with, besides those of a seat, which are its number."""


@dataclass(frozen=True, slots=True)
class JudgedCard:
    """A trash card and its usefulness (§10.3)."""

    card: Card
    usefulness: int
    """U(c): what the hand could still hope for after letting it go."""
    worst: bool
    """One of the worst cards: a safe discard."""
    chosen: bool
    """The card that was discarded."""


@dataclass(frozen=True, slots=True)
class Review:
    """The verdict on one discard, as stored in the discard's event (§10.4)."""

    seat: int
    card: Card
    rows: tuple[JudgedCard, ...]
    """Every trash card, the safest first (§10.2)."""
    most: int
    safe: bool
    """The discard was a worst card."""
    opening: bool
    """The opening discard, exempt from the penalty (§10.5)."""
    at_limit: bool
    """The stock was down to its limit, so all of the trash was safe (§10.3)."""
    completed: int | None
    """The seat whose winning hand this very discard completed, if any."""
    hopes: tuple[Hope, ...]
    """Of what each usefulness is made, the gains in the order of `rows`; empty at the limit, where there is no next
    hit, and where what was stored is not what is counted today (§10.4)."""

    @property
    def is_kept(self) -> bool:
        """Return whether the discard is not even trash: the club allows it, but it is never safe (§13.13)."""
        return all(not row.chosen for row in self.rows)


@dataclass(frozen=True, slots=True)
class DisputeStep:
    """A step of a dispute after its filing, such as an answer, a ruling or an appeal (§10.7, §10.8)."""

    at: datetime
    version: int
    """Its version in the deal's stream; of a ruling the number by which statements and tournaments name it."""
    event: DisputeAct
    imported: bool
    """Its people are those of another club."""


@dataclass(frozen=True, slots=True)
class OpenSeat:
    """A seat at one step of the replay.

    Either its private cards are visible, grouped into sets and trash (§2.11, §3.5), or the seat is closed and only
    the number of its cards is known.
    """

    number: int
    count: int
    """How many private cards it holds."""
    dots: int | None
    """How many khaps all could count, None where the rules do not announce them (§3.3)."""
    shut: bool
    public: tuple[CardSet, ...]
    khaps: tuple[CardSet, ...]
    sets: tuple[CardSet, ...]
    trash: tuple[Card, ...]
    to_play: bool
    won: bool
    penalised: bool
    """It pays the penalty: as the deal stands, rulings included; in a perspective, as it ended then."""


@dataclass(frozen=True, slots=True)
class Frame:
    """The table just after one step."""

    step: ReplayStep
    place: int
    """1, 2, 3 … among the steps."""
    seats: tuple[OpenSeat, ...]
    active: Active | None
    stock: int
    dead: tuple[Card, ...]
    review: Review | None
    disputable: bool
    """A dispute may be filed on this discard (§10.7)."""


@dataclass(frozen=True, slots=True)
class Replay:
    """A finished deal, to be stepped through."""

    rules: RuleSet
    players: tuple[str, ...]
    final: DealState
    steps: tuple[ReplayStep, ...]
    history: tuple[Event, ...]
    is_open: bool = True
    """All hands are open, as they are when the deal is over."""
    eyes: int | None = None
    """In a perspective: the seat whose it is, None for everybody's."""
    acts: tuple[DisputeStep, ...] = ()
    """The rulings and what withdrew them, in order."""
    imagined: bool = False
    """It is a line of play that never was (`what_if`); it may have no end yet, and nothing of it can be disputed."""

    @property
    def ending(self) -> Ending:
        """Return how the deal ended, rulings included."""
        assert self.final.ending is not None
        return self.final.ending

    @property
    def result(self) -> Result:
        """The players' payments as the deal stands, rulings included."""
        return self.ending.result

    @property
    def judged_at(self) -> int | None:
        """The version of the winning discard, which may be penalised (§10.5).

        None if no discard was judged, or if not all hands are open.
        """
        if self.final.ending is None:
            return None
        taken = self.ending.taken
        if not self.is_open or taken is None or taken.drawn or taken.verdict is None:
            return None
        return taken.version

    @property
    def disputable(self) -> bool:
        """Whether the discard at `judged_at` may be disputed."""
        if self.imagined or self.judged_at is None:
            return False
        taken = self.ending.taken
        return (
            taken is not None
            and not taken.opening
            and self.final.seats > 2
            and not self.ending.disputes
        )

    def with_eyes(self, eyes: str) -> Replay:
        """Return the replay from this perspective: `OPEN` for all hands, or the view of `PUBLIC` or a seat's number."""
        return self if eyes == OPEN else self.as_seen(None if eyes == PUBLIC else int(eyes))

    def as_seen(self, seat: int | None) -> Replay:
        """Return the deal as this seat saw it in play, or as everybody did (None).

        Other hands stay closed to the last step. Later judgements, rulings and payments are left out.
        """
        told = sight.hide_all(self.history, seat, over=False)
        own = sight.numbers(told)
        steps = [
            replace(step, version=own[step.logged - 1], event=event, kind=StepKind.MOVE)
            for step in self.steps
            if (event := told[step.logged - 1]) is not None
        ]
        return replace(self, steps=tuple(steps_of(steps)), is_open=False, eyes=seat)

    def nearest(self, logged: int) -> int:
        """Return the number of the step at this version of the deal's stream, or the last one before it."""
        return next(
            (step.version for step in reversed(self.steps) if step.logged <= logged),
            self.steps[0].version,
        )

    def step(self, version: int) -> ReplayStep:
        """Return the step of this number. Raises Refused("replay.step") if there is none."""
        for step in self.steps:
            if step.version == version:
                return step
        raise Refused("replay.step")

    def frame(self, version: int) -> Frame:
        """Return the table just after the step of this number. Raises Refused("replay.step") if there is none."""
        step = self.step(version)
        before = fold(self.history[: step.logged - 1])
        state = evolve(before, self.history[step.logged - 1])
        return self._frame(step, self.steps.index(step) + 1, before, state)

    def frames(self) -> Iterator[Frame]:
        """Yield the table after each step, in order."""
        before = state = fold(self.history[: self.steps[0].logged])
        for place, step in enumerate(self.steps, 1):
            while state.version < step.logged:
                before, state = state, evolve(state, self.history[state.version])
            yield self._frame(step, place, before, state)

    def _frame(self, step: ReplayStep, place: int, before: DealState, state: DealState) -> Frame:
        seen = state if self.is_open else sight.unasked(state)
        return Frame(
            step=step,
            place=place,
            seats=tuple(self._seat(seen, number) for number in range(state.seats)),
            active=sight.see(seen, self.eyes).active,
            stock=state.stock,
            dead=state.dead,
            review=self._review(step, before),
            disputable=self.disputable and step.version == self.judged_at,
        )

    def _seat(self, state: DealState, number: int) -> OpenSeat:
        over, shut = state.phase is Phase.OVER, not self.is_open and number != self.eyes
        view = sight.see(state, None if shut else number)
        sets, trash = ([], []) if shut else grouping(view.rules, view.block)
        locked = set() if shut else set(khaps(view.block))
        result = None
        if state.ending is not None:
            result = self.result if self.is_open else state.ending.original
        return OpenSeat(
            number=number,
            count=view.private_counts[number],
            dots=None if view.khaps is None else view.khaps[number],
            shut=shut,
            public=state.public[number],
            khaps=tuple(made for made in sets if _is_khap(made, locked)),
            sets=tuple(made for made in sets if not _is_khap(made, locked)),
            trash=tuple(trash),
            to_play=not over and state.phase is not Phase.CLAIMS and state.turn == number,
            won=result is not None and result.winner == number,
            penalised=result is not None and result.offender == number,
        )

    def _review(self, step: ReplayStep, before: DealState) -> Review | None:
        event = step.event
        if not isinstance(event, CardDiscarded) or event.verdict is None:
            return None
        verdict = event.verdict
        rows = [
            JudgedCard(card, useful, card in verdict.worst, card == event.card)
            for card, useful in verdict.usefulness
        ]
        rows.sort(key=lambda row: (not row.worst, -row.usefulness, row.card))
        at_limit = before.stock <= self.rules.stock_limit
        return Review(
            seat=event.seat,
            card=event.card,
            rows=tuple(rows),
            most=max((row.usefulness for row in rows), default=0),
            safe=event.card in verdict.worst,
            opening=event.opening,
            at_limit=at_limit,
            completed=self.ending.original.winner if step.version == self.judged_at else None,
            hopes=() if at_limit else _hopes(event.seat, rows, before),
        )


def _hopes(seat: int, rows: Sequence[JudgedCard], before: DealState) -> tuple[Hope, ...]:
    """Return what made up the usefulness of each card, from what the discarder could see.

    Empty if the recomputed values differ from the stored ones.
    """
    block = before.blocks[seat]
    # An imported record or a tampered history may judge cards missing from the hand.
    if not all(count(block, row.card) for row in rows):
        return ()
    found = arithmetic(block, [row.card for row in rows], before.face_up())
    agrees = all(
        sum(hope.unseen * hope.gains[place] for hope in found) == row.usefulness
        for place, row in enumerate(rows)
    )
    return found if agrees else ()


def _is_khap(made: CardSet, locked: set[Card]) -> bool:
    return made.kind is SetKind.KHAP and made.cards[0] in locked


def replay_of(rows: Sequence[Row]) -> Replay:
    """Return the replay of a deal with these events. Raises Refused if it is unfinished or was cancelled."""
    history = tuple(row.event for row in rows)
    if not history:
        raise Refused("deal.unknown")
    final = fold(history)
    if final.phase is not Phase.OVER or final.ending is None:
        raise Refused("deal.not-over")
    if final.ending.cancelled:
        raise Refused("replay.cancelled")
    acts = tuple(
        DisputeStep(row.at, row.version, row.event, row.imported)
        for row in rows
        if isinstance(row.event, DisputeAct)
    )
    return Replay(
        final.rules, final.setup.players, final, tuple(steps_in(rows)), history, acts=acts
    )


def get_replay(deal_id: int) -> tuple[Deal, Replay]:
    """Return a finished deal and its replay.

    Raises Refused if there is no such deal, if it had real cards, or if it is still played. That includes a deal
    whose cards another table may still play.
    """
    rows = queries.history(deal_id)
    deal = queries.get_deal(deal_id)  # read last: the row knows of an end that the history has
    queries.require_open(deal)
    if deal.real_cards:
        raise Refused("replay.real-cards")
    return deal, replay_of(rows)
