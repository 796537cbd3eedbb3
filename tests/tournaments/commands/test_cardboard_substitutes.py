"""Substitutes at tables with real cards: who enters, confirms and judges, what the page shows, who is told."""

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from games.models import Player
from games.queries import plays_beside
from tests.support.cardboard import Table
from tests.support.notices import tell, words_for
from tests.support.refused import refused
from tests.support.tournament_pages import player
from tournaments import commands
from tournaments.presenters.cardboard.report_draft import ReportDraft
from tournaments.presenters.cardboard.reported_discard import report_page

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("followers_do_not_wait")]


@pytest.fixture
def table(director: Player) -> Table:
    return Table(director, deals=3)


def stand_in(table: Table, name: str, span: str, **duties: Any) -> Player:
    """Return a reserve who gets South's seat."""
    one = player(name, **duties)
    about: dict[str, Any] = {"tournament_id": table.id, "player": one.pk, "now": timezone.now()}
    commands.list_reserve(by=one, **about)
    seat: dict[str, Any] = {"table": 1, "seat": 0, "span": span, "reason": "Went home."}
    commands.give_seat(by=table.director, **about, **seat)
    return one


def shown(who: Player, page: str) -> Any:
    client = Client()
    client.force_login(who)
    return client.get(page).context["page"]


def test_behind_the_deal_of_a_substitute_whose_owner_left_the_table_goes_on(director):
    table = Table(director, deals=3, rounds=2)
    commands.leave(by=table.seats[0], tournament_id=table.id, now=timezone.now())
    hoa = stand_in(table, "hoa", "deal")
    table.enter(hoa)
    table.confirm(table.seats[1])
    table.enter(hoa, deal=2)
    table.confirm(table.seats[1], deal=2)
    with refused("tournament.not-at-table"):
        table.confirm(table.seats[0], deal=2)


def test_who_played_the_deal_confirms_it_and_the_page_says_so(table):
    owner = table.seats[0]
    hoa = stand_in(table, "hoa", "deal")
    assert (shown(hoa, table.page).mine, shown(owner, table.page).mine) == (0, None)
    table.enter(table.seats[1])
    [for_hoa], [for_owner] = (shown(one, table.page).results for one in (hoa, owner))
    assert (for_hoa.may_confirm, for_owner.may_confirm) == (True, False)
    assert for_hoa.seats[0].name == hoa.shown_name
    with refused("tournament.not-at-table"):
        table.confirm(owner)
    told = [
        report_page(
            table.id, 1, 1, table.score().deal_id, one, ReportDraft(), directs=False
        ).may_dispute
        for one in (hoa, owner)
    ]
    assert told == [True, False]
    table.confirm(hoa)
    assert shown(owner, table.page).mine == 0  # the next deal is the owner's again
    table.enter(owner, deal=2)


def test_who_sat_in_judges_nothing_there(table):
    hoa = stand_in(table, "hoa", "deal", is_referee=True, is_director=True)
    table.enter(table.seats[1])
    table.confirm(hoa)
    score = table.score()
    commands.leave_reserve(by=hoa, tournament_id=table.id, player=hoa.pk, now=timezone.now())
    table.dispute(table.seats[1])
    with refused("tournament.own-interest"):
        table.rule(hoa)
    table.enter(hoa, deal=2)
    assert table.score(2).paper.typed and not table.score(2).paper.decided
    assert plays_beside(score.deal_id, hoa)


@pytest.mark.parametrize("section", ["", " ", "9.99", "§10.99"])
def test_a_ruling_on_paper_names_a_section_that_there_is(table, section):
    table.enter(table.seats[1])
    table.dispute(table.seats[1])
    referee = player("referee", is_referee=True)
    with refused("tournament.cardboard-section"):
        table.rule(referee, section=section)


def test_who_sat_in_is_told_of_a_contradiction(table):
    hoa = stand_in(table, "hoa", "deal")
    table.enter(table.seats[1])
    tell()
    before = len(words_for(hoa))
    table.contradict(table.seats[2])
    tell()
    assert any("That khui was mine." in words for words in words_for(hoa)[before:])


def test_no_bot_gets_a_seat_at_a_table_with_real_cards(table):
    seat: dict[str, Any] = {"table": 1, "seat": 0, "span": "round", "reason": "Went home."}
    with refused("tournament.cardboard-bot"):
        commands.give_seat(
            by=table.director, tournament_id=table.id, player=None, now=timezone.now(), **seat
        )
