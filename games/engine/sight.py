"""Decides what a seat, a spectator or the public may see of a deal.

Everything that leaves the service for a viewer comes out of `see` or `hide_all`. While the deal runs a viewer sees
the public blocks, the dead cards, the active card and the counts; a seat also sees its own private block and its own
claims. When the deal is over all hands are visible.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import Final

from games.engine.cards import Card
from games.engine.deal import legal_moves, lets_pairs_go, may_turn_waiver, to_move
from games.engine.events import (
    ASIDE,
    EVENTS,
    CardDiscarded,
    ClaimsOffered,
    DealStarted,
    Event,
    TimeRanOut,
)
from games.engine.fast_frozen import changed, quick_to_make
from games.engine.hands.hand import EMPTY, Block, Grouping, cards_of, grouping
from games.engine.moves import Move
from games.engine.rules import RuleSet
from games.engine.sets import CardSet
from games.engine.state import Active, BoundSeed, DealState, Ending, Offer, Phase, face_up
from games.engine.worst import Verdict, verdict


@quick_to_make
@dataclass(frozen=True, slots=True)
class SeatView:
    """What `viewer` (None: a spectator) may see of a deal. Hidden fields of other seats are empty until the end."""

    viewer: int | None
    rules: RuleSet
    players: tuple[str, ...]
    commitment: str
    seeds: tuple[str | None, ...]
    starter: int | None
    dice: tuple[int, int] | None
    version: int
    phase: Phase
    turn: int
    stock: int
    public: tuple[tuple[CardSet, ...], ...]
    private_counts: tuple[int, ...]
    """How many private cards each seat holds."""
    khaps: tuple[int, ...] | None
    """How many khaps each seat holds, None where the rules do not announce them (§3.3)."""
    dead: tuple[Card, ...]
    active: Active | None
    block: Block
    """The viewer's own private block."""
    offer: Offer | None
    """What the viewer itself may claim, and its answer (§6.6)."""
    open_blocks: tuple[Block, ...]
    """Every private block once the deal is over, empty before."""
    ending: Ending | None
    bound: tuple[BoundSeed | None, ...] = ()
    """What each seat is bound to before its seed is opened; empty while no seat is."""
    lets_pairs_go: bool = False
    """Whether the viewer's own switch for pairs is on (§13.6)."""
    may_turn_waiver: bool = False
    """Whether the viewer may turn that switch now, unless it is absent."""
    waived: int | None = None
    """The seat that let its pair of the active card go, as everybody knows."""

    @property
    def face_up(self) -> list[int]:
        """Return how many copies of each kind are face up, including the viewer's own public sets."""
        return face_up(self.public, self.dead, self.active)

    @property
    def hand(self) -> tuple[Card, ...]:
        """Return the viewer's own private cards, sorted."""
        return cards_of(self.block)

    @property
    def hands(self) -> tuple[tuple[Card, ...] | None, ...]:
        """Return every seat's private cards, sorted; None for those that the viewer may not see."""
        if self.open_blocks:
            return tuple([cards_of(block) for block in self.open_blocks])
        return tuple(
            [self.hand if seat == self.viewer else None for seat in range(len(self.players))]
        )

    @property
    def arranged(self) -> Grouping:
        """The viewer's own private block, divided into sets and trash (§2.11, §3.5)."""
        return grouping(self.rules, self.block)

    @property
    def verdict(self) -> Verdict | None:
        """The verdict on the viewer's possible discards (§10.3); None if it isn't their turn to discard.

        Also None if the rules do not judge discards.
        """
        if self.phase is not Phase.DISCARD or self.turn != self.viewer or not self.rules.judges:
            return None
        return verdict(
            self.block, self.face_up, stock_at_limit=self.stock <= self.rules.stock_limit
        )


def see(state: DealState, viewer: int | None) -> SeatView:
    """Return what this seat (None: a spectator) may see of the deal now."""
    over = state.phase is Phase.OVER
    block = EMPTY if viewer is None else state.blocks[viewer]
    active, setup = state.active, state.setup
    rules = setup.rules
    if active is not None and active.verdict is not None and not over and viewer != active.seat:
        active = changed(active, verdict=None)  # it tells what else the discarder holds
    return SeatView(
        viewer,
        rules,
        setup.players,
        setup.commitment,
        setup.seeds,
        setup.starter,
        setup.dice,
        state.version,
        state.phase,
        state.turn,
        state.stock,
        state.public,
        state.held,
        state.khaps if rules.khaps_announced else None,
        state.dead,
        active,
        block,
        state.offers[viewer] if viewer is not None and state.offers else None,
        state.blocks if over else (),
        state.ending,
        setup.bound,
        viewer is not None and not over and lets_pairs_go(state, viewer),
        viewer is not None and may_turn_waiver(state, viewer),
        None if state.waivers is None else state.waivers.waived,
    )


def in_window(state: DealState) -> DealState:
    """Return the state as it must look while a claim window may be open (§6.10).

    If nobody may claim, the engine is already at the next turn. Viewers see open claims all the same, so that nobody
    learns before the window closes whether anyone was asked.
    """
    if state.phase is not Phase.TURN:
        return state
    return replace(state, phase=Phase.CLAIMS, offers=(Offer(()),) * state.seats)


def unasked(state: DealState) -> DealState:
    """Return the state as if nobody could claim: with the turn that follows if all decline (§6.7)."""
    return replace(state, phase=Phase.TURN, offers=()) if state.phase is Phase.CLAIMS else state


def moves_of(state: DealState, viewer: int | None) -> tuple[Move, ...]:
    """Return the viewer's own legal moves; empty for a spectator."""
    return () if viewer is None else legal_moves(state, viewer)


def waiting_for(state: DealState, viewer: int | None) -> tuple[int, ...]:
    """Return the seats that the deal waits for, as far as this viewer may know.

    Who was offered a claim is private (§3.3, §6.10), so during claims the result is the viewer's own seat or empty.
    """
    seats = to_move(state)
    if state.phase is Phase.CLAIMS:
        return tuple(seat for seat in seats if seat == viewer)
    return seats


_TOLD: Final[frozenset[type[Event]]] = frozenset(e for e, kind in EVENTS.items() if kind.public)
"""What everybody may know to have happened; a kind of event that stands neither here nor below is nobody's before the
end."""
_OWN: Final = frozenset(e for e, kind in EVENTS.items() if kind.own)


def known(history: Sequence[Event], viewer: int | None, *, over: bool) -> list[bool]:
    """Return, for each event of a deal in order, whether this viewer may know of it.

    A timeout while claims are open is hidden from other seats too, since it would reveal that the seat was offered
    one.
    """
    told: list[bool] = []
    claims_open = False
    for event in history:
        knows = type(event) in _TOLD
        if isinstance(event, ClaimsOffered):
            claims_open = True
            knows = viewer is not None and bool(event.offers[viewer])
        elif type(event) in _OWN:
            knows = viewer is not None and viewer == getattr(event, "seat", None)
        elif isinstance(event, TimeRanOut):
            knows = not claims_open or event.seat == viewer
        elif not isinstance(event, ASIDE):
            claims_open = False
        told.append(over or knows)
    return told


def hide_all(history: Sequence[Event], viewer: int | None, *, over: bool) -> list[Event | None]:
    """Return each event as this viewer may see it, or None if it is hidden; positions stay the same.

    Once the deal is over nothing is hidden.
    """
    if over:
        return list(history)
    return [
        _seen_by(event, viewer) if knows else None
        for event, knows in zip(history, known(history, viewer, over=over), strict=True)
    ]


def _seen_by(event: Event, viewer: int | None) -> Event:
    """Return an event that the viewer knows of, without its hidden parts."""
    if isinstance(event, DealStarted):
        hands = tuple(hand if seat == viewer else () for seat, hand in enumerate(event.hands))
        return replace(event, hands=hands, stock=())
    if isinstance(event, CardDiscarded) and event.seat != viewer:
        return replace(event, verdict=None)
    if isinstance(event, ClaimsOffered):
        return ClaimsOffered(
            tuple(kinds if seat == viewer else () for seat, kinds in enumerate(event.offers))
        )
    return event


def numbers(shown: Sequence[object | None]) -> list[int]:
    """Return for each item of `hide_all`'s result how many events the viewer knows up to that item.

    Viewers get these numbers in place of the log's versions, which would reveal how many events are hidden. When the
    deal is over, they equal the versions.
    """
    return list(accumulate(event is not None for event in shown))


def renumbered(view: SeatView, own: Sequence[int]) -> SeatView:
    """Return the view with its event versions replaced by the viewer's own `numbers`."""
    active = view.active
    if active is not None:
        active = changed(active, version=own[active.version - 1])
    return changed(view, version=own[-1], active=active)
