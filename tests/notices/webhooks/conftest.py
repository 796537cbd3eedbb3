"""A program that listens, an owner, and a webhook that leads to it."""

from collections.abc import Iterator

import pytest
import time_machine

from games.models import Player
from notices import commands
from notices.models import Webhook
from tests.support.deals import NOW
from tests.support.receiver import Receiver, receiving


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with receiving() as listening:
        yield listening


@pytest.fixture
def clock() -> Iterator[time_machine.Traveller]:
    """The club's clock, which the test moves."""
    with time_machine.travel(NOW, tick=False) as travelled:
        yield travelled


@pytest.fixture
def owner(db: None) -> Player:
    return Player.objects.create_superuser("owner", password="an-owner-of-the-club")


@pytest.fixture
def hook(owner: Player, receiver: Receiver) -> Webhook:
    """A webhook that has been sent nothing yet."""
    hook = commands.add_webhook(
        by=owner,
        url=f"http://127.0.0.1:{receiver.port}/news?from=club",
        own_network=True,
        now=NOW,
    )
    hook.deliveries.all().delete()
    return hook
