"""Files of a tournament: they add up, equal the page, are no formula to a spreadsheet, and tell nobody's account."""

import csv
import json
import re
from io import StringIO
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone, translation

from games.ledger.accounts import member_account, pot_account
from games.ledger.queries import balance
from games.models import Player
from games.presenters.sheets import Sheet
from games.web.spreadsheets import cell_text, csv_of
from tests.support.deals import NOW
from tests.support.play_pages import browser
from tests.support.tournament_pages import announced, count, player, score
from tests.support.tournaments import V1
from tournaments import commands
from tournaments.engine.results import RuledResult
from tournaments.presenters.printouts.files import SHEETS

pytestmark = pytest.mark.django_db
ATTACK = '=HYPERLINK("http://evil.test","prize")'


@pytest.fixture
def people() -> list[Player]:
    return [player(name) for name in ("an", "binh", "chi", "dung")]


@pytest.fixture
def closed(director: Player, people: list[Player]) -> int:
    """Four members for 20 chips each, one deal, closed, and a ruling after the prizes."""
    tournament = announced(director, *people)
    commands.start(by=director, tournament_id=tournament, now=NOW)
    score(tournament)
    commands.close(by=director, tournament_id=tournament, now=NOW)
    count(tournament, RuledResult(deal_id=1011, net=V1, penalised=None, ruling=5))
    return tournament


def fetch(client: Client, tournament: int, name: str) -> list[dict[str, Any]]:
    """Return the lines of a file."""
    answer = client.get(f"/tournaments/{tournament}/{name}")
    assert answer.status_code == 200
    assert f"tournament-{tournament}-{name}" in answer["Content-Disposition"]
    text = answer.content.decode()
    if name.endswith(".json"):
        assert answer["Content-Type"] == "application/json"
        return list(json.loads(text))
    assert answer["Content-Type"].startswith("text/csv; charset=utf-8")
    assert text.startswith("\ufeff")
    assert text.count("\r\n") == text.count("\n")
    return list(csv.DictReader(StringIO(text.removeprefix("\ufeff"), newline="")))


def test_the_standings_are_those_of_the_page(closed):
    client = browser()
    html = client.get(f"/tournaments/{closed}/").content.decode()
    body = html.partition("<tbody>")[2].partition("</tbody>")[0]
    shown = [
        [re.sub(r"<[^>]*>|\s+", "", cell) for cell in re.findall(r"<t[hd].*?</t[hd]>", line, re.S)]
        for line in body.split("</tr>")[:-1]
    ]
    lines = fetch(client, closed, "standings.csv")
    assert len(shown) == 4
    assert [[line["Place"], line["Member"]] for line in lines] == [line[:2] for line in shown]
    assert [f"{int(line['Points']):+d}" for line in lines] == [
        line[2].replace("−", "-") for line in shown
    ]
    assert [line["Prize"] or "–" for line in lines] == [line[8] for line in shown]
    told = fetch(client, closed, "standings.json")
    assert [str(line["points"]) for line in told] == [line["Points"] for line in lines]
    assert all(isinstance(line["points"], int) for line in told)
    assert sum(line["points"] for line in told) == 0


def test_draws_and_results_name_seats_deals_and_rulings(closed, people):
    client = browser()
    seats = fetch(client, closed, "draws.json")
    assert [line["seat"] for line in seats] == ["south", "east", "north", "west"]
    assert {line["participant"] for line in seats} == {f"player:{one.pk}" for one in people}
    assert [line["starts"] for line in seats] == [[1], [], [], []]
    (deal,) = fetch(client, closed, "results.json")
    assert (deal["deal_id"], deal["round"], deal["table"], deal["deal"]) == (1011, 1, 1, 1)
    assert tuple(deal[f"{line['seat']}_net"] for line in seats) == V1
    assert [deal[line["seat"]] for line in seats] == [line["name"] for line in seats]
    assert (deal["winner"], deal["points"], deal["penalised"]) == ("south", 7, None)
    assert deal["rulings"] == [5]
    (row,) = fetch(client, closed, "results.csv")
    assert (row["South: points"], row["East: points"], row["Rulings"]) == ("42", "-14", "1")
    assert row["Winner"] == row["South"] == deal["south"]


def test_the_ledger_adds_up_to_nothing_for_who_may_see_all_and_for_who_may_not(
    closed, director, people
):
    whole = fetch(browser(director), closed, "ledger.json")
    pot = pot_account(closed)
    for lines in (whole, *(fetch(browser(one), closed, "ledger.json") for one in people)):
        assert sum(line["amount"] for line in lines) == 0
        for key in {line["transfer"] for line in lines}:
            assert sum(line["amount"] for line in lines if line["transfer"] == key) == 0
        assert sum(line["amount"] for line in lines if line["account"] == pot) == balance(pot)
    for one in people:
        own = member_account(one.pk)
        brought = balance(own) - 1000
        mine = fetch(browser(one), closed, "ledger.json")
        assert {line["account"] for line in mine} <= {own, pot, "others"}
        for lines in (whole, mine):
            assert sum(line["amount"] for line in lines if line["account"] == own) == brought
    assert any(line["counters"] for line in whole)  # the late ruling took the prizes back
    stranger = browser(player("stranger"))
    assert {line["account"] for line in fetch(stranger, closed, "ledger.json")} == {pot, "others"}
    told = {line["Member"] for line in fetch(stranger, closed, "ledger.csv")}
    assert told == {"The pot", "All others"}
    answer = browser().get(f"/tournaments/{closed}/ledger.csv")
    assert answer.status_code == 302 and "login" in answer["Location"]


def test_a_name_that_is_a_formula_is_text_in_a_spreadsheet_and_itself_in_json(director, people):
    people[0].display_name = ATTACK
    people[0].save()
    people[1].display_name = "a;=cmd|' /C calc'!A0"
    people[1].save()
    tournament = announced(director, *people, name="=1+1 cup")
    commands.start(by=director, tournament_id=tournament, now=NOW)
    score(tournament)
    client = browser(director)
    for name in ("standings", "draws", "results", "ledger"):
        lines = fetch(client, tournament, f"{name}.csv")
        texts = [cell for line in lines for cell in line.values()]
        assert any(cell == "'" + ATTACK for cell in texts)
        for cell in texts:
            assert re.fullmatch(r"-?[0-9]+|(?![=+\-@\t\r]).*", cell, re.S), cell
            assert not re.search(r"[,;\t]\s*[=+@-]", cell), cell
    assert "'=1+1 cup: entry fee" in {
        line["What for"] for line in fetch(client, tournament, "ledger.csv")
    }
    names = {line["name"] for line in fetch(client, tournament, "standings.json")}
    assert {ATTACK, "a;=cmd|' /C calc'!A0"} <= names


@pytest.mark.parametrize(
    "sign", ["=", "+", "-", "@", "\t", "\r", "\n=", " =", "＝", "＋", "－", "＠"]
)
def test_every_sign_that_begins_a_formula_is_defused(sign):
    defused = cell_text(f"{sign}1")
    assert (
        isinstance(defused, str)
        and defused.startswith("'")
        and defused.replace("'", "") == f"{sign}1"
    )
    assert cell_text(-1) == -1
    assert csv_of(Sheet(("a", "b"), [(f'x"{sign}', None)])).count("\ufeff") == 1


@pytest.mark.parametrize(
    ("language", "between", "headings"),
    [
        ("en", ",", ["Place", "Member", "Points"]),
        ("vi", ";", ["Hạng", "Hội viên", "Điểm"]),
        ("fr", ";", ["Rang", "Membre", "Points"]),
        ("ja", ",", ["順位", "会員", "点"]),
    ],
)
def test_a_spreadsheet_opens_in_the_readers_language(closed, language, between, headings):
    client = browser()
    client.cookies["django_language"] = language
    text = client.get(f"/tournaments/{closed}/standings.csv").content.decode()
    rows = list(csv.reader(StringIO(text.removeprefix("\ufeff"), newline=""), delimiter=between))
    assert rows[0][:3] == headings and len(rows) == 5
    assert {len(row) for row in rows} == {9}
    with translation.override(language):
        halves = csv_of(Sheet(("a", "b"), [(1.5, "x")]))
    assert halves.endswith({",": "1.5,x\r\n", ";": "1,5;x\r\n"}[between])


def test_the_files_for_people_hold_no_number_that_only_programs_know(closed, director):
    for name in SHEETS:
        text = browser(director).get(f"/tournaments/{closed}/{name}.csv").content.decode()
        assert not re.search(r"player:|member:|tournament:|_|UTC|\dZ", text), text


def test_every_file_is_there_before_the_start_and_of_an_unknown_tournament_none(director):
    tournament = announced(director)
    for name in SHEETS:
        assert fetch(browser(director), tournament, f"{name}.json") == []
        assert len(fetch(browser(director), tournament, f"{name}.csv")) == 0
        answer = browser(director).get(f"/tournaments/{tournament + 1}/{name}.csv")
        assert answer.status_code == 404
    assert browser().get(f"/tournaments/{tournament}/cards.csv").status_code == 404


def test_the_page_links_what_its_viewer_may_have(director):
    page = f"/tournaments/{announced(director)}/"
    for client, whole in ((browser(), False), (browser(director), True)):
        html = client.get(page).content.decode()
        assert 'href="results.json"' in html
        assert ('href="ledger.csv"' in html) is whole


def test_a_file_asks_as_many_queries_of_forty_members_as_of_four(director, people):
    small = announced(director, *people)
    large = announced(director, *people, *(player(f"member{number}") for number in range(36)))
    asked: dict[str, list[int]] = {name: [] for name in SHEETS}
    for tournament in (small, large):
        commands.start(by=director, tournament_id=tournament, now=timezone.now())
        for name, sheet in SHEETS.items():
            with CaptureQueriesContext(connection) as seen:
                sheet(tournament, director)
            asked[name].append(len(seen))
    for name, (of_four, of_forty) in asked.items():
        assert of_forty == of_four <= 12, name
