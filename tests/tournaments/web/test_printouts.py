"""What a director prints: slips that say where each member sits, score sheets, and the round's tables."""

import re

import pytest
from django.utils import timezone

from games.models import Player
from tests.support.play_pages import browser
from tests.support.tournament_pages import announced, player, score
from tournaments import commands
from tournaments.models import RoundTable

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament() -> int:
    """Of five members and three bots, in the first of two rounds of two deals."""
    director = player("director", is_director=True)
    people = [player(f"m{i}") for i in range(5)]
    made = announced(director, *people, rounds=2, deals_per_round=2)
    commands.start(by=director, tournament_id=made, now=timezone.now())
    return made


def read(address: str) -> str:
    return browser().get(address).content.decode()


def test_there_is_a_slip_for_each_member_and_none_for_bots(tournament):
    html = read(f"/tournaments/{tournament}/slips")
    assert re.findall(r"<h2><bdi>(.+?)</bdi>", html) == ["M0", "M1", "M2", "M3", "M4"]
    me = Player.objects.get(username="m3")
    row = next(row for row in RoundTable.objects.all() if f"player:{me.pk}" in row.seats)
    wind = ("South", "East", "North", "West")[row.seats.index(f"player:{me.pk}")]
    slip = html.partition("<bdi>M3</bdi>")[2].partition("</li>")[0]
    assert f"Table {row.number}, {wind}</p>" in slip
    assert html.count(f'src="/tournaments/{tournament}/qr.svg"') == 5
    assert html.count("Round 1 of 2") == 6


def test_there_is_a_score_sheet_for_each_table_with_a_line_for_each_deal(tournament):
    html = read(f"/tournaments/{tournament}/sheets")
    sheets = html.split('<section class="scores"')[1:]
    rows = list(RoundTable.objects.order_by("number"))
    assert len(sheets) == len(rows) == 2
    for sheet, row in zip(sheets, rows, strict=True):
        assert f"Table {row.number}</h2>" in sheet and "qr.svg" in sheet
        winds = ("South", "East", "North", "West")
        assert re.findall(r'<th scope="row">(\d)</th><td>(\w+)</td>', sheet) == [
            (str(deal), winds[seat]) for deal, seat in enumerate(row.starters, 1)
        ]
        assert re.findall(r'<th scope="colgroup" colspan="4">(\w+)<br>', sheet) == list(winds)


@pytest.mark.parametrize("what", ["slips", "sheets"])
def test_another_round_is_printed_and_a_wrong_number_is_the_latest(tournament, what):
    for table in (1, 2):
        for deal in (1, 2):
            score(tournament, table=table, deal=deal)
    for asked, shown in (
        ("?round=1", 1),
        ("?round=2", 2),
        ("", 2),
        ("?round=3", 2),
        ("?round=x", 2),
    ):
        assert f"Round {shown} of 2" in read(f"/tournaments/{tournament}/{what}{asked}")
    assert browser().get(f"/tournaments/99/{what}").status_code == 404


@pytest.mark.parametrize("what", ["slips", "sheets"])
def test_before_the_first_round_there_is_nothing_to_print(what):
    made = announced(player("director", is_director=True))
    assert "No round has been drawn yet." in read(f"/tournaments/{made}/{what}")
    assert f"/tournaments/{made}/{what}" not in read(f"/tournaments/{made}/")


@pytest.mark.parametrize(("what", "queries"), [("slips", 3), ("sheets", 5)])
def test_more_tables_ask_the_database_no_more(tournament, what, queries, django_assert_num_queries):
    with django_assert_num_queries(queries):
        read(f"/tournaments/{tournament}/{what}")


def test_the_tables_of_the_round_are_printed_with_the_standings(tournament):
    html = read(f"/tournaments/{tournament}/")
    section = re.search(r'<section class="([^"]*)" aria-labelledby="round-title">', html)
    assert section is not None and "no-print" not in section[1]
    assert f'href="/tournaments/{tournament}/slips?round=1"' in html
    assert f'href="/tournaments/{tournament}/sheets?round=1"' in html


def test_a_substitute_is_on_slip_and_sheet_in_the_place_of_the_owner(tournament):
    director = Player.objects.get(username="director")
    owner, substitute = Player.objects.get(username="m3"), player("stand-in")
    row = next(one for one in RoundTable.objects.all() if f"player:{owner.pk}" in one.seats)
    told = {"tournament_id": tournament, "player": substitute.pk, "now": timezone.now()}
    commands.list_reserve(by=substitute, **told)
    seat = row.seats.index(f"player:{owner.pk}")
    given = {"table": row.number, "seat": seat, "span": "round", "reason": "Ill."}
    commands.give_seat(by=director, **told, **given)
    slips, sheets = (
        read(f"/tournaments/{tournament}/slips"),
        read(f"/tournaments/{tournament}/sheets"),
    )
    names = re.findall(r"<h2><bdi>(.+?)</bdi>", slips)
    assert "Stand-In" in names and "M3" not in names and len(names) == 5
    slip = slips.partition("<bdi>Stand-In</bdi>")[2].partition("</li>")[0]
    assert "in place of M3" in slip
    column = sheets.partition("<bdi>Stand-In</bdi>")[2].partition("</th>")[0]
    assert "in place of M3" in column and sheets.count("in place of") == 1
