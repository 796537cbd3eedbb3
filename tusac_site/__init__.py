"""The site: settings, addresses, servers and the supervisor that starts them all."""

import sys

if sys.platform == "win32":
    sys.exit(
        "Tusac runs on Linux and macOS. On Windows, install Ubuntu with the command `wsl --install`, "
        "and start Tusac inside it."
    )

from tusac_site.celery import app as celery_app

__all__ = ["celery_app"]
