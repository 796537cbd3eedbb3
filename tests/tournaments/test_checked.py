"""A tournament of bots, played to its end by the service itself and checked line by line."""

import pytest
from django.core.management import CommandError
from django.utils import timezone

from games.commands import play_bots, settle
from games.models import Deal, Player
from tests.support.checked import checked
from tests.support.tournament_pages import create, start_bots
from tests.support.tournaments import OPTIONS
from tournaments.models import Standing, Tournament
from tournaments.reactions import follow

pytestmark = [pytest.mark.django_db(transaction=True)]


def played(director: Player, bots: int, rounds: int) -> int:
    """Return the id of a tournament of so many bots, one deal a round, all of which are counted."""
    told = {name: value for name, value in OPTIONS.items() if not name.startswith("known_")}
    told |= {"fill_to": bots, "rounds": rounds, "deals_per_round": 1}
    del told["director"]
    made = create(by=director, now=timezone.now(), **told)
    start_bots(director, made.pk)
    for _ in range(4 * rounds):
        follow(timezone.now)
        for deal in Deal.objects.filter(ended_at__isnull=True):
            play_bots(deal_id=deal.pk, clock=timezone.now)
            settle(deal_id=deal.pk)
    follow(timezone.now)
    return int(made.pk)


def test_a_tournament_of_sixteen_bots_is_right_line_by_line():
    director = Player.objects.create_user("an", is_director=True)
    pk = played(director, 16, 2)
    assert Tournament.objects.get(pk=pk).rounds_closed == 2
    assert Deal.objects.filter(ended_at__isnull=False).count() == 8
    assert [line.partition(":")[0] for line in checked(pk)] == [
        "check_ledger",
        "verify_log",
        "check_draw",
        "rebuild",
    ]


def test_a_row_that_is_not_what_its_events_say_is_found():
    director = Player.objects.create_user("an", is_director=True)
    pk = played(director, 4, 1)
    Standing.objects.update(settled_by="shared")
    with pytest.raises(AssertionError, match="Standing"):
        checked(pk)
    Standing.objects.update(points=99)  # what is worth something is found without making rows anew
    with pytest.raises(CommandError, match="The log is broken"):
        checked(pk)
