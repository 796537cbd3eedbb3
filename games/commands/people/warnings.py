"""Warns members at club tables outside tournaments, and takes warnings back. Neither changes points."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from games.club.warnings import ConductWarned, WarningTakenBack, standing, time_of
from games.commands.club.chips import locked, record_fact
from games.common.names import is_unseen
from games.engine.disputing.sanctions import REASON_LENGTH
from games.errors import Refused
from games.infrastructure.outbox import enqueue_subscribers
from games.models import Call, Player, Table
from games.queries import get_table
from games.queries.club.house import sanction_table
from games.queries.club.warnings import known_at, warnings_of
from games.queries.interests import plays_for
from games.queries.play.calls import seated_at


@transaction.atomic
def warn(
    *,
    by: Player,
    table_id: int,
    player_id: int,
    kind: str,
    reason: str,
    key: str,
    now: datetime,
    call_id: int | None = None,
) -> None:
    """Warn a member who sits or has played at a table, as a referee or director who does not sit there (§10.8).

    Repeating it with the same `key` changes nothing. Raises Refused for a tournament's table, whose own reports can
    also deduct points.
    """
    table = _judged(by, table_id)
    reason = _reason(reason)
    found = sanction_table().find(kind)
    if found is None or not found.offered:
        raise Refused("warning.kind")
    if player_id not in known_at(table):
        raise Refused("warning.not-there")
    if call_id is not None and not Call.objects.filter(pk=call_id, table=table).exists():
        raise Refused("call.unknown")
    player = Player.objects.get(pk=player_id)
    locked(player)
    events = warnings_of(player_id)
    warned = [one for _at, one in events if isinstance(one, ConductWarned)]
    if any(one.key == key for one in warned):
        return
    event = ConductWarned(
        number=len(warned) + 1,
        kind=kind,
        section=found.section,
        words=found.words,
        time=time_of(standing(events), kind=kind, now=now),
        reason=reason,
        table=table.pk,
        call=call_id,
        key=key,
    )
    record_fact(player, event, now=now, by=by)
    enqueue_subscribers(["member.warned"])


@transaction.atomic
def take_warning_back(
    *, by: Player, player_id: int, number: int, reason: str, now: datetime
) -> None:
    """Take a warning back, for a reason; anyone who may give warnings can do so. Raises Refused the second time."""
    player = Player.objects.filter(pk=player_id).first()
    if player is None:
        raise Refused("member.unknown")
    events = warnings_of(player_id)
    one = next(
        (one for _at, one in events if isinstance(one, ConductWarned) and one.number == number),
        None,
    )
    if one is None:
        raise Refused("warning.unknown")
    _judged(by, one.table)
    if by.pk == player_id:
        raise Refused("call.interest")
    locked(player, ended=True)
    if all(other.number != number for _at, other in standing(warnings_of(player_id))):
        raise Refused("warning.taken-back")
    record_fact(player, WarningTakenBack(number, one.kind, _reason(reason)), now=now, by=by)
    enqueue_subscribers(["member.warning-taken-back"])


def _judged(by: Player, table_id: int) -> Table:
    if not (by.is_referee or by.runs_the_club):
        raise Refused("call.duty")
    table = get_table(table_id)
    if table.origin.startswith("tournament-"):
        raise Refused("warning.tournament")
    if by.pk in {*seated_at(table.pk), *known_at(table)} or plays_for(table.origin, by):
        raise Refused("call.interest")
    return table


def _reason(text: str) -> str:
    text = text.strip()
    # PostgreSQL cannot store NUL in a text, and nobody means to write one.
    if is_unseen(text) or len(text) > REASON_LENGTH or "\0" in text:
        raise Refused("warning.reason")
    return text
