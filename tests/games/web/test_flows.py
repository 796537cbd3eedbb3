"""The owner's page of flows: two who play into each other's hands stand out, luck does not."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime, timedelta
from itertools import combinations
from random import Random
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from games.models import BrowserOfMember, Deal, DealSeat, Player, Table
from games.queries.club.flows import FEWEST, PAGE, flows
from tests.support.play_pages import browser, member

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner() -> Player:
    return Player.objects.create_superuser("owner", password="an-owner-of-the-club")


def finished(
    players: Sequence[Player], nets: Sequence[Sequence[int]], *, offender: int | None = None
) -> None:
    """Deals of these members at a table, with these results; `offender` pays for all to seat 1."""
    now = timezone.now()
    table = Table.objects.create(
        name="Bàn", rules={}, seat_count=len(players), admission="open", seconds_per_move=60,
        chips_per_point=1, opened_by=players[0], opened_at=now, used_at=now,
    )  # fmt: skip
    for number, net in enumerate(nets, start=1):
        deal = Deal.objects.create(
            table=table, number=number, phase="over", prepared_at=now, changed_at=now,
            ended_at=now, cancelled=not net, offender=offender, winner=None if offender is None else 1,
        )  # fmt: skip
        DealSeat.objects.bulk_create(
            DealSeat(deal=deal, number=seat, player=player, net=net[seat] if net else None)
            for seat, player in enumerate(players)
        )


def by_luck(random: Random, deals: int) -> list[list[int]]:
    """Results of equal players: whoever wins is paid alike by all."""
    nets = []
    for _ in range(deals):
        amount, winner = random.choice([14, 18, 20, 34]), random.randrange(4)
        nets.append([3 * amount if seat == winner else -amount for seat in range(4)])
    return nets


def since() -> datetime:
    return timezone.now() - timedelta(days=1)


def test_between_two_it_is_what_one_has_paid_the_other() -> None:
    an, binh = member("an"), member("binh")
    finished([an, binh], [[-14, 14], [-20, 20], [8, -8]] * 4)
    (pair,) = flows(since=since()).pairs
    assert (pair.giver, pair.taker, pair.deals, pair.points) == (an, binh, 12, 104.0)
    nets = [14, 20, -8] * 4
    mean = sum(nets) / 12
    variance = sum((net - mean) ** 2 for net in nets) / 11
    assert pair.error == pytest.approx((variance * 12) ** 0.5)


def test_luck_lifts_nobody_out_and_a_pair_that_dumps_stands_first() -> None:
    random, four = Random(5), [member(name) for name in ("an", "binh", "chi", "dung")]
    finished(four, by_luck(random, 200))
    assert max(pair.errors or 0 for pair in flows(since=since()).pairs) < 3
    dumped = [[-60, 60, 0, 0]] * 30
    finished(four, dumped, offender=0)
    first, *others = flows(since=since()).pairs
    assert (first.giver, first.taker) == (four[0], four[1])
    assert (first.penalties, first.penalties_back) == (30, 0)
    assert first.errors is not None and first.errors > 5
    assert all(pair.penalties + pair.penalties_back == 0 for pair in others)


def test_deals_that_were_called_off_and_shared_browsers_stand_beside_it() -> None:
    an, binh = member("an"), member("binh")
    finished([an, binh], [*[[-14, 14], [14, -14]] * 6, [], [], []])
    now = timezone.now()
    for player, digest in ((an, "a" * 32), (binh, "a" * 32), (binh, "b" * 32)):
        BrowserOfMember.objects.create(player=player, browser=digest, seen_at=now)
    (pair,) = flows(since=since()).pairs
    assert (pair.deals, pair.called_off, pair.browsers, pair.points) == (12, 3, 1, 0)


def test_every_deal_alike_has_no_error_and_too_few_say_nothing() -> None:
    an, binh, chi = member("an"), member("binh"), member("chi")
    finished([an, binh], [[-14, 14]] * FEWEST)
    finished([an, chi], [[-14, 14]] * (FEWEST - 1))
    (pair,) = flows(since=since()).pairs
    assert (pair.points, pair.error, pair.errors) == (140, 0, None)


def test_the_page_is_the_owners_and_costs_the_same_for_many(
    owner: Player, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    people = [member(f"m{number:02}") for number in range(12)]
    for two in combinations(people, 2):
        finished(two, [[-1, 1], [1, -1]] * 5)
    with django_assert_num_queries(3):
        found = flows(since=since())
    assert (len(found.pairs), found.compared) == (PAGE, 66)
    html = browser(owner).get("/club/flows/").content.decode()
    assert "Pairs compared: 66." in html and "page=2" in html
    assert len(re.findall("<tr>", browser(owner).get("/club/flows/?page=2").content.decode())) == 17
    assert browser(people[0]).get("/club/flows/").status_code == 403
    for wrong in ("days=7", "page=0", "page=x", "days=9999999999"):
        assert browser(owner).get(f"/club/flows/?{wrong}").status_code == 400


def test_a_login_keeps_its_browser_once(client: Client, settings: Any) -> None:
    settings.TUSAC_LIMIT_LOGINS = (
        True  # known browsers are those that wrong passwords are counted by
    )
    for name in ("an", "binh"):
        Player.objects.create_user(name, password="a-word-of-theirs")
    for name in ("an", "binh", "an"):
        client.post("/accounts/login/", {"username": name, "password": "a-word-of-theirs"})
        client.post("/accounts/logout/")
    assert BrowserOfMember.objects.count() == 2
    assert len(set(BrowserOfMember.objects.values_list("browser", flat=True))) == 1
