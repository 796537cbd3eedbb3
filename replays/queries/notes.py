"""Queries for the notes on a deal that a viewer may read."""

from __future__ import annotations

from django.db.models import Q, QuerySet

from games.errors import Refused
from games.models import Player
from games.queries.play.deals import seat_of
from replays.models import Note


def notes_of(deal_id: int, viewer: Player) -> QuerySet[Note]:
    """Return the notes on this deal that the viewer may read, in the order of the moves.

    These are the viewer's own, those for the whole club and, if the viewer sat in the deal, those for its players.
    Directors read the players' notes too, so that they can remove hurtful words. Private notes are read by their
    writer alone.
    """
    if deal_id >= 2**63:
        return Note.objects.none()
    readable = Q(by=viewer) | Q(circle=Note.Circle.CLUB)
    if viewer.runs_the_club or seat_of(deal_id, viewer) is not None:
        readable |= Q(circle=Note.Circle.TABLE)
    return Note.objects.filter(readable, deal=deal_id).select_related("by")


def get_note(deal_id: int, note_id: int, viewer: Player) -> Note:
    """Return a note. Raises Refused("note.unknown") if it is missing, or not readable by the viewer."""
    note = notes_of(deal_id, viewer).filter(pk=note_id).first()
    if note is None:
        raise Refused("note.unknown")
    return note
