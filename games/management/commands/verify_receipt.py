"""`manage.py verify_receipt`: check a deal's receipt, without a database and years later."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from games.log.integrity import merkle
from games.log.integrity.notes import BadNote, Checkpoint, VerifierKey, opened, read_proof
from games.log.integrity.receipts import LONGEST, BadReceipt, ProvenReceipt, check
from games.management.fetching import NotThere, ask


class Command(BaseCommand):
    """Says which events the receipt proves to be in the log; fails if it proves nothing."""

    help = (
        "Checks a receipt with the club's public key: that its events are in the log whose "
        "checkpoint it holds. With --club, that this checkpoint is in the log that the club shows "
        "today. It asks no database."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the arguments: the receipt, its club, and a checkpoint to compare with."""
        parser.add_argument("file")
        parser.add_argument("--key", required=True, metavar="VKEY", help="the log's public key")
        parser.add_argument(
            "--witness", action="append", default=[], metavar="VKEY", help="who must have co-signed"
        )
        parser.add_argument("--club", metavar="URL", help="ask this club for its log of today")
        parser.add_argument("--checkpoint", metavar="NOTE", help="a later checkpoint, from a file")
        parser.add_argument(
            "--proof", metavar="FILE", help="that it continues the receipt's (/log/consistency)"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Check the receipt. Raises `CommandError` (exit status 1) if it proves nothing."""
        try:
            key = VerifierKey.read(options["key"])
            wanted = tuple(VerifierKey.read(one) for one in options["witness"])
            with Path(options["file"]).open("rb") as file:
                checked = check(file.read(LONGEST + 1), key, wanted)
            self.stdout.write(
                _(
                    "%(stream)s: %(count)d events, the last at %(last)s, are leaf %(index)d of the log "
                    "of %(log)s."
                )
                % {
                    "stream": ascii(checked.entry.stream).strip("'"),
                    "count": checked.entry.version,
                    "last": ascii(checked.last).strip("'"),
                    "index": checked.index,
                    "log": key.name,
                }
            )
            for witness in wanted:
                if witness not in [one for one, _found in checked.cosigned]:
                    raise CommandError(_("%(name)s has not co-signed it.") % {"name": witness.name})
                self.stdout.write(_("Co-signed by %(name)s.") % {"name": witness.name})
            later = _later(checked.checkpoint, options, key)
            if later is not None:
                self._compare(checked.checkpoint, *later, key)
            if options["club"]:
                self._still(options["club"], checked)
        except OSError as error:
            raise CommandError(
                _("%(file)s cannot be read: %(why)s")
                % {"file": error.filename, "why": error.strerror}
            ) from None
        except (BadReceipt, BadNote, UnicodeDecodeError) as error:
            raise CommandError(str(error)) from None
        self.stdout.write(_("The receipt is good."))

    def _still(self, club: str, checked: ProvenReceipt) -> None:
        """Raise CommandError if the club's log no longer has the events that the receipt's leaf stands for.

        The leaf itself is in the tree forever.
        """
        leaf = f"log/leaf/{checked.index}/{checked.entry.hash().hex()}?plain"
        said = ask(club, leaf).strip()
        if said != "stands":
            raise CommandError(
                _(
                    "The club's log now has other events in place of these: %(said)s. Keep the receipt: "
                    "it proves what was signed before."
                )
                % {"said": ascii(said).strip("'")}
            )

    def _compare(self, old: Checkpoint, note: str, proof: str, key: VerifierKey) -> None:
        new, hashes = opened(note, key), read_proof(proof)
        if new.size < old.size:
            old, new = new, old
        if not merkle.continues(old.root, old.size, new.root, new.size, hashes):
            raise CommandError(
                _(
                    "The log shown today does not continue the one on the receipt: past events were "
                    "changed. Keep the receipt and this checkpoint: together they prove it."
                )
            )
        self.stdout.write(
            _("Today's log still contains what this receipt proves. The log has %(size)d entries.")
            % {"size": new.size}
        )


def _later(old: Checkpoint, options: dict[str, Any], key: VerifierKey) -> tuple[str, str] | None:
    """Return a later checkpoint and the proof that it continues `old`; None if there is neither a club nor a file.

    The proof is empty if no file of it is given. Raises CommandError if the club has lost what the receipt proves.
    """
    club, receipt = options["club"], Path(options["file"])
    if club:
        note = ask(club, "log/checkpoint")
        if not note:
            raise _lost(old, 0, receipt, note)
        new = opened(note, key)
        if new.size < old.size:
            raise _lost(old, new.size, receipt, note)
        try:
            return note, ask(club, f"log/consistency?from={old.size}&to={new.size}")
        except NotThere:  # its leaves are fewer than its own checkpoint says
            raise _lost(old, new.size, receipt, note) from None
    if options["checkpoint"]:
        proof = options["proof"]
        return (
            Path(options["checkpoint"]).read_text(encoding="utf-8"),
            Path(proof).read_text(encoding="utf-8") if proof else "",
        )
    return None


def _lost(old: Checkpoint, size: int, receipt: Path, note: str) -> CommandError:
    """Save the club's checkpoint as evidence; return the error that its log lacks what the receipt proves."""
    evidence = receipt.with_name(f"{receipt.name}.refused-{size}")
    evidence.write_text(note, encoding="utf-8")
    return CommandError(
        _(
            "Part of the club's log that this receipt proves is missing. Today's checkpoint covers "
            "%(size)d entries, and nothing shows that they continue the %(old)d entries signed at "
            "%(time)s. Keep the receipt and %(evidence)s (today's checkpoint): together they are the "
            "proof. Tell the other members, and a witness if the club has one."
        )
        % {"size": size, "old": old.size, "time": old.said("time"), "evidence": evidence}
    )
