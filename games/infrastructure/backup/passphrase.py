"""The passphrase of backups: 24 digits, which the club has on paper only.

The club stores a public key, which is enough to encrypt backups but not to open them.
"""

from __future__ import annotations

import secrets
import unicodedata
from base64 import b64decode, b64encode
from dataclasses import dataclass
from typing import Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.kdf.scrypt import Scrypt

DIGITS: Final = 24
"""80 bits, and 64 MB and a fifth of a second for each guess: nobody tries them out."""
GROUP: Final = 4
_COST: Final = 2**16
_ONCE: Final = bytes(12)
"""The nonce of a key that encrypts one thing alone."""


class WrongPassphrase(Exception):
    """Raised when a passphrase does not open the backup."""


@dataclass(frozen=True, slots=True)
class Envelope:
    """The public key for which backups are encrypted, and the private key, encrypted with the passphrase.

    All values are base64.
    """

    public: str
    private: str
    salt: str


def new_passphrase() -> str:
    """Return a new passphrase, as digits in groups of four."""
    digits = f"{secrets.randbelow(10**DIGITS):0{DIGITS}}"
    return " ".join(digits[at : at + GROUP] for at in range(0, DIGITS, GROUP))


def new_envelope(passphrase: str) -> Envelope:
    """Return a new pair of keys; the private one is encrypted with this passphrase."""
    private, salt = X25519PrivateKey.generate(), secrets.token_bytes(16)
    public = private.public_key().public_bytes_raw()
    box = ChaCha20Poly1305(_stretched(passphrase, salt))
    return Envelope(
        _text(public), _text(box.encrypt(_ONCE, private.private_bytes_raw(), public)), _text(salt)
    )


def seal_key(key: bytes, envelope: Envelope) -> str:
    """Return a file's key, encrypted so that only the passphrase of this envelope opens it."""
    once, public = X25519PrivateKey.generate(), b64decode(envelope.public)
    ours = once.public_key().public_bytes_raw()
    shared = once.exchange(X25519PublicKey.from_public_bytes(public))
    return _text(ours + ChaCha20Poly1305(_derived(shared, ours + public)).encrypt(_ONCE, key, None))


def open_key(sealed: str, envelope: Envelope, passphrase: str) -> bytes:
    """Return the file's key that `seal_key` has encrypted. Raises WrongPassphrase.

    Raises ValueError for a key that was not encrypted for this envelope.
    """
    private, public = unlock(envelope, passphrase), b64decode(envelope.public)
    said = b64decode(sealed)
    ours, box = said[:32], said[32:]
    shared = private.exchange(X25519PublicKey.from_public_bytes(ours))
    try:
        return ChaCha20Poly1305(_derived(shared, ours + public)).decrypt(_ONCE, box, None)
    except InvalidTag:
        raise ValueError("sealed to another key") from None


def unlock(envelope: Envelope, passphrase: str) -> X25519PrivateKey:
    """Return the envelope's decrypted private key. Raises WrongPassphrase."""
    box = ChaCha20Poly1305(_stretched(passphrase, b64decode(envelope.salt)))
    try:
        raw = box.decrypt(_ONCE, b64decode(envelope.private), b64decode(envelope.public))
    except InvalidTag:
        raise WrongPassphrase from None
    return X25519PrivateKey.from_private_bytes(raw)


def digits_of(typed: str) -> str:
    """Return the digits in a typed text and nothing else; full-width digits become ordinary ones."""
    return "".join(str(unicodedata.decimal(one)) for one in typed if one.isdecimal())


def _stretched(passphrase: str, salt: bytes) -> bytes:
    return Scrypt(salt=salt, length=32, n=_COST, r=8, p=1).derive(digits_of(passphrase).encode())


def _derived(shared: bytes, salt: bytes) -> bytes:
    return HKDF(SHA256(), 32, salt, b"tusac backup 1").derive(shared)


def _text(raw: bytes) -> str:
    return b64encode(raw).decode()
