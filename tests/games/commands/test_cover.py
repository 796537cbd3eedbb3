"""Nobody plays for chips that nobody has: eight deals at once moved 169,000 of them."""

from __future__ import annotations

from contextlib import suppress

import pytest

from games import commands
from games.club.events import HouseRulesSet
from games.club.house_rules import HouseRules
from games.engine.rules import FOURSAC, VINAGAMES
from games.errors import Refused
from games.ledger.accounts import HOUSE, member_account
from games.ledger.commands import post
from games.ledger.queries import balance, trial_balance
from games.log import read
from games.models import Deal, Player, Table
from games.queries.required_balance import cost_of_deal, cover_of
from tests.support.deals import NOW, penalty_seed, running_deal
from tests.support.play_pages import browser
from tests.support.rulings import reverse_the_penalty
from tests.support.tables import opened_table

pytestmark = [pytest.mark.django_db, pytest.mark.cover]


@pytest.fixture
def four() -> list[Player]:
    return [Player.objects.create_user(name) for name in ("an", "binh", "chi", "dung")]


@pytest.fixture
def owner() -> Player:
    return Player.objects.create_user("owner", is_superuser=True)


def table(by: Player, stake: int, **more: object) -> Table:
    options = {"rules": VINAGAMES, "seats": 4, "name": "Bàn", "filler": "greedy", **more}
    return opened_table(by=by, chips_per_point=stake, now=NOW, **options)


def seat(by: Player, stake: int, **more: object) -> Deal:
    """Return the deal of a table of one's own, prepared with bots."""
    made = table(by, stake, **more)
    commands.sit_down(by=by, table_id=made.pk, seat=0, now=NOW)
    return made.deals.get()


def held(player: Player) -> int:
    return balance(member_account(player.pk))


def test_a_seat_needs_the_chips_that_a_deal_can_cost(four: list[Player]) -> None:
    an = four[0]
    dear = table(an, 3)
    assert cost_of_deal(dear) == 374 * 3
    with pytest.raises(Refused, match="can cost 1122 chips, and you have only 1000") as refused:
        commands.sit_down(by=an, table_id=dear.pk, seat=0, now=NOW)
    assert (refused.value.code, refused.value.status) == ("chips.no-cover", 409)
    seat(an, 2)
    assert cost_of_deal(table(an, 1000, rules=FOURSAC)) == 121_000
    seat(four[1], 0)  # for honour nobody needs a chip


def test_the_account_is_opened_with_the_start_sum_by_an_event(
    four: list[Player], owner: Player
) -> None:
    rules = HouseRules(start_chips=400)
    commands.set_house_rules(by=owner, rules=rules, now=NOW)
    seat(four[0], 1)
    assert held(four[0]) == 400
    (joined,) = read(f"member-{four[0].pk}")
    assert (joined.name, joined.payload) == ("member.joined", {"chips": 400, "waits": False})
    commands.set_house_rules(by=owner, rules=HouseRules(start_chips=0), now=NOW)
    with pytest.raises(Refused, match="only 0"):
        seat(four[1], 1)
    assert held(four[1]) == 0
    assert not commands.grant_first_chips(player=four[0], now=NOW)


def test_deals_at_once_cannot_count_on_the_same_chips(four: list[Player]) -> None:
    """Eight tables, and chips for two deals: two are dealt."""
    an, dealt = four[0], 0
    deals = [seat(an, 1, name=f"Bàn {number}") for number in range(8)]
    for deal in deals:
        with suppress(Refused):
            commands.get_ready(by=an, deal_id=deal.pk, now=NOW)
            dealt += 1
    assert dealt == 2
    assert cover_of(an.pk).free == 1000 - 2 * 374
    deals[7].refresh_from_db()
    assert deals[7].started_at is None
    with pytest.raises(Refused, match="only 252"):
        seat(an, 1)
    html = browser(an).get("/account/").content.decode()
    assert "748 chips of this is set aside" in html


def test_a_deal_that_is_over_counts_until_it_is_settled(four: list[Player]) -> None:
    deal = running_deal(VINAGAMES, penalty_seed(), four, chips_per_point=2, moves=10_000)
    assert deal.ended_at is not None
    loser = four[deal.offender or 0]
    assert cover_of(loser.pk).free == 1000 - 748
    commands.settle(deal_id=deal.pk)
    assert cover_of(loser.pk).free == held(loser) < 1000
    reverse_the_penalty(deal, four)
    assert cover_of(loser.pk).reserved == 748, "a ruling may move chips again"


def test_getting_ready_is_refused_to_who_lost_too_much_meanwhile(four: list[Player]) -> None:
    an = four[0]
    deal = seat(an, 1)
    post(key="x", memo="lost", postings={member_account(an.pk): -700, HOUSE: 700}, now=NOW)
    with pytest.raises(Refused, match="only 300"):
        commands.get_ready(by=an, deal_id=deal.pk, now=NOW)
    assert not deal.seats.get(number=0).ready


def test_a_house_may_lend_and_may_ask_for_less(four: list[Player], owner: Player) -> None:
    an = four[0]
    rules = HouseRules(start_chips=0, lowest_balance=-374)
    commands.record(HouseRulesSet(rules), by=owner, now=NOW)
    deal = seat(an, 1)
    commands.get_ready(by=an, deal_id=deal.pk, now=NOW)
    with pytest.raises(Refused, match="only 0"):
        seat(an, 1)
    rules = HouseRules(start_chips=0, lowest_balance=-374, cover_points=20)
    commands.set_house_rules(by=owner, rules=rules, now=NOW)
    assert cost_of_deal(deal.table) == 20
    rules = HouseRules(start_chips=0, cover_points=5000)
    commands.set_house_rules(by=owner, rules=rules, now=NOW)
    assert cost_of_deal(deal.table) == 374, "more than a deal can cost is asked of nobody"


def test_nobody_falls_below_the_line_however_deals_end(four: list[Player]) -> None:
    for number in range(40):
        try:
            deal = running_deal(
                VINAGAMES, number, four, chips_per_point=2, moves=10_000, name=f"Bàn {number}"
            )
        except Refused:
            break
        commands.settle(deal_id=deal.pk)
    assert min(map(held, four)) >= 0
    assert max(map(held, four)) > 1000
    assert sum(trial_balance().values()) == 0
