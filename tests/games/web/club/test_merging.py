"""Merging two accounts on the club's pages: what is shown first, who presses what, and what the ended login says."""

import pytest
from django.test import Client
from django.utils import timezone

from games import acts
from games.commands.club.chips import grant_first_chips
from games.commands.people.merging import confirm_merge, propose_merge
from games.commands.people.walk_ins import walk_in
from games.engine.rules import VINAGAMES
from games.ledger.accounts import member_account
from games.ledger.queries import balance
from games.models import Player, Table
from notices.models import Notice
from tests.support.deals import NOW, penalty_seed, stored_deal
from tests.support.notices import tell
from tests.support.play_pages import browser, member
from tests.support.refused import refused_page

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("followers_do_not_wait")]

FOLLOWED = pytest.mark.django_db(transaction=True)
CLUB, OWN, LOGIN = "/club/merges/", "/account/merge/", "/accounts/login/"
NOTICES = "/notices"


@pytest.fixture
def owner() -> Player:
    return Player.objects.create_superuser("owner", password="not a secret")


@pytest.fixture
def lan() -> Player:
    player = member("lan", display_name="Cô Lan")
    grant_first_chips(player=player, now=timezone.now())
    return player


@pytest.fixture
def lan2() -> Player:
    player = member("lan2")
    grant_first_chips(player=player, now=timezone.now())
    return player


def words(client: Client, address: str) -> str:
    return " ".join(client.get(address).content.decode().split())


def propose(owner: Player, stays: Player, ends: Player) -> None:
    propose_merge(
        by=owner, stays=stays.pk, ends=ends.pk, reason="Entered twice", now=timezone.now()
    )


def press(client: Client, address: str, act: str, ends: Player):
    return client.post(address, {"act": act, "account": ends.pk})


def test_an_owner_sees_what_will_happen_and_proposes_it_with_two_presses(owner, lan, lan2) -> None:
    page = browser(owner)
    assert f"{CLUB}?stays={lan.pk}" in words(page, f"/members/{lan.pk}/")
    shown = words(page, f"{CLUB}?stays={lan.pk}&ends={lan2.pk}")
    assert f"The balance of {balance(member_account(lan2.pk))} chips moves to" in shown
    assert "Propose the merge" in shown and "This can't be undone." in shown
    form = {"act": "propose", "stays": lan.pk, "ends": lan2.pk, "reason": "Entered twice"}
    assert page.post(CLUB, form).status_code == 303
    shown = words(page, CLUB)
    assert "Entered twice" in shown and "Take it back" in shown
    assert 'value="confirm"' not in shown


def test_an_owner_reads_why_it_is_not_possible_and_is_offered_no_button(owner, lan, lan2) -> None:
    Player.objects.filter(pk=lan2.pk).update(is_referee=True)
    shown = words(browser(owner), f"{CLUB}?stays={lan.pk}&ends={lan2.pk}")
    assert "One of the accounts belongs to a director, referee or owner." in shown
    assert "Propose the merge" not in shown
    shown = words(browser(owner), f"{CLUB}?stays={lan.pk}&ends={lan.pk}")
    assert "You chose the same account twice." in shown


@pytest.mark.parametrize("ends", ["", "x", "99999999999999999999999", "0", "-1"])
def test_a_strange_choice_is_said_and_nothing_breaks(owner, lan, ends) -> None:
    page = browser(owner)
    assert page.get(CLUB, {"stays": lan.pk, "ends": ends}).status_code == 200
    said = {"act": "propose", "stays": lan.pk, "ends": ends, "reason": "Twice"}
    assert page.post(CLUB, said).status_code == 422
    said = {"act": "confirm", "account": ends}
    assert page.post(CLUB, said).status_code == 404
    assert page.post(OWN, said).status_code == 404


def test_a_proposal_without_a_reason_keeps_the_choice(owner, lan, lan2) -> None:
    answer = browser(owner).post(CLUB, {"act": "propose", "stays": lan.pk, "ends": lan2.pk})
    assert answer.status_code == 422
    shown = answer.content.decode()
    assert "Propose the merge" in shown and "Say in 1 to 120 characters why" in shown


def test_the_person_confirms_once_in_each_account(owner, lan, lan2) -> None:
    propose(owner, lan, lan2)
    one, other = browser(lan), browser(lan2)
    assert "Confirm only if both accounts are your own." in words(one, OWN)
    assert press(one, OWN, "confirm", lan2).status_code == 303
    shown = words(one, OWN)
    assert "The other account still has to be confirmed." in shown
    assert 'value="confirm"' not in shown and 'value="drop"' in shown
    answer = press(other, OWN, "confirm", lan2)
    assert (answer.status_code, answer["Location"]) == (303, LOGIN)
    assert "The two accounts are now one:" in words(other, LOGIN)
    assert other.get("/account/").status_code == 302
    assert one.get("/account/").status_code == 200


def test_who_confirms_last_in_the_account_that_stays_stays_logged_in(owner, lan, lan2) -> None:
    propose(owner, lan, lan2)
    one, other = browser(lan), browser(lan2)
    press(other, OWN, "confirm", lan2)
    assert press(one, OWN, "confirm", lan2)["Location"] == OWN
    assert "Two accounts of one person were merged: Entered twice" in words(one, "/account/")
    assert other.get("/account/").status_code == 302


def test_the_ended_login_says_so_after_the_right_password_alone(owner, lan, lan2) -> None:
    propose(owner, lan, lan2)
    for one in (lan, lan2):
        confirm_merge(by=one, ends=lan2.pk, now=timezone.now())
    stranger = browser()
    said = "This account is no longer used. It was merged into another one:"
    wrong = stranger.post(LOGIN, {"username": "lan2", "password": "guessed"}).content.decode()
    assert said not in wrong and "is wrong. Capitals matter" in wrong
    right = stranger.post(LOGIN, {"username": "lan2", "password": "not a secret"}).content.decode()
    assert said in right and "Cô Lan" in right
    assert stranger.get("/account/").status_code == 302


def test_a_member_sees_and_answers_no_proposal_about_others(owner, lan, lan2) -> None:
    propose(owner, lan, lan2)
    minh = browser(member("minh"))
    assert "Entered twice" not in words(minh, OWN)
    for act in ("confirm", "drop"):
        refused_page(minh, "merge.not-yours", "post", OWN, data={"act": act, "account": lan2.pk})
    refused_page(minh, "club.owner", "get", CLUB)
    refused_page(minh, "club.owner", "post", CLUB, data={"act": "propose", "stays": lan.pk})


def test_a_director_neither_proposes_nor_chooses(owner, lan, lan2) -> None:
    page = browser(member("dora", is_director=True))
    assert "Merge two accounts" not in words(page, f"{CLUB}?stays={lan.pk}&ends={lan2.pk}")
    form = {"act": "propose", "stays": lan.pk, "ends": lan2.pk, "reason": "Entered twice"}
    refused_page(page, "club.owner", "post", CLUB, data=form)


def test_a_second_person_confirms_for_a_guest_on_the_club_page(owner, lan) -> None:
    guest = walk_in(name="Cô Bảy", now=timezone.now())
    shown = words(browser(owner), f"{CLUB}?stays={lan.pk}&ends={guest.pk}")
    assert (
        "has to confirm it, and another owner, director or referee has to confirm it for" in shown
    )
    propose(owner, lan, guest)
    page = browser(member("dora", is_director=True))
    assert "They are the same person: confirm" in words(page, CLUB)
    assert press(page, CLUB, "confirm", guest).status_code == 303
    assert "They are the same person: confirm" not in words(page, CLUB)
    assert press(browser(lan), OWN, "confirm", guest).status_code == 303
    answer = browser(lan).get(f"/members/{guest.pk}/")
    assert (answer.status_code, answer["Location"]) == (302, f"/members/{lan.pk}/")


def test_an_owner_takes_it_back_and_each_person_declines(owner, lan, lan2) -> None:
    for who, page in ((owner, CLUB), (lan, OWN), (lan2, OWN)):
        propose(owner, lan, lan2)
        client = browser(who)
        assert press(client, page, "drop", lan2).status_code == 303
        assert "Entered twice" not in words(client, page)


def test_the_page_of_the_member_shows_what_both_accounts_have_played(owner, lan, lan2) -> None:
    minh = member("minh")
    for stranger, one in ((lan, minh), (lan2, minh)):
        stored_deal(VINAGAMES, penalty_seed(people=2), [stranger, one], chips_per_point=0)
    Table.objects.update(closed_at=NOW)
    propose(owner, lan, lan2)
    for one in (lan, lan2):
        confirm_merge(by=one, ends=lan2.pk, now=timezone.now())
    shown = words(browser(minh), f"/members/{lan.pk}/")
    assert "Also played as:" in shown
    assert shown.count('href="/replays/') >= 2 and 'data-label="Deals">2<' in shown
    answer = browser(minh).get(f"/members/{lan2.pk}/")
    assert (answer.status_code, answer["Location"]) == (302, f"/members/{lan.pk}/")


def test_the_administration_shows_an_ended_account_and_changes_nothing(owner, lan, lan2) -> None:
    propose(owner, lan, lan2)
    for one in (lan, lan2):
        confirm_merge(by=one, ends=lan2.pk, now=timezone.now())
    page, address = browser(owner), f"/admin/games/player/{lan2.pk}/change/"
    assert 'name="is_active"' not in words(page, address)
    assert (
        page.post(address, {"username": "lan2", "is_active": "on", "reason": "x"}).status_code
        == 403
    )
    assert not Player.objects.get(pk=lan2.pk).is_active


@FOLLOWED
def test_both_accounts_get_notices_and_everybody_reads_the_acts(owner, lan, lan2) -> None:
    propose(owner, lan, lan2)
    tell()
    for one in (lan, lan2):
        assert f'href="{OWN}"' in words(browser(one), NOTICES)
        confirm_merge(by=one, ends=lan2.pk, now=timezone.now())
    tell()
    assert Notice.objects.filter(name="member.merged").count() == 2
    assert "was merged into yours, with its balance." in words(browser(lan), NOTICES)
    acts.gather()
    shown = words(browser(lan), "/club/staff/")
    assert "proposed to merge the account" in shown and "merged the account" in shown


@FOLLOWED
def test_people_with_a_duty_are_told_of_a_guest_who_needs_one(owner, lan) -> None:
    dora, guest = member("dora", is_director=True), walk_in(name="Cô Bảy", now=timezone.now())
    propose(owner, lan, guest)
    tell()
    assert f'href="{CLUB}"' in words(browser(dora), NOTICES)
    assert not Notice.objects.filter(player=owner).exists()
