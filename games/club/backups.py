"""Backups of the club: who took one, and the passphrase that they are sealed with. Pure."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final

OLD: Final = timedelta(days=3)
"""After so long without a backup owners are warned."""


@dataclass(frozen=True, slots=True)
class BackupPassphraseMade:
    """An owner had a new passphrase made: from now on backups are sealed to this public key.

    `private` is the private key as the passphrase alone opens it, with `salt`; all three are base64. The passphrase
    itself is nowhere.
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
        """Return this after one more event."""
        match event:
            case BackupPassphraseMade():
                return replace(self, passphrase=event, passphrase_at=at)
            case BackupMade(night):
                return replace(self, last=at, night=at if night else self.night)

    def is_old(self, now: datetime) -> bool:
        """Return whether the last one was made so long ago that owners are warned, or there is none."""
        return self.last is None or now - self.last > OLD
