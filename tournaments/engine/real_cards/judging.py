"""Judges a reported discard by §10, like a discard on screens."""

from __future__ import annotations

from collections.abc import Iterable

from games.engine.cards import CARD_NAMES, Card
from games.engine.errors import BadNotation
from games.engine.real_cards.discards import Judged, ReportedDiscard, judge_discard
from games.engine.real_cards.results import BadResult, CardboardResult, parse_aside, parse_set
from games.engine.recording.notation import parse_card
from games.engine.rules import RuleSet
from tournaments.engine.errors import TournamentRefused
from tournaments.engine.real_cards.events import Discard, Judgement, Lay


def judge(rules: RuleSet, lay: Lay, discard: Discard) -> Judgement:
    """Judge the discard that completed this result. Raises `TournamentRefused` for an impossible position."""
    if len(discard.public) != len(lay.asides):
        raise TournamentRefused("tournament.result-malformed")
    try:
        result = CardboardResult(
            lay.winner,
            tuple(map(parse_set, lay.sets)),
            tuple(tuple(map(parse_aside, asides)) for asides in lay.asides),
            lay.offender,
        )
        told = ReportedDiscard(
            discard.seat,
            _cards([discard.card])[0],
            _cards(discard.hand),
            tuple(tuple(map(parse_set, one)) for one in discard.public),
            _cards(discard.dead),
        )
        return _stored(judge_discard(rules, result, told))
    except BadResult as bad:
        raise TournamentRefused(bad.code, **bad.facts) from None


def _cards(names: Iterable[str]) -> tuple[Card, ...]:
    try:
        return tuple(sorted(map(parse_card, names)))
    except BadNotation:
        raise BadResult("cardboard.unreadable") from None


def _stored(judged: Judged) -> Judgement:
    return Judgement(
        judged.trash,
        judged.stock,
        tuple((CARD_NAMES[card], useful) for card, useful in judged.verdict.usefulness),
        tuple(CARD_NAMES[card] for card in judged.verdict.worst),
        judged.opening,
        judged.penalty,
    )
