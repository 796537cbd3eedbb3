"""Writes, changes and removes members' notes on moves of finished deals."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from django.db import transaction

from games.club.accounts import WordsRemoved
from games.commands.club.chips import locked, record_fact
from games.common.names import is_unseen
from games.errors import Refused
from games.infrastructure.outbox import enqueue_subscribers
from games.models import Player
from games.queries.play.deals import seat_of
from replays.models import Note
from replays.models.note import WORDS_LENGTH
from replays.queries.notes import get_note
from replays.queries.replay import get_replay

MOST: Final = 30
"""Notes that a member may have on one deal."""
REASON_LENGTH: Final = 200
"""Characters of a director's reason."""


@transaction.atomic
def write_note(
    *, by: Player, deal_id: int, version: int, circle: str, words: str, now: datetime
) -> Note:
    """Write a note on the move at `version` of a deal, for the readers that `circle` names.

    Raises Refused for an empty or too long text, an unknown move or circle, too many notes on the deal, or the circle
    of its players if the writer is none of them.
    """
    _deal, replay = get_replay(deal_id)
    replay.step(version)
    circle = _circle(by, deal_id, circle)
    words = plain(words, WORDS_LENGTH, "note.words")
    Player.objects.select_for_update(no_key=True).get(pk=by.pk)
    if Note.objects.filter(by=by, deal=deal_id).count() >= MOST:
        raise Refused("note.too-many")
    return Note.objects.create(
        deal_id=deal_id, version=version, by=by, circle=circle, words=words, written_at=now
    )


@transaction.atomic
def change_note(
    *, by: Player, deal_id: int, note_id: int, circle: str, words: str, now: datetime
) -> Note:
    """Change the text or the readers of your own note. Raises Refused("note.unknown") for anybody else's."""
    if deal_id >= 2**63:
        raise Refused("note.unknown")
    note = Note.objects.select_for_update().filter(pk=note_id, deal=deal_id, by=by).first()
    if note is None:
        raise Refused("note.unknown")
    note.circle = _circle(by, deal_id, circle)
    note.words = plain(words, WORDS_LENGTH, "note.words")
    note.changed_at = now
    note.save(update_fields=["circle", "words", "changed_at"])
    return note


@transaction.atomic
def remove_note(*, by: Player, deal_id: int, note_id: int, reason: str = "", now: datetime) -> None:
    """Remove a note, as its writer, or as a director with a reason.

    A director's removal is listed among the acts of the staff. Raises Refused("note.unknown"),
    Refused("note.not-yours"), Refused("note.reason"), and Refused("note.own-deal") for a director who sat in the
    deal.
    """
    note = get_note(deal_id, note_id, by)
    if note.by_id != by.pk:
        if not by.runs_the_club:
            raise Refused("note.not-yours")
        if seat_of(deal_id, by) is not None:
            raise Refused("note.own-deal")
        reason = plain(reason, REASON_LENGTH, "note.reason")
        locked(note.by, ended=True)
        if not Note.objects.filter(pk=note.pk).exists():
            raise Refused("note.unknown")
        record_fact(note.by, WordsRemoved(deal=deal_id, reason=reason), now=now, by=by)
        enqueue_subscribers(["member.words-removed"])
    Note.objects.filter(pk=note.pk).delete()


def plain(text: str, most: int, code: str) -> str:
    """Return a text without invisible characters; its line breaks stay.

    Raises Refused(code) if nothing visible is left, or if the text is longer than `most`.
    """
    lines = (
        "".join(c if c.isprintable() else " " for c in one).rstrip() for one in text.splitlines()
    )
    words = "\n".join(lines).strip()
    if is_unseen(words) or len(words) > most:
        raise Refused(code)
    return words


def _circle(by: Player, deal_id: int, circle: str) -> str:
    if circle not in Note.Circle.values:
        raise Refused("note.circle")
    if circle == Note.Circle.TABLE and seat_of(deal_id, by) is None:
        raise Refused("note.not-seated")
    return circle
