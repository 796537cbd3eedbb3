"""Events about backups of the club: their authors, and the passphrase that seals them. Pure."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final

OLD: Final = timedelta(days=3)
"""After so long without a backup owners are warned."""


@dataclass(frozen=True, slots=True)
class BackupPassphraseMade:
    """An owner made a new passphrase: from now on backups are sealed to this public key.

    `private` is the private key, encrypted with the passphrase and `salt`; all three are base64. The passphrase itself
    is stored nowhere.
    """

    public: str
    private: str
    salt: str


@dataclass(frozen=True, slots=True)
class BackupMade:
    """A backup of the whole club was made: by an owner, on the club's machine, or at night."""

    night: bool
    keys: bool
    """Whether the club's keys are in it, sealed with the passphrase."""


BackupEvent = BackupPassphraseMade | BackupMade
"""Everything that happens to backups."""


@dataclass(frozen=True, slots=True)
class Backups:
    """The club's record of its backups."""

    passphrase: BackupPassphraseMade | None = None
    passphrase_at: datetime | None = None
    last: datetime | None = None
    """When the last one was made, by whomever."""
    night: datetime | None = None
    """When the last nightly one was made."""

    def after(self, event: BackupEvent, at: datetime) -> Backups:
        """Return the record after one more event."""
        match event:
            case BackupPassphraseMade():
                return replace(self, passphrase=event, passphrase_at=at)
            case BackupMade(night):
                return replace(self, last=at, night=at if night else self.night)

    def is_old(self, now: datetime) -> bool:
        """Return whether there is no backup, or the last one is so old that owners are warned."""
        return self.last is None or now - self.last > OLD
