"""Lists the first steps of a new club. Each is ticked off automatically."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings as site

from games.common.own_address import was_reached
from games.models import Player, Table
from games.queries.behalf import behalf
from games.queries.club.house import current_club

SHOWN: Final = timedelta(days=30)
"""For how long an owner is new."""


@dataclass(frozen=True, slots=True)
class FirstSteps:
    """Which of the first steps are done."""

    members: bool
    """Whether the club has a member besides its first one."""
    phone: bool
    """Whether a phone has reached the club; one that is reached by a name of its own needs no such test."""
    passphrase: bool
    """Whether backups are locked with a passphrase."""
    evening: bool
    """Whether a table was opened in the lobby, or a tournament announced."""

    @property
    def done(self) -> bool:
        """Return whether all steps are done."""
        return self.members and self.phone and self.passphrase and self.evening


def first_steps(owner: Player, *, now: datetime) -> FirstSteps | None:
    """Return the first steps to show to a new owner; None if all are done, or the owner is no longer new."""
    if not owner.is_superuser or now - owner.date_joined > SHOWN:
        return None
    steps = FirstSteps(
        members=Player.objects.filter(is_guest=False).exclude(pk=owner.pk).exists(),
        phone=site.TUSAC_SITE_IS_FIXED or was_reached(site.VAR_DIR),
        passphrase=current_club().state.backups.passphrase is not None,
        evening=Table.objects.filter(origin__startswith="form-").exists() or behalf().announced(),
    )
    return None if steps.done else steps
