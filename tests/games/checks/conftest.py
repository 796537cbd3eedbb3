"""A member under a checkpoint, an owner, and a machine that remembers what it has signed."""

from pathlib import Path

import pytest

from games import commands
from games.models import Player
from tests.support.forgeries import signed_at
from tests.support.log_stories import NOON, tell


@pytest.fixture
def signed(tmp_path: Path, settings) -> Path:
    """Where the signer remembers; what else the machine keeps lies elsewhere."""
    settings.TUSAC_LOG_SIGNED = tmp_path / "signed"
    settings.TUSAC_LOG_MEMORY = tmp_path / "memory"
    return tmp_path / "signed"


@pytest.fixture
def owner() -> Player:
    return Player.objects.create_superuser("owner", password="not a secret")


@pytest.fixture
def lan() -> Player:
    """A member with a start sum, under a checkpoint."""
    lan = Player.objects.create_user("lan")
    commands.grant_first_chips(player=lan, now=NOON)
    tell("test-1", "a", "b")
    assert signed_at(0)[0] is not None
    return lan
