"""The static files of a club, collected once and copied: that takes three seconds, and fifteen where brotli is wanted.

Whoever has the copy still collects, as everybody does, and finds nothing left to do. From nothing it is done where a
first start is looked at: tests/site/test_local.py, tests/site/test_containers.py, tests/browser/test_containers.py.
"""

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

from tests.support.migrated import OUTSIDE, PROJECT, kept

PARTS = ("static", "bundles")
COLLECT = """
import django
django.setup()
from tusac_site.local.prepare import collect_static
collect_static()
"""


def static_files(into: Path) -> None:
    """Copy the collected files, and the bundles among them, into a directory that a club will take for its own."""
    into.mkdir(mode=0o700, parents=True, exist_ok=True)
    source = kept(f"{_fingerprint()}.collected", _collect)
    for part in PARTS:
        if not (into / part).exists():
            shutil.copytree(
                source / part, into / part
            )  # with their times, which tell whether to collect again


def _fingerprint() -> str:
    from tusac_site.local.prepare import static_fingerprint  # only where Django is set up

    serving = sorted((PROJECT / "tusac_site" / "serving").glob("*.py"))
    sources = [*serving, PROJECT / "tusac_site" / "settings.py", PROJECT / "requirements-dev.txt"]
    digest = hashlib.sha256(static_fingerprint().encode())
    for path in sources:
        digest.update(path.read_bytes())
    return digest.hexdigest()[:24]


def _collect(place: Path) -> None:
    env = {name: value for name, value in os.environ.items() if name not in OUTSIDE}
    env |= {"DJANGO_SETTINGS_MODULE": "tusac_site.settings", "TUSAC_VAR": str(place)}
    subprocess.run([sys.executable, "-c", COLLECT], cwd=PROJECT, env=env, check=True)
