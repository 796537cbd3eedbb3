"""Writes the rows of drawn tables, and the results entered for deals with real cards, from a tournament's state."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any, Final

from games.projections import EnteredDeal, tell_entered
from tournaments.engine.draws.groups import section
from tournaments.engine.people.seats import label_of
from tournaments.engine.real_cards.deciding import is_cardboard
from tournaments.engine.round_state import DealScore, RoundState, TableState
from tournaments.engine.state import TournamentState
from tournaments.models import RoundTable

_COLUMNS: Final = ("seats", "section", "starters", "deals_done", "stopped", "voided", "occupants")


def project_tables(tournament_id: int, before: TournamentState, after: TournamentState) -> None:
    """Update the rows of tables and of real-card deals from one state of a tournament to a later one."""
    draws = {drawn.number: drawn.draw for drawn in after.rounds}
    gone = [one.number for one in before.rounds if draws.get(one.number) != one.draw]
    if gone:
        RoundTable.objects.filter(tournament=tournament_id, round__in=gone).delete()
    stood = {one.number: one for one in before.rounds if one.number not in gone}
    for drawn in after.rounds:
        old = stood.get(drawn.number)
        if old is None:
            _write_draw(tournament_id, drawn)
        elif old is not drawn:
            _write_changes(tournament_id, old, drawn)
    newest = after.rounds[-1].number if after.rounds else 0
    if newest and (newest not in stood or before.marks != after.marks):
        _mark_cardboard(tournament_id, after)


def _write_draw(tournament_id: int, drawn: RoundState) -> None:
    # A rebuild finds existing tables: they keep the club's table, and recount their deals.
    RoundTable.objects.bulk_create(
        [
            RoundTable(
                tournament_id=tournament_id,
                round=drawn.number,
                number=number,
                **_columns(drawn, table),
            )
            for number, table in enumerate(drawn.tables, 1)
        ],
        update_conflicts=True,
        unique_fields=("tournament", "round", "number"),
        update_fields=_COLUMNS,
    )
    for table in drawn.tables:
        _tell_entered(None, table)


def _write_changes(tournament_id: int, before: RoundState, drawn: RoundState) -> None:
    rows = RoundTable.objects.filter(tournament=tournament_id, round=drawn.number)
    both = zip(before.tables, drawn.tables, strict=True)
    for number, (then, table) in enumerate(both, 1):
        if then is table:
            continue
        was, said = _columns(before, then), _columns(drawn, table)
        changed = {name: said[name] for name in _COLUMNS if said[name] != was[name]}
        if changed:
            rows.filter(number=number).update(**changed)
        _tell_entered(then, table)


def _columns(drawn: RoundState, table: TableState) -> dict[str, Any]:
    """Return the values of a drawn table's row."""
    given = table.given
    occupants = [
        label_of(given[seat].player) if seat in given else "" for seat in range(len(table.seats))
    ]
    return {
        "seats": list(table.seats),
        "section": section(drawn.groups, drawn.finalists, table.seats),
        "starters": [
            *drawn.starters_at(table),
            *(drawn.starter(table, deal) for deal in table.replays),
        ],
        "deals_done": len(table.scores) + len(table.voided),
        "stopped": table.stopped,
        "voided": sorted(score.number for score in table.voided),
        "occupants": occupants if given else [],
    }


def _mark_cardboard(tournament_id: int, state: TournamentState) -> None:
    """Mark which tables of the newest round play with real cards."""
    drawn = state.rounds[-1]
    cardboard = [
        number
        for number in range(1, len(drawn.tables) + 1)
        if is_cardboard(state, drawn.number, number)
    ]
    rows = RoundTable.objects.filter(tournament=tournament_id, round=drawn.number)
    rows.filter(number__in=cardboard, cardboard=False).update(cardboard=True)
    rows.filter(cardboard=True).exclude(number__in=cardboard).update(cardboard=False)


def _tell_entered(before: TableState | None, table: TableState) -> None:
    """Update the rows of a table's deals whose entered result has changed since `before`."""
    then = () if before is None else (*before.scores, *before.voided)
    known = {score.deal_id: score for score in then}
    for score in (*table.scores, *table.voided):
        old = known.get(score.deal_id)
        if score is old or score.paper is None:
            continue
        if old is None or entered_deal(old) != entered_deal(score):
            tell_entered(deal_id=score.deal_id, entered=entered_deal(score))


def entered_deal(score: DealScore) -> EnteredDeal:
    """Return the entered result of a deal with real cards, as its row stores it."""
    paper = score.paper
    assert paper is not None
    lay = paper.lay
    told: dict[str, Any] = {
        "status": paper.status.value,
        "sets": list(lay.sets),
        "asides": [list(asides) for asides in lay.asides],
        "section": lay.section,
    }
    if lay.counted is not None:
        told["counted"] = asdict(lay.counted)
    if paper.void:
        told["void"] = True
    if paper.dispute is not None and paper.dispute.proposal is not None:
        told["proposed"] = True
    return EnteredDeal(score.winner, score.points, score.penalised, score.net, told)
