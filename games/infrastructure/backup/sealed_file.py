"""Writes and reads the file of a backup: a first line that describes it, then the club, compressed and encrypted.

The first line is not encrypted, so that the file says who can open it and which version it needs; every encrypted
piece authenticates it. Pieces are numbered and the last one is marked, so none can be changed, moved or left out.
"""

from __future__ import annotations

import secrets
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from typing import IO, Final

import msgspec
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

from games.infrastructure.backup.passphrase import Envelope, open_key, seal_key
from games.infrastructure.encryption import decrypt, encrypt

FORMAT: Final = 1
"""The highest that this version writes and reads."""
MARK: Final = b"tusac-backup "
PIECE: Final = 2**18
_LONGEST_LINE: Final = 2**16
_TAG: Final = 16
_OF: Final = "backup"


class BadBackup(Exception):
    """Raised when a file cannot be restored: it is not a backup, was changed, or is incomplete."""


class NewerBackup(Exception):
    """Raised when a backup was made by a newer version of Tusac."""


class OtherKeys(Exception):
    """Raised when a backup can be opened only with the keys of the club that made it."""


@dataclass(frozen=True, slots=True)
class Header:
    """The first line of a backup, which anybody can read."""

    made: str
    club: str
    """The club's own address."""
    database: str
    """Which kind of database: `sqlite` or `postgresql`."""
    migrations: dict[str, int]
    """The number of the newest migration, by app: how the database is built."""
    key: str
    """The key of all that follows, sealed."""
    envelope: Envelope | None = None
    """What the passphrase opens; without one the club's own keys open it, which are then not in it."""
    passphrase_of: str = ""
    """When the passphrase was made, so that one knows which paper to look for."""


@dataclass(frozen=True, slots=True)
class Contents:
    """The contents of a backup other than the database."""

    checkpoint: str
    """The newest checkpoint of the log, a signed note."""
    log_key: str
    """The public key that it was signed with."""
    keys: dict[str, str] = field(default_factory=dict)
    """The club's keys, by the names of their variables; empty where no passphrase protects them."""


def sealed(
    header: Header, key: bytes, contents: Contents, database: Iterable[bytes]
) -> Iterator[bytes]:
    """Yield the file of a backup in pieces."""
    line = MARK + b"%d " % FORMAT + msgspec.json.encode(header) + b"\n"
    yield line
    box, bound, number = ChaCha20Poly1305(key), sha256(line).digest(), 0
    waiting = b""
    for part in _compressed(contents, database):
        waiting += part
        while len(waiting) > PIECE:
            yield box.encrypt(_nonce(number), waiting[:PIECE], bound)
            waiting, number = waiting[PIECE:], number + 1
    yield box.encrypt(_nonce(number, last=True), waiting, bound)


def new_key(envelope: Envelope | None) -> tuple[bytes, str]:
    """Return a new key for one file, and its encrypted form for the first line.

    It is encrypted for the envelope's passphrase, or with the club's own keys if there is no envelope.
    """
    key = secrets.token_bytes(32)
    return key, seal_key(key, envelope) if envelope else encrypt(key.hex(), of=_OF)


def read_header(file: IO[bytes]) -> tuple[Header, bytes]:
    """Return the first line, parsed and as raw bytes. Raises BadBackup, NewerBackup."""
    line = file.readline(_LONGEST_LINE)
    number, _, text = line.removeprefix(MARK).partition(b" ")
    if not line.startswith(MARK) or not number.isdigit():
        raise BadBackup
    if int(number) > FORMAT:
        raise NewerBackup
    try:
        return msgspec.json.decode(text, type=Header), line
    except msgspec.MsgspecError:
        raise BadBackup from None


def key_of(header: Header, passphrase: str) -> bytes:
    """Return the key that decrypts the rest of the file. Raises WrongPassphrase, OtherKeys, BadBackup."""
    if header.envelope is None:
        said = decrypt(header.key, of=_OF)
        if said is None:
            raise OtherKeys
        return bytes.fromhex(said)
    try:
        return open_key(header.key, header.envelope, passphrase)
    except ValueError:
        raise BadBackup from None


def opened(file: IO[bytes], line: bytes, key: bytes) -> tuple[Contents, Iterator[bytes]]:
    """Return the contents other than the database, and an iterator over pieces of the database.

    Raises BadBackup, immediately or while the pieces are read.
    """
    pieces = _decompressed(_decrypted(file, line, key))
    start = b""
    while b"\n" not in start:
        piece = next(pieces, None)
        if piece is None:
            raise BadBackup
        start += piece
    said, _, rest = start.partition(b"\n")

    def database() -> Iterator[bytes]:
        yield rest
        yield from pieces

    try:
        return msgspec.json.decode(said, type=Contents), database()
    except msgspec.MsgspecError:
        raise BadBackup from None


def _compressed(contents: Contents, database: Iterable[bytes]) -> Iterator[bytes]:
    stream = zlib.compressobj(1)
    yield stream.compress(msgspec.json.encode(contents) + b"\n")
    for part in database:
        yield stream.compress(part)
    yield stream.flush()


def _decrypted(file: IO[bytes], line: bytes, key: bytes) -> Iterator[bytes]:
    box, bound, number = ChaCha20Poly1305(key), sha256(line).digest(), 0
    piece = file.read(PIECE + _TAG)
    while True:
        after = file.read(PIECE + _TAG)
        try:
            yield box.decrypt(_nonce(number, last=not after), piece, bound)
        except InvalidTag:
            raise BadBackup from None
        if not after:
            return
        piece, number = after, number + 1


def _decompressed(parts: Iterator[bytes]) -> Iterator[bytes]:
    stream = zlib.decompressobj()
    try:
        for part in parts:
            while part:
                yield stream.decompress(part, PIECE)
                part = stream.unconsumed_tail
        yield stream.flush()
    except zlib.error:
        raise BadBackup from None
    if not stream.eof:
        raise BadBackup


def _nonce(number: int, *, last: bool = False) -> bytes:
    return bytes((last,)) + number.to_bytes(11, "big")
