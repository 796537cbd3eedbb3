"""Receipts: a file that proves, years later and without a database, that a stream is in the log.

It is a JSON object:

- `form`: `tusac-receipt-1`
- `stream`: the stream's name
- `events`: of each event from the first on a list of its name, schema, payload, metadata, moment and command id (or
  null), texts exactly as they were hashed (`games.log.chain`); the last one's hash is the leaf's
- `proof`: the leaf's place in the tree and the signed checkpoint, as C2SP's `tlog-proof` has them
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import msgspec
from django.utils.translation import gettext as _

from games.log import codec
from games.log.archive import Damaged
from games.log.chain import NOTHING_BEFORE, hash_event
from games.log.integrity import merkle, tree
from games.log.integrity.notes import (
    BadNote,
    Checkpoint,
    Note,
    Signature,
    VerifierKey,
    opened,
    proof_text,
    read_proof,
)
from games.log.integrity.tree import TreeEntry
from games.log.integrity.witnessing import UnknownCheckpoint, newest
from games.log.store import read

FORM: Final = "tusac-receipt-1"
PROOF: Final = "c2sp.org/tlog-proof@v1"
LONGEST: Final = 4_000_000
"""Bytes of a receipt that is read; one of a long deal has some fifty thousand."""

Line = tuple[str, int, str, str, str, str | None]


class BadReceipt(ValueError):
    """Raised if the file is not a receipt, or its deal is not in the log; the message says which."""


class _File(msgspec.Struct, forbid_unknown_fields=True):
    form: str
    stream: str
    events: list[Line]
    proof: str


@dataclass(frozen=True, slots=True)
class LeafPlace:
    """A stream's leaf and its index in the tree, with the newest checkpoint."""

    index: int
    entry: TreeEntry
    note: Note

    @property
    def checkpoint(self) -> Checkpoint:
        """Return the newest checkpoint, read from `note`."""
        return Checkpoint.read(self.note.text)


def place_of(stream: str) -> LeafPlace | None:
    """Return the place of a stream's newest leaf, or None if the stream is not sealed yet."""
    leaf = tree.newest_of(stream)
    try:
        note = newest()
    except UnknownCheckpoint:
        return None
    place = leaf and LeafPlace(*leaf, note)
    return place if place and place.index < place.checkpoint.size else None


class Forged(Exception):
    """Raised when a stream does not match its leaf, so that there is no receipt for it."""


def receipt_of(place: LeafPlace) -> str:
    """Return the text of the receipt for a stream up to its leaf at this place. Raises `Forged`."""
    entry, size = place.entry, place.checkpoint.size
    try:
        events = read(entry.stream)
    except Damaged:
        raise Forged(entry.stream) from None
    lines: list[Line] = [
        (
            event.name,
            event.schema,
            codec.encode(event.payload),
            codec.encode(event.metadata),
            codec.encode_time(event.recorded_at),
            event.command_id,
        )
        for event in events
        if event.version <= entry.version
    ]
    if _head(entry.stream, lines) != entry.head:
        raise Forged(entry.stream)
    hashes = proof_text(tree.inclusion_proof(place.index, size))
    proof = f"{PROOF}\nindex {place.index}\n{hashes}\n{place.note}"
    said = {"form": FORM, "stream": entry.stream, "events": lines, "proof": proof}
    return codec.encode(said) + "\n"


@dataclass(frozen=True, slots=True)
class ProvenReceipt:
    """The facts that a receipt proves."""

    entry: TreeEntry
    index: int
    checkpoint: Checkpoint
    last: str
    """The moment of the last event."""
    cosigned: tuple[tuple[VerifierKey, Signature], ...]
    """Which of the witnesses that were asked for have co-signed the checkpoint."""


def check(raw: bytes, key: VerifierKey, witnesses: tuple[VerifierKey, ...] = ()) -> ProvenReceipt:
    """Return what the receipt in a file proves. Pure. Raises `BadReceipt`."""
    if len(raw) > LONGEST:
        raise BadReceipt(_("The file is too large to be a receipt."))
    try:
        said = msgspec.json.decode(raw, type=_File)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        raise BadReceipt(_("The file is not a receipt.")) from None
    if said.form != FORM or not said.events:
        raise BadReceipt(_("The file is not a receipt in this format."))
    try:
        entry = TreeEntry(said.stream, len(said.events), _head(said.stream, said.events))
        index, proof, note = _parted(said.proof)
        checkpoint = opened(note, key)
    except (BadNote, UnicodeEncodeError) as error:
        raise BadReceipt(str(error)) from None
    if not merkle.includes(checkpoint.root, checkpoint.size, index, entry.hash(), proof):
        raise BadReceipt(
            _("These events of %(stream)s are not the ones that the checkpoint covers.")
            % {"stream": ascii(entry.stream)}
        )
    signed = tuple((one, found) for one in witnesses if (found := note.signed_by(one)))
    return ProvenReceipt(entry, index, checkpoint, said.events[-1][4], signed)


def _head(stream: str, events: list[Line]) -> bytes:
    digest = NOTHING_BEFORE
    for version, (name, schema, payload, metadata, at, command) in enumerate(events, 1):
        digest = hash_event(
            digest,
            stream=stream,
            version=version,
            name=name,
            schema=schema,
            payload=payload,
            metadata=metadata,
            recorded_at=at,
            command_id=command,
        )
    return digest


def _parted(text: str) -> tuple[int, list[bytes], Note]:
    first, _end, rest = text.partition("\n")
    word, _end, rest = rest.partition("\n")
    hashes, gap, note = (
        rest.partition("\n\n") if not rest.startswith("\n") else ("", "\n", rest[1:])
    )
    number = word.removeprefix("index ")
    plain = number.isascii() and number.isdecimal() and len(number) < 19
    if first != PROOF or word == number or not plain or not gap:
        raise BadNote(_("This is not a proof."))
    return int(number), read_proof(f"{hashes}\n" if hashes else ""), Note.read(note)
