"""Writes the rows of disputes from the events of a deal. Safe to repeat; all rows can be rebuilt."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, get_args

from django.db import transaction

from games.engine.cards import CARD_NAMES
from games.engine.disputing.outcomes import RulingGiven, outcome_of
from games.engine.events import (
    DisputeEvent,
    DisputeFiled,
    Event,
    RulingAppealed,
    RulingWithdrawn,
)
from games.engine.evolve import fold
from games.engine.recording.notation import NAMES
from games.engine.recording.similarity import faced
from games.engine.state import Ending
from games.log import Recorded, read
from games.log.followers import Follower
from games.log.followers import rebuild as read_again
from games.models import Deal, Player, Precedent
from games.schema import deal_of, from_stored, stream_of
from replays.index import indexer
from replays.models import Dispute

_EVENTS = frozenset(NAMES[kind] for kind in get_args(DisputeEvent))


@transaction.atomic
def project(deal_id: int) -> None:
    """Update the rows of a deal's disputes from its stream. Safe to repeat and to run late."""
    # Every writer to the deal locks its row, so this never reads half of an update.
    if not Deal.objects.select_for_update().filter(pk=deal_id).exists():
        return
    stream = list(read(stream_of(deal_id)))
    history = [from_stored(stored.name, stored.schema, stored.payload) for stored in stream]
    rows: dict[int, Dispute] = {}
    for recorded, event in zip(stream, history, strict=True):
        match event:
            case DisputeFiled():
                rows[event.dispute] = _filed(deal_id, event, recorded)
            case RulingGiven():
                _rule(rows[event.dispute], event, recorded)
            case RulingWithdrawn():
                rows[event.dispute].reopen()
            case RulingAppealed():
                rows[event.dispute].reopen()
                _ask(rows[event.dispute], event, recorded)
    Dispute.objects.filter(deal_id=deal_id).exclude(
        pk__in=[row.pk for row in rows.values()]
    ).delete()
    if not rows:
        return
    ending = fold(history).ending
    assert ending is not None
    for dispute in ending.disputes:
        row, proposal = rows[dispute.number], dispute.proposal
        row.joined, row.appealed = list(dispute.joined), dispute.appealed is not None
        row.until = _moment(dispute.appeal_until)
        row.proposed = "" if proposal is None else proposal.wish.outcome.value
        row.save()
        _keep_position(row, history, ending)


def _ask(row: Dispute, event: DisputeFiled | RulingAppealed, recorded: Recorded) -> None:
    """Set the deadline for a referee's ruling in the dispute's row, as this event has it.

    None for an imported deal, because its referees belong to another club.
    """
    row.rule_by = row.asked_at = row.asked_version = None
    if event.rule_by is not None and "imported" not in recorded.metadata:
        row.rule_by = _moment(event.rule_by)
        row.asked_at, row.asked_version = recorded.recorded_at, recorded.version


def _filed(deal_id: int, event: DisputeFiled, recorded: Recorded) -> Dispute:
    row = Dispute(
        id=recorded.position,
        deal_id=deal_id,
        number=event.dispute,
        discard=event.discard,
        seat=event.seat,
        filed_by_id=_known(recorded.metadata.get("by")),
        filed_at=recorded.recorded_at,
        reason=event.reason,
        status=Dispute.OPEN,
    )
    _ask(row, event, recorded)
    return row


def _keep_position(row: Dispute, history: Sequence[Event], ending: Ending) -> None:
    """Store the position of the disputed discard, once: what precedes a discard never changes."""
    if Precedent.objects.filter(dispute=row).exists():
        return
    found = faced(history, row.discard)
    if found is None:
        return
    Precedent.objects.create(
        dispute=row,
        alike=found.key,
        seat=found.seat,
        card=CARD_NAMES[found.card],
        penalty=ending.original.offender is not None,
        position=found.to_plain(),
    )


def _rule(row: Dispute, event: RulingGiven, recorded: Recorded) -> None:
    row.status = outcome_of(event)
    # An imported deal's people belong to another club, whatever their numbers are here.
    if "imported" not in recorded.metadata:
        row.referee_id = _known(event.referee.removeprefix("player:"))
    row.section = event.section
    row.ruling = event.reason
    row.ruled_at = recorded.recorded_at
    row.ruling_version = recorded.version


def _moment(text: str | None) -> datetime | None:
    return None if text is None else datetime.fromisoformat(text)


def _known(player: Any) -> int | None:
    """Return the id of a player who is in the database; None for an unknown player."""
    found = (
        Player.objects.filter(pk=player).values_list("pk", flat=True).first() if player else None
    )
    return None if found is None else int(found)


def _handle(events: list[Recorded]) -> None:
    for stream in {event.stream for event in events if event.name in _EVENTS}:
        deal_id = deal_of(stream)
        if deal_id is not None:
            project(deal_id)


def _reset() -> None:
    Dispute.objects.all().delete()


DISPUTES = Follower("disputes", _handle, _reset)
"""Reads the whole log for disputes and rulings; the commands project at once, so it finds its work done."""


def rebuild_all() -> int:
    """Rebuild the search index and all rows of disputes. Return how many events were read for the disputes."""
    indexer.rebuild()
    return read_again(DISPUTES)
