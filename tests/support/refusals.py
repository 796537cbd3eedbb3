"""Every refusal in one list, to be read from end to end: ``python -m tests.support.refusals [LANGUAGE]``."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from importlib import import_module

from games.engine.errors import Refusal
from tests.support.running_site import PROJECT

TABLES = (
    "games.engine.errors.REFUSALS",
    "games.errors.people.PEOPLE",
    "games.errors.club.CLUB",
    "games.errors.play.PLAY",
    "games.errors.log.LOG",
    "games.errors.study.STUDY",
    "games.errors.club.BACKUPS",
    "games.errors.club.WEBHOOKS",
    "games.errors.merging.MERGING",
    "tournaments.engine.errors.terms.TERMS",
    "tournaments.engine.errors.people.PEOPLE",
    "tournaments.engine.errors.draws.DRAWS",
    "tournaments.engine.errors.play.PLAY",
    "tournaments.engine.errors.cardboard.CARDBOARD",
    "tournaments.engine.errors.cash.CASH",
)
"""The tables of refusals, each of one subject; they need Django's settings."""


def rows() -> Iterator[tuple[str, str, Refusal]]:
    """Yield each refusal: its table, its code, its row."""
    for table in TABLES:
        module, name = table.rsplit(".", 1)
        for code, row in getattr(import_module(module), name).items():
            yield table, code, row


def raised_in(code: str) -> list[str]:
    """Return the files that name a code, without the tables themselves."""
    return [
        str(path.relative_to(PROJECT))
        for app in ("games", "tournaments", "replays", "notices", "tusac_site")
        for path in sorted((PROJECT / app).rglob("*.py"))
        if "errors" not in str(path) and f'"{code}"' in path.read_text(encoding="utf-8")
    ]


def main() -> None:
    """Print the list: status, code, sentence in the language (English without one), section and files."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tusac_site.settings")
    import django
    from django.utils import translation

    django.setup()
    language = sys.argv[1] if len(sys.argv) > 1 else "en"
    lines: list[str] = []
    with translation.override(language):
        for table, code, row in rows():
            if table not in lines:
                lines += ["", table, ""]
            said = translation.gettext(row.sentence)
            lines.append(f"{row.status} {code}: {said} {row.section}".rstrip())
            lines.append(f"    {', '.join(raised_in(code))}")
    sys.stdout.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
