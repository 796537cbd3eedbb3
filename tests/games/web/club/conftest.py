"""A club that is started by `make run`: nothing but its directory says where it is."""

from pathlib import Path
from typing import Any

import pytest

from games.models import Player
from tests.support.play_pages import member


@pytest.fixture(autouse=True)
def machine(settings: Any, tmp_path: Path) -> Path:
    """Return the directory of a club whose environment says neither its address nor its time zone."""
    settings.VAR_DIR = tmp_path
    settings.TUSAC_SITE_IS_FIXED = settings.TUSAC_TIME_ZONE_IS_FIXED = False
    return tmp_path


@pytest.fixture
def director() -> Player:
    return member("chief", display_name="Chị Ba", is_director=True)


@pytest.fixture
def an() -> Player:
    return member("an", display_name="Cô An")


@pytest.fixture
def binh() -> Player:
    return member("binh")
