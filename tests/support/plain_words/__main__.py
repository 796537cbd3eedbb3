"""Print the habits that are no exceptions, and exceptions that are needed no more; `--shorten` takes these out."""

import sys

from tests.support.plain_words.check import EXCEPTIONS, exceptions, findings


def main() -> int:
    """Return 1 where anything was found that no exception names."""
    found = [str(finding) for finding in findings()]
    known = exceptions()
    needless = sorted({*known} - {*found})
    if "--shorten" in sys.argv:
        kept = [line for line in known if line not in needless]
        EXCEPTIONS.write_text("".join(f"{line}\n" for line in kept), encoding="utf-8")
        needless = []
    fresh = [line for line in found if line not in known]
    said = [f"not plain: {line}" for line in fresh]
    said += [f"no exception any more: {line}" for line in needless]
    sys.stdout.write("".join(f"{line}\n" for line in said))
    return 1 if fresh or needless else 0


if __name__ == "__main__":
    sys.exit(main())
