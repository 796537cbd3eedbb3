"""Two members, and the same cards each time."""

from random import Random

import pytest

from tests.support.play_pages import member

SEED = 8


@pytest.fixture(autouse=True)
def the_same_cards_each_time(monkeypatch):
    rng = Random(SEED)
    monkeypatch.setattr(
        "games.commands.deal.deals.secrets.token_hex", lambda size: rng.randbytes(size).hex()
    )


@pytest.fixture
def an():
    return member("an")


@pytest.fixture
def binh():
    return member("binh")
