"""`manage.py export_deals`: write finished deals as records, one JSON object a line."""

from argparse import ArgumentParser
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import queries
from games.errors import Refused
from games.management.database import DatabaseCommand
from games.queries.finished.histories import lines_of_deals


class Command(DatabaseCommand):
    """Writes the records of finished deals; a deal that is still played has none."""

    help = (
        "Writes finished deals as records (docs/records.md), one JSON object a line, the oldest "
        "first: all of them, also those that were called off, or those that are named. A deal that "
        "is still played is refused."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the arguments: the deals to export, and the file to write."""
        parser.add_argument(
            "--deal", type=int, action="append", metavar="N", help="only this deal; may be repeated"
        )
        parser.add_argument("--out", metavar="FILE", help="a file instead of standard output")
        parser.add_argument(
            "--people",
            choices=("numbers", "named", "masked"),
            default="numbers",
            help="the club's numbers of people, which are in every record; named: with a first line that says who they "
            "are; masked: other numbers, and nobody's words",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Write the records. Raises CommandError for a deal that is unknown or running, before anything is written."""
        named = options["deal"]
        if named is None:
            ids = queries.recorded_deals(imported=options["people"] != "named")
        else:
            ids = [self._finished(deal_id) for deal_id in dict.fromkeys(named)]
            if options["people"] == "named":
                _refuse_imported(ids)
        with ExitStack() as files:
            out: Any = self.stdout
            if options["out"] is not None:
                try:
                    # Closed by the stack, which a refused file never enters.
                    file = Path(options["out"]).open("w", encoding="utf-8")  # noqa: SIM115
                except OSError as error:
                    raise CommandError(
                        _("%(file)s cannot be written: %(why)s")
                        % {"file": options["out"], "why": error.strerror}
                    ) from None
                out = files.enter_context(file)
            for line in lines_of_deals(ids, people=options["people"]):
                out.write(line + "\n")
        said = ngettext("%(deals)d deal written.", "%(deals)d deals written.", len(ids))
        self.stderr.write(said % {"deals": len(ids)}, style_func=lambda text: text)

    def _finished(self, deal_id: int) -> int:
        try:
            deal = queries.get_deal(deal_id)
        except Refused as refused:
            raise CommandError(f"{deal_id}: {refused.sentence}") from None
        if deal.ended_at is None:
            raise CommandError(
                _("Deal %(deal)d is still being played, so its hands are private.")
                % {"deal": deal_id}
            )
        return deal.pk


def _refuse_imported(ids: list[int]) -> None:
    for deal in sorted(set(ids).difference(queries.recorded_deals(imported=False))):
        raise CommandError(
            _("Deal %(deal)d came from another club: the names of its players are not known here.")
            % {"deal": deal}
        )
