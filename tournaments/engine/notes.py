"""Remarks beside a line of the standings: who came late, sat out, was played for, withdrew or was removed, and when."""

from __future__ import annotations

from collections import Counter
from enum import StrEnum
from typing import NamedTuple

from tournaments.engine.participants import member_label
from tournaments.engine.state import Status, TournamentState


class Kind(StrEnum):
    """What a remark is about; `Note.number` is a round, but of PLAYED_FOR the number of deals."""

    ENTERED_LATE = "entered-late"
    SAT_OUT = "sat-out"
    SITS_OUT = "sits-out"
    PLAYED_FOR = "played-for"
    WITHDREW = "withdrew"
    REMOVED = "removed"


class Note(NamedTuple):
    """A remark; the `reason` is a director's, for removing."""

    kind: Kind
    number: int
    reason: str = ""


def notes(state: TournamentState) -> dict[str, tuple[Note, ...]]:
    """The remarks on each member by label, in the order in which they are read; who has none is left out."""
    seated = [{label for table in drawn.tables for label in table.seats} for drawn in state.rounds]
    played_for = Counter(
        result.seats[seat] for result in state.results() for seat in result.played_for
    )
    found = {}
    for player in state.entrants:
        remarks = tuple(_of(state, player, seated, played_for[member_label(player)]))
        if remarks:
            found[member_label(player)] = remarks
    return found


def _of(state: TournamentState, player: int, seated: list[set[str]], played_for: int) -> list[Note]:
    label, leaving = member_label(player), state.left.get(player)
    first = state.late.get(player, 1)
    last = len(seated) if leaving is None else leaving.round
    remarks = [Note(Kind.ENTERED_LATE, first)] if first > 1 else []
    remarks += [
        Note(Kind.SAT_OUT, number)
        for number in range(first, last + 1)
        if label not in seated[number - 1]
    ]
    if player in state.absent and state.status in (Status.OPEN, Status.RUNNING):
        remarks.append(Note(Kind.SITS_OUT, state.next_round))
    if played_for:
        remarks.append(Note(Kind.PLAYED_FOR, played_for))
    if leaving is not None:
        kind = Kind.WITHDREW if leaving.reason is None else Kind.REMOVED
        remarks.append(Note(kind, leaving.round, leaving.reason or ""))
    return remarks
