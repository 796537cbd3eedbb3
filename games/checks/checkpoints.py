"""Checkpoint files of the whole log: made, read and kept in the club's `var/checkpoints/`."""

from __future__ import annotations

import logging
import os
import secrets
from datetime import UTC, datetime
from pathlib import Path

from django.conf import settings
from django.utils.translation import gettext as _

from games.log.integrity.seal import BadSeal, Seal, differences, seal, unseal

_log = logging.getLogger(__name__)


def directory() -> Path:
    """Where checkpoints are kept unless somebody says otherwise."""
    return Path(settings.VAR_DIR) / "checkpoints"


def file_of(day: datetime) -> Path:
    """The file of the checkpoint of a day, in UTC."""
    return directory() / f"{day.astimezone(UTC):%Y-%m-%d}.json"


def make(path: Path, *, now: datetime) -> Seal:
    """Write a checkpoint of the log as it is now. Raises FileExistsError rather than replace a file."""
    made, text = seal(settings.TUSAC_CHECKPOINT_KEY, now=now)
    path.parent.mkdir(parents=True, exist_ok=True)
    # Linked into place whole: a checkpoint that is half written would look like a forged one.
    fresh = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        fresh.write_text(text, encoding="utf-8")
        os.link(fresh, path)
    finally:
        fresh.unlink(missing_ok=True)
    return made


def load(path: Path) -> Seal:
    """The checkpoint in a file. Raises `BadSeal` on one that this club's key has not signed, OSError."""
    try:
        return unseal(path.read_text(encoding="utf-8"), settings.TUSAC_CHECKPOINT_KEY)
    except UnicodeDecodeError:
        raise BadSeal(_("The file is not a checkpoint: it is not text.")) from None


def make_daily(*, now: datetime) -> Path | None:
    """Make the checkpoint of this day, once; its file, or None if it was there.

    The newest one before it is compared first, and what it finds is logged as an error: the new
    one would otherwise seal a changed log without a word.
    """
    path = file_of(now)
    if path.exists():
        return None
    before = sorted(directory().glob("????-??-??.json"))
    if before:
        _compare(before[-1])
    try:
        make(path, now=now)
    except FileExistsError:
        return None  # another worker was faster
    return path


def _compare(path: Path) -> None:
    try:
        sealed = load(path)
    except (BadSeal, OSError) as error:
        _log.error("checkpoint %s cannot be read: %s", path.name, error)
        return
    for sentence in differences(sealed):
        _log.error("checkpoint %s: %s", path.name, sentence)
