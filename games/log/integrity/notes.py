"""Reads and writes signed notes, checkpoints and cosignatures in the formats of C2SP. Pure.

`c2sp.org/signed-note`, `tlog-checkpoint` and `tlog-cosignature` define the formats. A note is lines of text, an empty
line, and a line for each signature: `— name base64(key id, signature)`. Keys have the text form of Go's `sumdb/note`:
`name+id+base64` to verify with, `PRIVATE+KEY+name+id+base64` to sign with.
"""

from __future__ import annotations

import base64
import binascii
import re
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from django.utils.translation import gettext as _

LOG: Final = 1
"""The kind of a key that signs notes."""
WITNESS: Final = 4
"""The kind of a key that co-signs checkpoints of others, with the time."""
LONGEST: Final = 20_000
"""Characters of a note that is read; a checkpoint with ten cosignatures has two thousand."""
_NAME = re.compile(r"[^\s+\x00-\x1f\x7f]{1,100}")
_SIZE = re.compile(r"0|[1-9][0-9]{0,18}")
_DASH = "— "


class BadNote(ValueError):
    """Raised for text that is not a note or a key, or lacks the required signature; the message says which."""


def unbase64(text: str) -> bytes:
    """Return the bytes of a base64 text. Raises `BadNote` for anything but the standard spelling."""
    try:
        raw = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        raise BadNote(_("This is not base64: %(text)s") % {"text": ascii(text[:60])}) from None
    if base64.b64encode(raw).decode() != text:
        raise BadNote(_("This is not base64: %(text)s") % {"text": ascii(text[:60])})
    return raw


def _base64(raw: bytes) -> str:
    return base64.b64encode(raw).decode()


@dataclass(frozen=True, slots=True)
class VerifierKey:
    """A signer's name and Ed25519 public key."""

    name: str
    public: bytes
    kind: int = LOG

    @property
    def id(self) -> bytes:
        """Return four bytes that distinguish keys of the same name."""
        return sha256(b"%b\n%c%b" % (self.name.encode(), self.kind, self.public)).digest()[:4]

    def __str__(self) -> str:
        return f"{self.name}+{self.id.hex()}+{_base64(bytes([self.kind]) + self.public)}"

    @classmethod
    def read(cls, text: str) -> VerifierKey:
        """Return the key in this text. Raises `BadNote`."""
        name, key_id, material = _parted(text.strip())
        raw = unbase64(material)
        if len(raw) != 33 or raw[0] not in (LOG, WITNESS):
            raise BadNote(_("This is not the public key of a log or a witness."))
        key = cls(name, raw[1:], raw[0])
        if key.id.hex() != key_id:
            raise BadNote(
                _("The key does not belong to its name: somebody has changed one of them.")
            )
        return key

    def accepts(self, signature: bytes, message: bytes) -> bool:
        """Return whether this key has signed the message."""
        try:
            Ed25519PublicKey.from_public_bytes(self.public).verify(signature, message)
        except (InvalidSignature, ValueError):
            return False
        return True


@dataclass(frozen=True, slots=True)
class SigningKey:
    """A name and an Ed25519 private key. Its text never goes into a log line, a page or a database."""

    name: str
    seed: bytes
    kind: int = LOG

    def __repr__(self) -> str:
        return f"SigningKey({self.name!r})"

    @property
    def verifier(self) -> VerifierKey:
        """Return the public half."""
        public = Ed25519PrivateKey.from_private_bytes(self.seed).public_key().public_bytes_raw()
        return VerifierKey(self.name, public, self.kind)

    def written(self) -> str:
        """Return the private key as text, to be kept."""
        material = _base64(bytes([self.kind]) + self.seed)
        return f"PRIVATE+KEY+{self.name}+{self.verifier.id.hex()}+{material}"

    @classmethod
    def read(cls, text: str) -> SigningKey:
        """Return the key in this text. Raises `BadNote`, which never repeats the text."""
        try:
            private, word, rest = text.strip().split("+", 2)
            name, key_id, material = _parted(rest)
            raw = unbase64(material)
        except ValueError:
            raise BadNote(_("This is not a signing key.")) from None
        if (private, word) != ("PRIVATE", "KEY") or len(raw) != 33 or raw[0] not in (LOG, WITNESS):
            raise BadNote(_("This is not a signing key."))
        key = cls(name, raw[1:], raw[0])
        if key.verifier.id.hex() != key_id:
            raise BadNote(
                _("The key does not belong to its name: somebody has changed one of them.")
            )
        return key

    @classmethod
    def fresh(cls, name: str = "", kind: int = LOG) -> SigningKey:
        """Return a new key. Without a name, its name is made from the key. Raises `BadNote` for an invalid name."""
        seed = Ed25519PrivateKey.generate().private_bytes_raw()
        key = cls(name, seed, kind)
        if not name:
            key = cls(f"tusac-{sha256(key.verifier.public).hexdigest()[:12]}/log", seed, kind)
        if not _NAME.fullmatch(key.name):
            raise BadNote(
                _("A key's name has 1 to 100 characters, without a space or a plus sign.")
            )
        return key

    def sign(self, message: bytes) -> bytes:
        """Return the signature, 64 bytes."""
        return Ed25519PrivateKey.from_private_bytes(self.seed).sign(message)


def _parted(text: str) -> tuple[str, str, str]:
    parts = text.split("+", 2)
    if len(parts) != 3 or not _NAME.fullmatch(parts[0]):
        raise BadNote(_("A key is written name+id+base64."))
    return parts[0], parts[1], parts[2]


@dataclass(frozen=True, slots=True)
class Signature:
    """One line under a note."""

    name: str
    key_id: bytes
    raw: bytes

    def __str__(self) -> str:
        return f"{_DASH}{self.name} {_base64(self.key_id + self.raw)}\n"

    @classmethod
    def read(cls, line: str) -> Signature:
        """Return the signature of a line without its end. Raises `BadNote`."""
        name, space, material = line.removeprefix(_DASH).partition(" ")
        raw = unbase64(material) if space else b""
        if not line.startswith(_DASH) or not _NAME.fullmatch(name) or len(raw) < 5:
            raise BadNote(_("One of the lines below the note is not a signature."))
        return cls(name, raw[:4], raw[4:])

    @property
    def time(self) -> int:
        """Return when a witness has signed, in seconds since 1970."""
        return int.from_bytes(self.raw[:8])


@dataclass(frozen=True, slots=True)
class Note:
    """A text with its signatures."""

    text: str
    """Its lines, each with its end."""
    signatures: tuple[Signature, ...]

    def __str__(self) -> str:
        return f"{self.text}\n{''.join(map(str, self.signatures))}"

    @classmethod
    def read(cls, said: str) -> Note:
        """Return the note in a text, without verifying its signatures. Raises `BadNote`."""
        if len(said) > LONGEST:
            raise BadNote(_("This is too long for a checkpoint."))
        text, gap, below = said.rpartition("\n\n")
        lines = below.split("\n")
        if not gap or lines.pop() or not lines or re.search(r"[\x00-\x09\x0b-\x1f\x7f]", said):
            raise BadNote(_("This is not a signed note."))
        return cls(text + "\n", tuple(Signature.read(line) for line in lines))

    def signed_by(self, key: VerifierKey) -> Signature | None:
        """Return the verified signature of this key, or None if there is none."""
        for one in self.signatures:
            if (one.name, one.key_id) == (key.name, key.id) and _holds(self.text, one, key):
                return one
        return None


def _holds(text: str, signature: Signature, key: VerifierKey) -> bool:
    if key.kind == LOG:
        return key.accepts(signature.raw, text.encode())
    return len(signature.raw) == 72 and key.accepts(
        signature.raw[8:], _cosigned(text, signature.time)
    )


def _cosigned(text: str, time: int) -> bytes:
    return f"cosignature/v1\ntime {time}\n{text}".encode()


def sign(text: str, key: SigningKey) -> Note:
    """Return the note of this text, signed with a log's key."""
    return Note(text, (Signature(key.name, key.verifier.id, key.sign(text.encode())),))


def cosign(text: str, key: SigningKey, time: int) -> Signature:
    """Return a witness's signature of a checkpoint's text at this time (seconds since 1970)."""
    return Signature(key.name, key.verifier.id, time.to_bytes(8) + key.sign(_cosigned(text, time)))


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """A checkpoint of a log: its number of leaves, and their root."""

    origin: str
    size: int
    root: bytes
    extensions: tuple[str, ...] = ()
    """Lines that C2SP leaves to the log: here the time, the forerunner, and what an owner has accepted."""

    def text(self) -> str:
        """Return the checkpoint as the text of a note."""
        return "\n".join((self.origin, str(self.size), _base64(self.root), *self.extensions, ""))

    @classmethod
    def read(cls, text: str) -> Checkpoint:
        """Return the checkpoint of a note's text. Raises `BadNote`."""
        lines = text.split("\n")
        if len(lines) < 4 or lines.pop() or not all(lines) or not _SIZE.fullmatch(lines[1]):
            raise BadNote(_("The note is not a checkpoint."))
        root = unbase64(lines[2])
        if len(root) != 32:
            raise BadNote(_("The note is not a checkpoint."))
        return cls(lines[0], int(lines[1]), root, tuple(lines[3:]))

    def said(self, word: str) -> str:
        """Return the text of the extension line with this first word; empty if there is none."""
        for line in self.extensions:
            first, _space, rest = line.partition(" ")
            if first == word:
                return rest
        return ""


def opened(note: str | Note, key: VerifierKey) -> Checkpoint:
    """Return the checkpoint in a note, after verifying that this log signed it. Raises `BadNote`."""
    read = Note.read(note) if isinstance(note, str) else note
    if read.signed_by(key) is None:
        raise BadNote(
            _("The checkpoint is not signed by %(name)s, or was changed.") % {"name": key.name}
        )
    checkpoint = Checkpoint.read(read.text)
    if checkpoint.origin != key.name:
        raise BadNote(
            _("This is a checkpoint of %(other)s and not of %(name)s.")
            % {"other": checkpoint.origin, "name": key.name}
        )
    return checkpoint


def proof_text(hashes: list[bytes]) -> str:
    """Return the hashes of a proof as text, one a line."""
    return "".join(f"{_base64(one)}\n" for one in hashes)


def read_proof(text: str) -> list[bytes]:
    """Return the hashes of a proof. Raises `BadNote`."""
    lines = text.split("\n")
    if lines.pop() or len(lines) > 63:
        raise BadNote(_("This is not a proof."))
    hashes = [unbase64(line) for line in lines]
    if any(len(one) != 32 for one in hashes):
        raise BadNote(_("This is not a proof."))
    return hashes
