"""The rows of disputed discards of real cards, which the casebook reads once their rulings are final."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from games.engine.cards import CARD_BY_NAME, CARD_NAMES
from games.engine.real_cards.results import parse_set
from games.engine.recording.notation import parse_card
from games.engine.recording.similarity import key_of
from games.log import Recorded, read_named
from games.queries.club.house import rules_named
from tournaments.engine.events import TournamentEvent
from tournaments.engine.real_cards.events import (
    DiscardAppealed,
    DiscardDisputed,
    DiscardJoined,
    DiscardRuled,
    DiscardWithdrawn,
)
from tournaments.engine.real_cards.outcome_names import outcome_of
from tournaments.engine.state import TournamentState
from tournaments.models import PaperCase
from tournaments.schema import from_stored, name_of, stream_of

_TELLS: Final = (
    *(DiscardDisputed, DiscardJoined, DiscardRuled, DiscardWithdrawn, DiscardAppealed),
)


def project_cases(
    tournament_id: int, state: TournamentState, events: Sequence[TournamentEvent]
) -> None:
    """Make the rows of the deals whose disputes these newest events speak of what the whole stream says of them.

    Safe to run twice and late.
    """
    told = {event.deal_id for event in events if isinstance(event, _TELLS)}
    if not told:
        return
    rows: dict[int, PaperCase] = {}
    for stored in _stored(tournament_id):
        event = from_stored(stored.name, stored.schema, stored.payload)
        match event:
            case DiscardDisputed() if event.deal_id in told:
                rows[event.deal_id] = _filed(tournament_id, state, event, stored)
            case DiscardJoined() if event.deal_id in told:
                rows[event.deal_id].said.append([event.seat, event.player, event.reason])
            case DiscardRuled() if event.deal_id in told:
                _rule(rows[event.deal_id], event, stored)
            case DiscardWithdrawn() if event.deal_id in told:
                _withdraw(rows[event.deal_id])
            case DiscardAppealed() if event.deal_id in told:
                rows[event.deal_id].appealed = True
                rows[event.deal_id].said.append([event.seat, None, event.reason])
                _ask(rows[event.deal_id], event, stored)
    for row in rows.values():
        row.save()


def _stored(tournament_id: int) -> list[Recorded]:
    found = [
        stored for kind in _TELLS for stored in read_named(stream_of(tournament_id), name_of(kind))
    ]
    return sorted(found, key=lambda stored: stored.version)


def _filed(
    tournament_id: int, state: TournamentState, event: DiscardDisputed, stored: Recorded
) -> PaperCase:
    rules, told, judged = rules_named(state.options.rules), event.discard, event.judgement
    key = key_of(
        parse_card(told.card),
        [parse_card(name) for name in told.hand],
        trash=judged.trash,
        worst=[CARD_BY_NAME[name] for name in judged.worst],
        at_limit=judged.stock <= rules.stock_limit,
    )
    row = PaperCase(
        id=stored.position,
        tournament_id=tournament_id,
        deal_id=event.deal_id,
        round=event.round,
        table=event.table,
        alike="" if judged.opening else key,
        seat=told.seat,
        card=told.card,
        penalty=judged.penalty,
        position=_position(rules.key, event),
        said=[[event.seat, event.player, event.reason]],
        filed_at=stored.recorded_at,
    )
    _ask(row, event, stored)
    return row


def _ask(row: PaperCase, event: DiscardDisputed | DiscardAppealed, stored: Recorded) -> None:
    """From here on a referee is to rule, by when the event says."""
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


def _rule(row: PaperCase, event: DiscardRuled, stored: Recorded) -> None:
    row.outcome = outcome_of(event.outcome, row.penalty)
    row.section, row.reason, row.referee_id = event.section, event.reason, event.referee
    row.ruled_at, row.until = stored.recorded_at, event.until
    row.rulings += 1
    row.appealed = False


def _withdraw(row: PaperCase) -> None:
    row.outcome = row.section = row.reason = ""
    row.referee_id = row.ruled_at = row.until = None
    row.rulings = 0
    row.appealed = False
