"""Loads the key that signs the log and the witnesses' keys, from settings and a file, never from the database."""

import os
import secrets
from contextlib import suppress
from pathlib import Path
from typing import Final

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.utils.translation import gettext as _

from games.log.integrity.notes import LOG, WITNESS, BadNote, SigningKey, VerifierKey

MAKE_A_KEY: Final = (
    "env -u TUSAC_PRODUCTION python manage.py log_key --out FILE --name club.example/log"
)
"""The command that makes a key, also where production refuses to start for want of one."""


NO_KEY: Final = (
    "Production needs TUSAC_LOG_KEY in the environment: the key that signs the log or the path of its file, the same "
    f"on all machines. Make one with: {MAKE_A_KEY}"
)
"""What production says that has no key."""


class NoKey(Exception):
    """Raised if the log's key is not on this machine; the message says how to provide it."""


def write_key(path: Path, key: SigningKey) -> None:
    """Write a key to a new file that its owner alone may read (0600). Raises FileExistsError, OSError."""
    write_secret(path, key.written())


def write_secret(path: Path, text: str) -> None:
    """Write a line to a new file that its owner alone may read (0600). Raises FileExistsError, OSError."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    fresh = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(text + "\n")
            file.flush()
            os.fsync(file.fileno())
        os.link(fresh, path)  # whole, and by one of two that come at once
    finally:
        fresh.unlink(missing_ok=True)


def log_key(*, make: bool = False) -> SigningKey:
    """Return the log's signing key, from the text or the file that `TUSAC_LOG_KEY` names.

    With `make` a missing file is created with a new key. Not in production: there another machine may have signed
    with the missing key. Raises `NoKey` if there is no key or it cannot be read.
    """
    said = settings.TUSAC_LOG_KEY
    try:
        if not is_key(said):
            path = Path(said)
            if make and not settings.PRODUCTION and not path.exists():
                _make(path)
            said = path.read_text(encoding="utf-8")
        key = SigningKey.read(said)
    except (OSError, UnicodeDecodeError, BadNote):
        raise NoKey(
            _(
                "The key that signs the log cannot be read: set TUSAC_LOG_KEY to the key, or to its file. "
                "`manage.py log_key` makes one."
            )
        ) from None
    if key.kind != LOG:
        raise NoKey(_("TUSAC_LOG_KEY contains a witness's key. The log needs its own key."))
    return key


def refuse_unusable_keys() -> None:
    """Raise ImproperlyConfigured if this process cannot sign the log or cannot read a witness's key.

    Outside production a club may start without a key file: it makes one when it first needs it.
    """
    said = settings.TUSAC_LOG_KEY
    if settings.PRODUCTION or is_key(said) or os.path.lexists(said):
        try:
            log_key()
        except NoKey:
            raise ImproperlyConfigured(
                f"The key that signs the log cannot be used: {_trouble(said)}. The user that Tusac runs as must "
                "be able to read it. If this club has no key yet, make one with: " + MAKE_A_KEY
            ) from None
    try:
        witnesses()
    except BadNote as error:
        raise ImproperlyConfigured(f"TUSAC_LOG_WITNESSES: {error}") from None


def is_key(said: str) -> bool:
    """Return whether a setting is a key itself rather than the name of a file with one."""
    return said.startswith("PRIVATE+KEY+")


def _trouble(said: str) -> str:
    """Return in words what is wrong with a key, without quoting the key."""
    if is_key(said):
        return "the text of TUSAC_LOG_KEY is not a key of a log"
    try:
        Path(said).read_text(encoding="utf-8")
    except OSError as unread:
        return f"TUSAC_LOG_KEY is the file {said}: {unread.strerror}"
    except UnicodeDecodeError:
        pass
    return f"TUSAC_LOG_KEY is the file {said}, in which no key of a log is"


def _make(path: Path) -> None:
    with suppress(FileExistsError):  # another process was faster, and its key is as good
        write_key(path, SigningKey.fresh())


def witnesses() -> tuple[VerifierKey, ...]:
    """Return the witnesses whose cosignatures this club keeps (`TUSAC_LOG_WITNESSES`). Raises `BadNote` for an invalid
    key.
    """
    keys = tuple(VerifierKey.read(one) for one in settings.TUSAC_LOG_WITNESSES)
    if any(key.kind != WITNESS for key in keys):
        raise BadNote(
            _("TUSAC_LOG_WITNESSES contains the key of a log. A witness needs its own key.")
        )
    return keys
