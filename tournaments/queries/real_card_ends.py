"""Queries for the deadlines of rulings on real-card discards, and of appeals against them (§10.8)."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from games.errors import Refused
from games.log import UNREADABLE, read_named
from games.models import FiledDispute
from tournaments.engine.participants import is_bot, player_id
from tournaments.engine.people.seats import holders_of
from tournaments.engine.state import Status, TournamentState
from tournaments.models import ReportedDiscard
from tournaments.queries.histories import current
from tournaments.queries.real_card_cases import undecided
from tournaments.schema import stream_of

_log = logging.getLogger(__name__)
_RULED: Final = "tournament.discard-ruled"


class RealCardEnd(NamedTuple):
    """The deadline of a deal with real cards: for appealing its ruling, or for the referee to rule."""

    tournament_id: int
    round: int
    table: int
    deal_id: int
    deal_number: int
    version: int
    """The ruling's event in the stream of the tournament, or that of the dispute or appeal which waits for one."""
    since: datetime
    until: datetime
    players: tuple[int, ...]
    """The members who had its seats."""


def appeals_of_real_cards(now: datetime) -> Iterator[RealCardEnd]:
    """Yield the first rulings that can be appealed, if the end is known. Unreadable ones are logged and skipped."""
    rows = ReportedDiscard.objects.exclude(dispute__status=FiledDispute.OPEN).order_by("pk")
    ends = _readable(rows.filter(dispute__until__gt=now).select_related("dispute"), _appeal)
    return (one for one in ends if now < one.until)


def rulings_of_real_cards() -> Iterator[RealCardEnd]:
    """Yield the disputes and appeals that a referee must decide by a known time, skipping unreadable ones."""
    rows = undecided().filter(dispute__rule_by__isnull=False).order_by("pk")
    return _readable(rows.select_related("dispute"), _ruling)


def _readable(
    rows: Iterable[ReportedDiscard], look: Callable[[ReportedDiscard], RealCardEnd | None]
) -> Iterator[RealCardEnd]:
    for row in rows:
        try:
            one = look(row)
        except (Refused, *UNREADABLE) as error:
            _log.error(
                "no end of the dispute on deal %s of tournament %s: %s",
                *(row.dispute.deal_id, row.tournament_id, type(error).__name__),
            )
            continue
        if one is not None:
            yield one


def _appeal(row: ReportedDiscard) -> RealCardEnd | None:
    state = current(row.tournament_id).state
    if row.dispute.ruled_at is None or state.status is Status.CANCELLED:
        return None
    until, since = row.dispute.until, row.dispute.ruled_at
    if state.status is Status.RUNNING:
        until = state.appeal_until
    if until is None:
        return None
    if state.status is Status.RUNNING:
        # It runs for all deals together, and for this one from its ruling.
        since = max(since, until - timedelta(minutes=state.options.appeal_minutes))
    stored = read_named(stream_of(row.tournament_id), _RULED)
    version = max(
        one.version for one in stored if one.payload.get("deal_id") == row.dispute.deal_id
    )
    return _end(row, state, version, since, until)


def _ruling(row: ReportedDiscard) -> RealCardEnd | None:
    state = current(row.tournament_id).state
    filed = row.dispute
    if filed.asked_at is None or filed.rule_by is None:
        return None
    return _end(row, state, filed.asked_version or 0, filed.asked_at, filed.rule_by)


def _end(
    row: ReportedDiscard, state: TournamentState, version: int, since: datetime, until: datetime
) -> RealCardEnd | None:
    found = state.find_deal(row.dispute.deal_id)
    if found is None:
        return None
    number, table, score = found
    drawn = state.rounds[number - 1].tables[table - 1]
    labels = [label for label in holders_of(drawn, score.number) if not is_bot(label)]
    players = tuple(one for one in map(player_id, labels) if one not in state.left)
    place = row.tournament_id, number, table, row.dispute.deal_id, score.number
    return RealCardEnd(*place, version, since, until, players)
