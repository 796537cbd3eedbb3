"""Members on credit: a test whose subject is another lets them sit and play for chips that they do not have."""

import pytest


@pytest.fixture(autouse=True)
def on_credit(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody needs cover, unless the test is marked `cover`; the running site of browser tests always asks for it."""
    if request.node.get_closest_marker("cover") is None:
        for module in ("tables", "deals"):
            monkeypatch.setattr(f"games.commands.{module}.require_cover", lambda **_asked: None)
