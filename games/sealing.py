"""Secrets at rest: the server's secret of a deal is encrypted in its row, under a key that is in no database."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Sequence
from functools import lru_cache

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings


def seal(text: str) -> str:
    """The text encrypted and signed under the first of the keys (`TUSAC_DEAL_KEYS`)."""
    return _fernet(tuple(settings.TUSAC_DEAL_KEYS)).encrypt(text.encode()).decode()


def unseal(sealed: str) -> str | None:
    """The text again; None where it was changed, or sealed under a key that is no longer among the keys."""
    try:
        return _fernet(tuple(settings.TUSAC_DEAL_KEYS)).decrypt(sealed.encode()).decode()
    except InvalidToken:
        return None


@lru_cache(maxsize=4)
def _fernet(keys: Sequence[str]) -> MultiFernet:
    """Keys are texts of any length, since people choose them; Fernet's have 32 bytes."""
    return MultiFernet(
        Fernet(
            base64.urlsafe_b64encode(hashlib.sha256(b"tusac deal key\n" + key.encode()).digest())
        )
        for key in keys
    )
