"""Shows a lobby table as one viewer may see it: its seats, its actions, and its deal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.utils import timezone

from games.club.pots import Pot
from games.engine.state import PREPARED, Phase
from games.errors import Refused
from games.models import Call, Deal, Player, Seat, Table
from games.queries.finished.histories import LoadedDeal, current
from games.queries.finished.private_deals import private_by_house
from games.queries.finished.scores import Score, players_who_go_on, scores_of
from games.queries.interests import plays_for
from games.queries.periods import Disputable, disputable
from games.queries.play import rows
from games.queries.play.calls import call_at
from games.queries.play.lobby import NO_WAIT, Wait, invited_to, wait_at
from games.queries.play.participants import people_at
from games.queries.play.seen import SealedEnd, SeenDeal, sealed_end, see_deal
from games.queries.play.social import (
    SAID_LASTS,
    Watching,
    away,
    muted_by,
    plays_without_page,
    watching,
)
from games.queries.play.tables import admits, get_table
from games.queries.pots import shown_pot

_NOBODY = Watching()
_ORDINARY = frozenset({"seats changed", "table closed", "table held"})
"""Why a prepared deal is called off every evening."""


@dataclass(frozen=True, slots=True)
class SeenTable:
    """A table as one viewer may see it."""

    table: Table
    seats: tuple[Seat, ...]
    my_seat: int | None
    """Where the viewer sits now."""
    current: SeenDeal | None
    """The deal that is prepared or played."""
    last: SeenDeal | None
    """The deal that ended last, shown while the next one is only prepared."""
    may_sit: bool
    called_off: SeenDeal | None
    """The deal that was called off last, where no cards have been dealt since."""
    said: tuple[tuple[int, str], ...] = ()
    """Seats and the phrases that they have just said, as far as the viewer wants to see them."""
    away: frozenset[int] = frozenset()
    """The others' seats at which no page looks at the table just now."""
    watching: Watching = _NOBODY
    """Who looks on."""
    sealed: SealedEnd | None = None
    """How the deal ended that ended last, where other tables may yet play it and the viewer sat in it."""
    played: int = 0
    """The number of the deal that ended last, also of one that is not open yet; 0 before, and while one is played."""
    call: Call | None = None
    """The call of the referee that is open, or was about the deal that lies there."""
    has_interest: bool = False
    """Whether the viewer has a duty and a seat here, or a part in what the table was opened for."""
    disputable: Disputable | None = None
    """Until when the viewer, who had a seat in the deal that ended last, can dispute its penalty; None who cannot."""
    pot: Pot | None = None
    """The pot of a table that has one (§13.14)."""
    may_play_again: bool = False
    """Whether the table is closed, and the viewer one of those who may open its next one."""
    awaited: tuple[str, ...] = ()
    """The invited members who have not sat down, at a table that waits for friends and where the viewer sits."""
    wait: Wait = NO_WAIT
    """What the viewer waits for without a seat."""
    scores: tuple[Score, ...] = ()
    """The scores of the evening, with the deal that ended last; empty at tables of a tournament."""

    def pot_during(self, deal: Deal) -> int | None:
        """Return the chips that were in the pot during this deal; None without a pot or before it was paid in."""
        return None if self.pot is None else self.pot.held.get(deal.pk)

    @property
    def pot_shown(self) -> int | None:
        """Return the chips in the pot during the present or last deal; None without a pot."""
        deals = (self.current, self.last)
        held = [self.pot_during(one.deal) for one in deals if one is not None]
        return next((chips for chips in held if chips is not None), None if self.pot is None else 0)

    @property
    def call_link(self) -> str:
        """The link of the voice or video call for the people at this table; empty for everyone else."""
        return "" if self.my_seat is None else self.table.call_link

    @property
    def sits_with_others(self) -> bool:
        """Return whether the viewer and at least one other person have seats."""
        return self.my_seat is not None and sum(s.player_id is not None for s in self.seats) > 1

    @property
    def seats_can_change(self) -> bool:
        """Return whether people can sit down, move and leave now: between two deals, not at a tournament's table."""
        free = self.table.closed_at is None and self.table.admission != Table.Admission.FIXED
        return free and (self.current is None or self.current.view.phase is Phase.SEEDS)

    @property
    def swap_with(self) -> int | None:
        """Return the seat whose player the viewer has asked to swap, or None."""
        if self.my_seat is None or not self.seats_can_change:
            return None
        asked = self.seats[self.my_seat].swap_with
        return None if asked is None or self.seats[asked].player_id is None else asked

    @property
    def swap_requests(self) -> tuple[int, ...]:
        """Return the seats whose players ask the viewer to swap."""
        if self.my_seat is None or not self.seats_can_change:
            return ()
        asking = (seat for seat in self.seats if seat.player_id is not None)
        return tuple(seat.number for seat in asking if seat.swap_with == self.my_seat)

    @property
    def finished(self) -> bool:
        """Whether the table has played all the deals that its tournament planned."""
        planned = len(self.table.starters)
        return self.current is None and 0 < planned <= self.played

    @property
    def handed_over(self) -> bool:
        """Whether the viewer's seat in a tournament's deal was handed over to the careful bot."""
        mine = None if self.current is None else self.current.view.viewer
        fixed = self.table.admission == Table.Admission.FIXED
        return fixed and mine is not None and self.my_seat is None

    @property
    def deal(self) -> Deal | None:
        """The row of the deal that is being prepared or played; None if there is none."""
        return None if self.current is None else self.current.deal


class JustNow(NamedTuple):
    """The viewer's own move, just saved: the deal's row with its table, and the deal's state after the move."""

    deal: Deal
    loaded: LoadedDeal


def see_table(
    table_id: int, viewer: Player | None, *, just_now: JustNow | None = None
) -> SeenTable:
    """Return a table with its deal as this viewer may see it.

    With `just_now` the running deal is not read again but shown as the viewer's own move left it. Raises
    Refused("table.unknown"), and Refused("table.real-cards") if the table deals no cards on screens.
    """
    try:
        return _see_table(table_id, viewer, just_now)
    except Refused as refusal:
        if refusal.code != "deal.sealed":
            raise
    return _see_table(table_id, viewer, None)  # the deal ended after its row was read


def _see_table(table_id: int, viewer: Player | None, just_now: JustNow | None) -> SeenTable:
    if just_now is not None and just_now.deal.ended_at is not None:
        just_now = None
    loaded = just_now.loaded if just_now is not None else None
    running = just_now.deal if just_now is not None else rows.RUNNING.first(table_id)
    table = running.table if running is not None else get_table(table_id)
    if table.cardboard:
        raise Refused("table.real-cards")
    seats = tuple(rows.SEATS(table_id))
    known = viewer if viewer is not None and viewer.is_authenticated else None
    mine = next(
        (seat.number for seat in seats if known is not None and seat.player_id == known.pk), None
    )
    last = called_off = sealed = None
    if running is None or running.phase in PREPARED:
        last = rows.LAST.first(table_id)
        called_off = _called_off(table_id, since=0 if last is None else last.pk, viewer=known)
    played = 0 if last is None else last.number
    if last is not None:
        last.table = table
        if last.sealed:
            sealed = sealed_end(last, known)
            last = None
    at_once = mine is not None or is_seen_at_once(table)
    people = people_at(seats)
    seen_last = see_deal(last, known, known=people) if last is not None else None
    shut = running is None and mine is None and is_shut(table, known)
    if shut and seen_last is not None and seen_last.view.viewer is None:
        last = seen_last = None
    return SeenTable(
        table=table,
        seats=seats,
        my_seat=mine,
        current=see_deal(running, known, loaded=loaded, known=people)
        if running is not None
        else None,
        last=seen_last,
        may_sit=known is not None
        and mine is None
        and table.closed_at is None
        and admits(table, known),
        called_off=called_off,
        said=_said(table, seats, known) if at_once else (),
        away=_away(seats, running) - {mine} if at_once else frozenset(),
        watching=watching(table, now=timezone.now()),
        sealed=sealed,
        played=played,
        call=None if shut else call_at(table, running or last),
        has_interest=known is not None
        and (known.is_referee or known.runs_the_club)
        and (mine is not None or plays_for(table.origin, known)),
        disputable=_disputable(seen_last, known),
        pot=shown_pot(table),
        may_play_again=known is not None
        and table.closed_at is not None
        and table.admission != Table.Admission.FIXED
        and players_who_go_on(table).filter(pk=known.pk).exists(),
        awaited=_awaited(table, seats) if mine is not None and table.waits_for_friends else (),
        wait=wait_at(table, known, free=sum(seat.player_id is None for seat in seats))
        if known is not None and mine is None and table.closed_at is None
        else NO_WAIT,
        scores=tuple(scores_of(table))
        if seen_last is not None and table.admission != Table.Admission.FIXED
        else (),
    )


def _awaited(table: Table, seats: Iterable[Seat]) -> tuple[str, ...]:
    here = {seat.player_id for seat in seats}
    return tuple(member.shown_name for member in invited_to(table) if member.pk not in here)


def is_shut(table: Table, viewer: Player | None) -> bool:
    """Return whether this table has closed and the house hides its deals from this viewer (0246)."""
    if table.closed_at is None or (viewer is not None and not viewer.is_guest):
        return False
    return private_by_house().has_origin(table.origin)


def is_seen_at_once(table: Table) -> bool:
    """Return whether spectators see the table without a delay."""
    return table.spectators and not table.spectator_delay


def _disputable(last: SeenDeal | None, viewer: Player | None) -> Disputable | None:
    """Return until when the viewer can dispute this deal; None if they cannot, which includes guests."""
    if last is None or last.view.ending is None or last.view.viewer is None:
        return None
    if viewer is None or viewer.is_guest:
        return None
    seats = len(last.view.players)
    return disputable(last.deal, last.view.ending, seats, now=timezone.now())


def _away(seats: Sequence[Seat], running: Deal | None) -> frozenset[int]:
    """Return the seats whose page is closed and that have made no move in the running deal since."""
    quiet = away(seats, now=timezone.now())
    if not quiet or running is None:
        return quiet
    told = current(running.pk).rows
    return frozenset(n for n in quiet if not plays_without_page(seats[n], told))


def _said(
    table: Table, seats: Iterable[Seat], viewer: Player | None
) -> tuple[tuple[int, str], ...]:
    now = timezone.now()  # and nothing of later, which was said before the clock was set back
    fresh = [
        seat
        for seat in seats
        if seat.player_id is not None
        and seat.said_at is not None
        and now - SAID_LASTS < seat.said_at <= now
    ]
    if not fresh or not table.phrases:
        return ()
    muted = muted_by(viewer)
    return tuple((seat.number, seat.said) for seat in fresh if not muted.hides(seat.player_id))


def _called_off(table_id: int, *, since: int, viewer: Player | None) -> SeenDeal | None:
    """Return the table's latest deal after deal `since` that was called off for an unusual reason, or None.

    `since` is an id, because a deal that was called off has the same number as the next. Changes of seats, closing
    and holding a table are usual reasons.
    """
    for deal in rows.CALLED_OFF(table_id):
        if deal.pk < since:
            break
        seen = see_deal(deal, viewer)
        if seen.view.ending is not None and seen.view.ending.cancelled not in _ORDINARY:
            return seen
    return None
