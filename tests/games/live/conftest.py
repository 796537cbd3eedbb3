"""A hub that a test rings itself."""

import pytest

from tests.support.account_streams import Quiet, quiet_hub


@pytest.fixture
def hub(monkeypatch: pytest.MonkeyPatch) -> Quiet:
    """The hub of a process in which no stream is open yet."""
    return quiet_hub(monkeypatch)
