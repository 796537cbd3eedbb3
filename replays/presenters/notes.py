"""Builds the page of notes: the current move, and every note on the deal that the viewer may read."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from games.models import Deal, Player
from games.presenters.sentences import distinct_names
from replays.models import Note
from replays.presenters.replay import names_in, short
from replays.queries.replay import Replay


@dataclass(frozen=True, slots=True)
class NoteBox:
    """A note, and its reader's possible actions on it."""

    note: Note
    mine: bool
    removable: bool
    """By a director who did not sit there, with a reason."""


@dataclass(frozen=True, slots=True)
class MoveNotes:
    """The notes on one move."""

    at: int
    number: int
    """Its step of the replay, 1, 2, 3 …"""
    words: str
    notes: tuple[NoteBox, ...]
    here: bool
    """It is the move that is looked at."""


def move_notes(
    deal: Deal, replay: Replay, notes: Iterable[Note], *, at: int, viewer: Player
) -> Sequence[MoveNotes]:
    """Return the moves with notes and the current move, in order, with all hands open."""
    names = distinct_names(names_in(deal, replay))
    sat = any(seat.player_id == viewer.pk for seat in deal.seats.all())
    by_move: dict[int, list[NoteBox]] = {}
    for note in notes:
        mine = note.by_id == viewer.pk
        box = NoteBox(note, mine, not mine and viewer.runs_the_club and not sat)
        by_move.setdefault(note.version, []).append(box)
    return [
        MoveNotes(
            step.version,
            number,
            short(step, names),
            tuple(by_move.get(step.version, ())),
            step.version == at,
        )
        for number, step in enumerate(replay.steps, 1)
        if step.version in by_move or step.version == at
    ]
