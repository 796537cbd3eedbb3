"""`manage.py reset_second_factor NAME`: let an owner who lost both phone and recovery codes log in again."""

from __future__ import annotations

from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.utils import timezone

from games.commands.people import second_factor
from games.management.database import DatabaseCommand
from games.models import Player


class Command(DatabaseCommand):
    """Removes a member's second factor, sessions and tokens, so that the password alone logs in."""

    help = "Take a member's second factor, sessions and API tokens away. All owners are told by an alarm."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the argument that names the login."""
        parser.add_argument("username")

    def handle(self, *args: Any, username: str, **options: Any) -> None:
        """Remove the member's second factor, sessions and tokens. Raises CommandError if there is no such member."""
        player = Player.objects.filter(username=username).first()
        if player is None:
            raise CommandError("There is no such member.")
        second_factor.reset(by=None, player=player, now=timezone.now())
        self.stdout.write("The password alone logs in again. Set up a new second factor at once.")
