"""Reading: what pages, API, tasks and rulings ask about tables and deals. What is for a viewer has passed `sight`."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from threading import Lock

from django.db.models import Count, Prefetch, Q, QuerySet
from django.utils.translation import gettext as _

from games import rows
from games.engine import sight
from games.engine.events import DealCommitted, Event
from games.engine.evolve import evolve, fold
from games.engine.moves import Move
from games.engine.records import DealRecord
from games.engine.sight import SeatView
from games.engine.state import DealState, Phase
from games.log import Head, Recorded, Replayed, read, read_events, read_facts
from games.models import Deal, DealSeat, Player, Seat, Table
from games.refusals import Refused
from games.schema import from_stored, stream_of


@dataclass(frozen=True, slots=True)
class Row:
    """An event of a deal with its place in the stream. Not yet for any viewer's eyes."""

    version: int
    at: datetime
    event: Event
    by: int | None
    """The player who asked for it, None for the service."""
    chips_per_point: int | None = None
    """What the deal is played for; the first event says it, but in deals from before it did."""


def history(deal_id: int) -> list[Row]:
    """All events of a deal, in order; empty if there is no such deal."""
    return [_row(stored) for stored in read_events(stream_of(deal_id))]


def _row(stored: Recorded | Replayed) -> Row:
    return Row(
        stored.version,
        stored.recorded_at,
        from_stored(stored.name, stored.schema, stored.payload),
        stored.metadata.get("by"),
        stored.metadata.get("chips_per_point"),
    )


def load_state(deal_id: int) -> DealState:
    """The state of a deal, folded anew from the whole of its stream; for play `current` does with the news."""
    return fold([from_stored(*fact) for fact in read_facts(stream_of(deal_id))])


@dataclass(frozen=True, slots=True)
class Told:
    """A deal as far as its stream goes: its rows, and the state that they fold to."""

    rows: tuple[Row, ...]
    state: DealState
    head: Head
    """Where the stream ends."""


_REMEMBERED = 256
_told: OrderedDict[int, Told] = OrderedDict()
_told_lock = Lock()


def current(deal_id: int) -> Told:
    """A deal as it stands, with its history. Raises Refused("deal.unknown") for a deal without events.

    This process remembers the deals that it read last and asks only for what came since. The event that it knew as
    the last comes along: where the log does not hold it with the same hash (a rollback, a restore), all is read anew.
    """
    with _told_lock:
        known = _told.get(deal_id)
    fresh = read(stream_of(deal_id), known.state.version - 1 if known else 0)
    if known is not None and not (fresh and fresh[0].hash == known.head.hash):
        known, fresh = None, read(stream_of(deal_id))
    if not fresh:
        raise Refused("deal.unknown")
    head = Head(fresh[-1].stream, fresh[-1].version, fresh[-1].hash)
    news = [_row(stored) for stored in (fresh[1:] if known else fresh)]
    if known is None:
        told = Told(tuple(news), fold([row.event for row in news]), head)
    elif news:
        state = known.state
        for row in news:
            state = evolve(state, row.event)
        told = Told((*known.rows, *news), state, head)
    else:
        told = known
    with _told_lock:
        _told[deal_id] = told
        _told.move_to_end(deal_id)
        while len(_told) > _REMEMBERED:
            _told.popitem(last=False)
    return told


def head_of(deal_id: int, state: DealState) -> Head | None:
    """The end of the stream that folds to this very state, None where this process no longer remembers it."""
    with _told_lock:
        told = _told.get(deal_id)
    return told.head if told is not None and told.state is state else None


def players_of(event: Event) -> tuple[str, ...]:
    """The participants of a deal, if this is its first event; else nobody."""
    return event.players if isinstance(event, DealCommitted) else ()


def record_of(deal_id: int) -> DealRecord:
    """The deal as a record; `to_record` refuses it while it is played."""
    return DealRecord(stream_of(deal_id), tuple((row.at, row.event) for row in history(deal_id)))


def names_of(labels: Iterable[str]) -> tuple[str, ...]:
    """The names on screen of participants (`player:12`, `bot:greedy`), in their order."""
    listed = tuple(labels)
    wanted = {int(label.removeprefix("player:")) for label in listed if label.startswith("player:")}
    people = (
        {row.pk: row.shown_name for row in Player.objects.filter(pk__in=wanted)} if wanted else {}
    )
    return tuple(_name_of(label, people) for label in listed)


def _name_of(label: str, people: dict[int, str]) -> str:
    kind, _sep, name = label.partition(":")
    if kind == "player":
        return people.get(int(name), _("former member"))
    return {"greedy": _("Greedy bot"), "safe": _("Careful bot")}.get(name, _("Bot"))


def seat_of(deal_id: int, player: Player | None) -> int | None:
    """The seat of a player in a deal, None for a spectator."""
    if player is None or not player.is_authenticated:
        return None
    return (
        DealSeat.objects.filter(deal_id=deal_id, player=player)
        .values_list("number", flat=True)
        .first()
    )


def plays_beside(deal_id: int, player: Player) -> bool:
    """Whether a player has a seat at any table that was opened on the same behalf as this deal's: in its tournament.

    Up to its first stroke an origin says on whose behalf (`tournament-3/1/2`); one without a stroke, on nobody's. The
    seats of such tables are fixed, so whoever has played there still has one.
    """
    origin = Deal.objects.values_list("table__origin", flat=True).get(pk=deal_id)
    behalf, stroke, _rest = origin.partition("/")
    if not stroke:
        return False
    return Seat.objects.filter(player=player, table__origin__startswith=behalf + stroke).exists()


def seat_at(table_id: int, deal_id: int, player: Player) -> int:
    """The seat of a player in a deal of this table, in one query.

    Raises Refused: "table.unknown", "deal.unknown" (also for a deal of another table) or "seat.none".
    """
    seat = rows.SEAT_AT.first(table_id, deal_id, player.pk)
    if seat is None:
        get_table(table_id)
        if not Deal.objects.filter(pk=deal_id, table_id=table_id).exists():
            raise Refused("deal.unknown")
        raise Refused("seat.none")
    return seat.number


def get_table(table_id: int) -> Table:
    """A table. Raises Refused("table.unknown")."""
    table = rows.TABLE.first(table_id)
    if table is None:
        raise Refused("table.unknown")
    return table


def get_deal(deal_id: int) -> Deal:
    """A deal's live row with its table. Raises Refused("deal.unknown")."""
    deal = Deal.objects.select_related("table").filter(pk=deal_id).first()
    if deal is None:
        raise Refused("deal.unknown")
    return deal


def open_tables() -> QuerySet[Table]:
    """The tables of the lobby with their seats, the newest first; tournaments' tables are listed there too."""
    seats = Prefetch("seats", Seat.objects.select_related("player").order_by("number"))
    running = Prefetch("deals", Deal.objects.filter(ended_at__isnull=True), to_attr="running")
    return (
        Table.objects.filter(closed_at__isnull=True)
        .select_related("opened_by")
        .prefetch_related(seats, running)
        .annotate(free=Count("seats", filter=Q(seats__player__isnull=True)))
        .order_by("-opened_at")
    )


def invitations(player: Player | None) -> set[int]:
    """The open tables that name this player."""
    if player is None or not player.is_authenticated:
        return set()
    tables = Table.objects.filter(closed_at__isnull=True, invited=player)
    return set(tables.values_list("pk", flat=True))


def members() -> QuerySet[Player]:
    """Everybody who may log in, by name."""
    return Player.objects.filter(is_active=True).order_by("display_name", "username")


def table_name_for(host: Player) -> str:
    """A name for the next table of this player, to be changed at will."""
    number = Table.objects.filter(opened_by=host, origin__startswith="form-").count() + 1
    return _("%(name)s's table %(number)d") % {"name": host.shown_name, "number": number}


def deal_titles(deal_ids: Iterable[int]) -> list[tuple[int, int, str]]:
    """Of each of these deals: its id, its number and the name of its table."""
    deals = Deal.objects.filter(pk__in=list(deal_ids))
    return list(deals.values_list("pk", "number", "table__name"))


def finished_deals(player: Player | None = None) -> QuerySet[Deal]:
    """Finished deals, the newest first; of one player if given. Cancelled deals never happened.

    One player's stand in the order in which they were prepared: so a page of them is read off an index, however many
    there are.
    """
    seats = Prefetch("seats", DealSeat.objects.select_related("player").order_by("number"))
    deals = Deal.objects.filter(ended_at__isnull=False, cancelled=False)
    deals = deals.select_related("table").prefetch_related(seats)
    if player is not None:
        return deals.filter(seats__player=player).order_by("-pk")
    return deals.order_by("-ended_at", "-pk")


@dataclass(frozen=True, slots=True)
class ShownEvent:
    """An event as the viewer may see it."""

    version: int
    at: datetime
    event: Event


@dataclass(frozen=True, slots=True)
class DealPage:
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


def deal_page(deal: Deal, viewer: Player | None) -> DealPage:
    """A deal as this viewer may see it; a spectator sees what is public."""
    told = current(deal.pk)
    state = told.state
    seats = tuple(rows.DEAL_SEATS(deal.pk))
    mine = None
    if viewer is not None and viewer.is_authenticated:
        mine = next((seat.number for seat in seats if seat.player_id == viewer.pk), None)
    shown = sight.hide_all([row.event for row in told.rows], mine, over=state.phase is Phase.OVER)
    people = {seat.player.pk: seat.player.shown_name for seat in seats if seat.player is not None}
    return DealPage(
        deal=deal,
        view=sight.see(state, mine),
        moves=sight.moves_of(state, mine),
        waiting=sight.waiting_for(state, mine),
        names=tuple(_name_of(label, people) for label in state.setup.players),
        seats=seats,
        events=tuple(
            ShownEvent(row.version, row.at, event)
            for row, event in zip(told.rows, shown, strict=True)
            if event is not None
        ),
    )


@dataclass(frozen=True, slots=True)
class TablePage:
    """A table as one viewer may see it."""

    table: Table
    seats: tuple[Seat, ...]
    my_seat: int | None
    """Where the viewer sits now."""
    current: DealPage | None
    """The deal that is prepared or played."""
    last: DealPage | None
    """The deal that ended last, shown while the next one is only prepared."""
    may_sit: bool


def table_page(table_id: int, viewer: Player | None) -> TablePage:
    """A table with its deal as this viewer may see it. Raises Refused("table.unknown")."""
    running = rows.RUNNING.first(table_id)
    table = running.table if running is not None else get_table(table_id)
    seats = tuple(rows.SEATS(table_id))
    known = viewer if viewer is not None and viewer.is_authenticated else None
    mine = next(
        (seat.number for seat in seats if known is not None and seat.player_id == known.pk), None
    )
    last = None
    if running is None or running.phase == Phase.SEEDS:
        last = rows.LAST.first(table_id)
    if last is not None:
        last.table = table
    return TablePage(
        table=table,
        seats=seats,
        my_seat=mine,
        current=deal_page(running, known) if running is not None else None,
        last=deal_page(last, known) if last is not None else None,
        may_sit=known is not None
        and mine is None
        and table.closed_at is None
        and _admits(table, known),
    )


def _admits(table: Table, player: Player) -> bool:
    if table.admission == Table.Admission.FIXED:
        return False
    return table.admission == Table.Admission.OPEN or table.invited.filter(pk=player.pk).exists()
