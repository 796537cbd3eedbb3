"""`manage.py add_members FILE`: add members from a list, like the page for new members."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from games.commands.people.cards import evening_of, make_cards, morning_after
from games.commands.people.newcomers import Newcomer, add_members
from games.common.name_lists import UnreadableList, decoded
from games.errors import Refused
from games.management.database import DatabaseCommand
from games.models import Player
from games.presenters.name_lists import unreadable_list_words
from games.presenters.people.newcomers import card_link, line_words
from games.queries.club.house import clock_of, club_settings
from games.queries.people.newcomers import (
    MOST_BYTES,
    MOST_LINES,
    LineOutcome,
    NewLine,
    read_newcomers,
)


class Command(DatabaseCommand):
    """Opens an account for each new name in a list, and prints a login card for each."""

    help = (
        "Adds the people of a list, one a line or CSV with headings, as members. Prints each one's name, login, six"
        " digits for this evening and link, separated by tabs; they are shown only now. Lines that need a look are"
        " named and left out."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the arguments: the file of names, and the member of staff who adds them."""
        parser.add_argument("file", help="the list; - is the standard input")
        parser.add_argument(
            "--by",
            metavar="LOGIN",
            help="the director or owner who takes them in; not needed where there is one alone",
        )
        parser.add_argument(
            "--new",
            type=int,
            nargs="+",
            default=[],
            metavar="LINE",
            help="lines that look like a member and are somebody else",
        )
        parser.add_argument(
            "--look", action="store_true", help="say what becomes of each line, and do nothing"
        )

    def handle(self, *args: Any, file: str, **options: Any) -> None:
        """Add the members in the file, all or none. Raises CommandError."""
        by, now = self._director(options["by"]), timezone.now()
        try:
            text = decoded(_bytes_of(file), MOST_BYTES)
            lines = read_newcomers(text, strangers=options["new"])
        except OSError as error:
            raise CommandError(f"The file cannot be read: {error}.") from None
        except UnreadableList as wrong:
            said = unreadable_list_words(wrong, lines=MOST_LINES, kilobytes=MOST_BYTES // 1024)
            raise CommandError(said) from None
        for line in lines:
            if options["look"] or line.answer is not LineOutcome.NEW:
                self.stderr.write(f"{line.number}: {line.name}: {line_words(line)}")
        if not options["look"]:
            self._add(by, [line for line in lines if line.answer is LineOutcome.NEW], now)

    def _add(self, by: Player, new: list[NewLine], now: Any) -> None:
        newcomers = [Newcomer(line.name, line.login, line.chips) for line in new]
        try:
            with transaction.atomic():
                members = add_members(by=by, newcomers=newcomers, now=now)
                cards = make_cards(by=by, players=members, evening=evening_of(now), now=now)
        except Refused as refused:
            raise CommandError(refused.sentence) from None
        for card in cards:
            player = card.player
            said = (player.display_name, player.username, card.digits, card_link(card.key))
            self.stdout.write("\t".join(said))
        until = timezone.localtime(morning_after(evening_of(now)), clock_of(club_settings()))
        self.stderr.write(f"{len(cards)} added; the digits work until {until:%Y-%m-%d %H:%M}.")

    def _director(self, login: str | None) -> Player:
        staff = Player.objects.filter(Q(is_director=True) | Q(is_superuser=True), is_active=True)
        found = list(staff.filter(username=login) if login else staff.order_by("pk")[:2])
        if len(found) != 1:
            raise CommandError(
                "There is no director or owner of this login."
                if login
                else "Say who takes them in: --by and the login of a director or owner."
            )
        return found[0]


def _bytes_of(file: str) -> bytes:
    if file == "-":
        return sys.stdin.buffer.read(MOST_BYTES + 1)
    with Path(file).open("rb") as opened:
        return opened.read(MOST_BYTES + 1)
