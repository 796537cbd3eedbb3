"""What the tests of several rooms of games ask for."""

from typing import Any

import pytest
from celery import current_app

from games.models import Player


@pytest.fixture
def eager(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the sweep enqueues runs at once, in this process; what a move calls for is lost."""

    def run(task: str, *args: int, expires: float | None = None, **options: Any) -> None:
        if expires is not None:
            current_app.tasks[task](*args)

    monkeypatch.setattr("games.infrastructure.outbox.enqueue", run)


@pytest.fixture
def four(db: None) -> list[Player]:
    """Four members."""
    return [Player.objects.create_user(name) for name in ("an", "binh", "chi", "dung")]


@pytest.fixture
def director(db: None) -> Player:
    """A director who plays nowhere."""
    return Player.objects.create_user("chu", is_director=True, is_staff=True)
