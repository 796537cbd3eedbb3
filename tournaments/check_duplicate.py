"""`python -m tournaments.check_duplicate COMPARISON RECORDS... [CERTIFICATE]`: check a duplicate's deal offline.

The first file is the comparison of a deal. The next files hold deal records: one record of a table in each file, or
all records of the tournament in one file, with or without names. The program checks that the deal was bound before
the entries, that every table in the comparison had the deal's cards, who sat where, what each player paid, and the
differences from the means. If a file holds the certificate of the round's draw, it also checks that no table is left
out. It prints each fault, and exits with 1 if there is any.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from games.engine.errors import BadNotation
from games.engine.recording.lines import read_line
from games.engine.recording.people import are_people, people_of
from games.engine.recording.records import LONGEST_LINE, DealRecord, from_line
from tournaments.engine.draws.certificate import FORMAT as CERTIFICATE
from tournaments.engine.scoring.comparison import are_masked, faults


def main(paths: Sequence[str]) -> int:
    """Check these files; return the exit code: 0 right or help shown, 1 wrong, 2 too few files."""
    if {"-h", "--help"} & set(paths):
        _say(__doc__ or "")
        return 0
    if len(paths) < 2:
        _say(__doc__ or "")
        return 2
    try:
        given = json.loads(Path(paths[0]).read_text(encoding="utf-8"))
        files = _Files()
        for path in paths[1:]:
            files.read(Path(path))
        found = faults(given, files.records, people=files.people, certificate=files.certificate)
    except (OSError, ValueError, RecursionError, BadNotation) as error:
        _say(f"cannot be read: {error}")
        return 1
    for fault in found:
        _say(fault)
    if not found:
        _say(
            f"deal {given['deal']} of round {given['round']} is right: {len(given['tables'])} tables had the same"
            f" cards, if this was known before the entries:\n  fingerprint {given['commitment']}"
        )
        for words, tables in (
            ("did not play it", given.get("missing", [])),
            ("does not count", [one["table"] for one in given["tables"] if one["scored"] is None]),
        ):
            for number in tables:
                _say(f"  that table {number} {words} is what the file says; no record shows it")
        if are_masked(files.records):
            _say("  who sat where was not compared: the records have other numbers for people")
        if files.certificate is None:
            _say("  whether these were all tables, the certificate of the round's draw says too")
    return int(bool(found))


class _Files:
    """The contents of all files but the comparison: deal records, the people's names, the draw's certificate."""

    def __init__(self) -> None:
        self.records: list[DealRecord] = []
        self.people: dict[str, str] = {}
        self.certificate: Mapping[str, Any] | None = None

    def read(self, path: Path) -> None:
        """Add the contents of one more file.

        Raises ValueError or BadNotation if it holds neither records, names nor a certificate.
        """
        text = path.read_text(encoding="utf-8")
        if text.lstrip()[:1] == "{" and CERTIFICATE in text[:200]:
            self.certificate = json.loads(text)
            return
        lines = [line for line in text.split("\n") if line.strip()]
        if lines and are_people(first := read_line(lines[0], LONGEST_LINE)):
            self.people |= people_of(first)
            del lines[0]
        self.records += [from_line(line, canonical=False) for line in lines]


def _say(line: str) -> None:
    # The output must accept any text from a file, even invalid Unicode.
    sys.stdout.write(f"{line}\n".encode("ascii", "backslashreplace").decode())


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
