"""Tables for friends, for tests of what happens at them."""

from datetime import datetime

from django.utils import timezone

from games.commands.table import friends
from games.engine.rules import VINAGAMES
from games.models import Player, Table


def friends_table(host: Player, *, now: datetime | None = None) -> Table:
    """Return a new table for friends, with the code that its link has."""
    table = friends.open_for_friends(by=host, rules=VINAGAMES, now=now or timezone.now())
    table.refresh_from_db()
    assert table.code is not None
    return table
