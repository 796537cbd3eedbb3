"""Changes that a tournament makes to its tables. The tournament checks who may ask for them.

A tournament sets how many deals a table plays, and stops deals that no longer count. It can hold a table, which then
starts no deal until it is released, and pause the running deal. Repeating any change has no effect, so a worker may
start again.

The careful bot takes the seat of a player who left, and a substitute may get the seat between two deals. In a running
deal such a seat counts as gone from its next move on (`games.commands.deal.presence`), and its former player cannot
bring it back.

At a table with real cards nothing is dealt. The entered results are events in the tournament's stream; rows of deals
are made from them here, so that every list includes these deals (`games.projections.tell_entered`).
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

from games.commands.deal.calling_off import call_off
from games.commands.deal.deal_work import DealWork
from games.commands.deal.deals import bind_absent, prepare_if_full
from games.commands.table.tables import locked_table
from games.engine.deal import stop
from games.engine.errors import IllegalMove
from games.engine.events import DealPaused, DealResumed, DealStopped
from games.engine.state import PREPARED, Phase
from games.errors import Refused, refused
from games.live.publish import publish, publish_table, topic_of_account
from games.models import Deal, DealSeat, Player, Table
from games.queries import history


@transaction.atomic
def plan_deals(*, table_id: int, starters: Sequence[int], now: datetime) -> None:
    """Let a tournament's table play as many deals as there are starters; a closed table is opened again.

    If a deal is already prepared beyond that number, it is called off. Raises Refused("seat.playing" or
    "seat.revealing") if that deal has begun.
    """
    table = _tournament_table(table_id)
    table.starters = list(starters)
    table.closed_at = None
    table.save(update_fields=["starters", "closed_at"])
    if table.deals.filter(cancelled=False).count() > len(starters):
        call_off(table, reason="not played again", now=now)
    prepare_if_full(table, now=now)
    publish_table(table)


@transaction.atomic
def discard_table(*, table_id: int, now: datetime) -> None:
    """Close a tournament's table where no card was dealt, because its round is drawn again.

    The table's `origin` is changed, so that a new table can get the old one. Raises Refused("seat.playing") if cards
    were dealt, and Refused("seat.revealing") if they are about to be.
    """
    table = _tournament_table(table_id)
    if table.deals.filter(started_at__isnull=False).exists():
        raise Refused("seat.playing")
    call_off(table, reason="drawn anew", now=now)
    table.closed_at = table.closed_at or now
    table.origin = f"{table.origin}/discarded-{table.pk}"
    table.save(update_fields=["closed_at", "origin"])
    publish_table(table)


@transaction.atomic
def stop_deal(*, by: Player, deal_id: int, reason: str, now: datetime) -> None:
    """End a running deal of a tournament's table, and publish its shuffle. Raises Refused if it is not running.

    The tournament checks the authority, and stops counting the deal in the same transaction.
    """
    work = DealWork.on(deal_id, now=now, by=by)
    if work.deal.table.admission != Table.Admission.FIXED:
        raise Refused("table.unknown")
    try:
        events = stop(work.state, reason=reason)
    except IllegalMove as error:
        raise refused(error) from error
    if work.there.paused:
        work.add((DealResumed(director=True),))
    work.add(events)
    work.save()


def was_stopped(deal_id: int) -> bool:
    """Return whether a director has stopped this deal."""
    return any(isinstance(row.event, DealStopped) for row in history(deal_id))


def has_begun(*, table_id: int, number: int) -> bool:
    """Return whether deal `number` (from 1) of a table has begun: seeds are being opened, or cards are dealt."""
    deals = Table.objects.get(pk=table_id).deals.filter(cancelled=False).order_by("number")
    phases = list(deals.values_list("phase", flat=True)[number - 1 : number])
    return bool(phases) and phases[0] != Phase.SEEDS


def _tournament_table(table_id: int) -> Table:
    table = Table.objects.select_for_update().filter(pk=table_id).first()
    if table is None or table.admission != Table.Admission.FIXED:
        raise Refused("table.unknown")
    return table


HELD = "table held"
"""The reason of a prepared deal that is called off; its number goes to the next."""


@transaction.atomic
def hold_table(*, table_id: int, now: datetime) -> bool:
    """Stop a table from starting deals, and call off a prepared one; return False if it was already held.

    If seeds are already being opened, that deal is still dealt, since somebody may know its cards. Raises
    Refused("table.closed").
    """
    table = locked_table(table_id)
    if table.held:
        return False
    table.held = True
    table.save(update_fields=["held"])
    if not table.deals.filter(ended_at__isnull=True).exclude(phase=Phase.SEEDS).exists():
        call_off(table, reason=HELD, now=now)
    publish_table(table)
    return True


@transaction.atomic
def let_table_go(*, table_id: int, now: datetime) -> bool:
    """Let a held table start deals again; return False if it was not held. Raises Refused("table.closed")."""
    table = locked_table(table_id)
    if not table.held:
        return False
    table.held = False
    table.save(update_fields=["held"])
    prepare_if_full(table, now=now)
    publish_table(table)
    return True


@transaction.atomic
def pause_held(*, deal_id: int, resume: bool, now: datetime) -> bool:
    """Pause or resume a running deal for a tournament; return whether the deal is in the requested state afterwards.

    A pause that would end by itself, or that waits for the referee, becomes one that only a director ends. A pause
    that a director made for this deal alone is not resumed. Returns False if the deal is not running.
    """
    work = DealWork.on(deal_id, now=now)
    if work.state.phase in (*PREPARED, Phase.OVER):
        return False
    if not resume and work.there.paused and not work.there.directed:
        work.add((DealResumed(director=False),))
        work.save()
        work = DealWork.on(deal_id, now=now)
    if work.there.paused != resume:
        return True
    paused = next((row for row in reversed(work.rows) if isinstance(row.event, DealPaused)), None)
    if resume and paused is not None and paused.by is not None:
        return False
    work.add((DealResumed(director=True) if resume else DealPaused(director=True),))
    work.save()
    return True


BOT = "careful"
"""The bot that plays on, as it does for everybody who is gone."""


@transaction.atomic
def hand_over(*, table_id: int, player_id: int, now: datetime) -> bool:
    """Give a player's seat at a tournament's table to the bot; return False if the player has no seat there.

    Raises Refused: "table.unknown", "table.closed".
    """
    table = locked_table(table_id)
    seat = table.seats.select_for_update().filter(player=player_id).first()
    if seat is None or table.admission != Table.Admission.FIXED:
        return False
    publish_table(table)  # by the key of those who sat here before
    seat.player, seat.bot, seat.said, seat.seen_at = None, BOT, "", None
    seat.save(update_fields=["player", "bot", "said", "seen_at"])
    deal = table.deals.filter(ended_at__isnull=True).first()
    if deal is not None:
        bind_absent(deal_id=deal.pk, seat=seat.number, now=now)
    publish_table(table)
    return True


@transaction.atomic
def give_seat(*, table_id: int, seat: int, player: Player | None, now: datetime) -> bool:
    """Seat a player, or the bot (None), at a tournament's table from the next deal on; return whether this was done.

    Nothing is done while cards are dealt or about to be (that deal is played to its end first), if the seat is
    already the player's, or if the player has another seat there. A prepared deal whose cards nobody can know yet is
    prepared again. Raises Refused: "table.unknown", "table.closed".
    """
    table = locked_table(table_id)
    rows = {row.number: row for row in table.seats.select_for_update()}
    row = rows.get(seat)
    if row is None or table.admission != Table.Admission.FIXED:
        return False
    if row.player_id == (None if player is None else player.pk) and bool(row.bot) == (not player):
        return False
    if player is not None and any(other.player_id == player.pk for other in rows.values()):
        return False
    deal = table.deals.filter(ended_at__isnull=True).first()
    if deal is not None and deal.phase != Phase.SEEDS:
        return False
    call_off(table, reason="seats changed", now=now)
    publish_table(table)  # by the key of those who sat here before
    row.player, row.bot = player, "" if player else BOT
    row.said, row.said_at, row.seen_at = "", None, None
    row.save(update_fields=["player", "bot", "said", "said_at", "seen_at"])
    prepare_if_full(table, now=now)
    publish_table(table)
    if player is not None:
        publish(topic_of_account(player.pk))
    return True


@transaction.atomic
def set_cardboard(*, table_id: int, cardboard: bool, now: datetime) -> None:
    """Switch a table to real cards or back to screens; a prepared deal is called off.

    Raises Refused if cards are dealt or the table is closed.
    """
    table = locked_table(table_id)
    if table.cardboard == cardboard:
        return
    if cardboard:
        call_off(table, reason="real cards", now=now)
    table.cardboard = cardboard
    table.save(update_fields=["cardboard"])
    prepare_if_full(table, now=now)
    publish_table(table)


def add_entered(*, table_id: int, now: datetime) -> Deal:
    """Add the row of a finished deal at a table with real cards, numbered as its next one, and return it."""
    table = Table.objects.select_for_update().get(pk=table_id)
    number = table.deals.filter(cancelled=False).count() + 1
    deal = Deal.objects.create(
        table=table,
        number=number,
        phase=Phase.OVER,
        prepared_at=now,
        changed_at=now,
        ended_at=now,
        entered={},
    )
    DealSeat.objects.bulk_create(
        DealSeat(deal=deal, number=seat.number, player_id=seat.player_id, bot=seat.bot, ready=True)
        for seat in table.seats.all()
    )
    return deal
