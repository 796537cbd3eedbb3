"""`manage.py log_key`: make the key that signs a log or that of a witness, or show this log's public key."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from games.log.integrity.keys import NoKey, log_key, write_key
from games.log.integrity.notes import LOG, WITNESS, BadNote, SigningKey


class Command(BaseCommand):
    """Writes a new key to a file that its owner alone may read, and prints the public key."""

    help = "Prints the public key of this club's log, or makes a new key. It asks no database."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the arguments: the file for a new key, its name, and whether it is a witness's."""
        parser.add_argument("--out", metavar="FILE", help="make a new key and write it here")
        parser.add_argument(
            "--name", default="", help="such as club.example/log (default: one made of the key)"
        )
        parser.add_argument(
            "--witness", action="store_true", help="a key to co-sign other clubs' checkpoints with"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Make a new key if a file is given; print the new or the present public key. Raises CommandError."""
        try:
            if not options["out"]:
                key = log_key()
            else:
                key = SigningKey.fresh(options["name"], WITNESS if options["witness"] else LOG)
                write_key(Path(options["out"]), key)
        except (NoKey, BadNote) as error:
            raise CommandError(str(error)) from None
        except FileExistsError:
            raise CommandError(_("%(file)s already exists.") % {"file": options["out"]}) from None
        except OSError as error:
            raise CommandError(
                _("%(file)s cannot be written: %(why)s")
                % {"file": options["out"], "why": error.strerror}
            ) from None
        self.stdout.write(str(key.verifier))
