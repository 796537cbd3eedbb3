"""Pages for which a tournament's whole log is worked through are counted for who has no login, and for nobody else."""

from itertools import count

import pytest
from django.test import Client

from games.infrastructure.throttling import LIMITS, Limit
from games.models import Player
from tests.support.evening import Evening
from tests.support.play_pages import browser
from tournaments.models import Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("followers_do_not_wait")]
DEAR = (
    *("standings/{member}", "log/{version}", "rounds/1/certificate", "rounds/1/certificate.json"),
    *(f"{what}.{form}" for what in ("standings", "draws", "results") for form in ("csv", "json")),
)
ADDRESSES = count(1)


@pytest.fixture
def one_look_an_hour(settings, monkeypatch):
    settings.TUSAC_LIMITS = True
    monkeypatch.setitem(LIMITS, "lines", Limit(1, 3600))


def twice(client: Client, address: str) -> list[int]:
    """Return the answers to two looks from a network of their own."""
    from_here = f"198.51.100.{next(ADDRESSES)}"
    return [client.get(address, REMOTE_ADDR=from_here).status_code for _ in range(2)]


def test_a_stranger_looks_at_each_of_them_so_often_and_a_member_as_often_as_they_like(
    one_look_an_hour,
):
    evening = Evening(4, rounds=1, deals_per_round=1)
    evening.play_all()
    known = {"member": evening.people[0].pk, "version": Tournament.objects.get().version}
    home, member = f"/tournaments/{evening.id}/", browser(evening.people[1])
    for address in DEAR:
        there = home + address.format(**known)
        assert twice(Client(), there) == [200, 429], address
        assert twice(member, there) == [200, 200], address
    for address in ("", "log", "draw", "hall"):  # what everybody looks at again and again
        assert twice(Client(), home + address) == [200, 200], address


def test_so_is_the_comparison_of_a_duplicate(one_look_an_hour):
    evening = Evening(8, rounds=1, deals_per_round=1, duplicate=True)
    evening.play_all()
    member = browser(Player.objects.create_user("looks"))
    for end in ("", ".json"):
        there = f"/tournaments/{evening.id}/rounds/1/deals/1{end}"
        assert twice(Client(), there) == [200, 429]
        assert twice(member, there) == [200, 200]


def test_a_tournament_that_is_not_there_counts_nothing(one_look_an_hour):
    assert twice(Client(), "/tournaments/99/standings.csv") == [404, 404]
