"""Preparations before the servers start: migrations, the demo club if wanted, the static files."""

import fcntl
import hashlib
import inspect
import os
from pathlib import Path
from typing import Any

import django

from tusac_site.local.embedded import FIRST_OWNER, write_private


def static_fingerprint() -> str:
    """Return a digest of the static files' names, sizes and times, and of the code that collects them."""
    from django.contrib.staticfiles import finders
    from django.core.files.storage import storages

    digest = hashlib.sha256(Path(inspect.getfile(type(storages["staticfiles"]))).read_bytes())
    for finder in finders.get_finders():
        for name, storage in finder.list([]):
            stat = Path(storage.path(name)).stat()
            digest.update(f"{name}\0{stat.st_size}\0{stat.st_mtime_ns}\n".encode())
    return digest.hexdigest()


def collect_static() -> None:
    """Collect and compress the static files, unless nothing has changed since the last time."""
    from django.conf import settings
    from django.core.files.storage import storages
    from django.core.management import call_command

    root = Path(settings.STATIC_ROOT)
    root.mkdir(parents=True, exist_ok=True)
    kept: Any = storages["staticfiles"]
    stamp = root / kept.stamp
    with root.resolve().with_name("static.lock").open("a") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # clubs of one machine may share the folder
        fingerprint = static_fingerprint()
        if stamp.exists() and stamp.read_text(encoding="ascii") == fingerprint:
            return
        # What was collected before stays, since the version that still serves sends it; a hash is in each name.
        # Redoc comes with the API pages' files, is the largest of them, and is not used.
        call_command(
            "collectstatic",
            interactive=False,
            verbosity=0,
            ignore_patterns=["redoc"],
        )
        stamp.write_text(fingerprint, encoding="ascii")


def hand_on_first_owner(place: Path) -> None:
    """Write the first owner's link, without its host, to `place` for the console.

    If the club has members, the file is deleted instead.
    """
    from games.queries.club.first_owner import first_owner_path, has_members

    if has_members():
        place.unlink(missing_ok=True)
    else:
        write_private(place, first_owner_path().removeprefix("/"))


def main() -> None:
    """Migrate, make the log's key and the demo club if missing, and collect the static files."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tusac_site.settings")
    django.setup()
    from django.conf import settings
    from django.core.management import call_command

    from tusac_site.local.migrating import migrate

    Path(settings.VAR_DIR).mkdir(parents=True, exist_ok=True)
    migrate()
    if not settings.PRODUCTION:
        from games.log.integrity.keys import log_key
        from games.queries.club.first_owner import has_members

        log_key(make=True)  # so that the log's page shows it before the first checkpoint
        if settings.TUSAC_DEMO and not has_members():
            # Silent: this output goes to a log, and passwords do not belong there.
            call_command("first_owner", demo=True, verbosity=0)
        hand_on_first_owner(Path(settings.VAR_DIR) / FIRST_OWNER)
    collect_static()


if __name__ == "__main__":
    main()
