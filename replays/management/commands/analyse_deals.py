"""`manage.py analyse_deals`: analyses finished deals in this process, one after the other."""

from __future__ import annotations

from typing import Any

from django.core.management.base import CommandParser
from django.utils import timezone

from games.errors import Refused
from games.management.database import DatabaseCommand
from games.queries.play.deals import recorded_deals
from replays.commands.analysing import analyse_now


class Command(DatabaseCommand):
    """Analyses deals that the current engine has not analysed. It can be interrupted and run again."""

    help = (
        "Analyses finished deals, a tournament's or all of the club's. It takes one to two seconds of one core "
        "a deal: run it when nobody plays."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the options to choose deals."""
        parser.add_argument("--tournament", type=int, help="the deals of this tournament alone")

    def handle(self, *args: Any, **options: Any) -> None:
        """Analyse the chosen deals, oldest first, and count the refused ones."""
        made = refused = 0
        for deal_id in recorded_deals(options["tournament"], imported=False):
            try:
                analyse_now(deal_id=deal_id, now=timezone.now)
            except Refused:
                refused += 1
            else:
                made += 1
        self.stdout.write(f"{made} deals are analysed, {refused} cannot be")
