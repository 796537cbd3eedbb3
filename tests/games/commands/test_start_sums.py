"""What a start sum brings counts by who opened the account, and waits until the member has chosen a password."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from games import commands
from games.club.chips import MemberJoined
from games.club.house_rules import HouseRules
from games.commands.club.chips import (
    confirm_grant,
    locked,
    needs_second,
    record_fact,
    require_cover,
)
from games.commands.people import guests
from games.commands.people.accounts import note_first
from games.commands.people.newcomers import Newcomer, add_members
from games.errors import Refused
from games.ledger.accounts import member_account
from games.ledger.queries import balance
from games.models import Player
from games.queries.club.grants import waiting_wishes
from games.queries.required_balance import cover_of
from tests.support.play_pages import browser, member, table_with
from tests.support.tournament_pages import announced
from tournaments import commands as tournaments
from tournaments.queries.entry_lists import EntryLineOutcome, read_list

pytestmark = pytest.mark.django_db

GIVEN, OWN = "mot hai ba bon", "nam sau bay tam"
CHANGE = "/accounts/password_change/"


@pytest.fixture
def director():
    return member("chief", display_name="Chị Ba", is_director=True)


def added(director, name):
    """An account that the director opens, with a password that the director knows."""
    now = timezone.now()
    (player,) = add_members(by=director, newcomers=[Newcomer(name, name)], now=now)
    player.set_password(GIVEN)
    player.save()
    note_first(by=director, player=player, now=now)
    return Player.objects.get(username=name)


def held(player):
    return balance(member_account(player.pk))


def choose(player):
    client = Client()
    client.post("/accounts/login/", {"username": player.username, "password": GIVEN})
    own = {"old_password": GIVEN, "new_password1": OWN, "new_password2": OWN}
    assert client.post(CHANGE, own).status_code == 302


def test_the_given_password_again_is_not_one_of_the_members_own(director):
    an = added(director, "an")
    client = Client()
    client.post("/accounts/login/", {"username": "an", "password": GIVEN})
    same = {"old_password": GIVEN, "new_password1": GIVEN, "new_password2": GIVEN}
    answer = client.post(CHANGE, same)
    assert answer.status_code == 200
    assert "Choose one that only you know." in answer.content.decode()
    an.refresh_from_db()
    assert an.password_is_given and cover_of(an.pk).waiting == held(an) > 0
    choose(an)
    assert not cover_of(an.pk).waiting


def stricter(owner, **limits):
    commands.set_house_rules(by=owner, rules=HouseRules(**limits), now=timezone.now())


@pytest.fixture
def owner():
    return Player.objects.create_superuser("owner")


# --- counted by who opened them -------------------------------------------------------------------


def test_start_sums_count_with_what_their_author_grants(director, owner):
    stricter(owner, alone_chips=2500)
    ghosts = [added(director, f"ghost-{at}") for at in range(3)]
    assert [held(ghost) for ghost in ghosts] == [1000, 1000, 0]
    (waiting,) = waiting_wishes()
    assert (waiting.wish.chips, waiting.wish.players, waiting.by) == (
        1000,
        (ghosts[2],),
        director.pk,
    )
    with pytest.raises(Refused, match="Let another director confirm them"):
        confirm_grant(by=director, wish=waiting.wish.key, now=timezone.now())
    confirm_grant(by=member("second", is_director=True), wish=waiting.wish.key, now=timezone.now())
    assert held(ghosts[2]) == 1000
    now = timezone.now()
    assert needs_second(by=director, chips=501, now=now)
    assert not needs_second(by=director, chips=500, now=now)
    assert not needs_second(by=director, chips=2500, now=now + timedelta(days=1, minutes=1))


def test_a_start_sum_that_waits_is_opened_no_second_time_by_a_later_entry(director, owner):
    stricter(owner, alone_chips=500)
    an = added(director, "an")
    assert not commands.grant_first_chips(player=an, now=timezone.now())
    assert held(an) == 0
    assert (
        "Starting sum"
        in browser(member("second", is_director=True)).get("/club/staff/").content.decode()
    )


def test_who_joins_by_an_invitation_counts_for_who_gave_it(director, owner):
    stricter(owner, alone_chips=1500)
    now = timezone.now()
    joined = [
        guests.become_member(
            guest=None,
            username=name,
            display_name="",
            password=OWN,
            key=guests.invite_to_club(by=director, now=now),
            now=now,
        )
        for name in ("an", "binh")
    ]
    assert [held(one) for one in joined] == [1000, 0]
    assert [wish.by for wish in waiting_wishes()] == [director.pk]


def test_accounts_of_two_authors_are_not_added_up(director, owner):
    stricter(owner, alone_chips=1500)
    other = member("second", is_director=True)
    assert [held(added(by, f"by-{by.username}")) for by in (director, other)] == [1000, 1000]


# --- and wait for a password ----------------------------------------------------------------------


def entered(director, *members, fee=100):
    tournament = announced(director, entry_fee=fee)
    tournaments.enter_members(
        by=director,
        tournament_id=tournament,
        players=[one.pk for one in members],
        now=timezone.now(),
    )
    return tournament


def test_no_director_pays_a_fee_with_the_start_sum_of_an_account_that_nobody_has_logged_in_to(
    director,
):
    an = added(director, "an")
    with pytest.raises(Refused) as refused:
        entered(director, an)
    assert refused.value.code == "tournament.own-password"
    assert "an can't pay with chips before choosing a password" in refused.value.sentence
    choose(an)
    entered(director, an)
    assert held(an) == 900


def test_the_list_says_beside_the_line_what_to_do(director):
    added(director, "an")
    tournament = announced(director, entry_fee=100)
    (line,) = read_list(tournament, "an")
    assert line.answer is EntryLineOutcome.REFUSED and line.refused is not None
    assert line.refused.code == "tournament.own-password"
    assert [one.answer for one in read_list(announced(director, entry_fee=0), "an")] == [
        EntryLineOutcome.ENTERS
    ]


def test_without_a_fee_a_new_member_enters_at_once(director):
    an = added(director, "an")
    entered(director, an, fee=0)
    assert held(an) == 1000


def test_the_start_sum_is_not_staked_before_either(director):
    an = added(director, "an")
    table = table_with(member("host"), chips_per_point=1)
    with pytest.raises(Refused) as refused:
        require_cover(by=an, table=table, now=timezone.now())
    assert refused.value.code == "chips.own-password"
    choose(an)
    require_cover(by=an, table=table, now=timezone.now())


def test_what_a_member_has_beside_the_start_sum_pays_and_the_house_lends_nothing(director, owner):
    an = added(director, "an")
    assert cover_of(an.pk).free == 0
    record = member("second", is_director=True)
    commands.grant_chips(
        by=record,
        players=[an],
        amount=150,
        idempotency_key=uuid4(),
        now=timezone.now(),
    )
    entered(director, an)
    assert held(an) == 1050 and cover_of(an.pk).free == 50


def test_a_password_that_is_given_or_taken_away_again_chooses_nothing(director, owner):
    an = added(director, "an")
    for usable in ("false", "true"):
        form = {
            "password1": GIVEN,
            "password2": GIVEN,
            "usable_password": usable,
            "reason": "Forgot.",
        }
        browser(owner).post(f"/admin/games/player/{an.pk}/password/", form)
        assert cover_of(an.pk).free == 0, usable


def test_a_start_sum_that_a_second_person_confirmed_waits_as_well(director, owner):
    stricter(owner, alone_chips=500)
    an = added(director, "an")
    confirm_grant(
        by=member("second", is_director=True), wish=waiting_wishes()[0].wish.key, now=timezone.now()
    )
    assert held(an) == 1000 and cover_of(an.pk).free == 0
    choose(an)
    assert cover_of(an.pk).free == 1000


def test_members_from_before_are_locked_out_of_nothing(director):
    """Their accounts were opened by events that say nothing of it, whatever became of their passwords."""
    an = member("an")
    locked(an)
    record_fact(an, MemberJoined(1000), now=timezone.now(), by=director)
    Player.objects.filter(pk=an.pk).update(password_is_given=True)
    assert cover_of(an.pk).free == 1000
    entered(director, an)


def test_who_becomes_a_member_by_themselves_and_who_has_no_chips_event_wait_for_nothing(director):
    key = guests.invite_to_club(by=director, now=timezone.now())
    an = guests.become_member(
        guest=None, username="an", display_name="", password=OWN, key=key, now=timezone.now()
    )
    assert cover_of(an.pk).free == 1000
    entered(director, member("binh"))
