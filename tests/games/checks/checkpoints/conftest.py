"""A log of three streams that belong to nobody, at noon, and its owner."""

from io import StringIO
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.core.management import call_command

from games.checks import whole
from tests.support.log_stories import NOON, tell


@pytest.fixture(autouse=True)
def own_directory(signed: Path) -> Path:
    """Each test has a machine of its own."""
    return signed.parent


@pytest.fixture(autouse=True)
def streams_of_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """Chains and checkpoints alone: what belongs to whom is asked in `test_forged_logs.py`."""
    kept = {"chains", "leaves", "checkpoints", "order"}
    checks = tuple(check for check in whole.CHECKS if check[0] in kept)
    monkeypatch.setattr("games.management.commands.verify_log.CHECKS", checks)
    monkeypatch.setattr("games.checks.whole.CHECKS", checks)


@pytest.fixture(autouse=True)
def at_noon(monkeypatch: pytest.MonkeyPatch) -> None:
    """The command signs when the story is told."""
    clock = SimpleNamespace(now=lambda: NOON)
    monkeypatch.setattr("games.management.commands.checkpoint.timezone", clock)


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """A checkpoint over streams that belong to no deal, so that only the log is looked at."""
    tell("test-1", "a", "b", "c", "d")
    tell("test-2", "a")
    tell("test-3", "a", "b")
    path = tmp_path / "checkpoint.note"
    call_command("checkpoint", "--out", str(path), stdout=StringIO())
    return path
