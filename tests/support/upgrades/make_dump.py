"""`python -m tests.support.upgrades.make_dump NAME`: writes the rows of a small club, and what this code makes of them.

A kept dump is of the release that its name says and is not made again. A later one gets a name of its own.
"""

from __future__ import annotations

import os
import random
import sys
import tempfile
from pathlib import Path
from unittest import mock

import time_machine


def main(name: str) -> None:
    """Build the club in a new SQLite database, at the same time and with the same ids each time, and write both."""
    with tempfile.TemporaryDirectory() as home:
        for outside in ("DATABASE_URL", "REDIS_URL"):
            os.environ.pop(outside, None)
        os.environ |= {"DJANGO_SETTINGS_MODULE": "tests.settings", "TUSAC_VAR": home}
        import django
        from django.conf import settings
        from django.test.utils import setup_test_environment

        settings.DATABASES["default"]["NAME"] = str(Path(home) / "club.sqlite3")
        django.setup()
        setup_test_environment()
        from tests.support.migrated import sqlite
        from tests.support.upgrades import dump, expected

        sqlite(Path(home) / "club.sqlite3")
        drawn = random.Random(1).randbytes
        with mock.patch("os.urandom", drawn), mock.patch("random._urandom", drawn):
            from tests.support.upgrades.scenes import build

            build()
        dump.write(dump.kept(name))
        with time_machine.travel(expected.WHEN, tick=False):
            expected.write(name)


if __name__ == "__main__":
    main(sys.argv[1])
