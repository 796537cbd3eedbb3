"""A finished deal looked back on: its steps, the table at each of them with all hands open, and what was judged.

Only `replay_of` makes one, and it refuses a deal that is still played: what it holds would be cheating there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from games import queries
from games.engine.cards import Card
from games.engine.events import (
    CardDiscarded,
    DealExhausted,
    DealStarted,
    DealWon,
    Event,
)
from games.engine.evolve import fold
from games.engine.hand import grouping, khaps
from games.engine.rules import RuleSet
from games.engine.scoring import Result
from games.engine.sets import CardSet, SetKind
from games.engine.state import Active, DealState, Ending, Phase
from games.errors import Refused
from games.models import Deal
from games.queries.histories import Row


@dataclass(frozen=True, slots=True)
class Step:
    """A place in the replay: one event between the dealing of the cards and the end."""

    version: int
    """The version of its event in the deal's stream; the link to the move carries it."""
    at: datetime
    event: Event


@dataclass(frozen=True, slots=True)
class Judged:
    """One legal discard and what it was worth (§10.3)."""

    card: Card
    usefulness: int
    """U(c): what the hand could still hope for after letting it go."""
    worst: bool
    """One of the worst cards: a safe discard."""
    chosen: bool
    """The card that was discarded."""


@dataclass(frozen=True, slots=True)
class Review:
    """The verdict on a discard as it was stored with it (§10.4)."""

    seat: int
    card: Card
    rows: tuple[Judged, ...]
    """Every legal discard, the safest first."""
    most: int
    safe: bool
    """The discard was a worst card."""
    opening: bool
    """The opening discard, exempt from the penalty (§10.5)."""
    at_limit: bool
    """The stock was down to its limit, so every discard was safe (§10.3)."""
    completed: int | None
    """The seat whose winning hand this very discard completed, if any."""


@dataclass(frozen=True, slots=True)
class OpenSeat:
    """A seat at one step, its private block open and grouped (§2.11, §3.5)."""

    number: int
    public: tuple[CardSet, ...]
    khaps: tuple[CardSet, ...]
    sets: tuple[CardSet, ...]
    trash: tuple[Card, ...]
    to_play: bool
    won: bool
    penalised: bool
    """It pays the penalty as the deal stands, rulings included."""

    @property
    def count(self) -> int:
        """How many private cards it holds."""
        return sum(len(made.cards) for made in (*self.khaps, *self.sets)) + len(self.trash)


@dataclass(frozen=True, slots=True)
class Frame:
    """The table just after one step."""

    step: Step
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
    steps: tuple[Step, ...]
    history: tuple[Event, ...]

    @property
    def ending(self) -> Ending:
        """How it ended, rulings included."""
        assert self.final.ending is not None
        return self.final.ending

    @property
    def result(self) -> Result:
        """What everybody pays as the deal stands."""
        return self.ending.result

    @property
    def judged_at(self) -> int | None:
        """The version of the discard that completed the winner's hand, on which a penalty may hang (§10.5)."""
        taken = self.ending.taken
        if taken is None or taken.drawn or taken.verdict is None:
            return None
        return taken.version

    @property
    def disputable(self) -> bool:
        """Whether that discard may be disputed now."""
        taken = self.ending.taken
        return (
            self.judged_at is not None
            and taken is not None
            and not taken.opening
            and self.final.seats > 2
            and not self.ending.disputes
        )

    def neighbours(self, place: int) -> tuple[int | None, int | None]:
        """The versions of the steps before and after the one at `place`; None at either end."""
        before = self.steps[place - 2].version if place > 1 else None
        after = self.steps[place].version if place < len(self.steps) else None
        return before, after

    def frame(self, version: int) -> Frame:
        """The table just after the event at `version`. Raises Refused("replay.step") if it is none of the steps."""
        place = next((at for at, step in enumerate(self.steps, 1) if step.version == version), None)
        if place is None:
            raise Refused("replay.step")
        step = self.steps[place - 1]
        state = fold(self.history[:version])
        return Frame(
            step=step,
            place=place,
            seats=tuple(self._seat(state, number) for number in range(state.seats)),
            active=state.active,
            stock=state.stock,
            dead=state.dead,
            review=self._review(step.event, version, state),
            disputable=self.disputable and version == self.judged_at,
        )

    def _seat(self, state: DealState, number: int) -> OpenSeat:
        sets, trash = grouping(state.blocks[number])
        over = state.phase is Phase.OVER
        locked = set(khaps(state.blocks[number]))
        return OpenSeat(
            number=number,
            public=state.public[number],
            khaps=tuple(made for made in sets if _is_khap(made, locked)),
            sets=tuple(made for made in sets if not _is_khap(made, locked)),
            trash=tuple(trash),
            to_play=not over and state.phase is not Phase.CLAIMS and state.turn == number,
            won=over and self.result.winner == number,
            penalised=over and self.result.offender == number,
        )

    def _review(self, event: Event, version: int, state: DealState) -> Review | None:
        if not isinstance(event, CardDiscarded) or event.verdict is None:
            return None
        verdict = event.verdict
        rows = [
            Judged(card, useful, card in verdict.worst, card == event.card)
            for card, useful in verdict.usefulness
        ]
        rows.sort(key=lambda row: (not row.worst, -row.usefulness, row.card))
        return Review(
            seat=event.seat,
            card=event.card,
            rows=tuple(rows),
            most=max((row.usefulness for row in rows), default=0),
            safe=event.card in verdict.worst,
            opening=event.opening,
            at_limit=state.stock <= self.rules.stock_limit,
            completed=self.ending.original.winner if version == self.judged_at else None,
        )


def _is_khap(made: CardSet, locked: set[Card]) -> bool:
    return made.kind is SetKind.KHAP and made.cards[0] in locked


def replay_of(rows: Sequence[Row]) -> Replay:
    """The replay of a deal with these events. Raises Refused where it is not over or was called off."""
    history = tuple(row.event for row in rows)
    if not history:
        raise Refused("deal.unknown")
    final = fold(history)
    if final.phase is not Phase.OVER or final.ending is None:
        raise Refused("deal.not-over")
    if final.ending.cancelled:
        raise Refused("replay.cancelled")
    return Replay(final.rules, final.setup.players, final, tuple(_steps(rows)), history)


def _steps(rows: Sequence[Row]) -> list[Step]:
    """From the dealing of the cards to the end; what came before and after is not played on the table."""
    steps: list[Step] = []
    for row in rows:
        if steps or isinstance(row.event, DealStarted):
            steps.append(Step(row.version, row.at, row.event))
        if isinstance(row.event, DealWon | DealExhausted):
            break
    return steps


def get_replay(deal_id: int) -> tuple[Deal, Replay]:
    """A finished deal and its replay. Raises Refused where there is none, or the deal is still played."""
    deal = queries.get_deal(deal_id)
    return deal, replay_of(queries.history(deal_id))
