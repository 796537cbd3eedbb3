"""Lists of entries with a fee, sent at the same moment for several tournaments: no chip is spent twice."""

from functools import partial

import pytest
from django.utils import timezone

from games.errors import Refused
from games.ledger.accounts import member_account
from games.ledger.queries import balance
from tests.support.threads import at_once
from tests.support.tournament_pages import announced, player
from tournaments import commands
from tournaments.checks.ledger import check_ledger
from tournaments.models import Entry

pytestmark = pytest.mark.django_db(transaction=True)


def test_of_six_lists_at_once_as_many_are_entered_whole_as_can_be_paid():
    director, now = player("director", is_director=True), timezone.now()
    people = [player(name).pk for name in ("an", "binh", "chi")]
    made = [announced(director, entry_fee=400) for _ in range(6)]
    refused: list[str] = []
    odd: list[Exception] = []

    def enter(tournament: int, players: list[int]) -> None:
        try:
            commands.enter_members(by=director, tournament_id=tournament, players=players, now=now)
        except Refused as error:
            refused.append(error.code)
        except Exception as error:
            odd.append(error)

    orders = (people, people[::-1])
    at_once(*(partial(enter, one, orders[at % 2]) for at, one in enumerate(made)))
    assert not odd
    assert refused == ["tournament.too-few-chips-of"] * 4
    assert [balance(member_account(pk)) for pk in people] == [200, 200, 200]
    assert Entry.objects.count() == 6 and not list(check_ledger())
