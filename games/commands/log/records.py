"""Importing deal records from elsewhere, to view and replay them; imported deals are never paid."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from datetime import datetime
from itertools import groupby

from django.contrib.auth.hashers import make_password
from django.db import transaction

from games.engine.events import DealStarted, Over
from games.engine.recording.verification import Checked
from games.engine.state import DealState, Phase
from games.errors import Refused
from games.log import Head, append_to
from games.models import Deal, DealSeat, DealSecret, Player, Seat, Table
from games.models.tables import IMPORTED
from games.projections import project
from games.schema import rules_to_plain, to_stored

KEEPER = "records"
"""The login name of the service's own account, which nobody can use, that imported tables belong to."""


class BadRecord(Exception):
    """Raised when a record cannot be stored; `number` is its line in the file, `reason` the explanation."""

    def __init__(self, number: int, reason: str) -> None:
        """Create the error; its message is the reason."""
        super().__init__(reason)
        self.number = number
        self.reason = reason


@transaction.atomic
def import_records(
    *, records: Iterable[Checked], now: datetime, by: Player | None = None, dry_run: bool = False
) -> list[int]:
    """Store these checked records, all of them or none; return the ids of the new deals.

    Each becomes the one finished deal of a closed table. No chips move, since it was paid where it was played. Its
    participants are shown under the file's names as players of another club, and no member of this club gets a seat.
    `by` is the director who asks, or None for the machine's operator. Raises BadRecord for a record that breaks the
    rules of the game, or for a deal that this club has already played or imported (commitments are unique), and
    Refused("record.not-director").
    """
    if by is not None and not by.is_director:
        raise Refused("record.not-director")
    # Whoever else imports waits here, so that no record comes in twice.
    keeper = _keeper(now)
    played = set(DealSecret.objects.values_list("commitment", flat=True))
    stored: list[int] = []
    here: Counter[str] = Counter()
    for checked in records:
        record = checked.record
        if record is None or checked.fault:
            raise BadRecord(checked.line, checked.fault)
        state = record.state()
        commitment = state.setup.commitment
        origin = IMPORTED + commitment
        if here[
            commitment
        ]:  # another table of a duplicate, which `checked_records` holds to the first
            origin += f"/{here[commitment] + 1}"
        here[commitment] += 1
        if commitment in played or Table.objects.filter(origin=origin).exists():
            raise BadRecord(checked.line, "a deal with this commitment is here already")
        stored.append(_store(keeper, origin, checked, state, now, by))
    if dry_run:
        transaction.set_rollback(True)
    return stored


def _keeper(now: datetime) -> Player:
    keeper, _made = Player.objects.get_or_create(
        username=KEEPER,
        defaults={"is_active": False, "password": make_password(None), "date_joined": now},
    )
    return Player.objects.select_for_update().get(pk=keeper.pk)


def _store(
    keeper: Player,
    origin: str,
    checked: Checked,
    state: DealState,
    now: datetime,
    by: Player | None,
) -> int:
    assert checked.record is not None
    record = checked.record
    first, last = record.events[0][0], record.events[-1][0]
    table = Table.objects.create(
        name=record.deal[:60],
        rules=rules_to_plain(state.rules),
        seat_count=state.seats,
        admission=Table.Admission.FIXED,
        seconds_per_move=60,
        chips_per_point=0,
        origin=origin,
        opened_by=keeper,
        opened_at=first,
        used_at=first,
        closed_at=now,
    )
    bots = [
        label.removeprefix("bot:") if label[:4] == "bot:" else "" for label in state.setup.players
    ]
    Seat.objects.bulk_create(
        Seat(table=table, number=number, bot=bot) for number, bot in enumerate(bots)
    )
    deal = Deal.objects.create(
        table=table, number=1, phase=Phase.SEEDS, prepared_at=first, changed_at=last
    )
    DealSeat.objects.bulk_create(
        DealSeat(
            deal=deal,
            number=number,
            bot=bot,
            ready=True,
            elsewhere=checked.people.get(state.setup.players[number], ""),
        )
        for number, bot in enumerate(bots)
    )
    metadata = {
        "record": record.deal,
        "imported": now.isoformat(),
        "chips_per_point": table.chips_per_point,
        **({} if by is None else {"by": by.pk}),
    }
    head = Head(deal.stream)
    for at, events in groupby(record.events, key=lambda timed: timed[0]):
        batch = to_stored([event for _at, event in events])
        head = append_to(head, batch, now=at, metadata=metadata)
    project(deal, state, record.history, now=last)
    for at, event in record.events:
        if isinstance(event, DealStarted):
            deal.started_at = at
        elif isinstance(event, Over):
            deal.ended_at = at
    deal.settled_version, deal.hold_due = deal.owed_version, None
    deal.save()
    return deal.pk
