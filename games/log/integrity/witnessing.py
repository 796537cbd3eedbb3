"""Serves witnesses of the log: notes with cosignatures, and proofs. Stores the cosignatures that they send back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from typing import Final

from django.utils.translation import gettext as _

from games.log import codec
from games.log.integrity import merkle, tree
from games.log.integrity.notes import (
    Checkpoint,
    Note,
    Signature,
    SigningKey,
    VerifierKey,
    cosign,
    opened,
)
from games.log.models import Cosignature, SignedCheckpoint


class UnknownCheckpoint(LookupError):
    """Raised if there is no such checkpoint or leaf."""


class Inconsistent(Exception):
    """Raised if the log does not continue what a witness has seen: it was forged, or a backup was restored."""


def newest() -> Note:
    """Return the newest checkpoint with its cosignatures. Raises `UnknownCheckpoint` before the first."""
    return _with_cosignatures(SignedCheckpoint.objects.order_by("-size").first())


def checkpoint(size: int) -> Note:
    """Return the checkpoint of this size with its cosignatures. Raises `UnknownCheckpoint`."""
    return _with_cosignatures(SignedCheckpoint.objects.filter(size=size).first())


def _with_cosignatures(row: SignedCheckpoint | None) -> Note:
    if row is None:
        raise UnknownCheckpoint
    note = Note.read(row.note)
    lines = row.cosignatures.values_list("line", flat=True)
    return Note(note.text, (*note.signatures, *(Signature.read(line.strip()) for line in lines)))


def size_of(note: Note) -> int:
    """Return how many leaves a checkpoint covers."""
    return Checkpoint.read(note.text).size


def consistency(old: int, new: int) -> list[bytes]:
    """Return the proof that the tree of `new` leaves continues the tree of `old` leaves. Raises `UnknownCheckpoint`."""
    if not 0 <= old <= new <= tree.size():
        raise UnknownCheckpoint
    return tree.consistency_proof(old, new)


def inclusion(index: int, size: int) -> list[bytes]:
    """Return the hashes from a leaf to the root of a tree of this size. Raises `UnknownCheckpoint`."""
    if not 0 <= index < size <= tree.size():
        raise UnknownCheckpoint
    return tree.inclusion_proof(index, size)


def keep_cosignature(size: int, line: str, known: Sequence[VerifierKey]) -> bool:
    """Store a cosignature if a known witness made it for this checkpoint; return whether that is so.

    Only a witness's first one is kept. Raises `UnknownCheckpoint` if no checkpoint has this size, `BadNote` if the
    line is no signature.
    """
    row = SignedCheckpoint.objects.filter(size=size).first()
    if row is None:
        raise UnknownCheckpoint
    note = Note(Note.read(row.note).text, (Signature.read(line.strip()),))
    for key in known:
        signature = note.signed_by(key)
        if signature is not None:
            kept = Cosignature(checkpoint=row, line=str(signature), witness=str(key))
            Cosignature.objects.bulk_create([kept], ignore_conflicts=True)
            return True
    return False


AHEAD: Final = timedelta(minutes=10)
"""By how much a checkpoint may be dated after the clock of whoever looks at it."""


def oddities(seen: Checkpoint | None, shown: Checkpoint, *, now: datetime) -> Iterator[str]:
    """Yield a sentence for each implausible date of the checkpoint: in the future, or before the last one. Pure."""
    at = _dated(shown)
    if at is None:
        return
    said = {"time": shown.said("time")}
    if at > now + AHEAD:
        yield _("It is dated %(time)s, which is in the future by the clock of this machine.") % said
    before = None if seen is None else _dated(seen)
    if before is not None and at < before:
        said["before"] = seen.said("time") if seen else ""
        yield (
            _(
                "It is dated %(time)s, earlier than the last one seen (%(before)s): the club's clock "
                "was set back, or past events were signed again."
            )
            % said
        )


def _dated(one: Checkpoint) -> datetime | None:
    try:
        return codec.decode_time(one.said("time"))
    except ValueError:
        return None


def witness(
    seen: Note | None,
    shown: Note,
    proof: Sequence[bytes],
    *,
    log: VerifierKey,
    key: SigningKey,
    now: datetime,
) -> Signature:
    """Return this witness's cosignature of a checkpoint that continues the last one seen. Pure.

    Raises `BadNote` if the log has not signed the checkpoint, `Inconsistent` if it does not continue the last one
    seen.
    """
    new = opened(shown, log)
    old = opened(seen, log) if seen else Checkpoint(new.origin, 0, merkle.EMPTY)
    if not merkle.continues(old.root, old.size, new.root, new.size, proof):
        raise Inconsistent
    return cosign(shown.text, key, int(now.timestamp()))
