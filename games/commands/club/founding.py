"""Founds a club, with its first owner or as a demo, and changes its settings later."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Final

from django.conf import settings as site
from django.db import IntegrityError, transaction

from games.club.events import ClubEvent, ClubSettingsSet
from games.club.settings import ClubSettings, why_not
from games.club.state import ClubState
from games.commands.club.chips import grant_first_chips
from games.commands.club.club_work import carry_out, require_owner
from games.common.names import tidied
from games.errors import Refused
from games.models import Player
from games.queries.club.first_owner import has_members
from games.queries.club.house import offered_rules

# Letters and digits that nobody confuses when they read them off a screen and type them on a phone.
_ALPHABET: Final = "abcdefghjkmnpqrstuvwxyz23456789"


@dataclass(frozen=True, slots=True)
class DemoAccount:
    """An account of the demo club."""

    username: str
    display_name: str
    is_director: bool = False
    is_referee: bool = False

    @property
    def duty(self) -> str:
        """Return the duty of this account as one word."""
        if self.is_director:
            return "director"
        return "referee" if self.is_referee else "member"


DEMO_CLUB: Final = (
    DemoAccount("director", "Bà Chủ", is_director=True),
    DemoAccount("referee", "Ông Trọng", is_referee=True),
    DemoAccount("lan", "Lan"),
    DemoAccount("minh", "Minh"),
    DemoAccount("hoa", "Hoa"),
    DemoAccount("tuan", "Tuấn"),
)


@dataclass(frozen=True, slots=True)
class MadeAccount:
    """An account of the demo club with its newly made password."""

    account: DemoAccount
    password: str


def set_club_settings(*, by: Player, settings: ClubSettings, now: datetime) -> None:
    """Set the club's settings as an owner; no change when they are the same. Raises Refused, changing nothing."""
    require_owner(by)
    wanted = _checked(settings)

    def decide(state: ClubState) -> Iterable[ClubEvent]:
        if wanted != state.settings:
            yield ClubSettingsSet(wanted)

    carry_out(decide, now=now, by=by)


@transaction.atomic
def found_club(
    *, username: str, display_name: str, password: str, settings: ClubSettings, now: datetime
) -> Player:
    """Create the first account, which is owner and director, with the club's settings; return it.

    Raises Refused("first-owner.closed") if there already is one; of two simultaneous calls one is refused.
    """
    owner = Player(
        username=username,
        display_name=display_name,
        is_director=True,
        is_superuser=True,
        date_joined=now,
    )
    owner.set_password(password)
    try:
        with transaction.atomic():
            owner.save()
    except IntegrityError:  # somebody took the name just now
        raise Refused("first-owner.closed") from None
    _begin({owner.pk}, by=owner, settings=settings, now=now)
    grant_first_chips(player=owner, now=now)
    return owner


@transaction.atomic
def found_demo_club(*, settings: ClubSettings, now: datetime) -> tuple[MadeAccount, ...]:
    """Create the accounts of the demo club and write them to `demo_accounts.txt` in the club's directory; return them.

    Raises Refused as `found_club` does.
    """
    made, members = [], []
    for account in DEMO_CLUB:
        player, created = Player.objects.get_or_create(
            username=account.username,
            defaults={
                "display_name": account.display_name,
                "is_director": account.is_director,
                "is_referee": account.is_referee,
                # And the owner, who gives the duties to others.
                "is_superuser": account.is_director,
            },
        )
        if not created:  # by the same press a moment ago
            raise Refused("first-owner.closed")
        made.append(MadeAccount(account, make_password()))
        members.append(player)
        player.set_password(made[-1].password)
        player.save()
    _begin({one.pk for one in members}, by=members[0], settings=settings, now=now)
    for player in members:
        grant_first_chips(player=player, now=now)
    # Before the accounts are: nobody could log in to those whose passwords were lost.
    write_private(Path(site.VAR_DIR) / "demo_accounts.txt", written(made))
    return tuple(made)


def written(made: Iterable[MadeAccount]) -> str:
    """Return the accounts as text, one a line: duty, login, password."""
    lines = (f"{one.account.duty:<9} {one.account.username:<9} {one.password}\n" for one in made)
    return "".join(lines)


def make_password() -> str:
    """Return a password of two groups of four characters, about 40 bits: enough with the login's lockout."""
    word = "".join(secrets.choice(_ALPHABET) for _ in range(8))
    return f"{word[:4]}-{word[4:]}"


def write_private(path: Path, text: str) -> None:
    """Write a file that only its owner can read (mode 0600 from the first byte), and flush it to the disk."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.unlink(missing_ok=True)
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    directory = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(directory)
    finally:
        os.close(directory)


def _begin(own: set[int], *, by: Player, settings: ClubSettings, now: datetime) -> None:
    """Record the club's first settings.

    Raises Refused("first-owner.closed") if the club has members other than those with the ids `own`.
    """
    wanted = _checked(settings)

    def decide(_state: ClubState) -> Iterable[ClubEvent]:
        # Asked after the head is loaded: whoever writes meanwhile takes this event's place, and it is asked again.
        if has_members(besides=own):
            raise Refused("first-owner.closed")
        yield ClubSettingsSet(wanted)

    carry_out(decide, now=now, by=by)


def _checked(settings: ClubSettings) -> ClubSettings:
    """Return the settings with tidied names. Raises Refused if they cannot be used."""
    settings = replace(settings, name=tidied(settings.name), unit=tidied(settings.unit))
    if refusal := why_not(settings):
        raise Refused(refusal)
    if settings.language and settings.language not in dict(site.LANGUAGES):
        raise Refused("settings.language")
    if settings.rules not in offered_rules():
        raise Refused("settings.rules")
    return settings
