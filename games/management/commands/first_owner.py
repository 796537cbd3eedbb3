"""`manage.py first_owner`: make the link by which a new club gets its first owner, or make the demo club."""

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError
from django.utils import timezone

from games.club.settings import ClubSettings
from games.commands.club.founding import found_demo_club, written
from games.common.addresses import whole_address
from games.errors import Refused
from games.management.database import DatabaseCommand
from games.queries.club.first_owner import first_owner_path, has_members


class Command(DatabaseCommand):
    """Prints the link with which the first owner signs up, or makes the demo club with new passwords."""

    help = "Print the link by which a new club gets its first owner. It works once; give it to nobody else."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the argument --demo."""
        parser.add_argument(
            "--demo",
            action="store_true",
            help="make the demo club instead: a director, a referee and four members, with fresh passwords",
        )

    def execute(self, *args: Any, **options: Any) -> str | None:
        """Run the command. Raises CommandError for a demo club in production, whatever its database is like."""
        if options["demo"] and settings.PRODUCTION:
            raise CommandError("The demo club is not for production. Use: manage.py first_owner")
        return super().execute(*args, **options)

    def handle(self, **options: Any) -> None:
        """Print the link or make the demo club. Raises CommandError if the club has members."""
        closed = CommandError("The club has members already: its owner logs in.")
        if has_members():
            raise closed
        if not options["demo"]:
            self.stdout.write(whole_address(first_owner_path()))
            return
        try:
            made = found_demo_club(settings=ClubSettings(), now=timezone.now())
        except Refused:
            raise closed from None
        if options["verbosity"]:
            self.stdout.write("The demo club (duty, login, password):\n" + written(made))
