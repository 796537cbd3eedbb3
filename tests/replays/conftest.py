"""A penalty between four members, a referee and a director."""

from collections.abc import Iterator

import pytest
import time_machine

from games.engine.rules import VINAGAMES
from games.models import Deal, Player
from replays.commands import rulings
from replays.models import Dispute
from tests.support.casebook import FINAL
from tests.support.deals import NOW, ending_of, penalty_seed, stored_deal, taken_in


@pytest.fixture
def four(db: None) -> list[Player]:
    return [Player.objects.create_user(name) for name in ("an", "binh", "chi", "dung")]


@pytest.fixture
def referee(db: None) -> Player:
    return Player.objects.create_user("trong", is_referee=True, is_staff=True)


@pytest.fixture
def director(db: None) -> Player:
    return Player.objects.create_user("chu", is_director=True, is_staff=True)


@pytest.fixture
def stranger(db: None) -> Player:
    return Player.objects.create_user("khach")


@pytest.fixture
def deal(four: list[Player]) -> Deal:
    """A finished and settled vinagames deal that ended with a penalty; 10 chips a point."""
    return stored_deal(VINAGAMES, penalty_seed(), four, chips_per_point=10)


@pytest.fixture
def discard(deal: Deal) -> int:
    """The version of the discard that completed the winner's hand."""
    return taken_in(deal).version


@pytest.fixture
def twice(four: list[Player], deal: Deal) -> Deal:
    """The same cards and moves once more, so that its discard is like the other deal's."""
    return stored_deal(VINAGAMES, penalty_seed(), four, name="Bàn 2", chips_per_point=10)


@pytest.fixture
def long_after() -> Iterator[None]:
    """So late that every ruling is final."""
    with time_machine.travel(FINAL, tick=False):
        yield


@pytest.fixture
def accused(deal: Deal, four: list[Player]) -> Player:
    """Who let the card go that was won with."""
    taken = ending_of(deal).taken
    assert taken is not None
    return four[taken.seat]


@pytest.fixture
def other(accused: Player, four: list[Player]) -> Player:
    """Another seat of the deal, who may dispute that discard."""
    return next(one for one in four if one != accused)


@pytest.fixture
def filed(other: Player, deal: Deal, discard: int) -> Dispute:
    """The dispute of that discard, which waits for its ruling."""
    return rulings.file_dispute(by=other, deal_id=deal.pk, discard=discard, reason="why", now=NOW)
