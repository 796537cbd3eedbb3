"""`python -m tournaments.check_draw FILE…`: draw rounds again from their certificates, with no database.

Prints what is wrong with each by name, and ends with 1 if anything is.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path

from tournaments.engine.certificate import faults
from tournaments.engine.seating import METHOD


def main(paths: Sequence[str]) -> int:
    """Check the certificates in these files; the exit code: 0 right, 1 wrong, 2 where no file is named."""
    if not paths:
        _say(__doc__ or "")
        return 2
    return max(_check(Path(path)) for path in paths)


def _check(path: Path) -> int:
    try:
        given = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        _say(f"{path}: cannot be read: {error}")
        return 1
    found = faults(given)
    for fault in found:
        _say(f"{path}: {fault}")
    if found:
        return 1
    what = f"{path}: round {given['round']} of {given['tournament']!r} is right"
    if given["method"] != METHOD:
        what += "; it was drawn in an older way, so labels and figures were checked and it was not drawn again"
    if given["commitment"] is None:
        what += "; its seed was not committed to before the entries"
    _say(f"{what}.")
    return 0


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
