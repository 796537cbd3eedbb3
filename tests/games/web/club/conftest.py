"""A club that is started by `make run`: nothing but its directory says where it is."""

from pathlib import Path
from typing import Any

import pytest


@pytest.fixture(autouse=True)
def machine(settings: Any, tmp_path: Path) -> Path:
    """Return the directory of a club whose environment says neither its address nor its time zone."""
    settings.VAR_DIR = tmp_path
    settings.TUSAC_SITE_IS_FIXED = settings.TUSAC_TIME_ZONE_IS_FIXED = False
    return tmp_path
