"""Builds the page of the log: its key, its newest checkpoint, and the witnesses who co-signed it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

from games.log import codec
from games.log.integrity import keys
from games.log.integrity.keys import NoKey
from games.log.integrity.notes import BadNote, Checkpoint
from games.log.integrity.rereading import stands
from games.log.integrity.tree import TreeEntry
from games.log.integrity.witnessing import UnknownCheckpoint, newest
from games.log.models import Leaf
from games.queries.club.house import acceptances


@dataclass(frozen=True, slots=True)
class Witness:
    """A witness who can co-sign the log."""

    name: str
    at: datetime | None
    """When it has signed the newest checkpoint; None if it has not."""


@dataclass(frozen=True, slots=True)
class ClubLogPage:
    """The page of the club's log."""

    key: str
    """Empty where this machine does not have it."""
    note: str
    """Empty before the first checkpoint."""
    leaves: int
    at: datetime | None
    witnesses: tuple[Witness, ...]
    accepted: tuple[str, ...]
    """What owners have stated in the newest checkpoint."""


def draw() -> ClubLogPage:
    """Return the page of the log as it is now."""
    try:
        key = str(keys.log_key().verifier)
    except NoKey:
        key = ""
    try:
        known = keys.witnesses()
    except BadNote:
        known = ()
    try:
        note = newest()
    except UnknownCheckpoint:
        return ClubLogPage(key, "", 0, None, tuple(Witness(one.name, None) for one in known), ())
    signed = Checkpoint.read(note.text)
    at = [(one.name, note.signed_by(one)) for one in known]
    return ClubLogPage(
        key=key,
        note=str(note),
        leaves=signed.size,
        at=codec.decode_time(signed.said("time")),
        witnesses=tuple(
            Witness(name, datetime.fromtimestamp(found.time, UTC) if found else None)
            for name, found in at
        ),
        accepted=tuple(
            line.partition(" ")[2] for line in signed.extensions if line.startswith("accepted ")
        ),
    )


def standing(index: int) -> str:
    """Return the state of the log's leaf at `index`: `stands`, `changed`, or `accepted SIZE REASON`.

    The leaf's events are read and hashed again, since the hashes stored in their rows prove nothing. `accepted` means
    that an owner accepted the leaf's stream although it was changed; SIZE is the number of leaves at that time.
    """
    leaf = Leaf.objects.get(index=index)
    try:
        given = acceptances(keys.log_key().verifier)
    except NoKey:
        given = acceptances(None)
    for one in given:
        if one.vouched and leaf.stream in one.event.streams and index < one.event.size:
            return f"accepted {one.event.size} {' '.join(one.event.reason.split())}"
    entry = TreeEntry(leaf.stream, leaf.version, bytes(leaf.head))
    return "stands" if stands(entry) else "changed"
