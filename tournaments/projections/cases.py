"""Writes the rows of disputed discards at tables with real cards. The casebook reads them once rulings are final."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from games.engine.cards import CARD_BY_NAME, CARD_NAMES
from games.engine.real_cards.results import parse_set
from games.engine.recording.notation import parse_card
from games.engine.recording.similarity import key_of
from games.log import Recorded, read_named
from games.models import FiledDispute, Precedent
from games.queries.club.house import rules_named
from tournaments.engine.events import TournamentCancelled, TournamentClosed, TournamentEvent
from tournaments.engine.real_cards.events import (
    DiscardAppealed,
    DiscardDisputed,
    DiscardJoined,
    DiscardProposed,
    DiscardRuled,
    DiscardSigned,
    DiscardUnsigned,
    DiscardWithdrawn,
)
from tournaments.engine.real_cards.outcome_names import outcome_of
from tournaments.engine.state import Status, TournamentState
from tournaments.models import ReportedDiscard
from tournaments.schema import from_stored, name_of, stream_of

_TELLS: Final = (
    *(DiscardDisputed, DiscardJoined, DiscardRuled, DiscardWithdrawn, DiscardAppealed),
    *(DiscardProposed, DiscardSigned, DiscardUnsigned),
)


def project_cases(
    tournament_id: int, state: TournamentState, events: Sequence[TournamentEvent]
) -> None:
    """Update the rows of the disputes that these newest events concern.

    The rows are made from the whole stream, so it is safe to repeat this or run it late.
    """
    told = {event.deal_id for event in events if isinstance(event, _TELLS)}
    if told:
        _make(tournament_id, state, told)
    if _has_disputes(state):
        _set_ends(tournament_id, state, events)


def _make(tournament_id: int, state: TournamentState, told: set[int]) -> None:
    rows: dict[int, ReportedDiscard] = {}
    for stored in _stored(tournament_id):
        event = from_stored(stored.name, stored.schema, stored.payload)
        if not isinstance(event, _TELLS) or event.deal_id not in told:
            continue
        if isinstance(event, DiscardDisputed):
            rows[event.deal_id] = _filed(tournament_id, state, event, stored)
            continue
        row = rows[event.deal_id]
        match event:
            case DiscardJoined():
                row.dispute.joined.append(event.seat)
                row.said.append([event.seat, event.player, event.reason])
            case DiscardRuled():
                _rule(row.dispute, event, stored)
            case DiscardWithdrawn():
                row.dispute.reopen()
                row.dispute.appealed = False
            case DiscardAppealed():
                row.dispute.reopen()
                row.dispute.appealed = True
                row.dispute.proposed = ""
                row.said.append([event.seat, None, event.reason])
                _ask(row.dispute, event, stored)
            case DiscardProposed():
                row.dispute.proposed = outcome_of(event.outcome, row.dispute.precedent.penalty)
            case DiscardSigned() | DiscardUnsigned():
                row.dispute.proposed = ""
    FiledDispute.objects.filter(deal__in=rows).exclude(
        pk__in=[row.dispute.pk for row in rows.values()]
    ).delete()
    for row in rows.values():
        row.dispute.save()
        row.dispute.precedent.save()
        row.save()


def _has_disputes(state: TournamentState) -> bool:
    return any(
        score.paper is not None and score.paper.dispute is not None
        for drawn in state.rounds
        for table in drawn.tables
        for score in (*table.scores, *table.voided)
    )


def _set_ends(
    tournament_id: int, state: TournamentState, events: Sequence[TournamentEvent]
) -> None:
    """Store in the disputes' rows the time until which first rulings can be appealed.

    While the tournament runs, all have the same time, None while unknown. Afterwards the time is cleared.
    """
    first = FiledDispute.objects.filter(reported__tournament=tournament_id, appealed=False)
    first = first.exclude(status=FiledDispute.OPEN)
    if state.status is Status.RUNNING:
        first.update(until=state.appeal_until, provisional=state.appeal_until is None)
    elif any(isinstance(event, TournamentClosed | TournamentCancelled) for event in events):
        first.update(until=None, provisional=False)


def _stored(tournament_id: int) -> list[Recorded]:
    found = [
        stored for kind in _TELLS for stored in read_named(stream_of(tournament_id), name_of(kind))
    ]
    return sorted(found, key=lambda stored: stored.version)


def _filed(
    tournament_id: int, state: TournamentState, event: DiscardDisputed, stored: Recorded
) -> ReportedDiscard:
    rules, told, judged = rules_named(state.options.rules), event.discard, event.judgement
    key = key_of(
        parse_card(told.card),
        [parse_card(name) for name in told.hand],
        trash=judged.trash,
        worst=[CARD_BY_NAME[name] for name in judged.worst],
        at_limit=judged.stock <= rules.stock_limit,
    )
    dispute = FiledDispute(
        id=stored.position,
        deal_id=event.deal_id,
        real_cards=True,
        number=1,
        discard=0,
        seat=event.seat,
        filed_by_id=event.player,
        filed_at=stored.recorded_at,
        reason=event.reason,
        status=FiledDispute.OPEN,
    )
    dispute.precedent = Precedent(
        dispute=dispute,
        alike="" if judged.opening else key,
        seat=told.seat,
        card=told.card,
        penalty=judged.penalty,
        position=_position(rules.key, event),
    )
    _ask(dispute, event, stored)
    return ReportedDiscard(
        dispute=dispute,
        tournament_id=tournament_id,
        round=event.round,
        table=event.table,
        said=[[event.seat, event.player, event.reason]],
    )


def _ask(row: FiledDispute, event: DiscardDisputed | DiscardAppealed, stored: Recorded) -> None:
    """Set on the row the time by which a referee must rule, from the event."""
    says = event.rule_by is not None
    row.rule_by = event.rule_by
    row.asked_at = stored.recorded_at if says else None
    row.asked_version = stored.version if says else None


def _position(rules: str, event: DiscardDisputed) -> dict[str, Any]:
    told, judged = event.discard, event.judgement
    return {
        "kind": "discard",
        "rules": rules,
        "private": list(told.hand),
        "public": [
            [CARD_NAMES[card] for card in parse_set(text).cards]
            for sets in told.public
            for text in sets
        ],
        "face_up": list(told.dead),
        "stock": judged.stock,
        "trash": judged.trash,
        "usefulness": dict(judged.usefulness),
        "worst": sorted(judged.worst),
    }


def _rule(row: FiledDispute, event: DiscardRuled, stored: Recorded) -> None:
    row.status = outcome_of(event.outcome, row.precedent.penalty)
    row.section, row.ruling, row.referee_id = event.section, event.reason, event.referee
    row.ruled_at, row.until = stored.recorded_at, event.until
