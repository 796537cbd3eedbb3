"""The page of members: who holds what, and chips granted and taken back; for directors, with a reason."""

from __future__ import annotations

import re
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from games import acts, commands
from games.club.settings import ClubSettings
from games.commands.club.founding import set_club_settings
from games.ledger.accounts import HOUSE, member_account
from games.ledger.commands import _post, post
from games.ledger.models import Transfer
from games.ledger.queries import trial_balance
from games.models import Player
from games.queries.club.house import house_rules
from tests.support.member_pages import LIST, ODD, grant, held, key_in, page_of, words
from tests.support.play_pages import browser, controls, member
from tests.support.refused import refused, refused_page

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("followers_do_not_wait")]


# --- the list ---------------------------------------------------------------------------------------


def test_the_list_has_every_members_balance_and_finds_names_without_accents(director, an, binh):
    grant(director, an, amount=70)
    Player.objects.filter(pk=binh.pk).update(is_active=False)
    shown = words(browser(director).get(LIST))
    assert re.search(r"Cô An an 70", shown) and "binh 0 closed" in shown and "3 members" in shown
    found = words(browser(director).get(LIST, {"q": "co an"}))
    assert "Cô An" in found and "binh" not in found and "1 member" in found
    for nobody in ("nobody", "nobody\x00", "x" * 500):
        assert "No member has this name." in words(browser(director).get(LIST, {"q": nobody}))


def test_no_guest_is_in_the_list(director):
    guest = Player.objects.create_user("guest-1", is_guest=True, display_name="Cô Bảy")
    assert "Cô Bảy" not in words(browser(director).get(LIST))
    refused_page(browser(director), "member.unknown", "get", page_of(guest))


def test_a_long_list_has_pages_and_an_odd_page_is_none(director, monkeypatch):
    monkeypatch.setattr("games.web.views.club.members.PAGE", 2)
    for number in range(4):
        member(f"more{number}")
    first = browser(director).get(LIST, {"q": "more"})
    assert "more1" in words(first) and "more2" not in words(first)
    assert "?q=more&amp;page=2" in first.content.decode()
    assert "more2" in words(browser(director).get(LIST, {"q": "more", "page": "2"}))
    for odd in ("x", "-1", "99999999999999999999", "2.5"):
        assert browser(director).get(LIST, {"q": "more", "page": odd}).status_code == 200


def test_the_pages_say_chips_in_the_clubs_own_unit(director, an):
    owner = Player.objects.create_superuser("owner")
    set_club_settings(by=owner, settings=ClubSettings(unit="xu"), now=timezone.now())
    client = browser(director)
    client.post(page_of(an), {"act": "grant", **asked(an)})
    shown = words(client.get(page_of(an)))
    assert "1 member was granted 500 xu." in shown and "Xu to grant Reason" in shown


@pytest.mark.parametrize("duty", [{}, {"is_referee": True}])
def test_nobody_else_sees_the_pages(an, duty):
    other = member("other", **duty)
    for address in (LIST, page_of(an)):
        refused_page(browser(other), "member.director", "get", address)
        refused_page(browser(other), "member.director", "post", address, data={"act": "save"})
        assert browser().get(address).status_code == 302
    assert f'href="{LIST}"' not in browser(other).get("/").content.decode()


# --- chips ------------------------------------------------------------------------------------------


def asked(*players: Player, amount: str = "500", reason: str = "Tết") -> dict[str, object]:
    chosen = [player.pk for player in players]
    return {
        "players": chosen,
        "amount": amount,
        "reason": reason,
        "idempotency_key": str(uuid4()),
    }


def test_a_director_grants_chips_to_many_at_one_press(director, an, binh):
    commands.grant_first_chips(player=an, now=timezone.now())
    client = browser(director)
    form = {**asked(an, binh), "idempotency_key": key_in(client.get(LIST))}
    answer = client.post(LIST, form)
    assert answer.status_code == 303
    assert "2 members were granted 500 chips each." in words(client.get(LIST))
    assert held(an, binh) == [1500, 500] and sum(trial_balance().values()) == 0
    assert "Chips granted by the club: Tết" in browser(an).get("/account/").content.decode()
    acts.gather()
    assert words(browser().get("/club/staff/")).count("Tết") == 2
    call_command("check_ledger", verbosity=0)


def test_the_button_pressed_twice_grants_once(director, an):
    client, form = browser(director), asked(an)
    for said in ("1 member was granted 500 chips.", "Nothing was granted twice"):
        assert said in words(client.post(LIST, form, follow=True))
    assert held(an) == [500] and Transfer.objects.count() == 1
    client.post(LIST, asked(an))
    assert held(an) == [1000], "another page is another grant"


def test_a_form_is_good_for_its_own_amount_and_for_members_who_were_added(director, an, binh):
    client, form = browser(director), asked(an)
    client.post(LIST, form)
    answer = client.post(LIST, {**form, "amount": "700"})
    assert answer.status_code == 409 and "another amount" in words(answer)
    answer = client.post(LIST, {**form, "idempotency_key": "again"})
    assert answer.status_code == 422 and "Part of this form is missing" in words(answer)
    answer = client.post(LIST, {**form, "players": [an.pk, binh.pk]}, follow=True)
    assert "1 member was granted 500 chips." in words(answer)
    assert held(an, binh) == [500, 500]


@pytest.mark.parametrize(
    "wrong",
    [
        *({"amount": amount} for amount in ODD),
        *({"reason": reason} for reason in ("", "x" * 121, "a\x00b")),
        *({"players": players} for players in ([], ["x"], ["9" * 40], ["-1"], ["999999"], [""])),
    ],
)
def test_what_cannot_be_granted_is_said_and_nothing_moves(director, an, wrong):
    for address in (LIST, page_of(an)):
        answer = browser(director).post(address, {**asked(an), "act": "grant", **wrong})
        assert answer.status_code == 422 and "correct" in words(answer)
    assert not Transfer.objects.exists()


def test_who_was_ticked_is_ticked_still_where_something_was_wrong(director, an, binh):
    html = browser(director).post(LIST, asked(an, amount="0")).content.decode()
    ticks = [one for one in re.findall(r"<input[^>]*checkbox[^>]*>", html) if "checked" in one]
    assert [f'value="{an.pk}"' in one for one in ticks] == [True]


def test_an_owner_who_is_no_director_sees_balances_and_grants_nothing(an):
    owner = Player.objects.create_superuser("owner")
    for address in (LIST, page_of(an)):
        html = browser(owner).get(address).content.decode()
        assert 'name="amount"' not in html
        refused_page(
            browser(owner),
            "chips.not-director",
            "post",
            address,
            data={**asked(an), "act": "grant"},
        )
    with refused("chips.not-director"):
        grant(owner, an)


def test_nobody_grants_to_himself(director):
    refused_page(browser(director), "chips.own", "post", LIST, data=asked(director))
    assert 'value="grant"' not in browser(director).get(page_of(director)).content.decode()


def test_more_than_one_person_grants_alone_waits_for_a_second(director, an):
    second = member("dieu", is_director=True)
    most = house_rules().alone_chips
    form = {**asked(an, amount=str(most + 1)), "act": "grant"}
    said = words(browser(director).post(page_of(an), form, follow=True))
    assert "waits until a second director confirms it under “Staff actions”" in said
    assert held(an) == [0]
    html = browser(second).get("/club/staff/").content.decode()
    wish = next(one["value"] for one in controls(html) if one.get("name") == "wish")
    browser(second).post("/club/staff/", {"wish": wish, "act": "confirm"})
    assert held(an) == [most + 1]


def test_a_mistaken_grant_is_taken_back_once_by_a_transfer_that_says_so(director, an):
    grant(director, an, amount=500, reason="for 500")
    grant(director, an, amount=70, reason="for 70")
    client, key = browser(director), Transfer.objects.get(memo__contains="500").key
    assert {key} < {one.get("value") for one in controls(client.get(page_of(an)).content.decode())}
    form = {"act": "take", "grant": key, "reason": "wrong member"}
    for said in (
        "Taken back from Cô An: 500 chips.",
        "had already been taken back. Nothing was taken twice",
    ):
        assert said in words(client.post(page_of(an), form, follow=True))
    assert held(an) == [70]
    account = browser(an).get("/account/").content.decode()
    assert "Chips taken back by the club: wrong member" in account and "−500" in account
    assert Transfer.objects.get(key=f"{key}:counter").counters == Transfer.objects.get(key=key)
    assert key not in {
        one.get("value") for one in controls(client.get(page_of(an)).content.decode())
    }
    call_command("check_ledger", verbosity=0)


def test_only_a_grant_to_this_member_is_taken_back(director, an, binh):
    grant(director, binh)
    key = Transfer.objects.get().key
    for wrong in (key, "", "deal:1", "\x00"):
        sent = {"act": "take", "grant": wrong, "reason": "a"}
        refused_page(browser(director), "chips.no-grant", "post", page_of(an), data=sent)
    answer = browser(director).post(page_of(binh), {"act": "take", "grant": key, "reason": " "})
    assert answer.status_code == 422 and held(binh) == [5]
    for wrong in ("deal:1", key + ":counter", "grant:", "house"):
        with refused("chips.no-grant"):
            commands.take_back_grant(by=director, key=wrong, reason="a", now=timezone.now())
    with refused("chips.not-director"):
        commands.take_back_grant(by=an, key=key, reason="a", now=timezone.now())


def test_what_was_lost_meanwhile_is_owed(director, an):
    commands.grant_first_chips(player=an, now=timezone.now())
    lost = {HOUSE: 990, member_account(an.pk): -990}
    post(key="game", memo="lost", postings=lost, now=timezone.now())
    commands.take_back_grant(by=director, key=f"grant:{an.pk}", reason="a", now=timezone.now())
    assert held(an) == [-990]


@pytest.mark.parametrize(("amount", "counters"), [(-3, True), (-5, False)])
def test_the_check_of_the_ledger_finds_what_only_looks_like_a_return(
    director, an, capsys, amount, counters
):
    grant(director, an)
    given = Transfer.objects.get()
    forged = {HOUSE: -amount, member_account(an.pk): amount}
    key = f"{given.key}:counter"
    if counters:
        _post(key, "a", forged, timezone.now(), None, None, given)
    else:
        post(key=key, memo="a", postings=forged, now=timezone.now())
    with pytest.raises(CommandError):
        call_command("check_ledger")
    assert f"Nothing in the log calls for transfer {key}" in capsys.readouterr().out
