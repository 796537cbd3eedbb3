"""`manage.py seed_demo`: the demo club, a director, a referee and four members."""

import os
import secrets
from argparse import ArgumentParser
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError
from django.db import transaction
from django.utils import timezone

from games import commands
from games.management.database import DatabaseCommand
from games.models import Player

# Letters and digits that nobody confuses when they read them off a screen and type them on a phone.
_ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"


@dataclass(frozen=True, slots=True)
class DemoAccount:
    """Somebody of the demo club."""

    username: str
    display_name: str
    is_director: bool = False
    is_referee: bool = False

    @property
    def duty(self) -> str:
        """Return what this account may do, in one word."""
        if self.is_director:
            return "director"
        return "referee" if self.is_referee else "member"


DEMO_CLUB = (
    DemoAccount("director", "Bà Chủ", is_director=True),
    DemoAccount("referee", "Ông Trọng", is_referee=True),
    DemoAccount("lan", "Lan"),
    DemoAccount("minh", "Minh"),
    DemoAccount("hoa", "Hoa"),
    DemoAccount("tuan", "Tuấn"),
)


def make_password() -> str:
    """Return a password of two groups of four characters, about 40 bits: enough with the login's lockout."""
    word = "".join(secrets.choice(_ALPHABET) for _ in range(8))
    return f"{word[:4]}-{word[4:]}"


def write_private(path: Path, text: str) -> None:
    """Write a file that only its owner may read (0600), from its first byte on; it is on the disk when this returns."""
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


class Command(DatabaseCommand):
    """Create the demo club with passwords of its own, and write them to var/demo_accounts.txt."""

    help = "Create the demo club: a director, a referee and four members, with fresh passwords."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take --if-new."""
        parser.add_argument(
            "--if-new",
            action="store_true",
            help="do nothing where the database already has a player",
        )

    def execute(self, *args: Any, **options: Any) -> str | None:
        """Run the command. Raises CommandError in production, whatever its database is like."""
        if settings.PRODUCTION:
            raise CommandError(
                "The demo club is not for production. Use: manage.py createsuperuser"
            )
        return super().execute(*args, **options)

    def handle(self, **options: Any) -> None:
        """Create what is missing of the demo club."""
        if options["if_new"] and Player.objects.exists():
            return
        lines = []
        with transaction.atomic():
            for account in DEMO_CLUB:
                password = make_password()
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
                if not created:
                    continue
                player.set_password(password)
                player.save()
                commands.grant_first_chips(player=player, now=timezone.now())
                lines.append(f"{account.duty:<9} {account.username:<9} {password}")
            text = "\n".join(lines) + "\n"
            if lines:
                # Before the accounts are: nobody could log in to those whose passwords were lost.
                write_private(Path(settings.VAR_DIR) / "demo_accounts.txt", text)
        if not lines:
            self.stdout.write("The demo club is there already; nothing was changed.")
            return
        if options["verbosity"]:
            self.stdout.write("The demo club (duty, login, password):\n" + text)
