"""Readers' fonts: without them a browser draws boxes of a different size than letters."""

import subprocess
from functools import cache
from typing import Final

PACKAGES: Final = {"ja": "fonts-noto-cjk", "vi": "fonts-noto-core"}
"""Languages whose letters not every machine has, and Debian's package of them."""


@cache
def families(language: str) -> set[str]:
    """Return this machine's fonts with the letters of a language, as fontconfig knows them."""
    asked = subprocess.run(
        ["fc-list", f":lang={language}", "family"], capture_output=True, text=True, check=True
    )
    return {name.strip() for name in asked.stdout.replace("\n", ",").split(",") if name.strip()}


def without_letters() -> str:
    """Return the command that installs the missing fonts; empty if there are none."""
    lacking = sorted(package for language, package in PACKAGES.items() if not families(language))
    return f"apt install {' '.join(lacking)}" if lacking else ""
