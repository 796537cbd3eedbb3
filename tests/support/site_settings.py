"""The site's own settings, asked of a process of its own."""

import os
import subprocess
import sys

from games.log.integrity.notes import SigningKey
from tests.support.running_site import PROJECT

GOOD_KEY = "k9" * 30
GOOD_DEAL_KEY = "d7" * 20
GOOD_LOG_KEY = SigningKey.fresh().written()


def production() -> dict[str, str]:
    """Return the least that production wants in its environment."""
    return {
        "TUSAC_PRODUCTION": "1",
        "ALLOWED_HOSTS": "club.example",
        "SECRET_KEY": GOOD_KEY,
        "TUSAC_DEAL_KEY": GOOD_DEAL_KEY,
        "TUSAC_LOG_KEY": GOOD_LOG_KEY,
    }


def settings_with(*names: str, **env: str) -> subprocess.CompletedProcess[str]:
    """Load the settings with this environment alone; the named ones as JSON on stdout."""
    code = (
        "import json, sys; from django.conf import settings; "
        "print(json.dumps({n: getattr(settings, n) for n in sys.argv[1:]}, default=str))"
    )
    return subprocess.run(
        [sys.executable, "-c", code, "SECRET_KEY", *names],
        cwd=PROJECT,
        env={"PATH": os.environ["PATH"], "DJANGO_SETTINGS_MODULE": "tusac_site.settings", **env},
        capture_output=True,
        text=True,
        check=False,
    )
