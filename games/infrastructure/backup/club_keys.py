"""The club's keys: what a backup takes along under the passphrase, and where a restored club finds them again."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

from django.conf import settings

from games.log.integrity.keys import is_key, log_key

FILES: Final = {
    "SECRET_KEY": "secret_key",
    "TUSAC_DEAL_KEY": "deal_key",
    "TUSAC_LOG_KEY": "log_key",
}
"""Variable of the environment → the file in `var/` that holds the key where the variable is not set."""


def club_keys() -> dict[str, str]:
    """Return the keys by their variables. Raises NoKey."""
    found = {
        "SECRET_KEY": settings.SECRET_KEY,
        "TUSAC_DEAL_KEY": ",".join(settings.TUSAC_DEAL_KEYS),
        "TUSAC_LOG_KEY": log_key().written(),
    }
    if old := os.environ.get("TUSAC_CHECKPOINT_KEY"):
        found["TUSAC_CHECKPOINT_KEY"] = old
    return found


def file_of(name: str, var: Path) -> Path | None:
    """Return the file that this machine reads a key from; None where the environment itself holds it."""
    said = os.environ.get(name, "").strip()
    if name == "TUSAC_LOG_KEY" and said and not is_key(said):
        return Path(said)
    return None if said or name not in FILES else var / FILES[name]
