"""Runs one club among many, with as few processes as possible."""

import os
import shutil
import sqlite3
import sys
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

import django

from games.common.installation import ROOT
from tusac_site.local.children import Child
from tusac_site.local.club import CELERY, WORKER_OPTIONS, Club
from tusac_site.local.clubs.forks import ForkedChild
from tusac_site.local.clubs.lasting import keep_for_good
from tusac_site.local.embedded import private_directory, write_private
from tusac_site.version import __version__

RUNNING = "run/running"
"""The file in a club's directory that is there while the club serves; it has the version."""
PREPARED = "prepared"
"""The file in a club's directory with the version that its database was last prepared for."""
COPIED = "copied"
"""The file in a club's directory with the version that its SQLite database was copied for; gone once one is prepared.

While it is there, a preparation has failed and may have changed the database: it is not copied over the whole one.
"""

CODE = ".code"
"""The folder beside the clubs for static files, which belong to the code: one for each version, for all clubs."""


@dataclass
class SmallClub(Club):
    """A club whose Python processes are forks of its supervisor, so that they share its loaded code.

    One worker serves all queues in threads, and beat is one of the threads. Everything else is as in `Club`.
    """

    def _start(self) -> None:
        (self.var / RUNNING).unlink(missing_ok=True)
        super()._start()
        write_private(self.var / RUNNING, __version__)

    def _stop(self) -> None:
        (self.var / RUNNING).unlink(missing_ok=True)
        super()._stop()

    def _child(self, name: str, command: list[str], env: dict[str, str]) -> Child:
        kind = ForkedChild if command[0] == sys.executable else Child
        return kind(name, command, self.var / "log" / f"{name}.log", env, ROOT)

    def _workers(self, env: dict[str, str]) -> list[tuple[str, list[str]]]:
        # Threads, for each process more would have a copy of what it changes; two, so that a mail server which does not
        # answer keeps no bot waiting.
        pool = ["--pool", "threads", "--concurrency", env.get("CELERY_WORKERS") or "2"]
        command = [sys.executable, "-m", "tusac_site.local.clubs.clocked_worker", *CELERY[3:]]
        return [("worker", [*command, "worker", *pool, *WORKER_OPTIONS])]

    def _prepare(self, env: dict[str, str]) -> None:
        before = self.var / PREPARED
        if not before.exists() or before.read_text(encoding="ascii") != __version__:
            _keep_a_copy(self.var / "tusac.sqlite3", self.var / COPIED)
        for part in ("static", "bundles"):
            _lead(self.var / part, self.var.parent.parent / CODE / __version__ / part)
        super()._prepare(env)
        write_private(before, __version__)
        (self.var / COPIED).unlink(missing_ok=True)

    def _prepared(self, env: dict[str, str]) -> None:
        """Load the club's code in this process once, for all the processes that are forked from it."""
        env |= {"DJANGO_SETTINGS_MODULE": "tusac_site.settings"}
        env["CELERY_SKIP_CHECKS"] = (
            "1"  # `migrate` has done them; each process again would not share what they touch
        )
        os.environ.update(env)
        django.setup(set_prefix=False)
        import_module("tusac_site.celery").app.loader.import_default_modules()
        assert import_module("tusac_site.urls").urlpatterns
        keep_for_good()


def _lead(link: Path, place: Path) -> None:
    """Replace a folder of the club by a link to one that all clubs of this version share."""
    private_directory(place)
    if link.is_symlink():
        link.unlink()
    elif link.exists():  # from when the club was the only one here
        shutil.rmtree(link)
    link.symlink_to(place)


def _keep_a_copy(database: Path, copied: Path) -> None:
    """Copy a SQLite database before a new version changes it, replacing an older copy.

    Nothing is copied after a failed upgrade, which may have changed the database already.
    """
    copy, fresh = (database.with_name(f"before-upgrade.sqlite3{more}") for more in ("", ".new"))
    if not database.exists() or (copied.exists() and copy.exists()):
        return
    fresh.unlink(missing_ok=True)
    write_private(fresh, "")
    source, target = sqlite3.connect(database), sqlite3.connect(fresh)
    try:
        source.backup(target)
    finally:
        source.close()
        target.close()
    fresh.replace(copy)
    write_private(copied, __version__)
