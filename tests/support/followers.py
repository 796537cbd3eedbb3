"""Followers inside a test's own transaction, for which they would wait forever on PostgreSQL."""

import pytest

from games.log import followers
from games.log import sql as statements


@pytest.fixture
def followers_do_not_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let followers read events immediately, committed or not.

    For tests that check what a follower makes of events, and stay in one transaction. That
    followers miss nothing while others commit is tested with real transactions in `tests/games/log/`.
    """
    everything = f"SELECT {statements.GREATEST}, {statements.GREATEST}"
    monkeypatch.setitem(statements.HORIZON, "postgresql", everything)
    # A checkpoint in the test's own transaction is ahead of all that PostgreSQL's snapshot calls done.
    monkeypatch.setattr(followers, "_refuse_restored", lambda *_: None)
