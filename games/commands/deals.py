"""A deal before its first move: the commitment, the seats' seeds, the cards."""

from __future__ import annotations

import secrets
from datetime import datetime

from django.db import transaction

from games import projections
from games.commands.deal_work import DealWork
from games.engine import deal as engine
from games.engine.errors import IllegalMove
from games.engine.shuffle import SECRET_BYTES, commit, shuffle, starter_by_dice
from games.engine.state import Phase
from games.errors import Refused, refused
from games.live.publish import publish_table
from games.models import Deal, DealSeat, DealSecret, Player, Table
from games.schema import rules_from_plain


def prepare_if_full(table: Table, *, now: datetime) -> Deal | None:
    """Prepare the next deal of a table whose seats are all taken, bots included; None if it is not time.

    At a table of the lobby at least one person must sit. A tournament's table plays only the deals planned for it, and
    bots alone are dealt their cards at once.
    """
    if table.closed_at is not None or table.deals.filter(ended_at__isnull=True).exists():
        return None
    seats = list(table.seats.select_related("player"))
    people = [seat for seat in seats if seat.player_id is not None]
    if not (people or table.starters) or any(
        seat.player_id is None and not (seat.bot or table.filler) for seat in seats
    ):
        return None
    if table.starters:
        played = table.deals.filter(cancelled=False).count()
        if played >= len(table.starters):
            return None
        starter = table.starters[played]
    else:
        starter = _starter_after(table)
    last = table.deals.order_by("-number").first()
    deal = Deal.objects.create(
        table=table,
        number=last.number + 1 if last else 1,
        phase=Phase.SEEDS,
        prepared_at=now,
        changed_at=now,
    )
    rows = DealSeat.objects.bulk_create(
        DealSeat(
            deal=deal,
            number=seat.number,
            player=seat.player,
            bot="" if seat.player_id is not None else seat.bot or table.filler,
            ready=seat.player_id is None,
        )
        for seat in seats
    )
    secret = secrets.token_hex(SECRET_BYTES)
    DealSecret.objects.create(deal=deal, secret=secret)
    work = DealWork(deal, None, now=now)
    work.add(
        engine.commit_deal(
            rules_from_plain(table.rules),
            players=[row.label for row in rows],
            commitment=commit(secret),
            starter=starter,
        )
    )
    for row in rows:
        if row.bot:
            work.add(engine.give_seed(work.state, seat=row.number, seed=secrets.token_hex(16)))
    if not people:
        _deal_out(work)
    work.hurried = table.admission == Table.Admission.FIXED
    work.save()
    return deal


@transaction.atomic
def prepare_deal(*, table_id: int, now: datetime) -> Deal | None:
    """Prepare the next deal of a table, if it is time for one."""
    table = Table.objects.select_for_update().filter(pk=table_id).first()
    if table is None:
        raise Refused("table.unknown")
    return prepare_if_full(table, now=now)


@transaction.atomic
def get_ready(*, by: Player, deal_id: int, seed: str, now: datetime) -> Deal:
    """A player is ready, and may give a seed for the shuffle; the cards are dealt when all are ready.

    Saying it twice changes nothing.
    """
    work = DealWork.on(deal_id, now=now, by=by)
    deal = work.deal
    seat = deal.seats.filter(player=by).first()
    if seat is None:
        raise Refused("seat.none")
    if work.state.phase is not Phase.SEEDS or seat.ready:
        return deal
    if seed:
        try:
            work.add(engine.give_seed(work.state, seat=seat.number, seed=seed))
        except IllegalMove as error:
            raise refused(error) from error
    seat.ready = True
    seat.save(update_fields=["ready"])
    if not deal.seats.filter(ready=False).exists():
        _deal_out(work)
    work.hurried = True  # the others are waiting now
    work.save()
    publish_table(deal.table_id)
    return deal


@transaction.atomic
def start_deal(*, deal_id: int, now: datetime) -> Deal:
    """Wait no longer for those who are not ready. Early or late it does nothing.

    At a tournament's table the cards are dealt, and the absent are played for at their deadlines. At a table of the
    lobby, where chips are at stake, they lose their seats and the next deal is prepared without them.
    """
    # Seats may change: the table is locked before the deal, as whoever sits down does, or both wait for each other.
    prepared = Table.objects.filter(deals=deal_id, deals__phase=Phase.SEEDS)
    prepared.select_for_update(of=("self",)).first()
    work = DealWork.on(deal_id, now=now)
    deal = work.deal
    if work.state.phase is not Phase.SEEDS or deal.deadline is None or deal.deadline > now:
        return deal
    if deal.table.admission == Table.Admission.FIXED:
        _deal_out(work)
        work.save()
    else:
        absent = [seat.number for seat in deal.seats.all() if not seat.ready]
        deal.seats.filter(number__in=absent).update(freed_at=now)
        call_off(deal.table, reason="somebody was not there", now=now)
        deal.table.seats.filter(number__in=absent).update(player=None)
        prepare_if_full(deal.table, now=now)
    return deal


@transaction.atomic
def cancel_deal(*, deal_id: int, reason: str, now: datetime) -> None:
    """Call a prepared deal off."""
    call_off(DealWork.on(deal_id, now=now).deal.table, reason=reason, now=now)


def call_off(table: Table, *, reason: str, now: datetime) -> None:
    """Call off the prepared deal of a table, if there is one; refused once its cards are dealt."""
    running = table.deals.filter(ended_at__isnull=True).first()
    if running is None:
        return
    work = DealWork.on(running.pk, now=now)
    try:
        work.add(engine.cancel(work.state, reason=reason))
    except IllegalMove as error:
        raise Refused("seat.playing") from error
    work.save()


def _deal_out(work: DealWork) -> None:
    setup = work.state.setup
    secret = projections.secret_of(work.deal)
    dice, deck = shuffle(secret, setup.seeds)
    thrown = setup.starter is None
    starter = starter_by_dice(dice, len(setup.players)) if setup.starter is None else setup.starter
    work.add(engine.start(work.state, deck=deck, starter=starter, dice=dice if thrown else None))


def _starter_after(table: Table) -> int | None:
    """Who starts by §8.3: the winner of the table's last deal, or the seat that was due to draw."""
    last = table.deals.filter(ended_at__isnull=False, cancelled=False).order_by("-number").first()
    return None if last is None else last.turn
