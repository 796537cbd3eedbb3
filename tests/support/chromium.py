"""The Chromium that is installed here."""

import shutil

NAMES = (
    *("chromium-headless-shell", "chromium", "chromium-browser"),
    *("google-chrome", "google-chrome-stable"),
)
"""The first that is there. The shell is the same engine without a window: of the others each page of a test brings up
the toolbars of a browser too, which took four fifths of the processor's time of opening one."""


def installed() -> str | None:
    """Return the path of the installed Chromium, None without one."""
    return next((found for name in NAMES if (found := shutil.which(name))), None)
