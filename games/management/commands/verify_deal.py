"""`manage.py verify_deal FILE`: check that these deals were dealt and played by the rules."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from games.engine.recording.records import to_line
from games.engine.recording.verification import checked_records


class Command(BaseCommand):
    """Checks deal records against the rules alone, without a database."""

    help = (
        "Checks deal records, one JSON object a line, without a database: the commitment, the "
        "shuffle from the secret and the seeds, every event by the rules, and the payments. Prints "
        "a line for each deal and fails if one is not right."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the arguments: the file of records, and where to write them in canonical form."""
        parser.add_argument("file", help="a file of deal records, as export_deals writes it")
        parser.add_argument(
            "--canonical",
            metavar="OUT",
            help="write those that are right to this file in canonical form; in FILE the order of "
            "fields, spaces and escapes do not matter then",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Verify each line. Raises `CommandError` if a deal is wrong or the file cannot be read."""
        deals = wrong = 0
        canonical: list[str] = []
        try:
            with Path(options["file"]).open("rb") as file:
                for checked in checked_records(file, canonical=options["canonical"] is None):
                    deals += 1
                    wrong += bool(checked.fault)
                    self.stdout.write(self._writable(checked.answer))
                    if options["canonical"] and checked.record and not checked.fault:
                        canonical.append(to_line(checked.record) + "\n")
        except OSError as error:
            raise CommandError(
                _("%(file)s cannot be read: %(why)s")
                % {"file": options["file"], "why": error.strerror}
            ) from None
        if canonical:
            _write(options["canonical"], canonical)
        if not deals:
            raise CommandError(
                _("%(file)s is empty. It contains no deals.") % {"file": options["file"]}
            )
        if wrong:
            raise CommandError(
                _("%(wrong)d of %(deals)d deals are not right.") % {"wrong": wrong, "deals": deals}
            )

    def _writable(self, text: str) -> str:
        """Return the text with escapes for characters that the terminal's encoding lacks, so that no line is lost."""
        coding = getattr(self.stdout, "encoding", None) or "utf-8"
        return text.encode(coding, "backslashreplace").decode(coding)


def _write(file: str, lines: list[str]) -> None:
    try:
        Path(file).write_text("".join(lines), encoding="utf-8", newline="\n")
    except OSError as error:
        raise CommandError(
            _("%(file)s cannot be written: %(why)s") % {"file": file, "why": error.strerror}
        ) from None
