"""Reads the old seals from before the log had a signed tree (`games.log.integrity.sealing`); no new ones are made.

Such a file is one JSON object:

- `form`: `tusac-checkpoint-1`
- `made_at`: when, as the log writes times
- `streams`, `events`: how many there were
- `root`: SHA-256 over all streams in their order; of each the netstrings of its name, of its last
  version (decimal) and of that event's hash (32 bytes)
- `index`: base64 of the zlib-compressed list below: what is needed to compute the root again from
  a log that has grown since, and to name what was changed
- `key`: the first 8 bytes of HMAC-SHA256 of `key` under the signing key, to tell a strange key from
  a forged file
- `signature`: HMAC-SHA256 under that key of all other fields as JSON, sorted, without spaces

The list has a line a stream and after an empty line a mark a stream, the first 4 bytes of the hash
at that version. Streams stand in the order of their names' letters and then of their numbers; a
line is `name version`, or the version alone where the name is the one before it counted up by one.
A mark can be forged with patience, the root cannot: marks only say where to look.
"""

import base64
import hmac
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from hashlib import sha256
from typing import Any

import msgspec
from django.utils.translation import gettext as _

from games.log import codec
from games.log.archive import hashes_at
from games.log.integrity.sealing import difference

FORM = "tusac-checkpoint-1"
MARK = 4
"""Bytes of each stream's hash in the list."""
_BATCH = 400


class BadSeal(ValueError):
    """Raised for a file that is not a seal, or that this key has not signed."""


@dataclass(frozen=True, slots=True)
class Head:
    """The end of a stream when it was read: its version, and the beginning of that event's hash."""

    stream: str
    version: int
    mark: bytes
    """The first bytes of the hash of the event with that version."""


@dataclass(frozen=True, slots=True)
class Seal:
    """The contents of an old checkpoint file whose signature was verified."""

    made_at: datetime
    root: str
    """64 hexadecimal digits."""
    heads: tuple[Head, ...] = field(repr=False)

    @property
    def events(self) -> int:
        """Return how many events the log held."""
        return sum(head.version for head in self.heads)


def unseal(text: str, key: str) -> Seal:
    """Return the seal that a file holds. Raises `BadSeal` unless this key has signed it as it is."""
    try:
        said = codec.decode(text)
    except (msgspec.DecodeError, ValueError):
        raise BadSeal(_("The file is not a checkpoint: it is not a JSON object.")) from None
    signature = said.pop("signature", None)
    if said.get("form") != FORM or not isinstance(signature, str):
        raise BadSeal(_("The file is not a checkpoint in this format."))
    if said.get("key") != _key_name(key):
        raise BadSeal(_("The checkpoint was signed with a key other than this club's."))
    if not hmac.compare_digest(signature.encode(), _sign(key, said).encode()):
        raise BadSeal(_("The checkpoint's signature is wrong: the file was changed."))
    # Whoever holds the key has written the rest.
    return Seal(codec.decode_time(said["made_at"]), said["root"], _unpack(said["index"]))


def root_of(rows: Iterable[tuple[str, int, bytes]]) -> str:
    """Return one hash over (stream, version, hash) of all streams, in the seal's order."""
    digest = sha256()
    for stream, version, head in rows:
        for part in (stream.encode(), b"%d" % version, head):
            digest.update(b"%d:%b," % (len(part), part))
    return digest.hexdigest()


def differences(sealed: Seal) -> Iterator[str]:
    """Yield a sentence for each stream whose sealed events have changed or are gone.

    Like `sealing.differences`, it compares with the hashes in the rows.
    """
    found, rows = 0, []
    for start in range(0, len(sealed.heads), _BATCH):
        batch = sealed.heads[start : start + _BATCH]
        stored = hashes_at([(head.stream, head.version) for head in batch])
        for head in batch:
            digest = stored.get((head.stream, head.version))
            if digest is not None and digest[:MARK] == head.mark:
                rows.append((head.stream, head.version, digest))
                continue
            found += 1
            yield difference(head.stream, head.version, rewritten=digest is not None)
    if not found and root_of(rows) != sealed.root:
        yield _(
            "A stream was rewritten: together the streams no longer give the root of the checkpoint."
        )


def _parted(stream: str) -> tuple[str, int | None]:
    """Split a stream's name: `deal-12` → (`deal-`, 12). The number is None if the name does not end in one."""
    name, dash, digits = stream.rpartition("-")
    if not digits.isascii() or not digits.isdecimal() or digits != str(int(digits)):
        return stream, None
    return name + dash, int(digits)


def _following(stream: str) -> str | None:
    name, number = _parted(stream)
    return None if number is None else f"{name}{number + 1}"


def _unpack(index: str) -> tuple[Head, ...]:
    raw = zlib.decompress(base64.b64decode(index))
    lines, _empty, marks = raw.partition(b"\n\n") if raw[:1] != b"\n" else (b"", b"", raw[1:])
    heads: list[Head] = []
    follows: str | None = None
    for at, line in enumerate(lines.decode().split("\n") if lines else ()):
        name, _space, version = line.rpartition(" ")
        stream = msgspec.json.decode(name, type=str) if name else follows
        assert stream is not None
        heads.append(Head(stream, int(version), marks[at * MARK : (at + 1) * MARK]))
        follows = _following(stream)
    return tuple(heads)


def _key_name(key: str) -> str:
    return hmac.new(key.encode(), b"key", sha256).hexdigest()[:16]


def _sign(key: str, said: dict[str, Any]) -> str:
    return hmac.new(key.encode(), codec.encode(said).encode(), sha256).hexdigest()
