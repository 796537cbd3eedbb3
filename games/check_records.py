"""Checks records of finished deals of Tứ Sắc: that the shuffle was made of the seeds that were bound before it, that
every move, forced meld, claim and verdict on a discard keeps the rules, that every payment is right, and that
rulings change what they may. Nothing but the records' own secrets, seeds and moves is believed.

    python3 verify_deals.py FILE…

Each deal has one line of answer. The exit code is 0 if all are right, 1 if any is not, 2 if no file is named.
"""

# `games.verifier` makes one file of this module and of all that it needs. Here it is `python -m games.check_records`.

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from games.engine.recording.verification import checked_records


def main(paths: Sequence[str]) -> int:
    """Check these files and print what is wrong; return the exit code."""
    if not paths:
        _say(__doc__ or "")
        return 2
    return max([_check(Path(path)) for path in paths])


def _check(path: Path) -> int:
    deals = wrong = 0
    try:
        with path.open("rb") as file:
            for checked in checked_records(file):
                deals += 1
                wrong += bool(checked.fault)
                _say(checked.answer + "\n")
    except OSError as error:
        _say(f"{path}: cannot be read: {error.strerror}\n")
        return 1
    _say(f"{path}: {deals} deals, {wrong} not right\n")
    return int(wrong > 0 or deals == 0)


def _say(text: str) -> None:
    # Whatever a file says can be printed, on any terminal.
    coding = sys.stdout.encoding or "utf-8"
    sys.stdout.write(text.encode(coding, "backslashreplace").decode(coding))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
