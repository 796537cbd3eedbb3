"""Encrypts secrets that are stored: a deal's secret is encrypted in its row, with a key that is in no database."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Sequence
from functools import lru_cache

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings


def encrypt(text: str, *, of: str) -> str:
    """Return the text encrypted and signed with the first of `TUSAC_DEAL_KEYS`.

    `of` says what it belongs to; only `decrypt` with the same `of` returns it.
    """
    return _fernet(tuple(settings.TUSAC_DEAL_KEYS)).encrypt(f"{of}\n{text}".encode()).decode()


def decrypt(encrypted: str, *, of: str) -> str | None:
    """Return the decrypted text; None if it was changed, belongs to something else, or its key is missing."""
    try:
        said = _fernet(tuple(settings.TUSAC_DEAL_KEYS)).decrypt(encrypted.encode()).decode()
    except InvalidToken:
        return None
    belongs, _, text = said.partition("\n")
    return text if belongs == of else None


@lru_cache(maxsize=4)
def _fernet(keys: Sequence[str]) -> MultiFernet:
    """Return the cipher for these keys.

    Each key is hashed: people choose texts of any length, and Fernet needs 32 bytes.
    """
    return MultiFernet(
        Fernet(
            base64.urlsafe_b64encode(hashlib.sha256(b"tusac deal key\n" + key.encode()).digest())
        )
        for key in keys
    )
