"""What is in the pot, and who took it, on the page of the table, by the API and in the replay (§13.14)."""

import pytest
from django.test import Client

from games import commands
from games.models import Player
from tests.support.api_client import get
from tests.support.deals import NOW
from tests.support.play_pages import browser, member
from tests.support.pots import POT, next_played, pot_dealt, pot_played, to_the_end
from tests.support.rulings import reverse_the_penalty
from tests.support.tables import opened_table

pytestmark = pytest.mark.django_db


@pytest.fixture
def four() -> list[Player]:
    return [member(name) for name in ("an", "binh", "chi", "dung")]


def page(by: Player, table_id: int) -> str:
    return " ".join(browser(by).get(f"/tables/{table_id}/").content.decode().split())


def test_before_the_first_deal_the_page_says_what_each_pays(four: list[Player]) -> None:
    table = opened_table(
        by=four[0], name="Bàn", rules=POT, seats=4, chips_per_point=1, now=NOW, filler=""
    )
    html = page(four[0], table.pk)
    assert "Each player pays 7 chips into the pot before every deal" in html
    assert get(four[0], f"tables/{table.pk}/").json()["pot"] == 0
    lobby = " ".join(browser(four[1]).get("/").content.decode().split())
    assert "1 chip per point · 7 chips into the pot ·" in lobby


def test_the_pot_is_on_the_page_while_it_is_played_for_and_then_who_took_it(
    four: list[Player],
) -> None:
    deal = pot_dealt(four, takes=True)
    html = page(four[1], deal.table_id)
    assert "Pot: 28 chips" in html
    assert get(four[1], f"tables/{deal.table_id}/").json()["pot"] == 28
    said = get(four[1], f"deals/{deal.pk}/").json()
    assert (said["pot"], said["pot_taker"]) == (28, None)
    to_the_end(deal)
    winner = four[deal.winner or 0].shown_name
    for _ in range(2):  # before the chips have moved, and after
        html = page(four[1], deal.table_id)
        assert html.count(f"{winner} takes the pot: 28 chips") == 2, "centre, payout"
        said = get(four[1], f"deals/{deal.pk}/").json()
        assert (said["pot"], said["pot_taker"]) == (28, deal.winner)
        commands.settle(deal_id=deal.pk, now=NOW)
    replay = browser(four[1]).get(f"/replays/{deal.pk}/").content.decode()
    assert f"{winner} takes the pot: 28 chips" in replay


def test_a_pot_that_nobody_took_grows_and_a_void_deal_says_that_it_went_back(
    four: list[Player],
) -> None:
    first = pot_played(four, takes=False)
    commands.settle(deal_id=first.pk, now=NOW)
    assert "The pot of 28 chips stays on the table" in page(four[0], first.table_id)
    second = next_played(first, four, takes=True)
    commands.settle(deal_id=second.pk, now=NOW)
    assert "takes the pot: 56 chips" in page(four[0], first.table_id)
    reverse_the_penalty(second, four, void=True)
    commands.settle(deal_id=second.pk, now=NOW)
    html = page(four[0], first.table_id)
    assert "The pot of 56 chips went back to the players who had paid it" in html
    assert get(four[1], f"deals/{second.pk}/").json()["pot_taker"] is None
    kept = browser(four[1]).get(f"/replays/{first.pk}/").content.decode()
    assert "The pot of 28 chips stays on the table" in kept


def test_a_table_for_honour_says_nothing_of_a_pot(four: list[Player]) -> None:
    deal = pot_dealt(four, takes=True, chips_per_point=0)
    assert 'id="pot"' not in page(four[0], deal.table_id)
    assert get(four[0], f"tables/{deal.table_id}/").json()["pot"] is None
    assert get(four[0], f"deals/{deal.pk}/").json()["pot"] is None


def test_the_rules_of_the_house_say_the_pot_beside_what_a_deal_can_cost(four: list[Player]) -> None:
    owner = Player.objects.create_superuser("owner")
    commands.save_rule_set(by=owner, rules=POT, now=NOW)
    html = " ".join(Client().get("/house/").content.decode().split())
    assert "374 + 7 chips into the pot" in html
