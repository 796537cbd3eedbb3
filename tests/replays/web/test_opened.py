"""Anybody can open the replay of a tournament's deal by its link; other deals need the consent of all players."""

import re

import pytest
from django.test import Client

from games import acts
from games.club.events import HouseRulesSet, from_stored, to_stored
from games.club.house_rules import HouseRules
from games.engine.rules import VINAGAMES
from games.models import Deal, Player, Table
from replays.models import Opened
from tests.support.deals import running_deal, stored_deal
from tests.support.kept import keep
from tests.support.play_pages import browser

pytestmark = pytest.mark.django_db
RESTS = ("", "steps.json", "record.json", "receipt.json")


def by_link(deal: Deal) -> set[bool]:
    """Return whether a stranger may open the deal and all that belongs to it."""
    answers = [Client().get(f"/replays/{deal.pk}/{rest}") for rest in RESTS]
    return {answer.status_code != 302 for answer in answers}


def say(player: Player, deal: Deal, word: str = "yes") -> int:
    return browser(player).post(f"/replays/{deal.pk}/open/", {"open": word}).status_code


def test_a_deal_is_opened_by_all_who_played_it_and_shut_by_any_of_them(four, stranger, deal):
    for player in four[:3]:
        assert say(player, deal) == 302
        assert by_link(deal) == {False}
    assert say(four[3], deal) == 302
    assert by_link(deal) == {True}
    assert say(four[3], deal) == 302
    assert "all players have shared it" in Client().get(f"/replays/{deal.pk}/").content.decode()
    assert say(stranger, deal) == 403
    assert say(four[1], deal, "no") == 302
    assert by_link(deal) == {False}
    # To read is all that a link opens.
    assert Client().post(f"/replays/{deal.pk}/open/", {"open": "yes"}).status_code == 302
    looked = browser(four[0]).get(f"/replays/{deal.pk}/open/")
    assert (looked.status_code, looked["Location"]) == (302, f"/replays/{deal.pk}/")
    assert Client().post(f"/replays/{deal.pk}/dispute/", {}).status_code == 302
    assert by_link(deal) == {False}


def test_with_bots_one_person_opens_it(four):
    deal = stored_deal(VINAGAMES, 4, four[:1])
    assert by_link(deal) == {False}
    assert say(four[0], deal) == 302
    assert by_link(deal) == {True}


def test_a_tournaments_deals_are_open_and_a_running_one_is_as_shut_as_ever(four, deal):
    assert by_link(deal) == {False}
    Table.objects.filter(pk=deal.table_id).update(origin="tournament-3/1/2")
    assert by_link(deal) == {True}
    html = Client().get(f"/replays/{deal.pk}/").content.decode()
    assert "because it was played in a tournament" in html
    assert "Log out" not in html
    running = running_deal(VINAGAMES, 1, four, moves=6, name="Bàn 9")
    Table.objects.filter(pk=running.table_id).update(origin="tournament-3/1/3")
    assert by_link(running) == {False}
    for rest in RESTS:
        assert browser(four[0]).get(f"/replays/{running.pk}/{rest}").status_code == 409
    assert say(four[0], running) == 409


def test_an_imported_deals_people_cannot_be_asked(four):
    deal = stored_deal(VINAGAMES, 4, four[:1])
    assert say(four[0], deal) == 302
    deal.seats.filter(number=2).update(bot="")
    assert by_link(deal) == {False}


KINDS = ("tournaments", "tables")


def of_kind(kind: str, deal: Deal) -> Deal:
    origin = "tournament-3/1/2" if kind == "tournaments" else ""
    Table.objects.filter(pk=deal.table_id).update(origin=origin)
    return Deal.objects.get(pk=deal.pk)


@pytest.mark.parametrize("kind", KINDS)
def test_a_yes_is_refused_in_words_while_the_house_keeps_such_deals(four, deal, kind):
    deal = of_kind(kind, deal)
    keep(**{kind: 1})
    refused = browser(four[0]).post(f"/replays/{deal.pk}/open/", {"open": "yes"})
    assert refused.status_code == 403
    assert "Under the club rules only members can see deals" in refused.content.decode()
    assert not Opened.objects.exists()
    html = browser(four[0]).get(f"/replays/{deal.pk}/").content.decode()
    assert "Members only" in html and "Share with anyone who has the link" not in html


def test_what_was_said_before_can_be_taken_back_meanwhile_and_else_holds_again(four, deal):
    for player in four:
        assert say(player, deal) == 302
    keep(tables=1)
    assert by_link(deal) == {False}
    html = browser(four[0]).get(f"/replays/{deal.pk}/").content.decode()
    assert "Members only" in html
    keep(tables=0)
    assert by_link(deal) == {True}
    keep(tables=1)
    assert say(four[0], deal, "no") == 302
    keep(tables=0)
    assert by_link(deal) == {False}


@pytest.mark.usefixtures("followers_do_not_wait")
def test_that_an_owner_keeps_replays_is_an_act_and_stands_on_the_page_of_the_house(four):
    keep(tournaments=1)
    acts.gather()
    html = browser(four[0]).get("/club/staff/").content.decode()
    assert "changed the club rules" in html
    house = Client().get("/house/").content.decode()
    assert re.search(r"Tournament replays for members only\s+no → yes", house)


def test_rules_of_the_house_from_before_keep_nothing():
    stored = to_stored(HouseRulesSet(HouseRules()))
    del stored.payload["rules"]["tournament_replays_kept"]
    del stored.payload["rules"]["table_replays_kept"]
    read = from_stored(stored.name, stored.schema, stored.payload)
    assert read == HouseRulesSet(HouseRules(tournament_replays_kept=0, table_replays_kept=0))
