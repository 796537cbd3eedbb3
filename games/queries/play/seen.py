"""Shows a deal as one viewer may see it: everything here has passed `sight`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import NamedTuple

from django.utils import timezone

from games.engine import sight
from games.engine.attendance import GRACE, Attendance, Terms, attend
from games.engine.cards import Card
from games.engine.events import DealStarted, Event
from games.engine.evolve import fold
from games.engine.moves import Move
from games.engine.sets import CardSet
from games.engine.sight import SeatView
from games.engine.state import PREPARED, BoundSeed, DealState, Phase
from games.errors import Refused
from games.models import Deal, DealSeat, Player, Table
from games.queries.finished.histories import LoadedDeal, Row, current
from games.queries.play import rows
from games.queries.play.deals import require_open
from games.queries.play.participants import (
    ParticipantName,
    called_at_table,
    names_at_table,
    people_at,
)
from games.queries.play.windows import holders
from games.queries.pots import pot_during, taker_of

_ALL_THERE, _NO_TERMS = Attendance(), Terms(0)


@dataclass(frozen=True, slots=True)
class ShownEvent:
    """An event as the viewer may see it."""

    version: int
    """By the viewer's own count, which is the log's once the deal is over."""
    at: datetime
    event: Event


class SeenSeat(NamedTuple):
    """A seat of a deal as the viewer may see it."""

    number: int
    name: str
    bot_account: bool
    participant: str
    ready: bool
    seed: str | None
    bound: BoundSeed | None
    """What the seat is bound to before its seed is opened."""
    public: tuple[CardSet, ...]
    private_count: int
    khaps: int | None
    """None where the rules do not announce them (§3.3)."""
    hand: tuple[Card, ...] | None
    """The private block, None for one that the viewer may not see."""
    gone: bool
    """Whether the careful bot plays this seat without waiting."""
    bank_left: int
    """The seat's extra time in this deal, in seconds."""


@dataclass(frozen=True, slots=True)
class SeenDeal:
    """A deal as one viewer may see it."""

    deal: Deal
    view: SeatView
    """Everything about cards: pages draw nothing that is not in here."""
    moves: tuple[Move, ...]
    """The viewer's own legal moves now."""
    waiting: tuple[int, ...]
    """The seats that the deal waits for, as far as the viewer may know."""
    names: tuple[str, ...]
    """The participants' names by seat."""
    seats: tuple[DealSeat, ...]
    events: tuple[ShownEvent, ...]
    """The deal's history without what the viewer may not know of."""

    window: bool
    """Whether a claim window is open, for all to see, asked or not (§6.10)."""
    programs: frozenset[int] = frozenset()
    """The seats of members with whose accounts programs play."""
    there: Attendance = _ALL_THERE
    """Who is there, as everybody may know."""
    terms: Terms = _NO_TERMS
    """What the table gives its people."""

    @property
    def pot(self) -> int | None:
        """Return the chips in the pot while the deal is played; None without a pot (§13.14)."""
        return pot_during(self.deal)

    @property
    def pot_taker(self) -> int | None:
        """The seat that takes the pot, if the end of the deal is known to the viewer, or None."""
        ending = self.view.ending
        if ending is None or ending.result.winner is None or self.pot is None:
            return None
        return taker_of(self.view.rules, ending.original)

    @property
    def gone(self) -> frozenset[int]:
        """The absent seats, for which the careful bot moves immediately."""
        return self.there.gone

    @property
    def paused(self) -> bool:
        """Return whether the deal is paused."""
        return self.there.paused

    @property
    def asking(self) -> frozenset[int]:
        """The seats that have asked to pause, or during a pause to resume."""
        return self.there.asking

    @property
    def bank_seconds(self) -> int:
        """Return how many seconds of the deadline are extra time of the player to move."""
        if self.window or self.deadline is None or self.view.phase in (*PREPARED, Phase.CLAIMS):
            return 0
        return self.there.bank_left(self.view.turn, self.terms.bank_seconds)

    @property
    def may_hold(self) -> bool:
        """Whether the viewer may extend the open claim window."""
        mine = self.view.viewer
        if not self.window or mine is None:
            return False
        return mine not in holders(shown.event for shown in self.events)

    @property
    def may_let_pairs_go(self) -> bool:
        """Whether the viewer can change the switch by which their pairs are let go (§13.6)."""
        return self.view.may_turn_waiver and not self.paused and self.view.viewer not in self.gone

    @property
    def deadline(self) -> datetime | None:
        """Return when the time of the players to move runs out, as far as the viewer may know.

        An open claim window closes for all at the same time. For claims without a window the deadline is hidden from
        seats that are not asked: it would reveal whether a person is asked (§6.10).
        """
        if self.window:
            return self.deal.window_until
        if self.view.phase is Phase.CLAIMS and not self.waiting:
            return None
        if self.deal.deadline is None or self.view.phase in PREPARED:
            return self.deal.deadline
        return self.deal.deadline - GRACE  # which nobody sees

    @property
    def unseen_until(self) -> datetime | None:
        """The time when the careful bot moves for a player whose page is not open; hidden from that player."""
        return None if self.view.viewer == self.view.turn else self.deal.unseen_until

    @property
    def unopened(self) -> tuple[int, ...]:
        """The seats that have not opened their seeds, once every seat has committed to one; empty before that."""
        if self.view.phase is not Phase.REVEAL:
            return ()
        return tuple(seat for seat, seed in enumerate(self.view.seeds) if seed is None)

    @property
    def bound_to(self) -> str:
        """The commitment to the seed of the viewer's seat; empty if there is none."""
        mine = self.view.viewer
        bound = self.view.bound[mine] if mine is not None and self.view.bound else None
        return bound.commitment if bound is not None else ""

    @property
    def seen_seats(self) -> tuple[SeenSeat, ...]:
        """Return the seats, each with what the viewer may see of it."""
        view, seats = self.view, self.seats
        ready = [row.ready for row in seats]
        khaps = view.khaps or [None] * len(seats)
        bound = view.bound or [None] * len(seats)
        gone = [seat in self.gone for seat in range(len(seats))]
        banks = [self.there.bank_left(n, self.terms.bank_seconds) for n in range(len(seats))]
        programs = [seat in self.programs for seat in range(len(seats))]
        known = (ready, view.seeds, bound, view.public, view.private_counts, khaps, view.hands)
        return tuple(
            map(
                SeenSeat,
                *(range(len(seats)), self.names, programs, view.players, *known, gone, banks),
            )
        )


def see_deal(
    deal: Deal,
    viewer: Player | None,
    *,
    loaded: LoadedDeal | None = None,
    known: Mapping[int, ParticipantName] | None = None,
) -> SeenDeal:
    """Return a deal as this viewer may see it. Spectators see the public part after the table's delay.

    `loaded` is the deal's stream if it has just been read; `known` holds names that were read already.

    Raises Refused("deal.sealed") if other tables still play the cards of a deal that is over here,
    Refused("table.unwatched") if cards are dealt and the viewer has no seat and may not watch, and
    Refused("table.real-cards") for a deal whose moves are not known.
    """
    if deal.real_cards:
        raise Refused("table.real-cards")
    require_open(deal)
    loaded = loaded or current(deal.pk)
    _require_open_still(deal, loaded.state)
    seats, people = _seats_of(deal, loaded.state, known)
    mine = None
    if viewer is not None and viewer.is_authenticated:
        mine = next((seat.number for seat in seats if seat.player_id == viewer.pk), None)
    told, state = loaded.rows, loaded.state
    if mine is None and (state.phase is not Phase.OVER or _ended_since(deal, state)):
        if state.phase not in PREPARED:  # whoever may still sit down sees where
            require_may_watch(deal.table, viewer)
        if deal.table.spectator_delay and state.phase is not Phase.OVER:
            told, deal, state = _as_of_then(deal, told, seats)
    window = deal.window_until is not None and state.phase in (Phase.TURN, Phase.CLAIMS)
    # The row is read before the events: where they are ahead of it, a window may be open of which it says nothing.
    ahead = deal.version != state.version and state.rules.offers
    if window or ahead:
        state = sight.in_window(state)
    history = [row.event for row in told]
    shown = sight.hide_all(history, mine, over=state.phase is Phase.OVER)
    own = sight.numbers(shown)
    played = state.phase not in (*PREPARED, Phase.OVER)
    called = called_at_table(state.setup.players, people)
    return SeenDeal(
        deal=deal,
        view=sight.renumbered(sight.see(state, mine), own),
        moves=sight.moves_of(state, mine),
        waiting=sight.waiting_for(state, mine),
        names=tuple(one.name for one in called),
        programs=frozenset(seat for seat, one in enumerate(called) if one.program),
        seats=seats,
        events=tuple(
            ShownEvent(number, row.at, event)
            for number, row, event in zip(own, told, shown, strict=True)
            if event is not None
        ),
        window=window,
        there=attend(history) if played else _ALL_THERE,
        terms=Terms(deal.table.seconds_per_move, deal.table.bank_seconds) if played else _NO_TERMS,
    )


def _ended_since(deal: Deal, state: DealState) -> bool:
    """Return whether the deal ended, without being called off, after its row was read."""
    is_over = state.phase is Phase.OVER and not (state.ending and state.ending.cancelled)
    return is_over and deal.ended_at is None


def _require_open_still(deal: Deal, state: DealState) -> None:
    """Raise Refused("deal.sealed") as `require_open` does, for a deal that ended after its row was read."""
    if deal.sealed and _ended_since(deal, state):
        raise Refused("deal.sealed")


def _seats_of(
    deal: Deal, state: DealState, known: Mapping[int, ParticipantName] | None
) -> tuple[tuple[DealSeat, ...], Mapping[int, ParticipantName]]:
    """Return the seats of a deal, and the names of the people in them by player id.

    While the deal is played, its first event says who sits where; if all names are `known`, no row is read.
    """
    if known is not None and state.phase not in (*PREPARED, Phase.OVER):
        players = state.setup.players
        ids = [int(who[7:]) if who.startswith("player:") else None for who in players]
        if all(player is None or player in known for player in ids):
            return tuple(
                DealSeat(deal_id=deal.pk, number=number, player_id=player, ready=True)
                for number, player in enumerate(ids)
            ), known
    seats = tuple(rows.DEAL_SEATS(deal.pk))
    return seats, people_at(seats)


def require_may_watch(table: Table, viewer: Player | None) -> None:
    """Raise Refused if this viewer, who has no seat, may not watch a running deal. Directors may, to supervise.

    Nobody may watch a duplicate.
    """
    if table.duplicate:
        raise Refused("table.duplicate")
    if table.spectators:
        return
    if viewer is None or not viewer.is_authenticated:
        raise Refused("table.unwatched")
    if not viewer.runs_the_club:
        raise Refused("table.unwatched")


def may_watch(table: Table, viewer: Player | None) -> bool:
    """Return whether somebody without a seat may watch running deals at this table."""
    try:
        require_may_watch(table, viewer)
    except Refused:
        return False
    return True


def _as_of_then(
    deal: Deal, told: Sequence[Row], seats: Iterable[DealSeat]
) -> tuple[tuple[Row, ...], Deal, DealState]:
    """Return the rows, live row and state of a running deal as they were before the spectators' delay."""
    until = timezone.now() - timedelta(seconds=deal.table.spectator_delay)
    known = tuple(row for row in told if row.at <= until) or (told[0],)
    state = sight.unasked(fold(row.event for row in known))
    late = copy(deal)
    late.version, late.phase, late.turn = state.version, state.phase, state.turn
    # Of what nobody is told, not even the moment.
    shown = sight.known([row.event for row in known], None, over=False)
    late.changed_at = max(row.at for row, knows in zip(known, shown, strict=True) if knows)
    late.deadline = late.window_until = late.bot_due = late.paused_at = late.paused_until = None
    late.unseen_until = None
    late.started_at = next((row.at for row in known if isinstance(row.event, DealStarted)), None)
    for seat in seats:
        seat.ready = bool(state.setup.bound) and state.setup.bound[seat.number] is not None
    return known, late, state


class SealedEnd(NamedTuple):
    """How a deal ended, without any cards: what its players see while other tables still play the same cards."""

    deal: int
    number: int
    names: tuple[str, ...]
    winner: int | None
    points: int
    net: tuple[int, ...]

    @property
    def winner_name(self) -> str:
        """Return the winner's name, empty if nobody won."""
        return "" if self.winner is None else self.names[self.winner]

    @property
    def paid(self) -> list[tuple[str, int]]:
        """Each seat's player name, and the points won or lost, in seat order."""
        return list(zip(self.names, self.net, strict=True))


def sealed_end(deal: Deal, viewer: Player | None) -> SealedEnd | None:
    """Return the end of a sealed deal for its players; None for everyone else, and while the deal is running."""
    seats = tuple(rows.DEAL_SEATS(deal.pk))
    if viewer is None or all(seat.player_id != viewer.pk for seat in seats):
        return None
    state = current(deal.pk).state
    if state.ending is None:
        return None
    names = names_at_table(state.setup.players, people_at(seats))
    result = state.ending.result
    return SealedEnd(deal.pk, deal.number, names, result.winner, result.points, result.net)
