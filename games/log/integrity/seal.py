"""The seal: a signed list of how far every stream has come and with what hash, to keep elsewhere.

A sealed file ("checkpoint") is one JSON object:

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
from django.db import connection
from django.utils.translation import gettext as _

from games.log import codec, sql
from games.log.store import stream_version

FORM = "tusac-checkpoint-1"
MARK = 4
"""Bytes of each stream's hash in the list."""
_BATCH = 400


class BadSeal(ValueError):
    """A file that is no checkpoint, or not one that this key has signed."""


@dataclass(frozen=True, slots=True)
class Head:
    """How far a stream has come."""

    stream: str
    version: int
    mark: bytes
    """The first bytes of the hash of the event with that version."""


@dataclass(frozen=True, slots=True)
class Seal:
    """What a checkpoint file says, its signature verified or just made."""

    made_at: datetime
    root: str
    """64 hexadecimal digits."""
    heads: tuple[Head, ...] = field(repr=False)

    @property
    def events(self) -> int:
        """How many events the log held."""
        return sum(head.version for head in self.heads)


def seal(key: str, *, now: datetime) -> tuple[Seal, str]:
    """The seal over the log as it is at this moment, and the text of its file."""
    with connection.cursor() as cursor:
        cursor.execute(sql.HEADS[connection.vendor])
        rows = [(stream, version, bytes(digest)) for stream, version, digest in cursor.fetchall()]
    rows.sort(key=lambda row: _order(row[0]))
    heads = tuple(Head(stream, version, digest[:MARK]) for stream, version, digest in rows)
    made = Seal(now, root_of(rows), heads)
    said = {
        "form": FORM,
        "made_at": codec.encode_time(now),
        "streams": len(heads),
        "events": made.events,
        "root": made.root,
        "index": _pack(heads),
        "key": _key_name(key),
    }
    return made, codec.encode({**said, "signature": _sign(key, said)}) + "\n"


def unseal(text: str, key: str) -> Seal:
    """The seal that a file holds. Raises `BadSeal` unless this key has signed it as it is."""
    try:
        said = codec.decode(text)
    except (msgspec.DecodeError, ValueError):
        raise BadSeal(_("The file is not a checkpoint: it is not a JSON object.")) from None
    signature = said.pop("signature", None)
    if said.get("form") != FORM or not isinstance(signature, str):
        raise BadSeal(_("The file is not a checkpoint of this form."))
    if said.get("key") != _key_name(key):
        raise BadSeal(_("The checkpoint was signed with another key than this club's."))
    if not hmac.compare_digest(signature.encode(), _sign(key, said).encode()):
        raise BadSeal(_("The checkpoint's signature is wrong: the file was changed."))
    # Whoever holds the key has written the rest.
    return Seal(codec.decode_time(said["made_at"]), said["root"], _unpack(said["index"]))


def root_of(rows: Iterable[tuple[str, int, bytes]]) -> str:
    """One hash over (stream, version, hash) of all streams, in the seal's order."""
    digest = sha256()
    for stream, version, head in rows:
        for part in (stream.encode(), b"%d" % version, head):
            digest.update(b"%d:%b," % (len(part), part))
    return digest.hexdigest()


def differences(sealed: Seal) -> Iterator[str]:
    """A sentence for each stream that does not hold the events it held when the seal was made.

    It trusts the hashes in the rows, so it is worth something only together with
    `verify.broken_streams`, which computes them again. What was appended since is no difference.
    """
    found, rows = 0, []
    for start in range(0, len(sealed.heads), _BATCH):
        batch = sealed.heads[start : start + _BATCH]
        stored = _hashes(batch)
        for head in batch:
            digest = stored.get(head.stream)
            if digest is not None and digest[:MARK] == head.mark:
                rows.append((head.stream, head.version, digest))
                continue
            found += 1
            yield _sentence(head, rewritten=digest is not None)
    if not found and root_of(rows) != sealed.root:
        yield _("A stream was rewritten: together they no longer give the root of the checkpoint.")


def _sentence(head: Head, *, rewritten: bool) -> str:
    now = stream_version(head.stream)
    words = {"stream": head.stream, "then": head.version, "now": now}
    if rewritten:
        return (
            _("Stream %(stream)s was rewritten: its event %(then)d is not the sealed one.") % words
        )
    if not now:
        return _("Stream %(stream)s is gone: it had %(then)d events.") % words
    if now < head.version:
        return (
            _("Stream %(stream)s has lost its end: it had %(then)d events and has %(now)d.") % words
        )
    return _("Stream %(stream)s has lost its event %(then)d.") % words


def _hashes(heads: Iterable[Head]) -> dict[str, bytes]:
    """The stored hash of each of these events that is there."""
    asked: list[Any] = [value for head in heads for value in (head.stream, head.version)]
    with connection.cursor() as cursor:
        cursor.execute(sql.hashes(len(asked) // 2), asked)
        return {stream: bytes(digest) for stream, digest in cursor.fetchall()}


def _order(stream: str) -> tuple[str, int, str]:
    name, number = _parted(stream)
    return name, number if number is not None else -1, stream


def _parted(stream: str) -> tuple[str, int | None]:
    """`deal-12` → (`deal-`, 12); None for a name that does not end in a plain number."""
    name, dash, digits = stream.rpartition("-")
    if not digits.isascii() or not digits.isdecimal() or digits != str(int(digits)):
        return stream, None
    return name + dash, int(digits)


def _following(stream: str) -> str | None:
    name, number = _parted(stream)
    return None if number is None else f"{name}{number + 1}"


def _pack(heads: Iterable[Head]) -> str:
    lines, marks = bytearray(), bytearray()
    follows: str | None = None
    for head in heads:
        name = "" if head.stream == follows else f"{msgspec.json.encode(head.stream).decode()} "
        lines += f"{name}{head.version}\n".encode()
        marks += head.mark
        follows = _following(head.stream)
    return base64.b64encode(zlib.compress(bytes(lines) + b"\n" + bytes(marks), 9)).decode()


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
