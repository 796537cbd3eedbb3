"""Collects the club's keys for a backup, and finds the files in which this machine keeps them."""

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
    """Return the club's keys by the names of their environment variables. Raises NoKey if the log's key is
    missing.
    """
    found = {
        "SECRET_KEY": settings.SECRET_KEY,
        "TUSAC_DEAL_KEY": ",".join(settings.TUSAC_DEAL_KEYS),
        "TUSAC_LOG_KEY": log_key().written(),
    }
    if old := os.environ.get("TUSAC_CHECKPOINT_KEY"):
        found["TUSAC_CHECKPOINT_KEY"] = old
    return found


def file_of(name: str, var: Path) -> Path | None:
    """Return the file from which this machine reads a key.

    None if the environment holds the key itself, or if no file is known for it.
    """
    said = os.environ.get(name, "").strip()
    if name == "TUSAC_LOG_KEY" and said and not is_key(said):
        return Path(said)
    return None if said or name not in FILES else var / FILES[name]
