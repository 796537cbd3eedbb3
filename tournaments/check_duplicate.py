"""`python -m tournaments.check_duplicate COMPARISON RECORDS...`: check a duplicate's deal, with no database.

The first file is the comparison of a deal, the others hold the records of the deals at its tables. It checks that the
deal was bound before the entries, that every table had the same cards from it, what each paid, and the differences
from the means. Prints what is wrong by name, and ends with 1 if anything is.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path

from games.engine.errors import BadNotation
from games.engine.records import from_line
from tournaments.engine.comparison import faults


def main(paths: Sequence[str]) -> int:
    """Check these files; the exit code: 0 right or help asked for, 1 wrong, 2 where none are named."""
    if {"-h", "--help"} & set(paths):
        _say(__doc__ or "")
        return 0
    if len(paths) < 2:
        _say(__doc__ or "")
        return 2
    try:
        given = json.loads(Path(paths[0]).read_text(encoding="utf-8"))
        lines = [
            line
            for path in paths[1:]
            for line in Path(path).read_text(encoding="utf-8").splitlines()
            if line
        ]
        found = faults(given, [from_line(line, canonical=False) for line in lines])
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
    return int(bool(found))


def _say(line: str) -> None:
    # Whatever a file says can be printed, also what is no text.
    sys.stdout.write(f"{line}\n".encode("ascii", "backslashreplace").decode())


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
