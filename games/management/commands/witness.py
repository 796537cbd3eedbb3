"""`manage.py witness`: co-sign another club's log, from cron anywhere, without a database."""

import os
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone
from django.utils.translation import gettext as _

from games.log.integrity.notes import (
    WITNESS,
    BadNote,
    Checkpoint,
    Note,
    SigningKey,
    VerifierKey,
    read_proof,
)
from games.log.integrity.witnessing import Inconsistent, oddities, size_of, witness
from games.management.fetching import NotThere, ask


class Command(BaseCommand):
    """Fetches a log's newest checkpoint, checks that it continues the last one seen, and co-signs it."""

    help = (
        "Fetches the newest checkpoint of a club's log, verifies that the log has signed it and that it "
        "continues the last one seen, remembers it, co-signs it and sends that back. Run it from cron; "
        "it fails, and keeps the evidence, when the log's past was changed. It asks no database."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the arguments: the club, its log's key, the witness's key, and the file with the last
        checkpoint seen.
        """
        parser.add_argument("club", metavar="URL")
        parser.add_argument("--key", required=True, metavar="VKEY", help="the log's public key")
        parser.add_argument(
            "--witness-key",
            required=True,
            metavar="FILE",
            help="of `log_key --witness --out FILE --name you.example/witness`",
        )
        parser.add_argument("--state", required=True, metavar="FILE", help="the last one seen")

    def handle(self, *args: Any, **options: Any) -> None:
        """Co-sign the newest checkpoint if it continues the last one seen. Raises `CommandError` (exit status 1)."""
        club, state = options["club"], Path(options["state"])
        try:
            log = VerifierKey.read(options["key"])
            key = SigningKey.read(Path(options["witness_key"]).read_text(encoding="utf-8"))
            if key.kind != WITNESS:
                raise CommandError(_("This is the key of a log. A witness needs its own key."))
            seen = Note.read(state.read_text(encoding="utf-8")) if state.exists() else None
            shown = Note.read(ask(club, "log/checkpoint"))
            old, new = size_of(seen) if seen else 0, size_of(shown)
            proof = ask(club, f"log/consistency?from={old}&to={new}") if old < new else ""
            line = witness(seen, shown, read_proof(proof), log=log, key=key, now=timezone.now())
        except OSError as error:
            raise CommandError(
                _("%(file)s cannot be read: %(why)s")
                % {"file": error.filename, "why": error.strerror}
            ) from None
        except (BadNote, UnicodeDecodeError) as error:
            raise CommandError(str(error)) from None
        except Inconsistent:
            evidence = state.with_name(f"{state.name}.refused-{new}")
            evidence.write_text(str(shown), encoding="utf-8")
            raise CommandError(
                _(
                    "The log of %(size)d leaves does not continue the log of %(old)d leaves seen before, "
                    "so it is not co-signed. %(state)s and %(evidence)s together prove it."
                )
                % {"size": new, "old": old, "state": state, "evidence": evidence}
            ) from None
        for sentence in self._odd(club, seen, shown):
            self.stderr.write(sentence)
        fresh = state.with_name(f".{state.name}.{os.getpid()}")
        fresh.write_text(str(shown), encoding="utf-8")
        fresh.replace(state)  # before anybody hears of it
        ask(club, "log/cosignatures", f"size {new}\n{line}")
        self.stdout.write(_("Co-signed: %(size)d leaves.") % {"size": new})

    def _odd(self, club: str, seen: Note | None, shown: Note) -> Iterator[str]:
        """Yield a sentence for each oddity of a checkpoint that continues the last one. It is co-signed anyway."""
        old = Checkpoint.read(seen.text) if seen else None
        yield from oddities(old, Checkpoint.read(shown.text), now=timezone.now())
        if seen is None or old is None:
            return
        try:
            still = Note.read(ask(club, f"log/checkpoint/{old.size}")).text == seen.text
        except NotThere:
            still = False
        if not still:
            yield _(
                "The club no longer shows the checkpoint of %(size)d leaves that was seen last: it was deleted there. "
                "The log continues it all the same."
            ) % {"size": old.size}
