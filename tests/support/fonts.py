"""Fonts that readers have: without them a browser draws boxes, which are as wide and high as no letter is."""

import subprocess
from functools import cache
from typing import Final

PACKAGES: Final = {"ja": "fonts-noto-cjk", "vi": "fonts-noto-core"}
"""Languages whose letters not every machine has, and Debian's package of them."""


@cache
def families(language: str) -> set[str]:
    """Return the names of the fonts of this machine that have the letters of a language, as fontconfig knows them."""
    asked = subprocess.run(
        ["fc-list", f":lang={language}", "family"], capture_output=True, text=True, check=True
    )
    return {name.strip() for name in asked.stdout.replace("\n", ",").split(",") if name.strip()}


def without_letters() -> str:
    """Return the command that installs the fonts that this machine lacks; empty if it has all."""
    lacking = sorted(package for language, package in PACKAGES.items() if not families(language))
    return f"apt install {' '.join(lacking)}" if lacking else ""
