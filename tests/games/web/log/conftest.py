"""Four people, a deal of theirs, and commands that ask the site itself."""

import pytest
from django.core.cache import cache
from django.core.management import CommandError
from django.test import Client

from games.engine.rules import VINAGAMES
from games.management.fetching import NotThere
from games.models import Player
from tests.support.deals import safe_win_seed, stored_deal


@pytest.fixture
def people():
    return [Player.objects.create_user(name) for name in ("an", "binh", "chi", "dung")]


@pytest.fixture
def deal(people):
    return stored_deal(VINAGAMES, safe_win_seed(), people)


@pytest.fixture
def member(people, client: Client):
    client.force_login(people[0])
    return client


@pytest.fixture(autouse=True)
def over_http(monkeypatch: pytest.MonkeyPatch):
    """What the commands ask the club is answered by the site itself."""

    def ask(club, path, body=None):
        client = Client()
        sent = {"data": body, "content_type": "text/plain"}
        answer = client.get(f"/{path}") if body is None else client.post(f"/{path}", **sent)
        if answer.status_code not in (200, 204):
            raise (NotThere if answer.status_code == 404 else CommandError)(str(answer.status_code))
        return answer.content.decode()

    for command in ("verify_receipt", "witness"):
        monkeypatch.setattr(f"games.management.commands.{command}.ask", ask)
    yield
    cache.clear()
