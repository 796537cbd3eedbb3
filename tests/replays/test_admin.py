"""The referee's desk: referees rule there, and nobody else looks. Owners make referees in the admin."""

import re

import pytest
from django.contrib import admin
from django.test import Client
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.timezone import localtime

from games.ledger.models import Posting, Transfer
from games.log import stream_version
from games.log.models import Event
from games.models import Deal, DealSecret, Player
from replays.commands import rulings
from replays.models import Dispute
from tests.support.deals import NOW, ending_of
from tests.support.refused import refused_page

pytestmark = pytest.mark.django_db

GOOD = {"decision": "reversed", "section": "§10.3", "reason": "Both were worst cards."}


@pytest.fixture
def row(four: list[Player], deal: Deal, discard: int) -> Dispute:
    return rulings.file_dispute(
        by=four[0], deal_id=deal.pk, discard=discard, reason="It was safe.", now=NOW
    )


@pytest.fixture
def superuser(db: None) -> Player:
    return Player.objects.create_superuser("goc")


def browser_of(player: Player) -> Client:
    client = Client()
    client.force_login(player)
    return client


def address(row: Dispute) -> str:
    return reverse("desk-case", args=[row.pk])


def test_the_referee_finds_open_disputes_with_a_link_to_the_very_move(referee, row, discard):
    client = browser_of(referee)
    assert 'href="/admin/replays/dispute/"' in client.get("/").content.decode()
    assert client.get("/admin/", follow=True).redirect_chain[-1][0] == reverse("desk")
    assert address(row) in client.get(reverse("desk")).content.decode()
    page = client.get(address(row)).content.decode()
    assert f'href="/replays/{row.deal_id}/?at={discard}" target="_blank"' in page
    assert "It was safe." in page
    judged = page.partition('id="dispute-judged"')[2].partition("</div>")[0]
    assert "was it safe?" in judged and "pays for all the losers" in judged
    assert client.get(f"/replays/{row.deal_id}/?at={discard}").status_code == 200


def test_the_referee_rules_and_withdraws_on_the_page(referee, row, deal):
    client = browser_of(referee)
    answer = client.post(address(row), GOOD, follow=True)
    assert "The ruling has been given." in answer.content.decode()
    row.refresh_from_db()
    assert (row.status, row.section, row.ruling) == ("reversed", "§10.3", GOOD["reason"])
    assert ending_of(deal).result.offender is None
    client = browser_of(Player.objects.create_user("another-referee", is_referee=True))
    assert 'name="withdraw"' in client.get(address(row)).content.decode()
    answer = client.post(address(row), {"withdraw": "1", "reason": "Wrong deal."}, follow=True)
    assert "The ruling has been withdrawn." in answer.content.decode()
    row.refresh_from_db()
    assert row.status == "open"
    assert ending_of(deal).result == ending_of(deal).original


def test_who_has_ruled_reads_that_the_ruling_stands_until_it_is_appealed_or_withdrawn(
    four, referee, row
):
    client = browser_of(referee)
    given = client.post(address(row), GOOD, follow=True).content.decode()
    assert "The ruling has been given." in given
    assert "You gave the first ruling on that dispute" not in given
    row.refresh_from_db()
    assert row.until is not None
    when = date_format(localtime(row.until), "SHORT_DATETIME_FORMAT")
    stands = "The ruling is in effect. The players of the deal can appeal until"
    assert f'<p class="notice">{stands} {when}, and' in given
    rulings.appeal_ruling(by=four[1], dispute_id=row.pk, reason="It was not.", now=NOW)
    appealed = client.get(address(row)).content.decode()
    assert stands not in appealed
    assert '<p class="notice notice--warning">You gave the first ruling on that dispute' in appealed


def test_a_bad_ruling_gets_a_sentence_in_the_form_and_changes_nothing(referee, row, deal):
    client = browser_of(referee)
    before = stream_version(deal.stream)
    for data, status, sentence in (
        ({}, 422, "This field is required"),
        ({**GOOD, "decision": "maybe"}, 422, "Select a valid choice"),
        (
            {**GOOD, "section": "§99"},
            422,
            "Name the section of the rulebook that the ruling is based on, such as §10.3",
        ),
        ({**GOOD, "section": "x" * 21}, 422, "at most 20 characters"),
        ({**GOOD, "reason": " "}, 422, "This field is required"),
        ({**GOOD, "reason": "x" * 1001}, 422, "at most 1000 characters"),
        ({"withdraw": "1", "reason": "why"}, 409, "There is no ruling to withdraw"),
        ({"withdraw": "1"}, 422, "This field is required"),
    ):
        answer = client.post(address(row), data)
        assert answer.status_code == status, data
        assert sentence in answer.content.decode(), data
        assert "Nothing was changed" in answer.content.decode()
    assert stream_version(deal.stream) == before
    client.post(address(row), GOOD)
    again = client.post(address(row), GOOD)
    assert again.status_code == 403
    assert "You gave the first ruling on that dispute" in again.content.decode()
    assert (
        stream_version(deal.stream) == before + 2
    )  # the ruling, and until when it can be appealed


def test_a_referee_who_sat_there_reads_but_does_not_rule(four, row, deal):
    four[3].is_referee = four[3].is_staff = True
    four[3].save()
    client = browser_of(four[3])
    before = stream_version(deal.stream)
    html = client.get(address(row)).content.decode()
    assert "You played in that deal" in html
    assert "ruling_form" not in html
    assert client.post(address(row), GOOD).status_code == 403
    assert stream_version(deal.stream) == before


def test_who_is_no_referee_sees_no_dispute_here(four, stranger, director, superuser, row, deal):
    before = stream_version(deal.stream)
    for player in (four[0], stranger, director, superuser):
        for where in (reverse("desk"), address(row)):
            refused_page(browser_of(player), "ruling.not-referee", "get", where)
        refused_page(browser_of(player), "ruling.not-referee", "post", address(row), data=GOOD)
    assert Client().get(address(row)).status_code == 302
    assert stream_version(deal.stream) == before


def test_a_ruling_writes_nothing_but_a_ruling_and_no_odd_dispute_is_found(referee, row):
    client = browser_of(referee)
    client.post(address(row), {**GOOD, "status": "upheld", "filed_by": "1", "deal": "77"})
    after = Dispute.objects.get(pk=row.pk)
    assert (after.status, after.deal_id) == ("reversed", row.deal_id)
    for odd in (0, 10**30):
        refused_page(client, "dispute.unknown", "get", reverse("desk-case", args=[odd]))


def test_the_log_the_ledger_and_the_secrets_are_not_registered():
    for model in (DealSecret, Event, Posting, Transfer):
        assert not admin.site.is_registered(model)


def test_a_superuser_makes_a_referee_and_cannot_delete_a_player(superuser, stranger):
    client = browser_of(superuser)
    page = reverse("admin:games_player_change", args=[stranger.pk])
    html = client.get(page).content.decode()
    fields = dict.fromkeys(re.findall(r'name="(\w+)" [^>]*type="text"', html), "")
    answer = client.post(
        page,
        {
            **fields,
            "username": "khach",
            "display_name": "Khách",
            "is_active": "on",
            "reason": "elected",
            "is_referee": "on",
            "is_staff": "on",
        },
    )
    assert answer.status_code == 302
    stranger.refresh_from_db()
    assert stranger.is_referee
    assert stranger.shown_name == "Khách"
    deletion = reverse("admin:games_player_delete", args=[stranger.pk])
    assert client.post(deletion, {"post": "yes"}).status_code == 403
    long = client.post(page, {**fields, "username": "khach", "display_name": "x" * 41})
    assert "at most 40 characters" in long.content.decode()
