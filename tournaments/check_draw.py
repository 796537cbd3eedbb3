"""`python -m tournaments.check_draw FILE...`: draw rounds again from their certificates, without a database.

Prints each fault with the name of the file, and exits with 1 if there is any.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path

from tournaments.engine.draws.certificate import faults
from tournaments.engine.draws.pairing_methods import METHODS
from tournaments.engine.draws.swiss import METHOD_SWISS


def main(paths: Sequence[str]) -> int:
    """Check these certificates.

    Return the exit code: 0 if all are right or help was shown, 1 if one is wrong, 2 if no file was named, 3 if a
    round can't be drawn again because its pairing method is unknown.
    """
    if {"-h", "--help"} & set(paths):
        _say(__doc__ or "")
        return 0
    if not paths:
        _say(__doc__ or "")
        return 2
    return max(_check(Path(path)) for path in paths)


def _check(path: Path) -> int:
    try:
        given = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        _say(f"{path}: cannot be read: {error}")
        return 1
    found = faults(given)
    for fault in found:
        _say(f"{path}: {fault}")
    if found:
        return 1
    what = f"{path}: round {given['round']} of {given.get('tournament')!r}"
    if given["method"] not in METHODS:
        _say(
            f"{what} was drawn in another way: its labels and figures are right, and it was not drawn again."
        )
        return 3
    _say(
        f"{what} is right, if its rounds before were drawn so, and if this was known before the entries:"
    )
    _say(f"  fingerprint {given['commitment'] or '(none: its seed was bound to nothing)'}")
    if given.get("out", [[]])[-1]:
        _say(f"  sits out by turns: {', '.join(given['out'][-1])}")
    if "given" in given:
        _say(
            "  not drawn: its tables were given by hand before the start, as the tournament's log says"
        )
    if "groups" in given:
        _say(f"  groups: {given['groups']}, finalists: {given['finalists'] or 'not yet'}")
    if "ranking" in given:
        _say("  drawn by these standings before it, which the tournament's log says too")
    if given["method"] == METHOD_SWISS and given.get("left"):
        _say(
            f"  drawn behind all others, for substitutes of who has left: {', '.join(given['left'])}"
        )
    if "draws" in given and given["draws"][-1] > given["round"]:
        _say(
            f"  drawn anew: {given['draws'][-1] - given['round']} draws before this one were discarded"
        )
    return 0


def _say(line: str) -> None:
    # The output must accept any text from a file, even invalid Unicode.
    sys.stdout.write(f"{line}\n".encode("ascii", "backslashreplace").decode())


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
