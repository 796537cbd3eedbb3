"""`manage.py checkpoint`: sign what is new in the log, and write the signed note to a file to keep elsewhere."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError
from django.utils import timezone
from django.utils.translation import gettext as _

from games import commands
from games.log.integrity.keys import NoKey
from games.log.integrity.notes import Checkpoint, Note
from games.log.integrity.witnessing import newest
from games.management.database import DatabaseCommand


class Command(DatabaseCommand):
    """Signs the log and prints the newest checkpoint, or writes it to a file."""

    help = (
        "Signs what has come into the log since the last checkpoint, and prints the newest one: a "
        "signed note of a few lines. Keep it elsewhere; `verify_log --against FILE` compares."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the argument that says where to write the checkpoint."""
        parser.add_argument("--out", metavar="FILE", help="write it to this new file")

    def handle(self, *args: Any, **options: Any) -> None:
        """Sign a checkpoint. Raises CommandError if the log differs from what was signed, or the file cannot be
        written.
        """
        try:
            _signed, findings = commands.make_checkpoint(now=timezone.now())
        except NoKey as error:
            raise CommandError(str(error)) from None
        for finding in findings:
            self.stdout.write(finding.sentence)
        if findings:
            raise CommandError(
                _(
                    "The log no longer matches what was signed earlier, in %(found)d places. No new "
                    "checkpoint was signed."
                )
                % {"found": len(findings)}
            )
        note = str(newest())
        if not options["out"]:
            self.stdout.write(note, ending="")
            return
        self._write(Path(options["out"]), note)
        signed = Checkpoint.read(Note.read(note).text)
        self.stdout.write(
            _("%(file)s: %(leaves)d leaves, root %(root)s")
            % {"file": options["out"], "leaves": signed.size, "root": signed.text().split("\n")[2]}
        )

    @staticmethod
    def _write(path: Path, note: str) -> None:
        try:
            with path.open("x", encoding="utf-8") as file:
                file.write(note)
        except FileExistsError:
            raise CommandError(
                _("%(file)s already exists; a checkpoint never replaces another one.")
                % {"file": path}
            ) from None
        except OSError as error:
            raise CommandError(
                _("%(file)s cannot be written: %(why)s") % {"file": path, "why": error.strerror}
            ) from None
