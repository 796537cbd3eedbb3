"""Remembers what this machine has signed, beside the log's key and outside the database and `var/`.

If somebody rewrites the database and the club's files, the signer still remembers: it does not sign a tree that does
not continue the remembered one. There are two files per key. Each holds a signed note, so neither can be forged
without the key:

- `<key id>.note`: the last checkpoint that was stored.
- `<key id>.promised`: the checkpoint that is being stored, written before anybody can see it. If the machine died in
  between, it may be missing in the database.

`<key id>.alarms` has a line with number, kind and time for each alarm raised on this machine. So an alarm that is
deleted before a checkpoint covers it is noticed as missing.
"""

from __future__ import annotations

import os
import secrets
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Final, NamedTuple

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from games.log import codec
from games.log.integrity.keys import is_key
from games.log.integrity.notes import BadNote, Checkpoint, Note, VerifierKey


class Remembered(NamedTuple):
    """The texts of the notes that this machine has signed last, each empty if there is none."""

    kept: str = ""
    promised: str = ""


class NotedAlarm(NamedTuple):
    """An alarm that this machine has raised."""

    number: int
    kind: str
    at: datetime


NOTHING: Final = Remembered()
"""Of a machine that has signed nothing yet."""


def signers_place(key: str, var: Path) -> Path:
    """Return the directory of the signer's memory: `TUSAC_LOG_SIGNED`, or beside the key.

    If the key is not a file, or is a file in `var/`, it is in the state directory of the user that Tusac runs as.
    """
    if said := os.environ.get("TUSAC_LOG_SIGNED", ""):
        return Path(said)
    file = Path(key)
    if not is_key(key) and var.resolve() not in file.resolve().parents:
        return file.with_name(f"{file.name}.signed")
    state = os.environ.get("XDG_STATE_HOME", "")
    try:
        return (Path(state) if state else Path("~/.local/state").expanduser()) / "tusac"
    except RuntimeError:  # a user without a home: refused when the place is looked at
        return Path("/nonexistent/tusac")


def refuse_unusable_place() -> None:
    """Raise ImproperlyConfigured if this process cannot write to the directory of the signer's memory."""
    place: Path | None = settings.TUSAC_LOG_SIGNED
    if place is None:
        return
    try:
        there = next(one for one in (place, *place.absolute().parents) if one.exists())
        usable = there.is_dir() and os.access(there, os.R_OK | os.W_OK | os.X_OK)
    except OSError:  # below a directory that this user may not enter
        usable = False
    if not usable:
        raise ImproperlyConfigured(
            f"What the log's key has signed cannot be kept in {place}. Set TUSAC_LOG_SIGNED to a directory that the "
            "user that Tusac runs as may write, outside the database and var/."
        )


def remembered(key: VerifierKey) -> Remembered:
    """Return what this machine signed last with this key. Raises OSError if it cannot be read."""
    kept = _read(_file(settings.TUSAC_LOG_SIGNED, f"{key.id.hex()}.note"))
    if not kept:  # as it was kept until version 1
        kept = _read(_file(settings.TUSAC_LOG_MEMORY, f"newest-{key.id.hex()}.note"))
    return Remembered(kept, _read(_file(settings.TUSAC_LOG_SIGNED, f"{key.id.hex()}.promised")))


def promise(key: VerifierKey, note: Note) -> None:
    """Remember a note before it is stored. Raises OSError; the note must not be stored then."""
    _write(key, "promised", str(note))


def keep(key: VerifierKey, note: str) -> None:
    """Remember a stored note, unless a larger one is remembered already. Raises OSError.

    Of two processes, the one that signed first may get here last.
    """
    before = _read(_file(settings.TUSAC_LOG_SIGNED, f"{key.id.hex()}.note"))
    with suppress(BadNote):
        if before and _size(before) > _size(note):
            return
    _write(key, "note", note)


def _size(note: str) -> int:
    return Checkpoint.read(Note.read(note).text).size


def note_alarm(key: VerifierKey, alarm: NotedAlarm) -> None:
    """Record outside the database that an alarm was raised, with the key's other files. Raises OSError."""
    path = _file(settings.TUSAC_LOG_SIGNED, f"{key.id.hex()}.alarms")
    if path is None:
        return
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with path.open("a", encoding="utf-8") as file:  # a short line of each process is whole
        file.write(f"{alarm.number} {alarm.kind} {codec.encode_time(alarm.at)}\n")
        file.flush()
        os.fsync(file.fileno())


def noted_alarms(key: VerifierKey) -> list[NotedAlarm]:
    """Return the alarms that this machine has raised for this club, the oldest first. Raises OSError where it
    cannot read.
    """
    found = []
    for line in _read(_file(settings.TUSAC_LOG_SIGNED, f"{key.id.hex()}.alarms")).splitlines():
        with suppress(ValueError):  # a line that a full disk cut off
            number, kind, at = line.split(" ")
            found.append(NotedAlarm(int(number), kind, codec.decode_time(at)))
    return found


def _file(place: Path | None, name: str) -> Path | None:
    return place and place / name


def _read(path: Path | None) -> str:
    try:
        return path.read_text(encoding="utf-8") if path else ""
    except FileNotFoundError:
        return ""


def _write(key: VerifierKey, kind: str, text: str) -> None:
    """Put the text into its file, whole or not at all, and on the disk before this returns."""
    path = _file(settings.TUSAC_LOG_SIGNED, f"{key.id.hex()}.{kind}")
    if path is None:
        return
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    fresh = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    with fresh.open("w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    fresh.replace(path)
    directory = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(directory)
    finally:
        os.close(directory)
