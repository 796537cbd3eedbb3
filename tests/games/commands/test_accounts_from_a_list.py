"""Chips of accounts from a list: what one person gives alone is given, the rest waits, and nothing is played before a
password is chosen."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.core.management import call_command

from games import commands
from games.club.house_rules import HouseRules
from games.commands.club.chips import confirm_grant, grantable_alone, needs_second, require_cover
from games.commands.people.newcomers import Newcomer, add_members
from games.errors import Refused
from games.ledger.accounts import member_account
from games.ledger.queries import balance
from games.models import Player
from games.queries.club.grants import waiting_wishes
from games.queries.required_balance import cover_of
from tests.support.deals import NOW
from tests.support.play_pages import browser, member, table_with
from tests.support.refused import refused
from tests.support.tournament_pages import announced
from tournaments import commands as tournaments

pytestmark = pytest.mark.django_db

DAY_AFTER = NOW + timedelta(days=1, minutes=1)


@pytest.fixture
def director() -> Player:
    owner = Player.objects.create_superuser("owner")
    commands.set_house_rules(by=owner, rules=HouseRules(alone_chips=2500), now=NOW)
    return member("chief", display_name="Chị Ba", is_director=True)


def added(director: Player, *chips: int | None, start: int = 0) -> list[Player]:
    people = [Newcomer(f"Người {at}", f"nguoi{at}", given) for at, given in enumerate(chips, start)]
    return add_members(by=director, newcomers=people, now=NOW)


def held(*players: Player) -> list[int]:
    return [balance(member_account(player.pk)) for player in players]


def test_all_accounts_are_opened_and_what_is_too_much_for_one_person_is_one_request(director):
    people = added(director, *[None] * 5)
    assert held(*people) == [1000, 1000, 0, 0, 0]
    (waits,) = waiting_wishes()
    assert waits.wish.players == tuple(people[2:]) and waits.wish.chips == 1000
    call_command("check_ledger", verbosity=0)


def test_a_second_person_confirms_all_of_them_at_once(director):
    people = added(director, *[None] * 5)
    (waits,) = waiting_wishes()
    other = member("second", is_director=True)
    assert confirm_grant(by=other, wish=waits.wish.key, now=NOW) == tuple(people[2:])
    assert held(*people) == [1000] * 5 and waiting_wishes() == []
    assert not needs_second(by=other, chips=2500, now=NOW)


def test_the_next_day_the_same_person_grants_as_many_as_the_limit_allows(director):
    people = added(director, *[None] * 6)
    (waits,) = waiting_wishes()
    with refused("chips.own-wish"):
        confirm_grant(by=director, wish=waits.wish.key, now=NOW)
    assert grantable_alone(by=director, waits=waits, now=DAY_AFTER) == 2
    confirm_grant(by=director, wish=waits.wish.key, now=DAY_AFTER)
    assert held(*people) == [1000] * 4 + [0, 0]
    (left,) = waiting_wishes()
    assert left.wish.players == tuple(people[4:])
    assert needs_second(by=director, chips=501, now=DAY_AFTER)  # it counts as their own
    with refused("chips.own-wish"):
        confirm_grant(by=director, wish=left.wish.key, now=DAY_AFTER)
    confirm_grant(by=director, wish=left.wish.key, now=DAY_AFTER + timedelta(days=2))
    assert held(*people) == [1000] * 6 and waiting_wishes() == []


def test_nobody_grants_by_a_request_of_their_own_what_the_log_does_not_allow(director):
    added(director, *[None] * 6)
    (waits,) = waiting_wishes()
    confirm_grant(by=director, wish=waits.wish.key, now=DAY_AFTER)
    call_command("verify_log", verbosity=0)
    call_command("check_ledger", verbosity=0)


def test_the_page_of_the_staff_offers_the_author_what_is_left_of_the_day(director, time_machine):
    added(director, *[None] * 6)
    time_machine.move_to(NOW, tick=False)
    here = browser(director)
    assert "today" not in here.get("/club/staff/").content.decode()
    time_machine.move_to(DAY_AFTER, tick=False)
    here = browser(director)
    assert "Grant it to 2 members today" in here.get("/club/staff/").content.decode()
    (waits,) = waiting_wishes()
    answer = here.post("/club/staff/", {"act": "confirm", "wish": waits.wish.key})
    assert answer.status_code == 303 and len(waiting_wishes()[0].wish.players) == 2


def test_chips_of_the_list_take_the_place_of_the_start_sum_and_count_as_well(director):
    people = added(director, 500, None, 2000, 0, 1000, 1000)
    assert held(*people) == [500, 1000, 0, 0, 1000, 0]
    assert sorted(waits.wish.chips for waits in waiting_wishes()) == [1000, 2000]
    assert not any(commands.grant_first_chips(player=one, now=NOW) for one in people)
    call_command("check_ledger", verbosity=0)


def test_a_club_without_chips_asks_nothing(director):
    commands.set_house_rules(
        by=Player.objects.get(username="owner"),
        rules=HouseRules(start_chips=0, alone_chips=2500),
        now=NOW,
    )
    assert held(*added(director, None, None)) == [0, 0] and waiting_wishes() == []


def test_nothing_of_an_account_without_a_password_is_staked_or_pays_a_fee(director):
    (bay,) = added(director, None)
    other = member("second", is_director=True)
    commands.grant_chips(by=other, players=[bay], amount=500, idempotency_key=uuid4(), now=NOW)
    assert held(bay) == [1500] and cover_of(bay.pk).free == 0
    table = table_with(member("host"), chips_per_point=1)
    with pytest.raises(Refused) as staked:
        require_cover(by=bay, table=table, now=NOW)
    assert staked.value.code == "chips.own-password"
    tournament = announced(director, entry_fee=100)
    enters = {"by": director, "players": [bay.pk], "now": NOW}
    with pytest.raises(Refused) as paid:
        tournaments.enter_members(tournament_id=tournament, **enters)
    assert paid.value.code == "tournament.own-password"
    tournaments.enter_members(tournament_id=announced(director, entry_fee=0), **enters)
    bay.refresh_from_db()
    bay.set_password("nam sau bay tam")
    bay.save()
    assert cover_of(bay.pk).free == 1500
    tournaments.enter_members(tournament_id=tournament, **enters)
    assert held(bay) == [1400]
