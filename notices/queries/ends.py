"""Queries for deadlines that are near enough for a reminder, and for its recipients (decision 0240)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import NamedTuple

from django.db.models import Q

from games.engine.disputing.periods import is_over, remind_at
from games.models import DealSeat, Player
from notices.kinds import APPEAL_ENDS, RULING_DUE, RULING_LATE
from notices.models import Notice
from notices.recipients import Facts
from replays.models import Dispute
from tournaments.queries import RealCardEnd, appeals_of_real_cards, rulings_of_real_cards
from tournaments.schema import stream_of


class Reminder(NamedTuple):
    """A reminder that is due: its recipients, and the values for its words."""

    name: str
    stream: str
    version: int
    """With `stream` the event that the end belongs to: the ruling, or the dispute or appeal that waits for one."""
    facts: Facts
    players: tuple[int, ...]


def reminders(now: datetime) -> list[Reminder]:
    """Return the reminders that are due and not yet given.

    Parts of the log that cannot be read are left out, and logged by the queries that found them; the other reminders
    are still returned.
    """
    found = [
        *_appeals_on_screens(now),
        *_appeals_of_real_cards(now),
        *_rulings_on_screens(now),
        *_rulings_of_real_cards(now),
    ]
    given = set(_given(found))
    return [one for one in found if one[:3] not in given]


def _given(found: Iterable[Reminder]) -> Iterable[tuple[str, str, int]]:
    rows = Notice.objects.filter(reminder=True, stream__in={one.stream for one in found})
    return rows.values_list("name", "stream", "version")


def _appeals_on_screens(now: datetime) -> Iterator[Reminder]:
    """Yield a reminder to the players of each deal whose time to appeal ends soon (§10.8)."""
    ruled = Dispute.objects.filter(until__gt=now, ruled_at__isnull=False).order_by("pk")
    for row in ruled.exclude(status=Dispute.OPEN).select_related("deal"):
        assert row.ruled_at is not None and row.until is not None
        if now < remind_at(row.ruled_at, row.until):
            continue
        seats = DealSeat.objects.filter(deal=row.deal_id, player__isnull=False).order_by("number")
        players = tuple(int(player) for player in seats.values_list("player", flat=True))
        facts: Facts = {"deal": row.deal_id, "until": row.until.isoformat()}
        yield Reminder(APPEAL_ENDS, row.deal.stream, row.ruling_version or 0, facts, players)


def _appeals_of_real_cards(now: datetime) -> Iterator[Reminder]:
    """Yield the reminders that the time to appeal ends soon, for tables with real cards."""
    for one in appeals_of_real_cards(now):
        if now < remind_at(one.since, one.until):
            continue
        facts = _of_real_cards(one)
        stream = stream_of(one.tournament_id)
        yield Reminder(APPEAL_ENDS, stream, one.version, facts, one.players)


def _rulings_on_screens(now: datetime) -> Iterator[Reminder]:
    """Yield the reminders to staff that a dispute still has no ruling: before the deadline, and after it."""
    waiting = Dispute.objects.filter(status=Dispute.OPEN, rule_by__isnull=False)
    for row in waiting.order_by("pk").select_related("deal"):
        name = _of_a_ruling(row.asked_at, row.rule_by, now)
        if name and row.rule_by is not None:
            seats = DealSeat.objects.filter(deal=row.deal_id, player__isnull=False)
            seated = {int(player) for player in seats.values_list("player", flat=True)}
            facts: Facts = {"deal": row.deal_id, "until": row.rule_by.isoformat()}
            yield Reminder(
                name, row.deal.stream, row.asked_version or 0, facts, _watching(but=seated)
            )


def _rulings_of_real_cards(now: datetime) -> Iterator[Reminder]:
    """Yield the reminders to staff that a dispute has no ruling, for tables with real cards."""
    for one in rulings_of_real_cards():
        name = _of_a_ruling(one.since, one.until, now)
        if name:
            facts = _of_real_cards(one)
            stream = stream_of(one.tournament_id)
            yield Reminder(name, stream, one.version, facts, _watching(but=set(one.players)))


def _of_a_ruling(asked: datetime | None, until: datetime | None, now: datetime) -> str:
    """Return the name of the reminder that is due for a missing ruling; empty for none."""
    if asked is None or until is None or now < remind_at(asked, until):
        return ""
    return RULING_LATE if is_over(until, now) else RULING_DUE


def _watching(*, but: set[int]) -> tuple[int, ...]:
    """Return the ids of all active referees, directors and owners except these players."""
    duty = Q(is_referee=True) | Q(is_director=True) | Q(is_superuser=True)
    found = Player.objects.filter(duty, is_active=True).order_by("pk").values_list("pk", flat=True)
    return tuple(one for one in found if one not in but)


def _of_real_cards(one: RealCardEnd) -> Facts:
    return {
        "tournament": one.tournament_id,
        "round": one.round,
        "table": one.table,
        "told": one.deal_id,
        "deal_number": one.deal_number,
        "until": one.until.isoformat(),
        "variant": 1,
    }
