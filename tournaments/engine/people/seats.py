"""Finds who holds each seat of a round after seats were given to substitutes, bots or other members."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from tournaments.engine.participants import Table, is_bot, member_label, player_id
from tournaments.engine.round_state import DealScore, Given, RoundState, Span, TableState
from tournaments.engine.state import TournamentState

if TYPE_CHECKING:  # events know the state they change
    from tournaments.engine.people.entry_events import SeatGiven

BOT: Final = "bot:careful"
"""The label of the bot that plays for members."""


def label_of(player: int | None) -> str:
    """Return the label of a seat's holder: a member's, or the careful bot's for None."""
    return BOT if player is None else member_label(player)


def holders(table: TableState) -> Table:
    """Return the labels of those who hold a table's seats from its next deal on."""
    return tuple(
        label_of(table.given[seat].player) if seat in table.given else label
        for seat, label in enumerate(table.seats)
    )


def holders_of(table: TableState, deal: int | None) -> Table:
    """Return the labels of those who played this deal if it is scored, otherwise of the next deal's players."""
    score = None if deal is None else table.score(deal)
    if score is None:
        return holders(table)
    sat = {seat: member_label(player) for seat, player in score.sat_in}
    return tuple(sat.get(seat, label) for seat, label in enumerate(table.seats))


def sat_in(table: TableState) -> tuple[tuple[int, int], ...]:
    """Return the seats not held by the member drawn for them, each with the member who holds it."""
    return tuple(
        (seat, given.player)
        for seat, given in sorted(table.given.items())
        if given.player is not None and member_label(given.player) != table.seats[seat]
    )


def done(state: TournamentState, table: TableState) -> bool:
    """Return whether a table of the newest round has played all its deals."""
    return len(table.scores) + len(table.voided) >= state.rounds[-1].planned(table)


def with_substitute(
    substitutes: Mapping[int, int | None], event: SeatGiven
) -> Mapping[int, int | None]:
    """Return the substitutes for all later rounds after ``event``, by the owner's player id.

    ``event`` gives a seat to a substitute for all later rounds, or returns it to its owner. None stands for the
    careful bot.
    """
    owner = player_id(event.owner)
    others = {who: player for who, player in substitutes.items() if who != owner}
    return others if event.player == owner else {**others, owner: event.player}


def at_draw(state: TournamentState, seats: Table) -> TableState:
    """Return the state of a newly drawn table."""
    given = _given_at_draw(state, seats)
    came = frozenset(one.player for one in given.values() if one.player is not None)
    return TableState(seats, given=given, came=came)


def _given_at_draw(state: TournamentState, seats: Table) -> Mapping[int, Given]:
    """Return the seats of a newly drawn table whose owners have a substitute for all later rounds, by seat."""
    return {
        seat: Given(state.substitutes[player_id(label)], Span.REST)
        for seat, label in enumerate(seats)
        if not is_bot(label) and player_id(label) in state.substitutes
    }


def standing_again(state: TournamentState, drawn: RoundState) -> tuple[TableState, ...]:
    """Return the tables of a discarded draw that is restored before its first card.

    A seat given for all later rounds has its current holder. Any other seat has the holder it had in that draw,
    unless that member has left, sits elsewhere, or can no longer be a substitute.
    """
    tables = [at_draw(state, table.seats) for table in drawn.tables]
    seated = {label for table in tables for label in (*table.seats, *holders(table))}
    for number, (now, then) in enumerate(zip(tables, drawn.tables, strict=True)):
        given = dict(now.given)
        for seat, one in then.given.items():
            owner = then.seats[seat]
            elsewhere = label_of(one.player) in seated - {owner}
            here = one.player is None or (not elsewhere and _may_have(state, one.player, owner))
            if one.span is not Span.REST and seat not in given and here:
                given[seat] = one
        tables[number] = replace(now, given=given, came=now.came | then.came)
    return tuple(tables)


def _may_have(state: TournamentState, player: int, owner: str) -> bool:
    """Return whether this holder may still have the seat: the owner, a member at a bot's seat, or a substitute."""
    if player in state.left:
        return False
    if is_bot(owner) or player == player_id(owner):
        return True
    return player in state.reserves and player not in state.judges


def behind_deal(state: TournamentState, table: TableState, score: DealScore) -> Mapping[int, Given]:
    """Return the holder of each seat that is given away, by seat, after a deal scored as ``score``.

    A seat given for that one deal returns to its next holder. With real cards a substitute keeps the seat of a member
    who has left.
    """
    given = dict(table.given)
    for seat, one in table.given.items():
        if one.span is not Span.DEAL or (seat, one.player) not in score.sat_in:
            continue
        owner = player_id(table.seats[seat])
        back = one.then or Given(None if owner in state.left else owner, Span.ROUND)
        if score.paper is not None and (back.player is None or back.player in state.left):
            back = Given(one.player, Span.ROUND)  # no bot plays with real cards
        given[seat] = back
    return given
