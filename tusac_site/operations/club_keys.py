"""Makes the keys of a club in containers at its first start: `python -m tusac_site.operations.club_keys FOLDER`."""

from __future__ import annotations

import os
import secrets
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from games.log.integrity.keys import write_secret
from games.log.integrity.notes import SigningKey

FILES: Final = {
    "SECRET_KEY": "secret_key",
    "TUSAC_DEAL_KEY": "deal_key",
    "TUSAC_LOG_KEY": "log_key",
}
"""The variables whose keys are kept, and the names of their files."""


class KeysMissing(Exception):
    """Raised when an existing club has lost keys; the message says what to do."""


def make_missing(folder: Path, environ: Mapping[str, str]) -> list[str]:
    """Write the keys that a new club needs, for their owner alone (0600); return the names of the new files.

    Keys in the environment are copied, so that a club with its keys there continues with them. The log's key is named
    after the club's address, `TUSAC_SITE`. Raises KeysMissing if only some files exist, or if this machine has signed a
    log (`TUSAC_LOG_SIGNED`) whose key is gone; OSError if nothing can be written.
    """
    missing = [variable for variable, name in FILES.items() if not (folder / name).exists()]
    if not missing:
        return []
    lost = [FILES[one] for one in missing if not environ.get(one, "").strip()]
    signed = environ.get("TUSAC_LOG_SIGNED", "")
    was_there = len(missing) < len(FILES) or bool(signed and any(Path(signed).glob("*")))
    if lost and was_there:
        raise KeysMissing(
            f"This club has lost keys: {', '.join(lost)} not in {folder}. Put your copies back there, readable for "
            "user 10001. With new keys its log could not be continued, nor its deals be opened."
        )
    host = urlsplit(environ.get("TUSAC_SITE", "")).hostname
    fresh: dict[str, Callable[[], str]] = {
        "SECRET_KEY": lambda: secrets.token_urlsafe(64),
        "TUSAC_DEAL_KEY": lambda: secrets.token_urlsafe(32),
        "TUSAC_LOG_KEY": lambda: SigningKey.fresh(f"{host}/log" if host else "").written(),
    }
    made = []
    for variable in missing:
        with suppress(FileExistsError):  # another container was faster
            write_secret(
                folder / FILES[variable], environ.get(variable, "").strip() or fresh[variable]()
            )
            made.append(FILES[variable])
    return made


def main(arguments: list[str], environ: Mapping[str, str] = os.environ) -> int:
    """Make the missing keys and print which; return the exit code."""
    (folder,) = arguments
    try:
        made = make_missing(Path(folder), environ)
    except KeysMissing as error:
        sys.stderr.write(f"{error}\n")
        return 1
    except OSError as error:
        sys.stderr.write(
            f"The club's keys cannot be kept in {folder}: {error.strerror}. Start the container with a volume there, "
            "writable for user 10001, and keep that volume: without its keys a club cannot be opened again.\n"
        )
        return 1
    if made:
        sys.stderr.write(
            f"New keys in {folder}: {', '.join(made)}. Copy them to a safe place, apart from the database.\n"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
