"""Finds the files of this installation, which is a checkout of the project or an installed wheel, and its data."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent.parent
"""The folder of the packages: the checkout, or the environment's `site-packages`."""
IS_CHECKOUT: Final = (ROOT / "manage.py").is_file()
TEXTS: Final = ROOT if IS_CHECKOUT else ROOT / "tusac_site" / "shipped"
"""The folder that has `templates/` and `docs/`. A wheel carries both inside the site's package."""


def var_directory() -> Path:
    """Return the directory of the club's data: `TUSAC_VAR`, or else `var` in the checkout or the current directory."""
    given = os.environ.get("TUSAC_VAR")
    return Path(given or (ROOT if IS_CHECKOUT else Path.cwd()) / "var").resolve()
