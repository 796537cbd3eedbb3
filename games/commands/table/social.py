"""Social functions of a table: phrases, muting, watching, and the director's settings for them."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any, Final

from django.db import transaction

from games.engine.attendance import LOOKED_AWAY
from games.engine.state import Phase
from games.errors import Refused
from games.live.publish import publish_table
from games.models import Deal, Player, Seat, SeatWait, Table, Watcher
from games.queries.club.house import house_rules
from games.queries.play import rows
from games.queries.play.lobby import Wait
from games.queries.play.social import LOOK_NOTED, LOOKS_ON
from games.schema import rules_from_plain

PHRASES: Final = (
    *("hello", "well-played", "thank-you", "sorry"),
    *("one-moment", "shall-we-pause", "another-deal", "goodbye"),
)
"""All that can be said. Nothing in it is about cards."""
BETWEEN_PHRASES: Final = timedelta(seconds=5)
"""How long a seat waits after a phrase before its next."""
DELAYS: Final = range(601)
"""Seconds by which spectators may see a table later."""
MOST_WATCHING: Final = 100
"""Guests who are counted as looking on at one table; of who comes then nothing is written."""
WAIT_NOTED: Final = timedelta(minutes=5)
"""How much later than noted a player may have waited with the page open."""
_NOTED: Final = timedelta(seconds=20)


@transaction.atomic
def say(*, by: Player, table_id: int, phrase: str, now: datetime) -> None:
    """Say one of `PHRASES` at your seat; the table shows it for a few seconds, and it is not stored.

    Raises Refused, also while claims may be made: a phrase could reveal something about a claim (§6.10).
    """
    if phrase not in PHRASES:
        raise Refused("phrase.unknown")
    seat = Seat.objects.select_for_update(of=("self",)).filter(table=table_id, player=by).first()
    if seat is None:
        raise Refused("seat.none")
    table = seat.table
    if not table.phrases:
        raise Refused("phrase.off")
    if claims_open(table):
        raise Refused("phrase.claims")
    if seat.said_at is not None and now - BETWEEN_PHRASES < seat.said_at <= now:
        raise Refused("phrase.soon")
    seat.said, seat.said_at = phrase, now
    seat.save(update_fields=["said", "said_at"])
    publish_table(table)


def claims_open(table: Table) -> bool:
    """Return whether a claim window may be open, judged only by what everyone may know."""
    deal = rows.RUNNING.first(table.pk)
    if deal is None or not rules_from_plain(table.rules).offers:
        return False
    quick = not house_rules().claim_seconds
    return deal.window_until is not None or (quick and deal.phase == Phase.TURN)


@transaction.atomic
def mute(*, by: Player, of: Player | None, muted: bool) -> None:
    """Hide the phrases of a member (None: of everybody) from `by`, or show them again. Safe to call twice."""
    whose = None if of is None else of.pk
    held = Player.objects.select_for_update().only("muted").get(pk=by.pk)
    others = [one for one in held.muted if one != whose]
    by.muted = held.muted = [*others, whose] if muted else others
    held.save(update_fields=["muted"])


def mute_seat(*, by: Player, table_id: int, seat: int | None, muted: bool) -> None:
    """Mute the player in a seat of a table, or everyone everywhere (None). Raises Refused("seat.unknown")."""
    of = None
    if seat is not None:
        there = Seat.objects.select_related("player").filter(table=table_id, number=seat).first()
        if there is None or there.player is None:
            raise Refused("seat.unknown")
        of = there.player
    mute(by=by, of=of, muted=muted)


def note_watching(*, table: Table, player: Player | None, guest: str, now: datetime) -> None:
    """Record that somebody without a seat is watching; writes at most every 20 seconds for each spectator.

    Beyond `MOST_WATCHING` guests at a table, further guests are not recorded.
    """
    known = player if player is not None and player.is_authenticated else None
    if known is not None and known.is_guest:
        known = None  # a browser makes as many of them as it likes
    who: dict[str, Any] = {"player": known, "guest": "" if known else guest[:32]}
    row = Watcher.objects.filter(table=table, **who).first()
    if row is not None and row.seen_at > now - _NOTED:
        return
    if row is None:
        here = Watcher.objects.filter(table=table, player=None, seen_at__gt=now - LOOKS_ON)
        if known is None and here.count() >= MOST_WATCHING:
            return
        Watcher.objects.filter(table=table, seen_at__lte=now - LOOKS_ON).delete()
    Watcher.objects.update_or_create(table=table, **who, defaults={"seen_at": now})
    Table.objects.filter(pk=table.pk).update(watched_at=now)


def note_look(*, seat: Seat, table: Table, now: datetime) -> None:
    """Record that a seat's player has the table's page open; writes at most once in `LOOK_NOTED`.

    A player who was shown as away is shown as present immediately, with all the time that is left for the move.
    """
    seen = seat.seen_at
    if seen is not None and now - LOOK_NOTED < seen <= now:
        return
    Seat.objects.filter(pk=seat.pk, player=seat.player_id).update(seen_at=now)
    seat.seen_at = now
    if seen is not None and seen <= now - LOOKED_AWAY:
        Deal.objects.filter(
            table=table, ended_at__isnull=True, turn=seat.number, unseen_until__isnull=False
        ).update(unseen_until=None)
        publish_table(table)


def note_waiting(*, wait: Wait, table: Table, player: Player, now: datetime) -> None:
    """Note that a player who waits for a seat still has the page open; writes every few minutes."""
    if wait.since is not None and wait.since <= now - WAIT_NOTED:
        SeatWait.objects.filter(table=table, player=player).update(since=now)


@transaction.atomic
def allow_company(
    *, by: Player, table_id: int, spectators: bool, delay: int, phrases: bool
) -> Table:
    """Set, as a director, whether a table can be watched, the delay in seconds, and whether phrases are on."""
    if not by.runs_the_club:
        raise Refused("pause.director")
    if delay not in DELAYS:
        raise Refused("table.delay")
    table = Table.objects.select_for_update().filter(pk=table_id).first()
    if table is None:
        raise Refused("table.unknown")
    publish_table(table)  # as it was listened to before
    table.spectators, table.spectator_delay, table.phrases = spectators, delay, phrases
    table.save(update_fields=["spectators", "spectator_delay", "phrases"])
    publish_table(table)
    return table
