"""Prepares deals: the commitment, the seats' seeds, and dealing the cards."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Final

from django.db import transaction
from django.db.models import Q

from games import projections
from games.commands.club.chips import require_cover
from games.commands.deal.calling_off import call_off
from games.commands.deal.deadlines import BIND_SECONDS, READY_SECONDS
from games.commands.deal.deal_work import Clock, DealWork, commitment_broken
from games.commands.deal.duplicates import secret_of_round
from games.commands.deal.presence import play_for_absent
from games.commands.deal.waiting import note_wait, seat_those_waiting
from games.engine import deal as engine
from games.engine import seeds
from games.engine.errors import IllegalMove
from games.engine.shuffle import (
    SECRET_BYTES,
    commit,
    commit_seed,
    kept_seed,
    shuffle,
    starter_by_dice,
)
from games.engine.state import PREPARED, Phase
from games.errors import Refused, refused
from games.live.publish import publish_table
from games.models import Deal, DealSeat, Player, Seat, Table
from games.queries.finished.histories import current, gone_to_the_end
from games.queries.play import rows
from games.schema import rules_from_plain

WITHHELD: Final = "a seed was not opened"
"""The reason in the event where somebody bound did not open their seed in time."""
BROKEN: Final = "the commitment does not hold"
"""The reason in the event where the secret or a seed is not what was bound."""


def prepare_if_full(table: Table, *, now: datetime) -> Deal | None:
    """Prepare the next deal of a table if all its seats are taken, bots included; otherwise return None.

    Also return None if the table is closed, held, has real cards, or has an unfinished deal. A lobby table needs at
    least one person. A tournament's table plays only the deals planned for it; a deal of bots alone is dealt
    immediately. Called-off deals use up no number. If the table's wait for friends is over, this call ends the wait.
    """
    if (
        table.cardboard
        or note_wait(table, now=now)
        or table.closed_at
        or table.deals.filter(ended_at__isnull=True).exists()
    ):
        return None
    seat_those_waiting(table, now=now)
    seats = list(table.seats.select_related("player"))
    people = [seat for seat in seats if seat.player_id is not None]
    if not (people or table.starters) or any(
        seat.player_id is None and not (seat.bot or table.filler) for seat in seats
    ):
        return None
    last = rows.LAST.first(table.pk)
    if table.starters:
        played = table.deals.filter(cancelled=False).count()
        if played >= len(table.starters):
            return None
        if table.duplicate and played >= len(table.secrets):
            return None
        starter = table.starters[played]
    else:
        starter = None if last is None else _seat_due(last, seats)
    deal = Deal.objects.create(
        table=table,
        number=last.number + 1 if last else 1,
        phase=Phase.SEEDS,
        prepared_at=now,
        changed_at=now,
        sealed=table.duplicate,
    )
    seated = DealSeat.objects.bulk_create(
        DealSeat(
            deal=deal,
            number=seat.number,
            player=seat.player,
            bot="" if seat.player_id is not None else seat.bot or table.filler,
            ready=seat.player_id is None,
        )
        for seat in seats
    )
    if not table.starters:
        Table.objects.filter(pk=table.pk).update(used_at=now)
    secret = secret_of_round(table, deal.number) or secrets.token_hex(SECRET_BYTES)
    projections.keep_secret(deal, secret)
    work = DealWork(deal, None, now=now)
    work.add(
        engine.commit_deal(
            rules_from_plain(table.rules),
            players=[row.label for row in seated],
            commitment=commit(secret),
            starter=starter,
        )
    )
    for row in seated:
        if row.bot:
            _bind_kept(work, row.number, secret)
    _open_kept(work)
    full = table.starts_itself and len(people) == len(seats)
    if people and all(seat.ready for seat in people):
        work.ready_within = BIND_SECONDS
    elif full or table.admission == Table.Admission.FIXED:
        work.ready_within = READY_SECONDS
    work.save()
    return deal


def _seat_due(last: Deal, seats: Iterable[Seat]) -> int:
    """Return the seat that starts the next deal (§8.3).

    That is where the last winner sits now or, if nobody won, the player who was due to draw. If that player has left
    the table, it is the seat that they had in the last deal.
    """
    due = last.seats.get(number=last.turn).player_id
    moved = (seat.number for seat in seats if due is not None and seat.player_id == due)
    return next(moved, last.turn)


@transaction.atomic
def prepare_deal(*, table_id: int, now: datetime) -> Deal | None:
    """Prepare the next deal of a table and return it, or None if `prepare_if_full` prepares none."""
    table = Table.objects.select_for_update().filter(pk=table_id).first()
    if table is None:
        raise Refused("table.unknown")
    return prepare_if_full(table, now=now)


@transaction.atomic
def get_ready(*, by: Player, deal_id: int, commitment: str = "", now: Clock) -> Deal:
    """Mark a player as ready, and bind them to the seed of their page by its SHA-256, the `commitment`.

    Without a commitment the server makes the seat's seed, and the log says so. When all are ready the seeds are
    opened. Repeating the call changes nothing. Raises Refused if the deal was called off meanwhile, so that the
    player learns of it; but not if the player is already ready for the next deal.
    """
    work = DealWork.on(deal_id, now=now, by=by)
    deal = work.deal
    seat = deal.seats.filter(player=by).first()
    if seat is None:
        raise Refused("seat.none")
    if deal.cancelled and not seat.ready:
        if deal.table.closed_at:
            raise Refused("table.closed")
        if not deal.table.seats.filter(player=by, ready=True).exists():
            raise Refused("deal.called-off")
    if work.state.phase is not Phase.SEEDS or seat.ready:
        return deal
    work.require_still_theirs()
    require_cover(by=by, table=deal.table, now=work.now, deal_id=deal.pk)
    seat.ready = True
    seat.save(update_fields=["ready"])
    if _in_one_step(work):
        if not deal.seats.filter(ready=False).exists():
            _deal_out(work)
    else:
        if commitment and not _is_kept_for(deal, seat):
            with _refusing():
                work.add(
                    seeds.bind_seed(work.state, seat=seat.number, commitment=commitment, kept=False)
                )
        else:
            _bind_kept(work, seat.number)
        _bind_gone(work)
        _open_kept(work)
    work.ready_within = READY_SECONDS  # the others are waiting now
    work.save()
    publish_table(deal.table)
    return deal


@transaction.atomic
def reveal_seed(*, by: Player, deal_id: int, seed: str, now: Clock) -> Deal:
    """Open the seed that the player is bound to; the cards are dealt when all seeds are open.

    Opening it twice changes nothing.
    """
    work = DealWork.on(deal_id, now=now, by=by)
    deal = work.deal
    seat = deal.seats.filter(player=by).first()
    if seat is None:
        raise Refused("seat.none")
    if seed and work.state.setup.seeds[seat.number] == seed:
        return deal
    with _refusing():
        work.add(seeds.give_seed(work.state, seat=seat.number, seed=seed))
    if not work.state.setup.missing:
        _deal_out(work)
    work.save()
    return deal


@transaction.atomic
def start_deal(*, deal_id: int, now: datetime) -> Deal:
    """Stop waiting for players who are not ready or don't open their seeds. Does nothing if called too early or late.

    At a tournament's table the server makes a seed for each player who is not ready, and the careful bot plays for them
    when their time is up. At a lobby table the same happens for players who were ready for a deal that was called off,
    or who joined by its link; all others lose their seats, and the next deal is prepared without them.
    """
    # Seats may change: the table is locked before the deal, as whoever sits down does, or both wait for each other.
    prepared = Table.objects.filter(deals=deal_id, deals__phase__in=PREPARED)
    prepared.select_for_update(of=("self",)).first()
    work = DealWork.on(deal_id, now=now)
    deal, phase = work.deal, work.state.phase
    if phase not in PREPARED or deal.deadline is None or deal.deadline > now:
        return deal
    bound = work.state.setup.bound
    # A seat that was handed over to the bot is bound, and yet nobody is there.
    absent = [
        seat.number
        for seat in deal.seats.all()
        if not seat.ready and not (bound and bound[seat.number])
    ]
    ready = deal.table.seats.filter(ready=True, player__isnull=False)
    unready = set(absent) - set(ready.values_list("number", flat=True))
    if phase is Phase.REVEAL:
        _call_off_for(work, work.state.setup.missing)
    elif unready and deal.table.admission != Table.Admission.FIXED:
        deal.seats.filter(number__in=unready).update(freed_at=now)
        call_off(deal.table, reason="somebody was not there", now=now, blamed=unready)
        deal.table.seats.filter(number__in=unready).update(player=None, swap_with=None)
        prepare_if_full(deal.table, now=now)
    elif _in_one_step(work):
        _deal_out(work)
        work.save()
    else:
        deal.seats.filter(number__in=set(absent) - unready).update(ready=True)
        for number in absent:
            _bind_kept(work, number)
        _open_kept(work)
        work.save()
    return deal


@transaction.atomic
def bind_absent(*, deal_id: int, seat: int, now: datetime) -> None:
    """Stop waiting for one seat that is not ready: the server makes its seed, and the seat counts as gone.

    Does nothing if the deal no longer waits for that seat.
    """
    work = DealWork.on(deal_id, now=now)
    if work.state.phase is not Phase.SEEDS or work.deal.seats.get(number=seat).ready:
        return
    if not _in_one_step(work):
        _bind_kept(work, seat)
        _open_kept(work)
        work.save()


# --- seeds and cards ------------------------------------------------------------------------------


def _in_one_step(work: DealWork) -> bool:
    """Return whether an old version prepared this deal: its seats gave seeds without binding them first."""
    return any(work.state.setup.seeds)


def _is_kept_for(deal: Deal, seat: DealSeat) -> bool:
    """Return whether the server must make this player's seed.

    In a duplicate it always does, since all tables need the same cards. At a tournament's table, where nobody can be
    removed, it does for players who have withheld a seed.
    """
    if deal.table.duplicate:
        return True
    if deal.table.admission != Table.Admission.FIXED:
        return False
    withheld = DealSeat.objects.filter(player=seat.player_id, withheld=True)
    return withheld.filter(deal__table=deal.table_id).exists()


def _bind_kept(work: DealWork, seat: int, secret: str | None = None) -> None:
    """Bind a seat to the seed that the server keeps for it."""
    secret = secret or projections.secret_of(work.deal.pk, work.state)
    if secret is not None:
        commitment = commit_seed(kept_seed(secret, seat))
        work.add(seeds.bind_seed(work.state, seat=seat, commitment=commitment, kept=True))
    elif not work.state.ending:
        _break(work)


def _bind_gone(work: DealWork) -> None:
    """Stop waiting, at a tournament's table, for players who were gone when the last deal ended.

    Their seats get the server's seeds as soon as all others are ready. If all players were gone, the deal waits until
    its deadline.
    """
    deal = work.deal
    if deal.table.admission != Table.Admission.FIXED or work.state.phase is not Phase.SEEDS:
        return
    bound = work.state.setup.bound
    waited_for = [
        (seat.number, seat.player_id)
        for seat in deal.seats.all()
        if not seat.ready and not (bound and bound[seat.number])
    ]
    last = rows.LAST.first(deal.table_id) if waited_for else None
    loaded = None if last is None else current(last.pk)
    if last is None or loaded is None:
        return
    seated = dict(last.seats.filter(player__isnull=False).values_list("number", "player_id"))
    if gone_to_the_end(loaded.rows, seated).issuperset(waited_for):
        for number, _player in waited_for:
            _bind_kept(work, number)


def _open_kept(work: DealWork) -> None:
    """Open the server's seeds once every seat is bound, and deal the cards if no player's seed is missing."""
    if work.state.phase is not Phase.REVEAL:
        return
    secret = projections.secret_of(work.deal.pk, work.state)
    if secret is None:
        _break(work)
        return
    for seat, bound in enumerate(work.state.setup.bound):
        if bound is not None and bound.kept:
            work.add(seeds.give_seed(work.state, seat=seat, seed=kept_seed(secret, seat)))
    if not work.state.setup.missing:
        _deal_out(work)


def _deal_out(work: DealWork) -> None:
    """Deal the cards. If the secret or a seed does not match its commitment, call the deal off."""
    setup = work.state.setup
    secret = projections.secret_of(work.deal.pk, work.state)
    if secret is None:
        _break(work)
        return
    dice, deck = shuffle(secret, setup.seeds)
    thrown = setup.starter is None
    starter = starter_by_dice(dice, len(setup.players)) if setup.starter is None else setup.starter
    try:
        work.add(
            engine.start(work.state, deck=deck, starter=starter, dice=dice if thrown else None)
        )
    except IllegalMove:
        _break(work)
    if work.state.phase is not Phase.DISCARD:
        return
    if work.deal.table.admission != Table.Admission.FIXED:
        ended = Q(ready=True) | Q(swap_with__isnull=False)
        work.deal.table.seats.filter(ended).update(ready=False, swap_with=None)
        return
    play_for_absent(work)


def _break(work: DealWork) -> None:
    """Call off a deal whose cards cannot be dealt from its commitment, and raise an alarm."""
    work.add(engine.cancel(work.state, reason=BROKEN))
    commitment_broken(work.deal, now=work.now)


def _call_off_for(work: DealWork, seats: Sequence[int]) -> None:
    """Call a deal off since these seats did not open their seeds. In the lobby they lose their places at the table."""
    table = work.deal.table
    for seat in seats:
        work.add(seeds.withhold(work.state, seat=seat))
    work.add(engine.cancel(work.state, reason=WITHHELD))
    work.save()
    work.deal.seats.filter(number__in=seats).update(called_off_at=work.now)
    if table.admission != Table.Admission.FIXED:
        work.deal.seats.filter(number__in=seats).update(freed_at=work.now)
        table.seats.filter(number__in=seats).update(player=None, swap_with=None)
    prepare_if_full(table, now=work.now)


@contextmanager
def _refusing() -> Iterator[None]:
    """Context manager that turns refusals of the engine into refusals for people."""
    try:
        yield
    except IllegalMove as error:
        raise refused(error) from error
